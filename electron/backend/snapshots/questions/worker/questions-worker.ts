// The worker that holds one loaded snapshot and answers questions about it. Closing the snapshot ends the worker, which
// frees its memory.
import { parentPort, workerData } from 'node:worker_threads'
import { GONE_OTHER } from '../../../../../shared/snapshot/snapshot-changes.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import type { Answers, Ask, QuestionOf } from '../../../../../shared/snapshot/snapshot-question.ts'
import type { HeldFile } from '../../../check/held-files.ts'
import { openSnapshotFile } from '../../store/snapshot-file.ts'
import { loadTable } from '../../table/load-table.ts'
import { type LoadedSnapshot, loadedSnapshot } from '../../table/loaded-snapshot.ts'
import { type Turn, takeTurns, unlessDropped } from '../../table/turn.ts'
import { answerChanges, answerPairs, answerRechecked } from '../answer-changes.ts'
import { answerChecks } from '../answer-checks.ts'
import { answerDuplicates } from '../answer-duplicates.ts'
import { answerKinds } from '../answer-kinds.ts'
import { answerRows } from '../answer-rows.ts'
import { answerSample } from '../answer-sample.ts'
import { answerShapeRows, answerShapes } from '../answer-shapes.ts'
import { answerTotals } from '../answer-totals.ts'
import { answerValues } from '../answer-values.ts'
import { answerWorth, answerWorthRows } from '../answer-worth.ts'
import type { ComparedAs, Differences } from '../compare-rows.ts'
import { learnShapes } from '../learn-shapes.ts'
import type { FromWorker, OtherFile, ToWorker, WorkerStart } from '../open-questions.ts'
import { type ComparedWith, createComparisons, createOtherSnapshots } from '../other-snapshots.ts'
import type { FileAsk, FileQuestions } from './answer-file-questions.ts'

/** What is handed over with a question. */
interface Given {
  /** The file that it names; null: it names none, or it is gone. */
  file: HeldFile | null
  /** The files of other snapshots that it names, in its order. */
  others: readonly OtherFile[]
  report: (progress: CheckProgress) => void
}

type Answering<A extends Ask> = (
  snapshot: LoadedSnapshot,
  question: QuestionOf<A>,
  turn: Turn,
  given: Given,
) => Promise<Answers[A]>

/** A question that is being answered. */
interface UnderWay {
  /** A later question of the same slot drops it. */
  slot: string
  dropping: AbortController
}

const { path, key, id, most } = workerData as WorkerStart
const comparisons = createComparisons(key)
const otherSnapshots = createOtherSnapshots(key, comparisons)
const underWay = new Map<number, UnderWay>()
const tell = (message: FromWorker) => parentPort?.postMessage(message)

/** Answers to questions about files; null: none was asked yet. */
let files: Promise<FileQuestions> | null = null

/** The loaded snapshot, for which questions wait; null: it cannot be loaded. */
const loading = load()
parentPort?.on('message', (message: ToWorker) => void take(message))

async function load(): Promise<LoadedSnapshot | null> {
  const file = openSnapshotFile({ path, key: Buffer.from(key), id })
  if ('why' in file) {
    tell({ type: 'ready', outcome: { kind: 'unreadable', words: file.words } })
    return null
  }
  const turn = takeTurns(new AbortController().signal)
  const loaded = await loadTable(file, turn, (rows) => tell({ type: 'progress', rows }), most)
  await file.close()
  switch (loaded.kind) {
    case 'loaded':
      tell({ type: 'ready', outcome: { kind: 'loaded', rows: loaded.table.rows } })
      return loadedSnapshot(loaded.table)
    case 'too-many':
      tell({ type: 'ready', outcome: loaded })
      return null
    case 'failed': {
      const words = loaded.failure.kind === 'disk' ? loaded.failure.detail : 'The file of this snapshot cannot be read.'
      tell({ type: 'ready', outcome: { kind: 'unreadable', words } })
      return null
    }
  }
}

async function take(message: ToWorker): Promise<void> {
  if (message.type === 'drop') {
    underWay.get(message.number)?.dropping.abort()
    return
  }
  const { number, slot } = message
  for (const other of underWay.values()) if (other.slot === slot) other.dropping.abort()
  const dropping = new AbortController()
  underWay.set(number, { slot, dropping })
  try {
    const snapshot = await loading
    if (snapshot === null) {
      tell({ type: 'refused', number })
      return
    }
    const turn = takeTurns(dropping.signal)
    const { question, file, others } = message
    const report = (progress: CheckProgress) => tell({ type: 'step', number, progress })
    const answered = await unlessDropped(() => answer(snapshot, question, turn, { file, others, report }))
    tell(answered ? { type: 'answered', number, answer: answered } : { type: 'dropped', number })
  } catch (error) {
    tell({ type: 'broken', number, message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  } finally {
    underWay.delete(number)
  }
}

async function comparedWith(
  snapshot: LoadedSnapshot,
  other: OtherFile | undefined,
  as: ComparedAs,
  turn: Turn,
): Promise<ComparedWith> {
  if (other === undefined) return { kind: 'unreadable', words: GONE_OTHER }
  return comparisons.with(snapshot, other, as, turn)
}

/** How each question is answered. */
const answering: { [A in Ask]: Answering<A> } = {
  rows: answerRows,
  values: answerValues,
  totals: answerTotals,
  kinds: answerKinds,
  worth: answerWorth,
  worthRows: answerWorthRows,
  duplicates: answerDuplicates,
  checks: answerChecks,
  shapes: answerShapes,
  shapeRows: answerShapeRows,
  learn: learnShapes,
  sample: answerSample,
  async changes(snapshot, question, turn, { others: [other] }) {
    const compared = await comparedWith(snapshot, other, { sameness: 'text', within: question.within }, turn)
    return compared.kind === 'compared' ? answerChanges(snapshot, compared.differences, question, turn) : compared
  },
  async rechecked(snapshot, question, turn, { others }) {
    const days: Differences[] = []
    for (const [at, { within }] of question.days.entries()) {
      const compared = await comparedWith(snapshot, others[at], { sameness: 'text', within }, turn)
      if (compared.kind !== 'compared') return compared
      days.push(compared.differences)
    }
    return answerRechecked(snapshot, days, question, turn)
  },
  async pairs(snapshot, question, turn, { others: [other] }) {
    const { key: parts, ignored, within } = question
    const compared = await comparedWith(snapshot, other, { sameness: 'meaning', key: parts, ignored, within }, turn)
    return compared.kind === 'compared' ? answerPairs(snapshot, compared.differences, question, turn) : compared
  },
  fileLook: ofFile('fileLook'),
  fileCheck: ofFile('fileCheck'),
  fileLines: ofFile('fileLines'),
  fileRows: ofFile('fileRows'),
  invoiceCheck: ofFile('invoiceCheck'),
  invoiceLines: ofFile('invoiceLines'),
  invoiceUnbilled: ofFile('invoiceUnbilled'),
  invoiceLine: ofFile('invoiceLine'),
  invoiceRows: ofFile('invoiceRows'),
  invoiceEvents: ofFile('invoiceEvents'),
}

/** What reads workbooks takes longer to load than all else here, so it waits for the first question about a file. */
function ofFile<A extends FileAsk>(ask: A): Answering<A> {
  return async (snapshot, question, turn, { file, others, report }) => {
    files ??= import('./answer-file-questions.ts').then(({ createFileQuestions }) => createFileQuestions())
    return (await files)[ask](question, { snapshot, file, turn, report, others: otherSnapshots(others) })
  }
}

/** @param A so that the answer is known to be the question's */
function answer<A extends Ask>(
  snapshot: LoadedSnapshot,
  question: QuestionOf<A> & { ask: A },
  turn: Turn,
  given: Given,
): Promise<Answers[A]> {
  return answering[question.ask](snapshot, question, turn, given)
}
