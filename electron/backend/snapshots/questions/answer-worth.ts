// What the events of a snapshot are worth by rules, and how much of it came twice.
import { decimalText, plus, readPlain } from '../../../../shared/exact/decimal.ts'
import type { TwiceFigure, WorthAnswer, WorthQuestion } from '../../../../shared/snapshot/snapshot-worth.ts'
import { createGroupedWorth } from '../../../../shared/worth/grouped-worth.ts'
import { invoicedSums } from '../../../../shared/worth/invoiced-sums.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { createValuation } from '../../../../shared/worth/valuation.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import type { Bin, CurrencySum } from '../../../../shared/worth/worth.ts'
import { worthDifference } from '../../../../shared/worth/worth-difference.ts'
import { answerTotals } from './answer-totals.ts'
import { duplicateGroups, evidenceOf, groupKey, identifiersOf } from './duplicate-groups.ts'
import { groupRows } from './group-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import type { Turn } from './turn.ts'
import { instantsOf, valueRows } from './value-rows.ts'

/** Rows of a figure that are named, and lines of a list. */
const MOST_ROWS = 5_000
const MOST_LINES = 100

export async function answerWorth(
  snapshot: LoadedSnapshot,
  { scope, rules: text, inHand, duplicates, unruled }: WorthQuestion,
  turn: Turn,
): Promise<WorthAnswer> {
  const read = readRules(text)
  if (!read.ok) return { kind: 'no-rules', problems: read.problems }
  const options = { zone: snapshot.table.range.zone, inHand: instantsOf(inHand), unruled: null }
  const start = () => createValuation(read.rules, options)
  const rows = await selectRows(snapshot, scope, turn)
  const again = duplicates === null ? NONE_AGAIN : await rowsAgain(snapshot, rows, duplicates, turn)
  const valuation = start()
  const binRows = new Map<Bin, number[]>()
  const unruledRows: number[] = []
  const twice = { charged: twiceKinds(), credited: twiceKinds() }
  const grouped = createGroupedWorth()
  const invoiceLines = await groupRows(rows, await invoiceKeys(snapshot, turn), turn)
  let at = 0
  const take = (row: number, valued: ValuedEvent) => {
    const { bin } = valued
    grouped.add(valued, invoiceLines.of[at] ?? 0)
    at += 1
    if (bin === 'no-rule') unruledRows.push(row)
    const named = binRows.get(bin) ?? []
    binRows.set(bin, named)
    if (named.length <= MOST_ROWS) named.push(row)
    const evidence = again.get(row)
    const side = bin === 'charged' ? twice.charged : bin === 'reduces' ? twice.credited : null
    if (evidence === undefined || side === null) return
    side[evidence].add(row)
  }
  await valueRows(snapshot, rows, valuation, take, turn)
  const worth = valuation.worth()
  const invoiced = invoicedSums(grouped.joined((group) => group, true, valuation.reckonedLines()))

  /** All less all without these: what they are worth where lines of a month are valued as well. */
  async function figuresOf(kinds: ReturnType<typeof twiceKinds>): Promise<TwiceFigure[]> {
    const figures: TwiceFigure[] = []
    for (const evidence of ['key', 'alike'] as const) {
      const own = kinds[evidence]
      if (own.size === 0) continue
      const others = start()
      await valueRows(
        snapshot,
        rows.filter((row) => !own.has(row)),
        others,
        () => {},
        turn,
      )
      const sums = worthDifference(worth, others.worth()).flatMap(({ currency, charged, reduces }) => {
        const sum = decimalText(plus(readPlain(charged), readPlain(reduces)))
        return /[1-9]/.test(sum) ? [{ currency, sum }] : []
      })
      figures.push({ evidence, events: own.size, rows: named([...own]), sums: sums.slice(0, MOST_LINES) })
    }
    return figures
  }

  return {
    kind: 'valued',
    version: rulesVersion(read.rules),
    events: worth.events,
    currencies: worth.currencies.toSorted(mostEventsFirst).slice(0, MOST_LINES),
    otherCurrencies: Math.max(worth.currencies.length - MOST_LINES, 0),
    invoiced: invoiced.slice(0, MOST_LINES),
    bins: worth.bins.map(({ bin, events, sums }) => ({
      bin,
      events,
      rows: named(binRows.get(bin) ?? []),
      sums: sums.slice(0, MOST_LINES),
    })),
    apart: unruled === null || unruledRows.length === 0 ? [] : await apartOf(snapshot, unruledRows, unruled, turn),
    noRule: worth.noRule.slice(0, MOST_LINES),
    rules: worth.rules,
    notValued: worth.notValued,
    quantities: worth.quantities.slice(0, MOST_LINES),
    otherQuantities: Math.max(worth.quantities.length - MOST_LINES, 0),
    charged: await figuresOf(twice.charged),
    credited: await figuresOf(twice.credited),
  }
}

/** What a line of an invoice is of: customer, event code, and month of the billing zone. */
async function invoiceKeys(snapshot: LoadedSnapshot, turn: Turn) {
  const keys = []
  for (const field of ['customerId', 'eventCode'] as const)
    keys.push(await snapshot.codes({ of: 'field', field }, null, turn))
  return [...keys, await snapshot.codes({ of: 'time', every: 'month' }, null, turn)]
}

type CurrencyEvents = Pick<CurrencySum, 'currency' | 'events'>

/** What has no currency comes last. */
const mostEventsFirst = (a: CurrencyEvents, b: CurrencyEvents) =>
  Number(a.currency === null) - Number(b.currency === null) || b.events - a.events

/** All or none: half of them would be taken for all. */
const named = (rows: number[]) => (rows.length > MOST_ROWS ? [] : rows)

const twiceKinds = () => ({ key: new Set<number>(), alike: new Set<number>() })

const NONE_AGAIN: ReadonlyMap<number, 'key' | 'alike'> = new Map()

/** Rows beyond the first of each group of possible duplicates, but for groups in which each has a key of its own. */
async function rowsAgain(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  { windowSeconds, ignored, legitimate }: NonNullable<WorthQuestion['duplicates']>,
  turn: Turn,
): Promise<ReadonlyMap<number, 'key' | 'alike'>> {
  const { groups } = await duplicateGroups(snapshot, rows, { windowSeconds, ignored }, turn)
  const columns = await snapshot.properties(ignored, turn)
  const marks = new Set(legitimate)
  const again = new Map<number, 'key' | 'alike'>()
  for (const [at, group] of groups.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    if (marks.size > 0 && marks.has(groupKey(snapshot.table, group))) continue
    const evidence = evidenceOf(identifiersOf(group, ignored, columns))
    if (evidence === 'against') continue
    for (const row of group.slice(1)) again.set(row, evidence === 'strong' ? 'key' : 'alike')
  }
  return again
}

/** The sums as sent of these rows, credit and debit apart. */
async function apartOf(
  snapshot: LoadedSnapshot,
  rows: number[],
  { measure, units, priced }: NonNullable<WorthQuestion['unruled']>,
  turn: Turn,
) {
  const { all } = await answerTotals(
    snapshot,
    {
      ask: 'totals',
      scope: { where: [{ is: 'rows', rows }], misses: true },
      by: [],
      split: null,
      measure,
      units,
      ...(priced && { priced }),
      zone: null,
      rounding: null,
      negativeCredits: null,
      order: 'keys',
      offset: 0,
      limit: 1,
    },
    turn,
  )
  return all.slice(0, MOST_LINES)
}
