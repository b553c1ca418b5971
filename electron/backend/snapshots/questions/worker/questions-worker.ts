// The worker that holds one loaded snapshot and answers questions about it. Closing the snapshot ends the worker, which
// frees its memory.
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import type { AnswerTo, AskedQuestion } from '../../../../../shared/snapshot/snapshot-question.ts'
import { openSnapshotFile } from '../../store/snapshot-file.ts'
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
import type { Differences } from '../compare-rows.ts'
import { learnShapes } from '../learn-shapes.ts'
import { loadTable } from '../load-table.ts'
import { type LoadedSnapshot, loadedSnapshot } from '../loaded-snapshot.ts'
import type { FromWorker, ToWorker, WorkerStart } from '../open-questions.ts'
import { createComparisons, createOtherSnapshots } from '../other-snapshots.ts'
import { type Turn, takeTurns, unlessDropped } from '../turn.ts'
import type { FileQuestions } from './file-questions.ts'

interface UnderWay {
  slot: string
  dropping: AbortController
}

const { path, key, id, most } = workerData as WorkerStart
const comparisons = createComparisons(key)
const otherSnapshots = createOtherSnapshots(key, comparisons)
const underWay = new Map<number, UnderWay>()
const tell = (message: FromWorker) => parentPort?.postMessage(message)

/** Made with the first question about a file: what reads workbooks takes longer to load than all else here. */
let files: Promise<FileQuestions> | null = null

/** Questions wait for it. */
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
    default:
      return loaded satisfies never
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
    const answered = await unlessDropped(() => answer(snapshot, message, turn))
    tell(answered ? { type: 'answered', number, answer: answered } : { type: 'dropped', number })
  } catch (error) {
    tell({ type: 'broken', number, message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  } finally {
    underWay.delete(number)
  }
}

async function answer(
  snapshot: LoadedSnapshot,
  { number, question, others, file }: Extract<ToWorker, { type: 'ask' }>,
  turn: Turn,
): Promise<AnswerTo<AskedQuestion>> {
  switch (question.ask) {
    case 'rows':
      return answerRows(snapshot, question, turn)
    case 'totals':
      return answerTotals(snapshot, question, turn)
    case 'values':
      return answerValues(snapshot, question, turn)
    case 'duplicates':
      return answerDuplicates(snapshot, question, turn)
    case 'checks':
      return answerChecks(snapshot, question, turn)
    case 'changes': {
      const [other] = others
      const compared = other && (await comparisons.with(snapshot, other, question.within, turn))
      if (compared === undefined) return { kind: 'unreadable', words: 'The other snapshot no longer exists.' }
      return compared.kind === 'compared' ? answerChanges(snapshot, compared.differences, question, turn) : compared
    }
    case 'pairs': {
      const { key: parts, ignored, within } = question
      const [other] = others
      const paired = other && (await comparisons.pairs(snapshot, other, { key: parts, ignored, within }, turn))
      if (paired === undefined) return { kind: 'unreadable', words: 'The other snapshot no longer exists.' }
      return paired.kind === 'paired' ? answerPairs(snapshot, paired.pairing, question, turn) : paired
    }
    case 'rechecked': {
      const days: Differences[] = []
      for (const [at, { within }] of question.days.entries()) {
        const other = others[at]
        const compared = other && (await comparisons.with(snapshot, other, within, turn))
        if (compared === undefined) return { kind: 'unreadable', words: 'The other snapshot no longer exists.' }
        if (compared.kind !== 'compared') return compared
        days.push(compared.differences)
      }
      return answerRechecked(snapshot, days, question, turn)
    }
    case 'kinds':
      return answerKinds(snapshot, question, turn)
    case 'worth':
      return answerWorth(snapshot, question, turn)
    case 'worthRows':
      return answerWorthRows(snapshot, question, turn)
    case 'sample':
      return answerSample(snapshot, question, turn)
    case 'shapes':
      return answerShapes(snapshot, question, turn)
    case 'shapeRows':
      return answerShapeRows(snapshot, question, turn)
    case 'learn':
      return learnShapes(snapshot, question, turn)
    case 'fileLook':
    case 'fileCheck':
    case 'fileLines':
    case 'fileRows':
    case 'fileTable':
    case 'invoiceCheck':
    case 'invoiceLines':
    case 'invoiceUnbilled':
    case 'invoiceLine':
    case 'invoiceRows':
    case 'invoiceTable': {
      files ??= import('./file-questions.ts').then(({ createFileQuestions }) => createFileQuestions())
      const known = await files
      const report = (progress: CheckProgress) => tell({ type: 'step', number, progress })
      return known.answer(snapshot, question, file, turn, report, otherSnapshots(others))
    }
    default:
      return question satisfies never
  }
}
