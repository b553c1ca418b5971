// Totals by what events are worth: a line for each group and currency.
import { type Decimal, decimalText, plus } from '../../../../shared/exact/decimal.ts'
import type { SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import {
  type CellWorth,
  MOST_SPLIT_COLUMNS,
  type TotalsAnswer,
  type TotalsLine,
  type TotalsQuestion,
} from '../../../../shared/snapshot/snapshot-totals.ts'
import type { WholeRangeInstants } from '../../../../shared/worth/billing-months.ts'
import { createGroupedPrices } from '../../../../shared/worth/grouped-prices.ts'
import type { GroupWorth } from '../../../../shared/worth/grouped-worth.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { instantsOf } from '../money/event-reader.ts'
import { fold } from '../money/fold.ts'
import { askedRules, type ValuedRows, valuedRows } from '../money/valued-rows.ts'
import { dividedGroups, type Groups, groupByKeys } from '../table/group-rows.ts'
import { cutPeriods, type LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { inSteps, type Turn } from '../table/turn.ts'
import { type GroupLine, quantityLines } from './quantity-lines.ts'
import { commonestFirst, inOrder, placesOf } from './totals-lines.ts'
import {
  type Block,
  blocksOf,
  blocksOfGroups,
  countOf,
  moneyOfLines,
  netOf,
  sortedBlocks,
  worthCell,
} from './worth-blocks.ts'

type WorthTotalsQuestion = TotalsQuestion & { worth: NonNullable<TotalsQuestion['worth']> }

/** @param sentOf what these rows add up to as sent, by the question's groups */
export async function worthTotals(
  snapshot: LoadedSnapshot,
  question: WorthTotalsQuestion,
  rows: Uint32Array,
  sentOf: (rows: number[], units: NonNullable<WorthTotalsQuestion['worth']['unruled']>) => Promise<TotalsAnswer>,
  turn: Turn,
): Promise<TotalsAnswer> {
  const { by, split, zone, worth: asked } = question
  const { rules, version } = askedRules(asked)
  const wholeRange = instantsOf(asked.wholeRange)
  const ownZone = snapshot.table.range.zone
  const { groups, keys, keysOf } = await groupByKeys(snapshot, rows, by, zone, turn)
  const splitCodes = split === null ? null : await snapshot.codes(split, zone, turn)
  const cells = splitCodes === null ? null : await dividedGroups(groups, rows, splitCodes, turn)
  const finest = cells ?? groups
  const valued = await valuedRows(snapshot, { rules, version }, rows, turn)
  const folded = await fold([{ valued, groups: finest }], rules, wholeRange, turn)
  const grouped = await folded.grouped()
  const { lines } = folded
  const worth = await folded.worth()
  const unruledRows = [...(await folded.rowsOf(({ valued: { moneyKind } }) => moneyKind === 'no-rule'))]
  const isOfLines = (list: readonly (SnapshotKey | null)[]) => list.every((key) => isOfLine(key, zone, ownZone))
  const hasLines = isOfLines(by)
  const lineOf = (cell: number) => cells?.parents[cell] ?? cell
  const columnOf = (cell: number) => cells?.codes.at(-1)?.[cell] ?? 0
  const sent = asked.unruled === null || unruledRows.length === 0 ? null : await sentOf(unruledRows, asked.unruled)
  const levels = {
    lines: grouped.joined(lineOf, hasLines, lines),
    cells: cells === null ? [] : grouped.joined((cell) => cell, isOfLines([...by, split]), lines),
    columns: cells === null ? [] : grouped.joined(columnOf, isOfLines([split]), lines),
    all: grouped.joined(() => 0, true, lines),
  }
  await turn.breathe()

  const eventsOf = new Map<number, number>()
  await inSteps(cells === null ? 0 : rows.length, turn, (from, to) => {
    for (const cell of finest.of.subarray(from, to)) {
      eventsOf.set(columnOf(cell), (eventsOf.get(columnOf(cell)) ?? 0) + 1)
    }
  })
  const columns = commonestFirst(eventsOf)
  const shown = columns.slice(0, MOST_SPLIT_COLUMNS)
  const cellsOf = new Map<string, number>()
  for (let cell = 0; cell < (cells?.count ?? 0); cell += 1) cellsOf.set(`${lineOf(cell)} ${columnOf(cell)}`, cell)

  const whole = sortedBlocks(blocksOf(levels.all[0], sent?.all ?? [], sent !== null))
  const wholeOf = (currency: string | null) => whole.find((one) => one.currency === currency) ?? null
  const moneyIn = (group: GroupWorth | undefined, currency: string | null) =>
    group?.money.find((one) => one.currency === currency) ?? null
  const cellIn = (level: GroupWorth[], group: number | undefined, column: number, currency: string | null) => {
    const groupWorth = group === undefined ? undefined : level[group]
    const of = {
      unruled: groupWorth?.unruled ?? 0,
      all: moneyIn(levels.columns[column], currency),
      events: rows.length,
    }
    return worthCell({ currency, money: moneyIn(groupWorth, currency), sent: null, unsummed: 0 }, of)
  }

  const pricedOf =
    question.prices !== true || split !== null
      ? () => ({})
      : await pricedQuantities(valued, { groups, hasLines, rules, wholeRange }, turn)

  function drawn(block: Block, group: number | null): TotalsLine {
    const unruled = (group === null ? levels.all[0] : levels.lines[group])?.unruled ?? 0
    const all = wholeOf(block.currency)?.money ?? null
    const { worth: worthOfBlock, ...total } = worthCell(block, { unruled, all, events: rows.length })
    return {
      keys: group === null ? [] : keysOf(group),
      units: [block.currency],
      ...(block.sent && { sentUnits: block.sent.units }),
      ...(block.sent?.code !== undefined && { code: block.sent.code }),
      cells: shown.map((column) =>
        group === null
          ? cellIn(levels.columns, column, column, block.currency)
          : cellIn(levels.cells, cellsOf.get(`${group} ${column}`), column, block.currency),
      ),
      total: { ...total, ...(worthOfBlock && { worth: { ...worthOfBlock, ...pricedOf(block.currency, group) } }) },
    }
  }

  const hasMoney = worth.currencies.length > 0 || unruledRows.length > 0
  const places = new Map(whole.map(({ currency }, place) => [currency, place]))
  const made = hasMoney
    ? blocksOfGroups(levels.lines, sent, keysOf).map(
        ({ block, group }): GroupLine => ({
          group,
          // What has no "All" stands below what has one.
          block: places.get(block.currency) ?? whole.length,
          count: countOf(block),
          amount: netOf(block.money),
          line: () => drawn(block, group),
        }),
      )
    : await quantityLines(folded, lineOf, { groupCount: groups.count, rules, hasLines, by, keysOf })
  const placesOfKeys = keys.map(({ keyValue }, at) => placesOf(groups.codes[at] ?? [], keyValue))
  const placed = made.map((line) => ({
    ...line,
    places: placesOfKeys.map((places, at) => places.get(groups.codes[at]?.[line.group] ?? 0) ?? 0),
  }))
  const ordered = inOrder(placed, question.order)
  const valuedIn = whole.reduce((sum, { money }) => sum + (money?.valued ?? 0), 0)
  // Before the lines: prices are bounded for all of them together.
  const all = hasMoney ? whole.map((block) => drawn(block, null)) : []
  return {
    by: hasMoney ? ['Currency'] : ['Quantity of'],
    columns: shown.map((column) => splitCodes?.keyValue(column) ?? null),
    otherColumns: columns.length - shown.length,
    lines: ordered.slice(question.offset, question.offset + question.limit).map(({ line }) => line()),
    offset: question.offset,
    lineCount: ordered.length,
    all,
    ...(sent?.isApart && { isApart: true as const }),
    cut: by.flatMap((key) => (key.of === 'time' ? cutPeriods(snapshot.table.range, key.every, zone ?? ownZone) : [])),
    events: rows.length,
    numbers: valuedIn,
    without: rows.length - valuedIn,
    beyond: 0,
    worth: {
      version,
      hasMoney,
      inNoLine: (hasLines ? [] : moneyOfLines(lines)).sort(
        (a, b) => (places.get(a.currency) ?? 0) - (places.get(b.currency) ?? 0),
      ),
      noRule: worth.noRule.slice(0, MOST_NAMED),
      unruled: unruledRows.length,
      sentBy: sent?.by ?? [],
    },
  }
}

const MOST_NAMED = 100

/** Whether a group by this key never cuts a line of a month. */
function isOfLine(key: SnapshotKey | null, zone: string | null, ownZone: string): boolean {
  if (key === null) return true
  if (key.of === 'time') return key.every === 'month' && (zone === null || zone === ownZone)
  return key.of === 'field' && (key.field === 'customerId' || key.field === 'eventCode')
}

/** Of all lines of an answer together; lines beyond them say none. */
const MOST_PRICED = 100_000

interface PricedGroups {
  groups: Groups
  hasLines: boolean
  rules: WorthRules
  wholeRange: WholeRangeInstants | null
}

/** What of a group's money is quantity × price, each customer, code, unit and price apart; null: of all groups. */
async function pricedQuantities(valued: ValuedRows, { groups, hasLines, rules, wholeRange }: PricedGroups, turn: Turn) {
  const { snapshot, rows } = valued
  const customers = await snapshot.codes({ of: 'field', field: 'customerId' }, null, turn)
  const ofCustomers = await dividedGroups(groups, rows, customers, turn)
  const { each, lines } = await fold([{ valued, groups: ofCustomers, byPrice: true }], rules, wholeRange, turn)
  const priced = createGroupedPrices(rules.rules)
  await each((part) => priced.add(part.valued, part.eventCode, part.group))
  const [ofAll, ofGroup] = [priced.parts(lines), priced.parts(hasLines ? lines : null)]
  const customerCodes = ofCustomers.codes.at(-1) ?? new Uint32Array()
  const cellsOf = new Map<number, number[]>()
  for (const [cell, group] of ofCustomers.parents.entries()) {
    const cells = cellsOf.get(group) ?? []
    cellsOf.set(group, cells)
    cells.push(cell)
  }
  const all = [...customerCodes.keys()]
  let left = MOST_PRICED

  return (currency: string | null, group: number | null): Pick<CellWorth, 'priced'> => {
    const sums = new Map<string, { customer: string | null; of: string; quantity: Decimal; price: Decimal }>()
    for (const cell of group === null ? all : (cellsOf.get(group) ?? [])) {
      const customer = customers.keyValue(customerCodes[cell] ?? 0)?.text ?? null
      for (const part of (group === null ? ofAll : ofGroup)(cell)) {
        if (part.currency !== currency) continue
        const of = JSON.stringify([part.eventCode, part.unit])
        const key = `${decimalText(part.price)} ${JSON.stringify(customer)} ${of}`
        const known = sums.get(key)
        const quantity = known === undefined ? part.quantity : plus(known.quantity, part.quantity)
        sums.set(key, { customer, of, price: part.price, quantity })
        if (sums.size > left) return {}
      }
    }
    if (sums.size === 0) return {}
    left -= sums.size
    return {
      priced: [...sums.values()].map(({ customer, of, quantity, price }) => ({
        customer,
        of,
        quantity: decimalText(quantity),
        price: decimalText(price),
      })),
    }
  }
}
