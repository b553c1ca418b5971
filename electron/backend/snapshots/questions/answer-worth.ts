// Answers what the events of a snapshot are worth by rules, how much of it may have come twice, and which events stand
// behind a figure.
import type { SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import type {
  DuplicateFigure,
  WorthAnswer,
  WorthQuestion,
  WorthRowsAnswer,
  WorthRowsQuestion,
} from '../../../../shared/snapshot/snapshot-worth.ts'
import { blockCurrency, invoicedSums } from '../../../../shared/worth/grouped-worth.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import { type CurrencySum, isMoneyKind, type MoneyKind } from '../../../../shared/worth/worth.ts'
import { duplicateFigures, repeatedRows } from '../money/duplicate-figures.ts'
import { duplicateGroups } from '../money/duplicate-groups.ts'
import { instantsOf } from '../money/event-reader.ts'
import { fold } from '../money/fold.ts'
import { askedRules, valuedRows } from '../money/valued-rows.ts'
import { groupByKeys } from '../table/group-rows.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { allOrNone, MOST_ROWS_NAMED, selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import { totalsAsSent } from './answer-totals.ts'

/** All rows of a money kind are named or, beyond these, none. */
const MOST_ROWS_OF_MONEY_KIND = 5_000
/** A list has at most so many lines. */
const MOST_LINES = 100
/** Lines of what has no rule, among which those of event codes are looked for. */
const MOST_SENT = 10_000

/** What events are worth: the headlines of "Totals", with the rows of each money kind. */
export async function answerWorth(snapshot: LoadedSnapshot, question: WorthQuestion, turn: Turn): Promise<WorthAnswer> {
  const { scope, duplicates, unruled } = question
  const asked = askedRules(question)
  const { version, problems, rules } = asked
  if (problems.length > 0) return { kind: 'no-rules', problems }
  const rows = await selectRows(snapshot, scope, turn)
  const valued = await valuedRows(snapshot, asked, rows, turn)
  const { groups } = await groupByKeys(snapshot, rows, INVOICE_KEYS, null, turn)
  const wholeRange = instantsOf(question.wholeRange)
  const folded = await fold([{ valued, groups }], rules, wholeRange, turn)
  const worth = await folded.worth()
  const rowsOfMoneyKind = (wanted: MoneyKind) => folded.rowsOf(({ valued: { moneyKind } }) => moneyKind === wanted)
  const unruledRows = unruled === null ? [] : [...(await rowsOfMoneyKind('no-rule'))]
  const currencies = worth.currencies.toSorted(mostEventsFirst)
  const grouped = await folded.grouped()
  const invoiced = invoicedSums(grouped.joined((group) => group, { lines: folded.lines, hasLines: true }))
  const invoicedIn = new Map(invoiced.map((one) => [one.currency, one]))
  const twice = await duplicatesOf(snapshot, rows, duplicates, { asked, wholeRange }, turn)
  const isAnyUnruled = unruled !== null && unruledRows.length > 0
  const sent = isAnyUnruled
    ? await totalsAsSent(snapshot, unruledRows, { ...unruled, order: 'count', limit: MOST_SENT }, turn)
    : null
  // Nothing is added across what has no unit: of it each event code is a line.
  const apart = sent === null ? [] : [...sent.all, ...sent.lines.filter(({ code }) => code !== undefined)]
  const moneyKinds = []
  for (const { moneyKind, events, sums } of worth.moneyKinds) {
    const areNamed = events > 0 && events <= MOST_ROWS_OF_MONEY_KIND
    const named = areNamed ? [...(await rowsOfMoneyKind(moneyKind))] : []
    moneyKinds.push({ moneyKind, events, rows: named, sums: sums.slice(0, MOST_LINES) })
  }
  return {
    kind: 'valued',
    version,
    events: worth.events,
    currencies: currencies.slice(0, MOST_LINES),
    otherCurrencies: Math.max(worth.currencies.length - MOST_LINES, 0),
    invoiced: currencies
      .slice(0, MOST_LINES)
      .flatMap(({ currency }) => (currency === null ? [] : (invoicedIn.get(currency) ?? []))),
    moneyKinds,
    apart: apart.slice(0, MOST_LINES),
    noRule: worth.noRule.slice(0, MOST_LINES),
    rules: worth.rules,
    notValued: worth.notValued,
    notInSums: worth.notInSums.slice(0, MOST_LINES),
    quantities: worth.quantities.slice(0, MOST_LINES),
    otherQuantities: Math.max(worth.quantities.length - MOST_LINES, 0),
    ...twice,
  }
}

/** What one line of an invoice is of: a customer, an event code, and a month of the billing zone. */
const INVOICE_KEYS: readonly SnapshotKey[] = [
  { of: 'field', field: 'customerId' },
  { of: 'field', field: 'eventCode' },
  { of: 'time', every: 'month' },
]

type CurrencyEvents = Pick<CurrencySum, 'currency' | 'events'>

/** What has no currency comes last. */
const mostEventsFirst = (a: CurrencyEvents, b: CurrencyEvents) =>
  Number(a.currency === null) - Number(b.currency === null) || b.events - a.events

/** What possible duplicates come to; empty where they are not looked for. */
async function duplicatesOf(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  sought: WorthQuestion['duplicates'],
  by: Parameters<typeof duplicateFigures>[3],
  turn: Turn,
): Promise<{ charged: DuplicateFigure[]; credited: DuplicateFigure[] }> {
  if (sought === null) return { charged: [], credited: [] }
  const { groups } = await duplicateGroups(snapshot, rows, sought, turn)
  return duplicateFigures(snapshot, rows, await repeatedRows(snapshot, groups, sought, turn), by, turn)
}

/**
 * Names the rows behind a figure of worth: those of its money kinds and currency, and what no rule takes as `sent`
 * says. `isValued`: only those that are worth something, or only the others; null: both.
 */
export async function answerWorthRows(
  snapshot: LoadedSnapshot,
  { scope, worth, currency, moneyKinds, isValued, sent }: WorthRowsQuestion,
  turn: Turn,
): Promise<WorthRowsAnswer> {
  const asked = askedRules(worth)
  const all = await selectRows(snapshot, scope, turn)
  const valued = await valuedRows(snapshot, asked, all, turn)
  const folded = await fold([{ valued }], asked.rules, instantsOf(worth.wholeRange), turn)
  const isWorth = ({ moneyKind, worth: own, line }: ValuedEvent) => {
    if (own !== null && isMoneyKind(moneyKind)) return true
    return moneyKind !== 'number-missing' && line !== null && folded.lines[line.place]?.worth != null
  }
  const ofFigure = await folded.rowsOf(
    ({ valued: one }) =>
      one.moneyKind !== 'no-rule' &&
      moneyKinds.includes(one.moneyKind) &&
      blockCurrency(one) === currency &&
      (isValued === null || isWorth(one) === isValued),
  )
  const unruled = await folded.rowsOf(({ valued: { moneyKind } }) => moneyKind === 'no-rule')
  const ofSent = await sentRows(snapshot, [...unruled], sent, worth.unruled, turn)
  const rows = [...ofFigure, ...ofSent].sort((a, b) => a - b)
  return {
    events: rows.length,
    rows: allOrNone(rows, MOST_ROWS_NAMED),
    isAll: rows.length === all.length,
  }
}

/** Those of some rows without a rule that sent an amount in certain units; `sent` null: none is asked for. */
async function sentRows(
  snapshot: LoadedSnapshot,
  rows: number[],
  sent: WorthRowsQuestion['sent'],
  asSent: WorthRowsQuestion['worth']['unruled'],
  turn: Turn,
): Promise<number[]> {
  if (sent === null || rows.length === 0) return []
  const isOneOfRows = { is: 'rows' as const, rows }
  if (sent.by.length === 0) return rows
  const units = { is: 'units' as const, ...sent, ...(asSent?.priced && { priced: asSent.priced }) }
  return [...(await selectRows(snapshot, { where: [isOneOfRows, units], misses: true }, turn))]
}
