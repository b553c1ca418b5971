// Turns a call that reports by callback into a stream for the bridge: its steps, then its answer in pieces.
import type { Result } from '../../../shared/failure/failure.ts'
import type { CallStep, SentAnswer } from '../../../shared/search/search-page.ts'
import type { AnswerText } from '../http/event-service.ts'
import type { ReportProgress } from '../http/service-call.ts'

/**
 * Each piece is made once the last is sent, so that a large answer is never copied whole. Pieces are small enough to be
 * collected young by V8.
 */
const PIECE_UNITS = 32 * 1024

/**
 * Yields attempts and waits as they begin, then the answer; `unwrap` turns a failure into what the bridge throws. An
 * error of `run` is thrown to the reader; once nobody reads any more, it goes to `onUnread`.
 */
export async function* progressStream(
  run: (report: ReportProgress) => Promise<Result<AnswerText>>,
  unwrap: (result: Result<AnswerText>) => AnswerText,
  onUnread: (error: unknown) => void,
): AsyncGenerator<SentAnswer, void> {
  let reader: ReadableStreamDefaultController<CallStep> | null = null
  let isRead = true
  const reports = new ReadableStream<CallStep>({
    start: (controller) => {
      reader = controller
    },
    cancel: () => {
      reader = null
    },
  })
  const outcome = run((progress) => reader?.enqueue(progress)).finally(() => reader?.close())
  // Awaited below, unless nobody reads that far.
  outcome.catch((error: unknown) => {
    if (!isRead) onUnread(error)
  })
  try {
    yield* reports
    const { text, info } = unwrap(await outcome)
    for (let at = 0; at < text.length; at += PIECE_UNITS) {
      yield { type: 'text', text: text.slice(at, at + PIECE_UNITS) }
    }
    yield { type: 'answer', info }
  } finally {
    isRead = false
  }
}
