// This is what came of a file that was checked, in words: the first thing that the page and the command say of it. What
// they say of a snapshot that is not complete is of what was read.
import { countWords, grouped, groupedDigits } from '../exact/grouped-digits.ts'
import { moneyText } from '../worth/money-text.ts'
import type { AnsweringLines, InvoiceAnswer, InvoiceDocument, LineVerdict } from './snapshot-invoice.ts'
import { type LedgerAnswer, NO_MONEY_COMPARED, type Outcome } from './snapshot-ledger.ts'
import { OF_WHAT_WAS_READ } from './verdict-name.ts'

type CheckedLedger = Extract<LedgerAnswer, { kind: 'checked' }>
type CheckedInvoice = Extract<InvoiceAnswer, { kind: 'invoice' }>

/** A sentence names at most so many of what stands in it once for each. */
const MOST_NAMED = 3

const groupOf = ({ groups }: CheckedLedger, outcome: Outcome) => groups.find((one) => one.outcome === outcome)

/** "3,214 of 3,220 lines match. 4 differ, 2 have no such event; 3 events are not in the file." */
export function checkedWords(answer: CheckedLedger, isWhole: boolean): string {
  const of = (outcome: Outcome) => groupOf(answer, outcome)
  const [differing, changed, onlyFile, repeated] = (['differing', 'changed-id', 'only-file', 'repeated'] as const).map(
    (outcome) => of(outcome)?.lines ?? 0,
  )
  const missing = of('only-snapshot')?.events ?? 0
  const money = answer.comparesMoney ? '' : `${NO_MONEY_COMPARED} `
  const read = `${money}${isWhole ? '' : `${OF_WHAT_WAS_READ} `}`
  const totals = wrongTotalsWords(answer)
  if (areAllMatched(answer)) {
    const all = answer.lines === 1 ? 'the only line matches' : `all ${grouped(answer.lines)} lines match`
    const said = `${all}, and no event is missing from the file.`
    return `${read}${isWhole ? said.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : said}${totals}`
  }
  const parts = [
    ...(differing ? [`${grouped(differing)} ${differing === 1 ? 'differs' : 'differ'}`] : []),
    ...(changed ? [`${grouped(changed)} ${changed === 1 ? 'has' : 'have'} an ID changed by a spreadsheet`] : []),
    ...(onlyFile ? [`${grouped(onlyFile)} ${onlyFile === 1 ? 'has' : 'have'} no such event`] : []),
    ...(repeated
      ? [`${grouped(repeated)} ${repeated === 1 ? 'is a second line' : 'are second lines'} for one event`]
      : []),
  ]
  const lines = parts.length === 0 ? '' : ` ${parts.join(', ')}.`
  const events = missing === 0 ? '' : ` ${countWords(missing, 'event is', 'events are')} not in the file.`
  const matched = of('matched')?.lines ?? 0
  return `${read}${grouped(matched)} of ${countWords(answer.lines, 'line')} ${matched === 1 ? 'matches' : 'match'}.${lines}${events}${answeringWords(answer)}${totals}`
}

/** It is said of two lines that are one finding. */
function answeringWords({ answering }: { answering: readonly AnsweringLines[] }): string {
  const named = answering.slice(0, MOST_NAMED).map(({ lines: [one, other], currency, difference }) => {
    const money = shownMoney(difference.replace(/^-/, ''), currency)
    const signs = difference.startsWith('-') ? (['−', '+'] as const) : (['+', '−'] as const)
    return ` Lines ${grouped(one)} and ${grouped(other)} answer each other (${signs[0]}${money}, ${signs[1]}${money}).`
  })
  const more = answering.length - MOST_NAMED
  return named.join('') + (more > 0 ? ` So do ${countWords(more, 'more pair', 'more pairs')} of lines.` : '')
}

function wrongTotalsWords({ totals }: CheckedLedger): string {
  const wrong = totals.filter((total) => total.holds === false)
  const more = wrong.length - MOST_NAMED
  const others = more > 0 ? [`${countWords(more, 'more row of totals does', 'more rows of totals do')} not hold.`] : []
  return [...wrong.slice(0, MOST_NAMED).map(({ words }) => words), ...others].map((words) => ` ${words}`).join('')
}

const areAllMatched = ({ groups }: CheckedLedger) =>
  groups.every(({ outcome, lines, events }) => outcome === 'matched' || lines + events === 0)

/** Every line matched, nothing is in the snapshot alone, and no row of totals states another sum. */
export const isAllMatched = (answer: CheckedLedger) =>
  areAllMatched(answer) && answer.totals.every((total) => total.holds !== false)

/** How many lines have it. */
export const linesOf = ({ verdicts }: CheckedInvoice, verdict: LineVerdict): number =>
  verdicts.find((one) => one.verdict === verdict)?.lines ?? 0

/** "4 of 7 usage lines agree, 1 of them possibly charged twice; 3 have a possible cause. The lines add up." */
export function invoiceWords(answer: CheckedInvoice, isWhole: boolean): string {
  const of = (verdict: LineVerdict) => linesOf(answer, verdict)
  const agree = of('agrees') + of('rounded') + of('in-doubt')
  const usage = agree + of('explained') + of('unexplained') + of('no-rule') + of('not-covered')
  const read = isWhole ? '' : `${OF_WHAT_WAS_READ} `
  const others = [
    // Lines of the very customer, code and period of one that agrees; their verdict is `explained`, too.
    [answer.surelyTwice, 'is billed twice', 'are billed twice'],
    [of('explained') - answer.surelyTwice, 'has a possible cause', 'have a possible cause'],
    [of('unexplained'), 'has no known cause', 'have no known cause'],
    [of('no-rule'), 'has no price rule', 'have no price rule'],
    [of('not-covered'), 'is not covered', 'are not covered'],
  ] as const
  const parts = others.flatMap(([lines, one, more]) =>
    lines === 0 ? [] : [`${grouped(lines)} ${lines === 1 ? one : more}`],
  )
  /** What is to be said of lines that agree. Those of `inUtc` have a period in UTC, and agree by the billing zone. */
  const doubts = [
    [of('in-doubt'), 'possibly charged twice'],
    [answer.inUtc.unread, 'with hours (UTC) that were not read'],
    [answer.inUtc.differs, 'not if cut in UTC'],
  ] as const
  const doubt = doubts.map(([lines, words]) => (lines === 0 ? '' : `, ${grouped(lines)} of them ${words}`)).join('')
  const first =
    usage === 0
      ? 'No line is of usage'
      : `${grouped(agree)} of ${countWords(usage, 'usage line')} ${agree === 1 || usage === 1 ? 'agrees' : 'agree'}${doubt}`
  /** Lines that have events of another line in common in any other way. */
  const overlapping = answer.billedTwice - answer.surelyTwice
  const sentences = [
    `${read}${first}${parts.length === 0 ? '' : `; ${parts.join(', ')}`}.`,
    ...(answer.unbilled === 0
      ? []
      : [`${countWords(answer.unbilled, 'group of events is', 'groups of events are')} on no line.`]),
    ...(overlapping === 0
      ? []
      : [`${countWords(overlapping, 'line has', 'lines have')} events that another has already.`]),
    answeringWords(answer).trim(),
    documentWords(answer.paper),
  ]
  return sentences.filter((one) => one !== '').join(' ')
}

function documentWords({ totals, wrongProducts, holds }: InvoiceDocument): string {
  if (holds) return totals.length === 0 ? '' : 'The lines add up.'
  const wrong = totals.filter((total) => total.holds === false)
  const products =
    wrongProducts === 0 ? [] : [`quantity × price is another amount in ${countWords(wrongProducts, 'line')}`]
  const sums = wrong.map(({ line, stated, added, currency }) =>
    added === null
      ? `the total in line ${grouped(line)} is of several currencies`
      : `the total in line ${grouped(line)} says ${shownMoney(stated, currency)}, its lines come to ${shownMoney(added, currency)}`,
  )
  const unknown = totals.some((total) => total.holds === null)
    ? ['whether its totals hold is not known, as an amount could not be read']
    : []
  const more = sums.length - MOST_NAMED
  const others = more > 0 ? [`${countWords(more, 'more total does', 'more totals do')} not hold`] : []
  const words = [...products, ...sums.slice(0, MOST_NAMED), ...others, ...unknown].join('; ')
  return words === '' ? '' : `On the paper, ${words}.`
}

/** That lines and events share what they are found by, in a sentence; none where none do. */
export const sharedWords = ({ ambiguous: { lines, events } }: CheckedLedger): string[] =>
  lines + events === 0
    ? []
    : [
        `${countWords(lines, 'line')} and ${countWords(events, 'event')} share what they are found by with others: which of them belong together is not known.`,
      ]

/** The name of a column, also of one without a head. */
export const headWords = ({ column, head }: { column: number; head: string }) =>
  head.trim() === '' ? `Column ${column + 1}` : cut(head, 60)

interface UnreadColumn {
  column: number
  head: string
  unread: { cells: number; samples: readonly { line: number; text: string }[] }
}

/** "Amount: 2 cells are not a number, such as “n/a” in line 7.", by column. @param state what they are */
export const unreadWords = <T extends UnreadColumn>(columns: readonly T[], state: (column: T) => string): string[] =>
  columns.flatMap((column) => {
    const { cells, samples } = column.unread
    const [first] = samples
    if (cells === 0) return []
    const example = first === undefined ? '' : `, such as “${cut(first.text, 40)}” in line ${grouped(first.line)}`
    return [`${headWords(column)}: ${countWords(cells, 'cell is', 'cells are')} ${state(column)}${example}.`]
  })

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text)

/** "−375.30". */
const shownMoney = (exact: string, currency: string | null) => groupedDigits(moneyText(exact, currency))

/** @param line that bills the same events */
export const billedOnWords = (line: string): string => `Line ${line} has these events already.`

/** It is said of rows that a workbook hides, unless they are left out. */
export const READ_LIKE_OTHERS = 'read like the others'
