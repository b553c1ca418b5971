// What goes between `openQuestions` and its worker. Both ends are ours.
import type { LoadOutcome, SnapshotQuestion } from '../../../../shared/snapshot-question.ts'

export interface WorkerStart {
  path: string
  key: Uint8Array
  id: string
  most: number
}

/** The file of another snapshot that the question names. */
export interface OtherFile {
  path: string
  id: string
}

export type ToWorker =
  /** One with the slot of another that is under way takes its place. */
  | { type: 'ask'; number: number; slot: string; question: SnapshotQuestion; other: OtherFile | null }
  | { type: 'drop'; number: number }

export type FromWorker =
  | { type: 'progress'; rows: number }
  | { type: 'ready'; outcome: Exclude<LoadOutcome, { kind: 'closed' }> }
  | { type: 'answered'; number: number; answer: unknown }
  | { type: 'dropped'; number: number }
  /** Nothing is loaded: `ready` said why. */
  | { type: 'refused'; number: number }
  /** A mistake of ours. */
  | { type: 'broken'; number: number; message: string }
