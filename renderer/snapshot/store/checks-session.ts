// This says which possible duplicates of one connection were said to be right as they are, and how its checks are
// looked at in this window.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { readLegitimateMarks } from '../../../shared/snapshot/remembered-answers.ts'
import { type DuplicatesQuestion, type LegitimateMark, LONGEST_NOTE } from '../../../shared/snapshot/snapshot-checks.ts'
import { createRememberedValue, type RememberedValueEffects } from '../../ui/remembered-value.ts'
import type { StateStore } from '../../ui/state-store.ts'

export interface ChecksState {
  /** Null until they are known. */
  marks: LegitimateMark[] | null
  windowSeconds: DuplicatesQuestion['windowSeconds']
  /** The property that is the amount; null: none; undefined: the default. */
  amount: string | null | undefined
}

/** So much is remembered under one name. */
const MOST_CHARACTERS = 1024 * 1024
/** A connection has at most so many. */
export const MOST_MARKS = 10_000

const UNTOUCHED: ChecksState = { marks: null, windowSeconds: 5, amount: undefined }

/** The states of checks, by connection. */
export type ChecksStates = Readonly<Record<string, ChecksState>>

interface ChecksSessionEffects extends RememberedValueEffects {
  parts: StateStore<{ checks: ChecksStates }>
}

export type ChecksSession = ReturnType<typeof createChecksSession>

export function createChecksSession({ parts, ...effects }: ChecksSessionEffects) {
  const { connectionId } = effects
  const all = parts.part('checks', {})
  const state = () => all.state()[connectionId] ?? UNTOUCHED
  const patch = (change: Partial<ChecksState>) => all.patch({ [connectionId]: { ...state(), ...change } })
  const kept = createRememberedValue({ name: 'legitimate-duplicates', read: readLegitimateMarks }, effects)
  kept.subscribe(() => patch({ marks: kept.state() }))

  const change = (next: (marks: LegitimateMark[]) => LegitimateMark[]) =>
    kept.update((stored) => {
      const marks = next(stored)
      if (marks.length > MOST_MARKS) return failed(refused(tooManyWords(stored.length)))
      return JSON.stringify(marks).length > MOST_CHARACTERS ? failed(refused(NO_ROOM)) : succeeded(marks)
    })

  return {
    state,
    subscribe: all.subscribe,
    /** Reads what is remembered again: another tab or window may have changed it. */
    refresh: kept.start,
    look: (change: Partial<Pick<ChecksState, 'windowSeconds' | 'amount'>>) => patch(change),
    /**
     * Marks groups, all or none of them; a group may be marked again. Kept for the connection, so that marks hold in its
     * other snapshots too.
     * Fails with `invalid` where there are too many.
     */
    mark: (marks: readonly LegitimateMark[]): Promise<Result<null>> => {
      const added = new Map(marks.map(({ key, note }) => [key, note.trim().slice(0, LONGEST_NOTE).toWellFormed()]))
      return change((stored) => [...without(stored, added), ...Array.from(added, ([key, note]) => ({ key, note }))])
    },
    unmark: (keys: readonly string[]) => change((marks) => without(marks, new Set(keys))),
  }
}

const without = (marks: readonly LegitimateMark[], keys: Pick<ReadonlySet<string>, 'has'>) =>
  marks.filter(({ key }) => !keys.has(key))

const refused = (message: string): Failure => ({ kind: 'invalid', field: 'request', message })

const tooManyWords = (kept: number) =>
  `Not marked: ${grouped(MOST_MARKS)} marks are kept at most, and there are ${grouped(kept)} already, those of other snapshots of this connection among them. Select fewer groups, or remove some marks.`

const NO_ROOM =
  'Not marked: there is no room for so many marks with so long a reason. Shorten it, or remove some marks.'
