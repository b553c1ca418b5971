// The progress of a call that goes to the service, and its answer.
import type { AnswerInfo } from '../event/event.ts'
import type { Failure } from '../failure/failure.ts'

/** How far a call that goes to the service has come. */
export type CallStep =
  /** `of`: how many attempts there are at most. */
  | { type: 'attempt'; attempt: number; of: number }
  /** Attempt `next` starts in `waitMs`; `asked` when the service itself asked to wait (Retry-After). */
  | { type: 'waiting'; next: number; of: number; waitMs: number; asked: boolean; because: Failure }

/**
 * What crosses the bridge: an answer's JSON in pieces, as the service sent it, then how it came. The page reads it as the
 * backend did before. An answer of 32 MiB that crossed whole, and built, would cost each side several times that.
 */
export type SentAnswer = CallStep | { type: 'text'; text: string } | { type: 'answer'; info: AnswerInfo }

/** What a call tells the page; `answer` is the last. */
export type Progress<T> = CallStep | { type: 'answer'; answer: T }
