// questions/ loads a snapshot into a table in a worker, and answers what is asked of its rows. The desk keeps the few
// most recently asked snapshots loaded, until they are closed or idle.
import type { Result } from '../../../../shared/failure/failure.ts'
import type { AnswerTo, Asked, LoadOutcome, SnapshotQuestion } from '../../../../shared/snapshot/snapshot-question.ts'
import { MOST_ROWS } from '../table/load-table.ts'
import { type AskOptions, openQuestions, type Questions, type QuestionsFile } from './open-questions.ts'

export interface QuestionDesk {
  /** Loads a snapshot, or waits until it is loaded; `report` receives the number of rows so far. */
  load(snapshotId: string, report: (rows: number) => void): Promise<Result<LoadOutcome>>
  /** Loads it first if necessary. Drops a pending question with the same slot and snapshot. */
  ask<Q extends SnapshotQuestion>(
    snapshotId: string,
    question: Q,
    slot: string,
    signal?: AbortSignal,
    how?: AskOptions,
  ): Promise<Result<Asked<AnswerTo<Q>>>>
  /** Frees its memory: it was closed or deleted, or its reading continues. */
  close(snapshotId: string): Promise<void>
  end(): Promise<void>
}

export interface QuestionDeskOptions {
  /** The built questions-worker.js, or its source when running from source. */
  workerFile: string | URL
  /** The path and key of a snapshot's file; fails if there is none. */
  fileOf: (snapshotId: string) => Promise<Result<QuestionsFile>>
  /** Milliseconds after which an idle snapshot is released; 15 minutes when absent. */
  idleMs?: number
  /** The most rows in all loaded snapshots, unless several are asked at once; `MOST_ROWS` when absent. */
  mostRows?: number
}

/** Two side by side, and one that is being opened. */
const MOST_LOADED = 3
const IDLE_MS = 15 * 60_000

/** A snapshot that is loaded, or is being loaded. */
interface Loaded {
  questions: Questions
  /** How many rows are loaded so far. */
  rows: number
  /** Those who wait for it to be loaded. */
  reports: Set<(rows: number) => void>
  /** How many calls are under way. */
  underWay: number
  /** Releases it once nothing was asked for a while; undefined: a call is under way. */
  idle: NodeJS.Timeout | undefined
}

/** At most 3 stay loaded: those asked the longest time ago are released, but none while it is asked. */
export function createQuestionDesk({
  workerFile,
  fileOf,
  idleMs = IDLE_MS,
  mostRows = MOST_ROWS,
}: QuestionDeskOptions): QuestionDesk {
  /** Snapshots by ID, the least recently asked first. */
  const loaded = new Map<string, Loaded>()

  /** The snapshot, which begins to load where it is not there, and is the most recently asked from then on. */
  async function opened(snapshotId: string): Promise<Result<Loaded>> {
    const file = await fileOf(snapshotId)
    if (!file.ok) return file
    const known = loaded.get(snapshotId)
    if (known !== undefined) {
      loaded.delete(snapshotId)
      loaded.set(snapshotId, known)
      return { ok: true, value: known }
    }
    const reports = new Set<(rows: number) => void>()
    const questions = openQuestions({
      workerFile,
      ...file.value,
      report: (rows) => {
        entry.rows = rows
        for (const report of reports) report(rows)
      },
    })
    const entry: Loaded = { questions, rows: 0, reports, underWay: 0, idle: undefined }
    loaded.set(snapshotId, entry)
    makeRoom(snapshotId)
    void questions.loaded.then(() => makeRoom(snapshotId))
    return { ok: true, value: entry }
  }

  /** Releases the least recently asked snapshots, but none while it is asked, and never the one that is wanted now. */
  function makeRoom(wanted: string): void {
    for (const [other, { underWay }] of loaded) {
      const rows = [...loaded.values()].reduce((sum, one) => sum + one.rows, 0)
      if (loaded.size <= MOST_LOADED && rows <= mostRows) return
      if (underWay === 0 && other !== wanted) void close(other)
    }
  }

  /** Does what is asked of a snapshot, which is neither released nor idle meanwhile. */
  async function during<T>(snapshotId: string, entry: Loaded, work: () => Promise<T>): Promise<T> {
    entry.underWay += 1
    clearTimeout(entry.idle)
    try {
      return await work()
    } finally {
      entry.underWay -= 1
      if (entry.underWay === 0 && loaded.get(snapshotId) === entry) {
        entry.idle = setTimeout(() => void close(snapshotId), idleMs)
        entry.idle.unref()
      }
    }
  }

  async function close(snapshotId: string): Promise<void> {
    const entry = loaded.get(snapshotId)
    loaded.delete(snapshotId)
    clearTimeout(entry?.idle)
    await entry?.questions.close()
  }

  /** Closes a snapshot that could not be loaded, so that the next call tries again. */
  async function release(snapshotId: string, entry: Loaded): Promise<void> {
    if (loaded.get(snapshotId) === entry) await close(snapshotId)
  }

  return {
    async load(snapshotId, report) {
      const found = await opened(snapshotId)
      if (!found.ok) return found
      report(found.value.rows)
      found.value.reports.add(report)
      const outcome = await during(snapshotId, found.value, () => found.value.questions.loaded)
      found.value.reports.delete(report)
      if (outcome.kind !== 'loaded') await release(snapshotId, found.value)
      return { ok: true, value: outcome }
    },
    async ask(snapshotId, question, slot, signal, how) {
      const found = await opened(snapshotId)
      if (!found.ok) return found
      const { questions } = found.value
      const asked = await during(snapshotId, found.value, () => questions.ask(question, slot, signal, how))
      if (asked.kind === 'refused') await release(snapshotId, found.value)
      return { ok: true, value: asked }
    },
    close,
    end: async () => void (await Promise.all([...loaded.keys()].map(close))),
  }
}
