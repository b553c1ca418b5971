// Readings of which the file settles none: what is asked, and what would come of the check by each.
import {
  type Asks,
  DAY_ORDERS,
  type DayOrder,
  type ReadingChoice,
  type Refusal,
} from '../../../../shared/check/checked-file.ts'
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { dayOrder, orderWithin, twoDays } from '../../check/cell-text.ts'
import { type FileColumn, type LedgerFile, textsOf } from './ledger-file.ts'

const LONGEST_SAMPLE = 100

/**
 * What order the days of these columns have; null: they need none. What is asked where the file leaves it open: the period of the
 * snapshot proposes an answer, and never settles it.
 */
export function daysOf(
  file: LedgerFile<unknown>,
  columns: readonly FileColumn<unknown>[],
  chosen: DayOrder | null,
  range: SnapshotRange,
): DayOrder | null | Asks {
  const texts = function* () {
    for (const column of columns) yield* textsOf(column)
  }
  const order = dayOrder(texts())
  // What the file shows goes before what was chosen, maybe for another file with the same heads.
  if (order !== 'open') return order
  if (chosen !== null) return chosen
  const found = twoDays(texts())
  if (found === null) return null
  const { text, dayFirst, monthFirst } = found
  const column = columns.find((one) => [...textsOf(one)].includes(text))
  const at =
    column?.codes.findIndex((code) => code > (column.base?.size ?? 0) && textOfCode(column, code) === text) ?? 0
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

/** With a day on either side: of other zones, and as periods may end with the day behind them. */
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

/** A check by a choice, each once: what is settled by two of them is not checked again to be shown. */
export function checkedBy<Outcome>(check: (choose: ReadingChoice['choose']) => Promise<Outcome>) {
  const known = new Map<string, Promise<Outcome>>()
  return (choose: ReadingChoice['choose']): Promise<Outcome> => {
    const key = JSON.stringify(choose)
    const made = known.get(key) ?? check(choose)
    known.set(key, made)
    return made
  }
}

const textOfCode = ({ base, dictionary }: FileColumn<unknown>, code: number) =>
  dictionary.text(code - (base?.size ?? 0))

/**
 * With what would come of the check by each reading that is asked for. Where it asks something else then, it is not known.
 * @param outcomeBy a sentence; null: it could not be checked
 */
export async function withOutcomes(
  refusal: Refusal,
  outcomeBy: (choose: ReadingChoice['choose']) => Promise<string | null>,
): Promise<Refusal> {
  if (refusal.kind !== 'asks') return refusal
  const asks: Asks[] = []
  for (const ask of refusal.asks) {
    if (!isOpenReading(ask)) {
      asks.push(ask)
      continue
    }
    const choices: ReadingChoice[] = []
    for (const one of ask.choices) choices.push({ ...one, outcome: await outcomeBy(one.choose) })
    asks.push({ ...ask, choices })
  }
  return { kind: 'asks', asks }
}

type OpenReadingAsk = Extract<Asks, { choices: ReadingChoice[] }>
const isOpenReading = (ask: Asks): ask is OpenReadingAsk => 'choices' in ask && ask.ask !== 'separator'
