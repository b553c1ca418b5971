// Progress on standard error: on a terminal one line that is rewritten, in a log a line every few seconds.
import { countWords, grouped, plural } from '../../shared/exact/grouped-digits.ts'
import type { ReadingProgress } from '../../shared/snapshot/snapshot.ts'

export type ProgressLine = ReturnType<typeof createProgressLine>

export interface ProgressOutput {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const TERMINAL_MS = 150
const LOG_MS = 5_000

/** A text shows within 150 ms, in a log within 5 s, unless another replaces it. Control characters become U+FFFD. */
export function createProgressLine(output: ProgressOutput) {
  const isTerminal = output.isTTY === true
  let words = ''
  let shown = ''
  const draw = () => {
    if (words === shown) return
    shown = words
    output.write(isTerminal ? `${CLEAR}${words.slice(0, (output.columns ?? 80) - 1)}` : `${words}\n`)
  }
  const timer = setInterval(draw, isTerminal ? TERMINAL_MS : LOG_MS)
  timer.unref()
  const clear = () => {
    if (isTerminal && shown !== '') output.write(CLEAR)
    shown = ''
  }
  return {
    /** Sets the text of the line. */
    show: (now: string): void => {
      words = printable(now)
    },
    /** A line of its own that stays. */
    say: (line: string): void => {
      clear()
      output.write(`${printable(line)}\n`)
    },
    /** Clears the line. */
    end: (): void => {
      clearInterval(timer)
      clear()
      words = ''
    },
  }
}

const CLEAR = '\r\u001b[K'

/** Texts of a service and file names may contain terminal escape sequences. */
const printable = (text: string) => text.replaceAll(/[^\P{C}\n]|[\u2028\u2029]/gu, '\ufffd')

/** Says what the progress line says. */
export function readingProgress(
  { phase, events, total, requests, atOnce, heldUntil }: ReadingProgress,
  now: number,
): string {
  const of = total === null ? '' : ` of ${grouped(total)}`
  const what = phase === 'reading' ? 'Reading' : 'Counting again'
  const held = heldUntil === null ? '' : `, waiting ${Math.ceil((heldUntil - now) / 1000)} s as the service asked`
  const read = `${grouped(events)}${of} ${plural(total ?? events, 'event', 'events')}`
  return `${what}: ${read}, ${countWords(requests, 'request')}, ${atOnce} at once${held}`
}

/** "Writing: 4,208 of 312,440 rows". */
export const writingProgress = (rows: number, of: number) => `Writing: ${grouped(rows)} of ${countWords(of, 'row')}`
