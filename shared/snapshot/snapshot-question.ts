// This says what a loaded snapshot is asked, and what it answers: a question is a schema with the type of its answer,
// an entry below, and one in the worker (electron/backend/snapshots/questions/worker).
import { z } from 'zod'
import type { FileLook } from '../check/checked-file.ts'
import { type SampleAnswer, sampleQuestionSchema } from './asked-sample.ts'
import {
  type ChangesAnswer,
  changesQuestionSchema,
  type PairsAnswer,
  pairsQuestionSchema,
  type RecheckedAnswer,
  recheckedQuestionSchema,
} from './snapshot-changes.ts'
import {
  type ChecksAnswer,
  checksQuestionSchema,
  type DuplicatesAnswer,
  duplicatesQuestionSchema,
} from './snapshot-checks.ts'
import {
  type InvoiceAnswer,
  type InvoiceEventsAnswer,
  type InvoiceLineAnswer,
  type InvoiceLinesAnswer,
  type InvoiceRowsAnswer,
  type InvoiceUnbilledAnswer,
  invoiceCheckQuestionSchema,
  invoiceEventsQuestionSchema,
  invoiceLineQuestionSchema,
  invoiceLinesQuestionSchema,
  invoiceRowsQuestionSchema,
  invoiceUnbilledQuestionSchema,
} from './snapshot-invoice.ts'
import {
  type CheckProgress,
  type FileLinesAnswer,
  type FileRowsAnswer,
  fileCheckQuestionSchema,
  fileLinesQuestionSchema,
  fileLookQuestionSchema,
  fileRowsQuestionSchema,
  type LedgerAnswer,
} from './snapshot-ledger.ts'
import { type RowsAnswer, rowsQuestionSchema, type ValuesAnswer, valuesQuestionSchema } from './snapshot-rows.ts'
import {
  type LearnAnswer,
  learnQuestionSchema,
  type ShapesAnswer,
  shapeRowsQuestionSchema,
  shapesQuestionSchema,
} from './snapshot-shapes.ts'
import { type TotalsAnswer, totalsQuestionSchema } from './snapshot-totals.ts'
import {
  type KindsAnswer,
  kindsQuestionSchema,
  type NamedRows,
  type WorthAnswer,
  type WorthRowsAnswer,
  worthQuestionSchema,
  worthRowsQuestionSchema,
} from './snapshot-worth.ts'

/** All questions; those about a file name one that is held (`fileCheck.open`). */
export const questionSchema = z.discriminatedUnion('ask', [
  rowsQuestionSchema,
  valuesQuestionSchema,
  totalsQuestionSchema,
  kindsQuestionSchema,
  worthQuestionSchema,
  worthRowsQuestionSchema,
  duplicatesQuestionSchema,
  checksQuestionSchema,
  shapesQuestionSchema,
  shapeRowsQuestionSchema,
  learnQuestionSchema,
  changesQuestionSchema,
  recheckedQuestionSchema,
  pairsQuestionSchema,
  sampleQuestionSchema,
  fileLookQuestionSchema,
  fileCheckQuestionSchema,
  fileLinesQuestionSchema,
  fileRowsQuestionSchema,
  invoiceCheckQuestionSchema,
  invoiceLinesQuestionSchema,
  invoiceUnbilledQuestionSchema,
  invoiceLineQuestionSchema,
  invoiceRowsQuestionSchema,
  invoiceEventsQuestionSchema,
])
export type SnapshotQuestion = z.infer<typeof questionSchema>
export type Ask = SnapshotQuestion['ask']
export type QuestionOf<A extends Ask> = Extract<SnapshotQuestion, { ask: A }>

export interface Answers {
  rows: RowsAnswer
  values: ValuesAnswer
  totals: TotalsAnswer
  kinds: KindsAnswer
  worth: WorthAnswer
  worthRows: WorthRowsAnswer
  duplicates: DuplicatesAnswer
  checks: ChecksAnswer
  shapes: ShapesAnswer
  /** `rows` is empty if there are too many to list. */
  shapeRows: NamedRows
  learn: LearnAnswer
  changes: ChangesAnswer
  rechecked: RecheckedAnswer
  pairs: PairsAnswer
  sample: SampleAnswer
  fileLook: FileLook
  fileCheck: LedgerAnswer
  fileLines: FileLinesAnswer
  fileRows: FileRowsAnswer
  invoiceCheck: InvoiceAnswer
  invoiceLines: InvoiceLinesAnswer
  invoiceUnbilled: InvoiceUnbilledAnswer
  invoiceLine: InvoiceLineAnswer
  invoiceRows: InvoiceRowsAnswer
  invoiceEvents: InvoiceEventsAnswer
}
export type AnswerTo<Q extends SnapshotQuestion> = Answers[Q['ask']]

/**
 * The outcome of a question. `dropped`: a later question replaced it, or nobody waits for it any more. `refused`: the
 * snapshot is not loaded; `because` says why.
 */
export type Asked<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'dropped' }
  | { kind: 'refused'; because: Exclude<LoadOutcome, { kind: 'loaded' }> }

/** This is what `snapshots.ask` tells: of a check of a file how far it is, and last the outcome. */
export type AskStep = ({ state: 'checking' } & CheckProgress) | { state: 'over'; outcome: Asked<Answers[Ask]> }

/** The steps of `snapshots.load`; `over` comes last. */
export type LoadStep = { state: 'loading'; rows: number } | { state: 'over'; outcome: LoadOutcome }

/** Whether a snapshot can be asked. */
export type LoadOutcome =
  | { kind: 'loaded'; rows: number }
  /** More rows than can be loaded; they can still be exported. */
  | { kind: 'too-many'; rows: number; most: number }
  | { kind: 'unreadable'; words: string }
  | { kind: 'closed' }
