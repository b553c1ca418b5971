// Which possible duplicates of one connection were said to be right as they are, and how its checks are looked at in
// this window.
import { createStore } from 'zustand/vanilla'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { readLegitimateMarks } from '../../../shared/snapshot/remembered-answers.ts'
import type { DuplicatesQuestion, LegitimateMark } from '../../../shared/snapshot/snapshot-checks.ts'
import { type Bridge, failureOf } from '../../bridge.ts'

export interface ChecksState {
  /** Null until they are known. */
  marks: LegitimateMark[] | null
  windowSeconds: DuplicatesQuestion['windowSeconds']
  /** The property that is the amount; null: none; undefined: the default. */
  amount: string | null | undefined
}

export interface ChecksSession {
  state(): ChecksState
  subscribe(listener: () => void): () => void
  /** Reads what is remembered again: another tab or window may have changed it. */
  refresh(): Promise<void>
  look(change: Partial<Pick<ChecksState, 'windowSeconds' | 'amount'>>): void
  /**
   * Kept for the connection, so that it holds in its other snapshots too. Fails with `invalid` where there are too
   * many.
   */
  mark(key: string, note: string): Promise<Result<null>>
  unmark(key: string): Promise<Result<null>>
}

const MARKS = 'legitimate-duplicates'
/** What is remembered under one name. */
const MOST_CHARACTERS = 1024 * 1024
const MOST_MARKS = 10_000
const LONGEST_NOTE = 2_000

export function createChecksSession(bridge: Pick<Bridge, 'remembered'>, connectionId: string): ChecksSession {
  const store = createStore<ChecksState>(() => ({ marks: null, windowSeconds: 5, amount: undefined }))
  const read = (name: string) => bridge.remembered.read({ connectionId, name })
  /** Serialises changes. */
  let changing: Promise<unknown> = Promise.resolve()

  /** Applied to what is stored now rather than to what this window knows, so that marks made elsewhere survive. */
  function change(next: (marks: LegitimateMark[]) => LegitimateMark[]): Promise<Result<null>> {
    const done = changing.then(async (): Promise<Result<null>> => {
      try {
        const marks = next(readLegitimateMarks(await read(MARKS)))
        const value = JSON.stringify(marks)
        if (marks.length > MOST_MARKS || value.length > MOST_CHARACTERS) return failed(TOO_MANY)
        await bridge.remembered.write({ connectionId, name: MARKS, value })
        store.setState({ marks })
        return succeeded(null)
      } catch (error) {
        return failed(failureOf(error))
      }
    })
    changing = done
    return done
  }

  return {
    state: store.getState,
    subscribe: store.subscribe,
    async refresh() {
      store.setState({ marks: readLegitimateMarks(await read(MARKS).catch(() => null)) })
    },
    look: (changed) => store.setState(changed),
    mark: (key, note) =>
      change((marks) => [
        ...marks.filter((one) => one.key !== key),
        { key, note: note.trim().slice(0, LONGEST_NOTE).toWellFormed() },
      ]),
    unmark: (key) => change((marks) => marks.filter((one) => one.key !== key)),
  }
}

const TOO_MANY: Failure = {
  kind: 'invalid',
  field: 'request',
  message: 'There is no room for more marks. Remove some, or shorten their notes.',
}
