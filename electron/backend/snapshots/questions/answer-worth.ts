// What the events of a snapshot are worth by rules, and how much of it came twice.
import type { TwiceFigure, WorthAnswer, WorthQuestion } from '../../../../shared/snapshot/snapshot-worth.ts'
import { createGroupedWorth, invoicedSums } from '../../../../shared/worth/grouped-worth.ts'
import type { Valuation } from '../../../../shared/worth/valuation.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import type { Bin, CurrencySum } from '../../../../shared/worth/worth.ts'
import { answerTotals } from './answer-totals.ts'
import { duplicateGroups } from './duplicate-groups.ts'
import { groupRows } from './group-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import { snapshotValuation } from './snapshot-valuation.ts'
import type { Turn } from './turn.ts'
import { repeatedRows, twiceFigures } from './twice-figures.ts'
import { valueRows } from './value-rows.ts'

/** Rows of a figure that are named, and lines of a list. */
const MOST_ROWS = 5_000
const MOST_LINES = 100

/** Of each bin all rows are named or, beyond 5,000, none. */
export async function answerWorth(snapshot: LoadedSnapshot, question: WorthQuestion, turn: Turn): Promise<WorthAnswer> {
  const { scope, duplicates, unruled } = question
  const { version, problems, start } = snapshotValuation(snapshot, question)
  if (problems.length > 0) return { kind: 'no-rules', problems }
  const rows = await selectRows(snapshot, scope, turn)
  const valuation = start()
  const binRows = new Map<Bin, number[]>()
  const unruledRows: number[] = []
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
  }
  await valueRows(snapshot, rows, valuation, take, turn)
  const worth = valuation.worth()
  const currencies = worth.currencies.toSorted(mostEventsFirst)
  const invoiced = invoicedSums(grouped.joined((group) => group, true, valuation.reckonedLines()))
  const invoicedIn = new Map(invoiced.map((one) => [one.currency, one]))
  const twice = await twiceOf(snapshot, rows, duplicates, start, turn)

  return {
    kind: 'valued',
    version,
    events: worth.events,
    currencies: currencies.slice(0, MOST_LINES),
    otherCurrencies: Math.max(worth.currencies.length - MOST_LINES, 0),
    invoiced: currencies
      .slice(0, MOST_LINES)
      .flatMap(({ currency }) => (currency === null ? [] : (invoicedIn.get(currency) ?? []))),
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
    ...twice,
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

async function twiceOf(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  sought: WorthQuestion['duplicates'],
  start: () => Valuation,
  turn: Turn,
): Promise<{ charged: TwiceFigure[]; credited: TwiceFigure[] }> {
  if (sought === null) return { charged: [], credited: [] }
  const { groups } = await duplicateGroups(snapshot, rows, sought, turn)
  return twiceFigures(snapshot, rows, await repeatedRows(snapshot, groups, sought, turn), start, turn)
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
      order: 'keys',
      offset: 0,
      limit: 1,
    },
    turn,
  )
  return all.slice(0, MOST_LINES)
}
