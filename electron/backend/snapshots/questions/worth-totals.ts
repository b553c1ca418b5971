// Totals by what events are worth: a line for each group and currency. What a group has in one currency is a *block*: its
// money, and beside it what no price rule takes, as sent. A split cuts groups into *cells*, one for each column.
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
import { type Fold, fold } from '../money/fold.ts'
import { askedRules, type ValuedRows, valuedRows } from '../money/valued-rows.ts'
import { dividedGroups, type Groups, groupByKeys } from '../table/group-rows.ts'
import { cutPeriods, type KeyCodes, type LoadedSnapshot } from '../table/loaded-snapshot.ts'
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

/**
 * Totals by price rules.
 * @param sentOf gives what rows that no rule takes add up to as sent, by the question's groups
 */
export async function worthTotals(
  snapshot: LoadedSnapshot,
  question: WorthTotalsQuestion,
  rows: Uint32Array,
  sentOf: (rows: number[], units: NonNullable<WorthTotalsQuestion['worth']['unruled']>) => Promise<TotalsAnswer>,
  turn: Turn,
): Promise<TotalsAnswer> {
  const { by, split, zone, worth: asked } = question
  const { rules, version } = askedRules(asked)
  const { range } = snapshot.table
  const wholeRange = instantsOf(asked.wholeRange)
  const parts = await cutGroups(snapshot, rows, question, turn)
  const { groups, keys, keysOf, groupOf } = parts
  // Rows are folded by the finest groups that are asked for; all larger ones are joined of these.
  const valued = await valuedRows(snapshot, { rules, version }, rows, turn)
  const folded = await fold([{ valued, groups: parts.finest }], rules, wholeRange, turn)
  const { lines } = folded
  const worth = await folded.worth()
  const unruledRows = [...(await folded.rowsOf(({ valued: { moneyKind } }) => moneyKind === 'no-rule'))]
  const sent = asked.unruled === null || unruledRows.length === 0 ? null : await sentOf(unruledRows, asked.unruled)
  /** Whether groups by these keys have each line of a month as a whole. */
  const areLinesWhole = (list: readonly (SnapshotKey | null)[]) =>
    list.every((key) => cutsNoLine(key, zone, range.zone))
  const hasLines = areLinesWhole(by)
  const levels = await worthLevels(folded, parts, {
    groups: hasLines,
    cells: areLinesWhole([...by, split]),
    columns: areLinesWhole([split]),
  })
  await turn.breathe()
  const columns = await commonestColumns(parts, turn)
  const shown = columns.slice(0, MOST_SPLIT_COLUMNS)
  const wholeBlocks = sortedBlocks(blocksOf(levels.all[0], sent?.all ?? [], sent !== null))
  const pricedOf =
    question.prices !== true || split !== null
      ? () => ({})
      : await pricedQuantities(valued, { groups, hasLines, rules, wholeRange }, turn)
  const lineOf = lineMaker({ parts, levels, columns: shown, wholeBlocks, events: rows.length, pricedOf })

  const hasMoney = worth.currencies.length > 0 || unruledRows.length > 0
  const places = new Map(wholeBlocks.map(({ currency }, place) => [currency, place]))
  const made = hasMoney
    ? blocksOfGroups(levels.groups, sent, keysOf).map(
        ({ block, group }): GroupLine => ({
          group,
          // What has no "All" stands below what has one.
          block: places.get(block.currency) ?? wholeBlocks.length,
          count: countOf(block),
          amount: netOf(block.money),
          line: () => lineOf(block, group),
        }),
      )
    : await quantityLines(folded, groupOf, { groupCount: groups.count, rules, hasLines, by, keysOf })
  const ordered = inOrder(withPlaces(made, groups, keys), question.order)
  const valuedEvents = wholeBlocks.reduce((sum, { money }) => sum + (money?.valued ?? 0), 0)
  // "All" is made before the lines, as what is told of prices is bounded for all of them together, and it comes first.
  const all = hasMoney ? wholeBlocks.map((block) => lineOf(block, null)) : []
  return {
    by: hasMoney ? ['Currency'] : ['Quantity of'],
    columns: shown.map((column) => parts.split?.keyValue(column) ?? null),
    otherColumns: columns.length - shown.length,
    lines: ordered.slice(question.offset, question.offset + question.limit).map(({ line }) => line()),
    offset: question.offset,
    lineCount: ordered.length,
    all,
    ...(sent?.isApart && { isApart: true as const }),
    cut: by.flatMap((key) => (key.of === 'time' ? cutPeriods(range, key.every, zone ?? range.zone) : [])),
    events: rows.length,
    numbers: valuedEvents,
    without: rows.length - valuedEvents,
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

type CutGroups = Awaited<ReturnType<typeof cutGroups>>

/** The groups of a question, cut by its split into cells: a cell has the events of one group and one column. */
async function cutGroups(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  { by, split: splitBy, zone }: WorthTotalsQuestion,
  turn: Turn,
) {
  const { groups, keys, keysOf } = await groupByKeys(snapshot, rows, by, zone, turn)
  const split = splitBy === null ? null : await snapshot.codes(splitBy, zone, turn)
  const cells = split === null ? null : await dividedGroups(groups, rows, split, turn)
  return {
    groups,
    /** The keys by which groups are made. */
    keys,
    keysOf,
    /** The key by which columns are made, each of which is named by its code there; null: there are no columns. */
    split,
    /** Null: there are no columns. */
    cells,
    /** The cells, or, where there are no columns, the groups. */
    finest: cells ?? groups,
    /** The group and the column of one of `finest`; the column is 0 where there are none. */
    groupOf: (finest: number) => cells?.parents[finest] ?? finest,
    columnOf: (finest: number) => cells?.codes.at(-1)?.[finest] ?? 0,
  }
}

/** What each group, each cell, each column and all of them are worth, indexed by their numbers; `all` has one. */
type WorthLevels = Record<'groups' | 'cells' | 'columns' | 'all', GroupWorth[]>

/** @param hasLines whether groups, cells and columns have each line of a month as a whole */
async function worthLevels(
  folded: Fold,
  { cells, groupOf, columnOf }: CutGroups,
  hasLines: Record<'groups' | 'cells' | 'columns', boolean>,
): Promise<WorthLevels> {
  const { lines } = folded
  const grouped = await folded.grouped()
  return {
    groups: grouped.joined(groupOf, { lines, hasLines: hasLines.groups }),
    cells: cells === null ? [] : grouped.joined((cell) => cell, { lines, hasLines: hasLines.cells }),
    columns: cells === null ? [] : grouped.joined(columnOf, { lines, hasLines: hasLines.columns }),
    all: grouped.joined(() => 0, { lines, hasLines: true }),
  }
}

/** The columns, those with most events first; empty where there are none. */
async function commonestColumns({ cells, columnOf }: CutGroups, turn: Turn): Promise<number[]> {
  if (cells === null) return []
  const events = new Map<number, number>()
  await inSteps(cells.of.length, turn, (from, to) => {
    for (const cell of cells.of.subarray(from, to)) {
      const column = columnOf(cell)
      events.set(column, (events.get(column) ?? 0) + 1)
    }
  })
  return commonestFirst(events)
}

interface LineParts {
  parts: CutGroups
  levels: WorthLevels
  /** The columns that are shown. */
  columns: readonly number[]
  /** The blocks of "All", which shares are of. */
  wholeBlocks: readonly Block[]
  /** How many events there are in all. */
  events: number
  /** What of a line is quantity × price; null for the group: of "All". */
  pricedOf: (currency: string | null, group: number | null) => Pick<CellWorth, 'priced'>
}

/** The function makes the line of a block of a group; null for the group: of "All". */
function lineMaker({ parts, levels, columns, wholeBlocks, events, pricedOf }: LineParts) {
  const { cells, keysOf, groupOf, columnOf } = parts
  /** The cells by group and column. */
  const cellNumbers = new Map<string, number>()
  for (let cell = 0; cell < (cells?.count ?? 0); cell += 1) cellNumbers.set(`${groupOf(cell)} ${columnOf(cell)}`, cell)
  const moneyIn = (worth: GroupWorth | undefined, currency: string | null) =>
    worth?.money.find((one) => one.currency === currency) ?? null
  const cellOf = (worth: GroupWorth | undefined, column: number, currency: string | null) =>
    worthCell(
      { currency, money: moneyIn(worth, currency), sent: null, unsummed: 0 },
      { unruled: worth?.unruled ?? 0, all: moneyIn(levels.columns[column], currency), events },
    )

  return (block: Block, group: number | null): TotalsLine => {
    const { currency, sent } = block
    const unruled = (group === null ? levels.all[0] : levels.groups[group])?.unruled ?? 0
    const all = wholeBlocks.find((one) => one.currency === currency)?.money ?? null
    const { worth, ...total } = worthCell(block, { unruled, all, events })
    return {
      keys: group === null ? [] : keysOf(group),
      units: [currency],
      ...(sent && { sentUnits: sent.units }),
      ...(sent?.code !== undefined && { code: sent.code }),
      cells: columns.map((column) => {
        if (group === null) return cellOf(levels.columns[column], column, currency)
        const cell = cellNumbers.get(`${group} ${column}`)
        return cellOf(cell === undefined ? undefined : levels.cells[cell], column, currency)
      }),
      total: { ...total, ...(worth && { worth: { ...worth, ...pricedOf(currency, group) } }) },
    }
  }
}

/** Lines with the places of their groups' values, which decide where they stand among lines of equal figures. */
function withPlaces(lines: readonly GroupLine[], groups: Groups, keys: readonly KeyCodes[]) {
  const places = keys.map(({ keyValue }, at) => placesOf(groups.codes[at] ?? [], keyValue))
  return lines.map((line) => ({
    ...line,
    places: places.map((ofKey, at) => ofKey.get(groups.codes[at]?.[line.group] ?? 0) ?? 0),
  }))
}

/** Whether groups by this key never cut a line of a month, which is of one customer, code and month. */
function cutsNoLine(key: SnapshotKey | null, zone: string | null, ownZone: string): boolean {
  if (key === null) return true
  if (key.of === 'time') return key.every === 'month' && (zone === null || zone === ownZone)
  return key.of === 'field' && (key.field === 'customerId' || key.field === 'eventCode')
}

/** All lines of an answer have at most so many priced quantities together; further lines say none. */
const MOST_PRICED = 100_000

interface PricedGroups {
  groups: Groups
  hasLines: boolean
  rules: WorthRules
  wholeRange: WholeRangeInstants | null
}

/**
 * The function tells what of a group's money is quantity × price, each customer, code, unit and price apart; null for
 * the group: of all groups.
 */
async function pricedQuantities(valued: ValuedRows, { groups, hasLines, rules, wholeRange }: PricedGroups, turn: Turn) {
  const { snapshot, rows } = valued
  const customers = await snapshot.codes({ of: 'field', field: 'customerId' }, null, turn)
  const ofCustomers = await dividedGroups(groups, rows, customers, turn)
  // Prices are told by customer, so groups are divided by these.
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
  const allCells = [...customerCodes.keys()]
  let left = MOST_PRICED

  return (currency: string | null, group: number | null): Pick<CellWorth, 'priced'> => {
    const sums = new Map<string, { customer: string | null; of: string; quantity: Decimal; price: Decimal }>()
    for (const cell of group === null ? allCells : (cellsOf.get(group) ?? [])) {
      const customer = customers.keyValue(customerCodes[cell] ?? 0)?.text ?? null
      for (const part of (group === null ? ofAll : ofGroup)(cell)) {
        if (part.currency !== currency) continue
        const codeAndUnit = JSON.stringify([part.eventCode, part.unit])
        const key = `${decimalText(part.price)} ${JSON.stringify(customer)} ${codeAndUnit}`
        const known = sums.get(key)
        const quantity = known === undefined ? part.quantity : plus(known.quantity, part.quantity)
        sums.set(key, { customer, of: codeAndUnit, price: part.price, quantity })
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
