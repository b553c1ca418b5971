// Which possible duplicates of one connection were said to be right as they are, and how its checks are looked at in
// this window.
import { createStore } from 'zustand/vanilla'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { readLegitimateMarks } from '../../../shared/snapshot/remembered-answers.ts'
import type { DuplicatesQuestion, LegitimateMark } from '../../../shared/snapshot/snapshot-checks.ts'
import { createRememberedValue, type RememberedValueEffects } from '../../ui/remembered-value.ts'

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

/** What is remembered under one name. */
const MOST_CHARACTERS = 1024 * 1024
const MOST_MARKS = 10_000
const LONGEST_NOTE = 2_000

export function createChecksSession(effects: RememberedValueEffects): ChecksSession {
  const store = createStore<ChecksState>(() => ({ marks: null, windowSeconds: 5, amount: undefined }))
  const kept = createRememberedValue({ name: 'legitimate-duplicates', read: readLegitimateMarks }, effects)
  kept.subscribe(() => store.setState({ marks: kept.state() }))

  const change = (next: (marks: LegitimateMark[]) => LegitimateMark[]) =>
    kept.update((stored) => {
      const marks = next(stored)
      const isTooMuch = marks.length > MOST_MARKS || JSON.stringify(marks).length > MOST_CHARACTERS
      return isTooMuch ? failed(TOO_MANY) : succeeded(marks)
    })

  return {
    state: store.getState,
    subscribe: store.subscribe,
    refresh: kept.start,
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
