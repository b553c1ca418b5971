// Readings of which the file settles none: what is asked, and what would come of the check by each.
import {
  type Asks,
  DAY_ORDERS,
  type DayOrder,
  type ReadingChoice,
  type Refusal,
  type Unchecked,
} from '../../../../shared/check/checked-file.ts'
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { dayOrder, orderWithin, twoDays } from '../../check/file-times.ts'
import { textsIn } from '../table/dictionary.ts'
import { asksSide, type SidedTotal, settledNote, sideByTotals } from './amount-sides.ts'
import { type FileColumn, fileText, type LedgerFile, ownId } from './ledger-file.ts'

const LONGEST_SAMPLE = 100

/** Refuses to check a file until one thing is answered. */
export const asking = (asks: Asks) => ({ kind: 'asks', asks: [asks] }) satisfies Refusal
/** Asks for other columns. @param words why */
export const columnsAsked = (words: string) => asking({ ask: 'columns', words })

/**
 * The order in which the days of these columns have day and month; null: no cell needs it. Where the file leaves it
 * open, it is asked: the period of the snapshot proposes an answer, and never settles it.
 */
export function daysOf(
  file: LedgerFile<unknown>,
  columns: readonly FileColumn<unknown>[],
  chosen: DayOrder | null,
  range: SnapshotRange,
): DayOrder | null | Asks {
  const texts = function* () {
    for (const column of columns) yield* textsIn(column.dictionary)
  }
  const order = dayOrder(texts())
  // What the file shows goes before what was chosen, maybe for another file with the same heads.
  if (order !== 'open') return order
  if (chosen !== null) return chosen
  const found = twoDays(texts())
  if (found === null) return null
  const { text, dayFirst, monthFirst } = found
  const column = columns.find((one) => [...textsIn(one.dictionary)].includes(text))
  const at = column?.codes.findIndex((code) => ownId(column, code) !== 0 && fileText(column, code) === text) ?? 0
  const sample = `“${text.slice(0, LONGEST_SAMPLE)}” on line ${grouped(file.lineNumbers[at] ?? 0)}`
  const likely = likelyOrder(texts(), range)
  const why = `${likely === 'day-first' ? ' Day first' : ' Month first'} is likely: by it alone all days lie in the period of the snapshot.`
  return {
    ask: 'days',
    words: `${sample} can be ${dayFirst} or ${monthFirst}, and no day of its column settles which of day and month comes first. Choose it.${likely === null ? '' : why}`,
    choices: DAY_ORDERS.map((days) => ({
      choose: { days },
      label: `${days === 'day-first' ? `Day first: ${dayFirst}` : `Month first: ${monthFirst}`}${days === likely ? ' (likely)' : ''}`,
      outcome: null,
    })),
  }
}

/**
 * The order by which alone all days lie in the range; null: there is none. The range has a day more on either side, for
 * other zones, and as periods may end with the day behind them.
 */
function likelyOrder(texts: Iterable<string>, { from, until }: SnapshotRange): DayOrder | null {
  const [start, end] = [from, until].map((bound) => (bound === null ? null : parseInstant(bound)))
  if (start == null && end == null) return null
  const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
  return orderWithin(
    texts,
    start == null ? '' : dayOf(start.seconds - DAY),
    end == null ? '\uffff' : dayOf(end.seconds + DAY),
  )
}

const DAY = 86_400

/** What comes of a check. `checked`: what further questions about it are answered from; null: it was not checked. */
export type CheckOutcome<Answer, Checked extends object> =
  | NotChecked
  | { answer: Omit<Answer, 'checkId'>; checked: Checked }
interface NotChecked {
  answer: Unchecked
  checked: null
}
/** The outcome of a check that was not made. */
export const unchecked = (answer: Unchecked): NotChecked => ({ answer, checked: null })
const isNotChecked = (outcome: { checked: object | null }): outcome is NotChecked => outcome.checked === null

/** What is taken from the answer of a check, to tell by which reading it was made. */
interface Telling<Answer> {
  /** The totals that the file states. */
  totals(answer: Omit<Answer, 'checkId'>): SidedTotal[]
  /** All that came of it, in a sentence. */
  words(answer: Omit<Answer, 'checkId'>): string
}

/**
 * A check of a file. A total that it states settles the side of its amounts where nothing else is open; else what is
 * asked says what would come of the check by each reading.
 * @param check by the choices of the question, and by others in their place
 */
export async function settledCheck<
  Question extends { choices: object },
  Answer extends { notes: string[] },
  Checked extends object,
>(
  question: Question,
  check: (question: Question) => Promise<CheckOutcome<Answer, Checked>>,
  { totals, words }: Telling<Answer>,
): Promise<CheckOutcome<Answer, Checked>> {
  const outcome = await check(question)
  if (!isNotChecked(outcome) || outcome.answer.kind !== 'asks') return outcome
  const known = new Map<string, CheckOutcome<Answer, Checked>>()
  // A reading is checked once, though it may be asked for twice: to settle the side, and to be shown.
  const checkedWith = async (choose: ReadingChoice['choose']) => {
    const key = JSON.stringify(choose)
    const made = known.get(key) ?? (await check({ ...question, choices: { ...question.choices, ...choose } }))
    known.set(key, made)
    return made
  }
  if (asksSide(outcome.answer)) {
    // Nothing but the side is open, so each of the two readings can be checked.
    const totalsOf = (one: CheckOutcome<Answer, Checked>) => (isNotChecked(one) ? [] : totals(one.answer))
    const [debit, credit] = [await checkedWith({ charged: 'debit' }), await checkedWith({ charged: 'credit' })]
    const settled = sideByTotals(totalsOf(debit), totalsOf(credit))
    const found = settled?.charged === 'credit' ? credit : debit
    if (settled !== null && !isNotChecked(found))
      return { ...found, answer: { ...found.answer, notes: [settledNote(settled.line), ...found.answer.notes] } }
  }
  const asks: Asks[] = []
  for (const ask of outcome.answer.asks) {
    const choices: ReadingChoice[] = []
    for (const one of isOpenReading(ask) ? ask.choices : []) {
      const found = await checkedWith(one.choose)
      // By this reading something else may be asked: then it is not known what comes of it.
      choices.push({ ...one, outcome: isNotChecked(found) ? null : words(found.answer) })
    }
    asks.push(isOpenReading(ask) ? { ...ask, choices } : ask)
  }
  return unchecked({ kind: 'asks', asks })
}

type OpenReadingAsk = Extract<Asks, { choices: ReadingChoice[] }>
const isOpenReading = (ask: Asks): ask is OpenReadingAsk => 'choices' in ask && ask.ask !== 'separator'
