// Opens a snapshot for questions. It is loaded in a worker, so that no question blocks the page or other calls.
import { Worker } from 'node:worker_threads'
import type { CheckProgress } from '../../../../shared/snapshot/snapshot-ledger.ts'
import type { AnswerTo, Asked, LoadOutcome, SnapshotQuestion } from '../../../../shared/snapshot/snapshot-question.ts'
import type { HeldFile } from '../../check/held-files.ts'
import { MOST_ROWS } from '../table/load-table.ts'

export interface Questions {
  /** The outcome of loading; `closed` if `close` was called first. */
  loaded: Promise<LoadOutcome>
  /**
   * Asked before it is loaded, a question waits. One of the same slot that is under way is dropped, and so is this one
   * when `signal` is aborted or the snapshot closed. Rejects only with a mistake of ours.
   */
  ask<Q extends SnapshotQuestion>(
    question: Q,
    slot: string,
    signal?: AbortSignal,
    how?: AskOptions,
  ): Promise<Asked<AnswerTo<Q>>>
  /** Ends loading and every question, and frees the memory. */
  close(): Promise<void>
}

/** What goes with a question about a file. */
export interface AskOptions {
  /** The file that the question names. */
  file?: HeldFile | null
  /** Receives how far a check is. */
  report?: ((progress: CheckProgress) => void) | undefined
}

/** Where a snapshot is kept. */
export interface QuestionsFile {
  path: string
  /** The key of the store, 32 bytes. */
  key: Uint8Array
  id: string
  /** The path of another snapshot of the same store. */
  pathOf: (id: string) => string
}

export interface QuestionsOptions extends QuestionsFile {
  /** The built questions-worker.js, or its source when running from source. */
  workerFile: string | URL
  /** Receives the number of rows loaded so far. */
  report?: (rows: number) => void
  /** More rows than these are refused; `MOST_ROWS` when absent. */
  most?: number
  /** The most that the heap of the worker takes, in MiB; `HEAP_MIB` when absent. */
  heapMib?: number
}

/** The heap has groups, by the million at times; rows lie outside of it. */
const HEAP_MIB = 2_048
/** A small young generation leaves a million rows a tenth of a gigabyte less, for a twentieth more processor time. */
const YOUNG_MIB = 16

/** Begins to load a snapshot at once. The worker does not keep the process alive; `close` frees what it holds. */
export function openQuestions({
  workerFile,
  report,
  most = MOST_ROWS,
  heapMib = HEAP_MIB,
  pathOf,
  ...file
}: QuestionsOptions): Questions {
  const start: WorkerStart = { ...file, most }
  const resourceLimits = { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: YOUNG_MIB }
  const worker = new Worker(workerFile, { workerData: start, resourceLimits })
  const loaded = Promise.withResolvers<LoadOutcome>()
  /** Questions that are not answered yet, by their numbers. */
  const pending = new Map<number, PromiseWithResolvers<Asked<unknown>>>()
  const reports = new Map<number, (progress: CheckProgress) => void>()
  let asked = 0
  /** Whether the worker has ended. */
  let isOver = false
  /** Why it ended, where a lack of memory or a mistake of ours did that. */
  let because: NotLoaded | null = null

  worker.on('message', (message: FromWorker) => {
    switch (message.type) {
      case 'progress':
        return report?.(message.rows)
      case 'ready':
        return loaded.resolve(message.outcome)
      case 'step':
        return reports.get(message.number)?.(message.progress)
      case 'answered':
        return takePending(message.number)?.resolve({ kind: 'answered', answer: message.answer })
      case 'refused':
        return void loaded.promise.then((outcome) => {
          if (outcome.kind !== 'loaded') takePending(message.number)?.resolve({ kind: 'refused', because: outcome })
        })
      case 'dropped':
        return takePending(message.number)?.resolve({ kind: 'dropped' })
      case 'broken':
        return takePending(message.number)?.reject(new Error(message.message))
      default:
        return message satisfies never
    }
  })
  // The worker ends. A lack of memory is an outcome of the questions that wait; all else is a mistake of ours.
  worker.on('error', (error: Error & { code?: unknown }) => {
    isOver = true
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    because = {
      kind: 'unreadable',
      words: isFull ? outOfMemory(heapMib) : `This snapshot could not be held in memory: ${messageOf(error)}`,
    }
    loaded.resolve(because)
    for (const number of [...pending.keys()]) {
      if (isFull) takePending(number)?.resolve({ kind: 'refused', because })
      else takePending(number)?.reject(new Error(messageOf(error)))
    }
  })
  worker.on('exit', () => {
    isOver = true
    loaded.resolve({ kind: 'closed' })
    for (const number of [...pending.keys()]) takePending(number)?.resolve({ kind: 'dropped' })
  })
  worker.unref()

  function takePending(number: number): PromiseWithResolvers<Asked<unknown>> | undefined {
    const answer = pending.get(number)
    pending.delete(number)
    return answer
  }

  const tell = (message: ToWorker) => worker.postMessage(message)

  return {
    loaded: loaded.promise,
    async ask<Q extends SnapshotQuestion>(question: Q, slot: string, signal?: AbortSignal, how: AskOptions = {}) {
      const { file = null, report: tellStep } = how
      if (signal?.aborted) return { kind: 'dropped' }
      if (isOver) {
        const outcome = because ?? (await loaded.promise)
        return outcome.kind === 'loaded' ? { kind: 'dropped' } : { kind: 'refused', because: outcome }
      }
      asked += 1
      const number = asked
      const answer = Promise.withResolvers<Asked<unknown>>()
      pending.set(number, answer)
      if (tellStep !== undefined) reports.set(number, tellStep)
      const drop = () => tell({ type: 'drop', number })
      signal?.addEventListener('abort', drop, { once: true })
      const others = othersOf(question).map((id) => ({ id, path: pathOf(id) }))
      tell({ type: 'ask', number, slot, question, others, file })
      try {
        return (await answer.promise) as Asked<AnswerTo<Q>>
      } finally {
        signal?.removeEventListener('abort', drop)
        reports.delete(number)
      }
    },
    close: async () => void (await worker.terminate()),
  }
}

type NotLoaded = Exclude<LoadOutcome, { kind: 'loaded' }>

const outOfMemory = (mebibytes: number) =>
  `This needs more memory than Eventscope uses for one snapshot (${mebibytes} MiB). Narrow the snapshot by days or customers, or set conditions.`

/** The other snapshots that a question names. */
function othersOf(question: SnapshotQuestion): string[] {
  if (question.ask === 'changes' || question.ask === 'pairs') return [question.other]
  if (question.ask === 'invoiceCheck') {
    const { edges, closed } = question
    return [edges?.before, edges?.after, closed].filter((id) => id !== null && id !== undefined)
  }
  return question.ask === 'rechecked' ? question.days.map(({ other }) => other) : []
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What a worker is started with. Both ends of what goes to and from it are ours, so nothing is validated. */
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
  /** Replaces a pending one of the same slot. `file`: the one that the question names; null: none is held or named. */
  | {
      type: 'ask'
      number: number
      slot: string
      question: SnapshotQuestion
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
