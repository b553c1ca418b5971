// The messages between `openQuestions` and its worker. Both ends are ours, so nothing is validated.
import type { CheckProgress } from '../../../../shared/snapshot/snapshot-ledger.ts'
import type { AskedQuestion, LoadOutcome } from '../../../../shared/snapshot/snapshot-question.ts'
import type { HeldFile } from '../../check/held-files.ts'

export interface WorkerStart {
  path: string
  key: Uint8Array
  id: string
  most: number
}

/** The file of another snapshot that the question names, in its order. */
export interface OtherFile {
  path: string
  id: string
}

export type ToWorker =
  /** Replaces a pending one with the same slot. `file`: the one that the question names; null: it is not held, or none is named. */
  | {
      type: 'ask'
      number: number
      slot: string
      question: AskedQuestion
      others: OtherFile[]
      file: HeldFile | null
    }
  | { type: 'drop'; number: number }

export type FromWorker =
  | { type: 'progress'; rows: number }
  | { type: 'ready'; outcome: Exclude<LoadOutcome, { kind: 'closed' }> }
  /** How far a check is. */
  | { type: 'step'; number: number; progress: CheckProgress }
  | { type: 'answered'; number: number; answer: unknown }
  | { type: 'dropped'; number: number }
  /** Nothing is loaded: `ready` said why. */
  | { type: 'refused'; number: number }
  /** A bug. */
  | { type: 'broken'; number: number; message: string }
