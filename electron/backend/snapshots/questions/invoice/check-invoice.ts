// Holds an invoice against the events of a snapshot. Its lines are put into classes: those of one customer, event code,
// currency and period, which are all of the same events. These are valued forward, by the price rules and the rate
// card; only where a line differs are causes searched.
import { compareDecimals } from '../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../shared/exact/grouped-digits.ts'
import {
  type InvoiceAnswer,
  type InvoiceCheckQuestion,
  LINE_VERDICTS,
} from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import { readRules, rulesVersion } from '../../../../../shared/worth/rules-text.ts'
import { NO_RULES, type WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import type { HeldFile } from '../../../check/held-files.ts'
import { openFile } from '../../../check/open-file.ts'
import { repeatedRows } from '../../money/duplicate-figures.ts'
import { duplicateGroups } from '../../money/duplicate-groups.ts'
import { fieldColumn } from '../../table/loaded-events.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import { selectRows } from '../../table/select-rows.ts'
import type { Turn } from '../../table/turn.ts'
import { answeringLines } from '../answering-lines.ts'
import { type CheckOutcome, settledCheck, unchecked } from '../open-readings.ts'
import type { OtherSnapshots } from '../other-snapshots.ts'
import { type BillingCalendar, billingCalendar, type WholePeriods, wholePeriods } from './billing-calendar.ts'
import { sizeOf } from './causes/figures.ts'
import type { Seconds } from './causes/line-case.ts'
import { type CheckedInvoice, inUtcOf, isSurelyTwice } from './checked-invoice.ts'
import { type DocumentLine, documentOf, documentTotals, placesOf } from './invoice-document.ts'
import { invoiceEquation, type OnNoLine, unbilledGroups } from './invoice-equation.ts'
import { judgedLines, judgeUsage, placeLines } from './judge-lines.ts'
import { groupKey, type JudgedLine } from './judged-line.ts'
import { readInvoice } from './read-invoice.ts'
import { boundaryEventsWanted, type Judged, openBoundaryEvents, searchLines } from './search-lines.ts'
import { type EventGroup, groupEvents, type ValuedGroup, valueGroups } from './value-groups.ts'

type Checked = Extract<InvoiceAnswer, { kind: 'invoice' }>
type InvoiceOutcome = CheckOutcome<Checked, CheckedInvoice>

/** Checks an invoice against the snapshot; asks where its reading is open. */
export const answerInvoiceCheck = (
  snapshot: LoadedSnapshot,
  question: InvoiceCheckQuestion,
  file: HeldFile,
  turn: Turn,
  report: (progress: CheckProgress) => void,
  others: OtherSnapshots,
): Promise<InvoiceOutcome> =>
  settledCheck<InvoiceCheckQuestion, Checked, CheckedInvoice>(
    question,
    (one) => checkOnce(snapshot, one, file, turn, report, others),
    {
      totals: ({ paper }) => paper.totals.map(({ line, stated, holds }) => ({ line, stated, isSum: holds === true })),
      words: outcomeWords,
    },
  )

/** "3 of 4 lines of usage agree." */
function outcomeWords({ verdicts }: Pick<Checked, 'verdicts'>): string {
  const linesOf = (isMeant: (verdict: JudgedLine['verdict']) => boolean) =>
    verdicts.reduce((sum, { verdict, lines }) => sum + (isMeant(verdict) ? lines : 0), 0)
  const usage = linesOf((verdict) => verdict !== 'not-from-events' && verdict !== 'total')
  const agreeing = linesOf((verdict) => verdict === 'agrees' || verdict === 'rounded')
  return `${grouped(agreeing)} of ${countWords(usage, 'line')} of usage ${usage === 1 ? 'agrees' : 'agree'}.`
}

/** Checks the invoice by the choices of the question. */
async function checkOnce(
  snapshot: LoadedSnapshot,
  question: InvoiceCheckQuestion,
  file: HeldFile,
  turn: Turn,
  report: (progress: CheckProgress) => void,
  others: OtherSnapshots,
): Promise<InvoiceOutcome> {
  const { rules: text, wholeRange, scope } = question
  const ruled = text === null ? null : readRules(text)
  if (ruled?.ok === false) return unchecked({ kind: 'no-rules', problems: ruled.problems })
  const rules = ruled?.rules ?? NO_RULES
  const opened = await openFile(file, question.choices, turn)
  if (opened.kind !== 'opened') return unchecked(opened)
  const rows = await selectRows(snapshot, scope, turn)
  const periods = wholePeriods(snapshot.table.range, wholeRange)
  const choices = { ...question.choices, customer: question.choices.customer ?? onlyCustomer(snapshot, rows) }
  const read = await readInvoice(opened, choices, { snapshot, rules, month: periods.month }, turn, report)
  if ('kind' in read) return unchecked(read)

  const boundary = await openBoundaryEvents(question, others, turn)
  if (typeof boundary === 'string') return unchecked({ kind: 'refused', words: boundary })
  report({ phase: 'comparing', done: 0, of: read.lines.length })
  const { judged, ofCustomers, ofOthers } = await judgeLines(snapshot, rows, read.lines, question, rules, periods, turn)
  const { classes, options } = await searchLines(judged, question, boundary, others, turn, report)
  const onNoLine = await unbilledGroups(ofCustomers, classes, turn)
  // It is sorted in place, as the equation names the currencies of these groups in the same order.
  const unbilled = onNoLine.unbilled.sort(largestFirst)
  const totals = documentTotals(read.lines)
  const totalsOf = new Map(totals.map((total) => [total.line, total]))
  const lines = judgedLines(judged.lines, classes, totalsOf, judged.places)
  const document = documentOf(totals, lines.filter(({ problems }) => problems.length > 0).length)
  const invoice: CheckedInvoice = {
    lines,
    totals: totalsOf,
    unbilled,
    rules,
    version: text === null ? null : rulesVersion(rules),
    repeated: judged.repeated,
    classOf: new Map(classes.flatMap((one) => one.lines.map(({ at }) => [at, one]))),
    options,
  }
  return {
    answer: {
      kind: 'invoice',
      version: invoice.version,
      lines: lines.length,
      events: rows.length,
      of: snapshot.table.rows,
      columns: read.columns,
      names: read.names,
      verdicts: verdictsOf(lines),
      paper: document,
      equation: invoiceEquation(lines, onNoLine),
      unbilled: unbilled.length,
      ...linesToLookAt(lines, invoice.classOf),
      agrees: document.holds === true && isAllOnLines(onNoLine) && lines.every(isRight),
      boundaryEventsWanted: boundaryEventsWanted(classes),
      hidden: read.hidden,
      notes: [...read.notes, ...invoiceNotes(lines, onNoLine, ofOthers, ofCustomers)],
    },
    checked: invoice,
  }
}

/**
 * Holds the lines of usage against what their events come to by the rules, each within its period.
 * @returns `judged`: the lines and their classes, for causes to be searched; `ofCustomers`: the events of the customers
 * that lines name, by customer and code; `ofOthers`: how many events are of other customers
 */
async function judgeLines(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  lines: readonly DocumentLine[],
  question: InvoiceCheckQuestion,
  rules: WorthRules,
  { isHeld, seconds }: WholePeriods,
  turn: Turn,
): Promise<{ judged: Judged; ofCustomers: ValuedGroup[]; ofOthers: number }> {
  const { wholeRange } = question
  const places = placesOf(lines)
  const customers = fieldColumn(snapshot.table, 'customerId').values
  const { placed, usage } = placeLines(lines, {
    zone: snapshot.table.range.zone,
    isHeld,
    hasCustomer: (id) => customers.find('string', id) !== 0,
  })
  const calendars = calendarsOf(placed, isHeld)
  const grouping = { customers: new Set(calendars.keys()), codes: null, mostOfCode: null }
  const { groups: events, ofOthers } = await groupEvents(snapshot, rows, grouping, turn)
  const repeated = await repeatedEvents(snapshot, rows, question, turn)
  const calendarOf = (id: string) => calendars.get(id) ?? billingCalendar([])
  const ofCustomers = await valueGroups(snapshot, events, { rules, wholeRange, calendarOf, places, repeated }, turn)
  const groups = new Map(ofCustomers.map((group) => [groupKey(group.customerId, group.eventCode), group]))
  const pricesOfCodes = Map.groupBy(rules.prices, ({ code }) => code)
  const classes = judgeUsage(usage, groups, {
    hasRules: question.rules !== null,
    places,
    card: rules.prices,
    pricesOf: (code) => pricesOfCodes.get(code) ?? [],
  })
  const judged = { snapshot, rows, rules, lines: placed, classes, groups, places, repeated, wholeRange: seconds }
  return { judged, ofCustomers, ofOthers }
}

/** How many lines have each verdict. */
const verdictsOf = (lines: readonly JudgedLine[]): Checked['verdicts'] =>
  LINE_VERDICTS.map((verdict) => ({ verdict, lines: lines.filter((line) => line.verdict === verdict).length }))

/** How many lines a reader has to look at, by reason, and lines whose differences answer each other. */
function linesToLookAt(
  lines: readonly JudgedLine[],
  classOf: CheckedInvoice['classOf'],
): Pick<Checked, 'inUtc' | 'billedTwice' | 'surelyTwice' | 'answering'> {
  const count = (isMeant: (line: JudgedLine) => boolean) => lines.filter(isMeant).length
  return {
    inUtc: {
      unread: count((line) => inUtcOf(line) === 'not-read'),
      differs: count((line) => inUtcOf(line) === 'differs'),
    },
    billedTwice: count(({ alsoOn }) => alsoOn !== null),
    surelyTwice: count((line) => isSurelyTwice(line, classOf)),
    answering: answeringLines(
      lines.flatMap(({ paper: { line }, currency, difference }) =>
        difference === null ? [] : [{ line, currency, difference }],
      ),
    ),
  }
}

const isRight = (line: JudgedLine) => line.alsoOn === null && inUtcOf(line) !== 'differs' && hasNoDifference(line)

const hasNoDifference = ({ verdict }: JudgedLine) =>
  verdict === 'agrees' || verdict === 'rounded' || verdict === 'not-from-events' || verdict === 'total'

const isAllOnLines = ({ unbilled, unvalued }: OnNoLine) => unbilled.length === 0 && unvalued === 0

/** The rows that may be duplicates of one before them, as the headline "Possibly charged twice" has them. */
async function repeatedEvents(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  { duplicates }: InvoiceCheckQuestion,
  turn: Turn,
): Promise<{ has(row: number): boolean }> {
  if (duplicates === null) return new Set<number>()
  const { groups } = await duplicateGroups(snapshot, rows, duplicates, turn)
  return repeatedRows(snapshot, groups, duplicates, turn)
}

/** Orders by currency, the largest sum first. */
function largestFirst(a: OnNoLine['unbilled'][number], b: OnNoLine['unbilled'][number]): number {
  if (a.currency !== b.currency) return (a.currency ?? '\uffff') < (b.currency ?? '\uffff') ? -1 : 1
  return compareDecimals(sizeOf(b.worth), sizeOf(a.worth))
}

/**
 * What to know of an invoice that was checked, a sentence each.
 * @param ofOthers how many events are of customers without a line that is checked
 * @param ofCustomers the events of the others
 */
function invoiceNotes(
  lines: readonly JudgedLine[],
  { unvalued }: OnNoLine,
  ofOthers: number,
  ofCustomers: readonly Pick<EventGroup, 'rows' | 'dated'>[],
): string[] {
  const notes: string[] = []
  const unplaced = lines.filter(
    ({ paper: { unread, means }, verdict }) =>
      verdict === 'not-covered' && means?.is === 'code' && (unread.includes('period') || unread.includes('from')),
  )
  if (unplaced.length > 0) {
    notes.push(
      `${countWords(unplaced.length, 'line')} could not be placed: ${unplaced.length === 1 ? 'its' : 'their'} period was not read.`,
    )
  }
  const inUtc = lines.filter(({ utc }) => utc !== null && (utc.unread !== null || utc.other !== null))
  const [first] = inUtc
  if (first !== undefined) {
    const more = inUtc.length === 1 ? '' : `, and of ${countWords(inUtc.length - 1, 'more line')},`
    notes.push(
      `The period of line ${grouped(first.paper.line)}${more} is given in UTC. Lines are valued by days of the billing zone.`,
    )
  }
  if (ofOthers > 0) {
    // Lines may name customers, and yet not be held against events: their period, or whose they are, is not known.
    const isEachPlaced = lines.every(({ verdict }) => verdict !== 'not-covered')
    const whose = isEachPlaced ? 'customers not in this file' : 'customers who have no line that is checked'
    notes.push(`${countWords(ofOthers, 'event')} of ${whose} ${ofOthers === 1 ? 'is' : 'are'} not checked.`)
  }
  if (unvalued > 0) {
    notes.push(
      `${countWords(unvalued, 'event')} on no line ${unvalued === 1 ? 'has' : 'have'} no amount by your price rules.`,
    )
  }
  const undated = ofCustomers.reduce((sum, { rows, dated }) => sum + rows.length - dated, 0)
  if (undated > 0) {
    notes.push(
      `The time of ${countWords(undated, 'event')} is not known, so ${undated === 1 ? 'it is' : 'they are'} in no period.`,
    )
  }
  const assumed = lines.filter(
    ({ paper, currency, worth }) => worth !== null && paper.currency === null && currency !== null,
  )
  if (assumed.length > 0) {
    notes.push(
      `${countWords(assumed.length, 'line')} ${assumed.length === 1 ? 'says no currency, and takes that of its events.' : 'say no currency, and take that of their events.'}`,
    )
  }
  return notes
}

/** The customer of all rows; null: there are several, or none. */
function onlyCustomer({ table }: LoadedSnapshot, rows: Uint32Array): string | null {
  const { codes, values } = fieldColumn(table, 'customerId')
  const first = codes[rows[0] ?? 0] ?? 0
  if (rows.length === 0 || first === 0) return null
  return rows.every((row) => codes[row] === first) ? values.text(first) : null
}

/** The periods of the lines of each customer, on one axis; only lines that are held against events count. */
function calendarsOf(lines: readonly JudgedLine[], isHeld: (period: Seconds) => boolean): Map<string, BillingCalendar> {
  const periods = new Map<string, Map<string, NonNullable<JudgedLine['placed']>>>()
  for (const { paper, placed, verdict } of lines) {
    if (paper.customerId === null || placed === null || verdict === 'total' || !isHeld(placed)) continue
    const periodsOfCustomer = periods.get(paper.customerId) ?? new Map()
    periods.set(paper.customerId, periodsOfCustomer)
    periodsOfCustomer.set(`${placed.from} ${placed.until}`, placed)
  }
  return new Map([...periods].map(([customer, placed]) => [customer, billingCalendar([...placed.values()])]))
}
