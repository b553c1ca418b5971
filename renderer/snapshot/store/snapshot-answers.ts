// Questions to open snapshots and their answers. A snapshot never changes, so a cached answer stays valid; equal
// questions share one call, and calls that nobody waits for are aborted.
import type { Failure } from '../../../shared/failure/failure.ts'
import type { AnswerTo, Asked, LoadOutcome, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, failureOf } from '../../bridge.ts'

export type AnswerState<Answer> =
  | { state: 'asking' }
  | { state: 'answered'; answer: Answer }
  /** The snapshot is not loaded. */
  | { state: 'refused'; because: Exclude<LoadOutcome, { kind: 'loaded' }> }
  | { state: 'failed'; failure: Failure }

export interface SnapshotAnswers {
  /** The same object until it is another. */
  state<Q extends SnapshotQuestion>(snapshotId: string, question: Q): AnswerState<AnswerTo<Q>>
  /** Asks unless answered or under way. Calls the listener on each change; returns how to stop waiting. */
  watch(snapshotId: string, question: SnapshotQuestion, listener: () => void): () => void
  /** Asks again after a failure or refusal. */
  retry(snapshotId: string, question: SnapshotQuestion): void
}

interface Entry {
  snapshotId: string
  question: SnapshotQuestion
  now: AnswerState<unknown>
  listeners: Set<() => void>
  asking: AbortController | null
}

/** Answers cached while nobody uses them; one may take a megabyte. */
const MOST_KEPT = 24

const ASKING = { state: 'asking' } as const

/** @param bridge gets each question in a slot of its own */
export function createSnapshotAnswers(bridge: Pick<Bridge, 'snapshots'>): SnapshotAnswers {
  /** Least recently used first. */
  const entries = new Map<string, Entry>()
  let asked = 0

  const nameOf = (snapshotId: string, question: SnapshotQuestion) => `${snapshotId} ${JSON.stringify(question)}`

  function publish(entry: Entry, now: AnswerState<unknown>) {
    entry.now = now
    for (const listener of entry.listeners) listener()
  }

  async function ask(entry: Entry) {
    entry.asking?.abort()
    const asking = new AbortController()
    entry.asking = asking
    if (entry.now.state !== 'asking') publish(entry, ASKING)
    asked += 1
    const { snapshotId, question } = entry
    try {
      const answer = await send({ snapshotId, slot: `page ${asked}`, question }, asking.signal)
      if (asking.signal.aborted) return
      entry.asking = null
      // Unloaded in the meantime: closed in another window, or evicted by another snapshot.
      if (answer.kind === 'dropped') publish(entry, { state: 'refused', because: { kind: 'closed' } })
      else if (answer.kind === 'refused') publish(entry, { state: 'refused', because: answer.because })
      else publish(entry, { state: 'answered', answer: answer.answer })
    } catch (error) {
      if (asking.signal.aborted) return
      entry.asking = null
      publish(entry, { state: 'failed', failure: failureOf(error) })
    }
  }

  function send(
    { question, ...rest }: { snapshotId: string; slot: string; question: SnapshotQuestion },
    signal: AbortSignal,
  ): Promise<Asked<AnswerTo<SnapshotQuestion>>> {
    const calls = bridge.snapshots.questions
    switch (question.ask) {
      case 'rows':
        return calls.rows({ ...rest, question }, { signal })
      case 'totals':
        return calls.totals({ ...rest, question }, { signal })
      case 'values':
        return calls.values({ ...rest, question }, { signal })
      case 'duplicates':
        return calls.duplicates({ ...rest, question }, { signal })
      case 'checks':
        return calls.checks({ ...rest, question }, { signal })
      case 'changes':
        return calls.changes({ ...rest, question }, { signal })
      default:
        return question satisfies never
    }
  }

  function makeRoom() {
    for (const [name, { listeners }] of entries) {
      if (entries.size <= MOST_KEPT) return
      if (listeners.size === 0) entries.delete(name)
    }
  }

  return {
    state: <Q extends SnapshotQuestion>(snapshotId: string, question: Q) =>
      (entries.get(nameOf(snapshotId, question))?.now ?? ASKING) as AnswerState<AnswerTo<Q>>,
    watch(snapshotId, question, listener) {
      const name = nameOf(snapshotId, question)
      const known = entries.get(name)
      const entry: Entry = known ?? { snapshotId, question, now: ASKING, listeners: new Set(), asking: null }
      entries.delete(name)
      entries.set(name, entry)
      entry.listeners.add(listener)
      if (entry.now.state !== 'answered' && entry.asking === null) void ask(entry)
      makeRoom()
      return () => {
        entry.listeners.delete(listener)
        // Another component may ask the same at once, as happens on a re-render.
        queueMicrotask(() => {
          if (entry.listeners.size > 0 || entry.asking === null) return
          entry.asking.abort()
          entry.asking = null
          if (entries.get(name) === entry) entries.delete(name)
        })
      }
    },
    retry(snapshotId, question) {
      const entry = entries.get(nameOf(snapshotId, question))
      if (entry !== undefined && entry.asking === null) void ask(entry)
    },
  }
}
