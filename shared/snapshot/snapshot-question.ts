// The questions that a loaded snapshot answers, and their answers.
import type { SampleAnswer, SampleQuestion } from './asked-sample.ts'
import type {
  ChangesAnswer,
  ChangesQuestion,
  PairsAnswer,
  PairsQuestion,
  RecheckedAnswer,
  RecheckedQuestion,
} from './snapshot-changes.ts'
import type { ChecksAnswer, ChecksQuestion, DuplicatesAnswer, DuplicatesQuestion } from './snapshot-checks.ts'
import type { FileAnswers, FileQuestion } from './snapshot-ledger.ts'
import type { RowsAnswer, RowsQuestion, ValuesAnswer, ValuesQuestion } from './snapshot-rows.ts'
import type { LearnAnswer, LearnQuestion, ShapeRowsQuestion, ShapesAnswer, ShapesQuestion } from './snapshot-shapes.ts'
import type { TotalsAnswer, TotalsQuestion } from './snapshot-totals.ts'
import type {
  KindsAnswer,
  KindsQuestion,
  NamedRows,
  WorthAnswer,
  WorthQuestion,
  WorthRowsAnswer,
  WorthRowsQuestion,
} from './snapshot-worth.ts'

export type SnapshotQuestion =
  | RowsQuestion
  | TotalsQuestion
  | ValuesQuestion
  | DuplicatesQuestion
  | ChecksQuestion
  | ChangesQuestion
  | RecheckedQuestion
  | PairsQuestion
  | KindsQuestion
  | WorthQuestion
  | WorthRowsQuestion
  | ShapesQuestion
  | ShapeRowsQuestion
  | LearnQuestion

/** Also questions about a checked file and about a sample, which have calls of their own. */
export type AskedQuestion = SnapshotQuestion | FileQuestion | SampleQuestion

interface Answers extends FileAnswers {
  rows: RowsAnswer
  totals: TotalsAnswer
  values: ValuesAnswer
  duplicates: DuplicatesAnswer
  checks: ChecksAnswer
  changes: ChangesAnswer
  rechecked: RecheckedAnswer
  pairs: PairsAnswer
  kinds: KindsAnswer
  worth: WorthAnswer
  worthRows: WorthRowsAnswer
  sample: SampleAnswer
  shapes: ShapesAnswer
  /** `rows` is empty if there are too many to list. */
  shapeRows: NamedRows
  learn: LearnAnswer
}
export type AnswerTo<Q extends AskedQuestion> = Answers[Q['ask']]

/**
 * The outcome of a question. `dropped`: a later question replaced it, or nobody waits for it any more. `refused`: the
 * snapshot is not loaded; `because` says why.
 */
export type Asked<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'dropped' }
  | { kind: 'refused'; because: Exclude<LoadOutcome, { kind: 'loaded' }> }

/** The steps of `snapshots.questions.load`; `over` comes last. */
export type LoadStep = { state: 'loading'; rows: number } | { state: 'over'; outcome: LoadOutcome }

/** Whether a snapshot can be asked. */
export type LoadOutcome =
  | { kind: 'loaded'; rows: number }
  /** More rows than can be loaded; they can still be exported. */
  | { kind: 'too-many'; rows: number; most: number }
  | { kind: 'unreadable'; words: string }
  | { kind: 'closed' }
