// One value remembered for a connection between runs: read at the start, stored as it changes, sealed by the backend.
import { createStore } from 'zustand/vanilla'
import { failed, type Result, succeeded } from '../../shared/failure/failure.ts'
import { type Bridge, failureOf } from '../bridge.ts'
import type { Later } from './later.ts'

export interface RememberedValue<T> {
  /** Null until read. */
  state(): T | null
  subscribe(listener: () => void): () => void
  /** Reads it, each time again: another window may have changed it. What was changed here meanwhile stays. */
  start(): Promise<void>
  /** Takes effect at once. If it cannot be stored, it lasts as long as the page, and `onUnkept` receives why. */
  change(value: T): void
  /**
   * Changes what is stored now, which another window may have changed, or what was changed here since. Takes effect
   * once it is stored.
   */
  update(change: (stored: T) => Result<T>): Promise<Result<null>>
  /** Writes now what waits to be written: the window may be closing. */
  keep(): void
}

/** What is remembered of a connection: under which name, and how it is read and written. */
export interface Remembered<T> {
  name: string
  /** Parses a remembered text; gives the default for null and for invalid texts. */
  read: (text: string | null) => T
  /** It writes JSON if left out. */
  write?: (value: T) => string
  /** Joins what was stored with what was changed here before it was read. Changes made here count alone without it. */
  join?: (stored: T, changed: T) => T
  /** Changes wait so many milliseconds to be written, so that of many the last is; further ones do not put it off. */
  writtenAfterMs?: number
  /** Nobody asked for it to be stored, so that it could not be is not said. */
  isSilent?: boolean
}

export interface RememberedValueEffects {
  bridge: Pick<Bridge, 'remembered'>
  connectionId: string
  later: Later
  onUnkept: (error: unknown) => void
}

/** How long to wait for a keychain that may be asking its user, in milliseconds. */
const REMEMBERED_WITHIN_MS = 1_000

/**
 * Nothing is read before `start`. Where reading fails, or takes longer than a second, as when a keychain asks its user,
 * the value is the default, `read(null)`; what is stored replaces that once it comes.
 */
export function createRememberedValue<T>(
  { name, read, write = JSON.stringify, join, writtenAfterMs = 0, isSilent = false }: Remembered<T>,
  { bridge, connectionId, later, onUnkept }: RememberedValueEffects,
): RememberedValue<T> {
  const store = createStore<{ value: T | null }>(() => ({ value: null }))
  const place = { connectionId, name }
  /** Counts what was changed here: the same count before and after a wait says that nothing was. */
  let changes = 0
  /** Whether it was read once: before that, `join` has still to bring in what is stored. */
  let isRead = false
  /** The reading that is under way. */
  let reading: Promise<void> | null = null
  /** Settles once all writing so far is over: each reading waits for it, and so reads what was written. */
  let writing: Promise<unknown> = Promise.resolve()
  /** Whether a change made here waits to be written. */
  let isUnwritten = false
  /** What is stored, as far as this page knows: the same is not written again. */
  let written: string | null = null
  let stopWaiting = () => {}

  async function reread(): Promise<void> {
    keep()
    const changesBefore = changes
    const stopTimer = later(REMEMBERED_WITHIN_MS, () => store.setState((now) => ({ value: now.value ?? read(null) })))
    await writing
    const text = await bridge.remembered.read(place).catch(() => undefined)
    stopTimer()
    reading = null
    const here = store.getState().value
    if (text === undefined) {
      // It could not be read: what was known holds, else the default.
      if (changes === changesBefore) store.setState({ value: here ?? read(null) })
      return
    }
    // What is stored is joined once, with what was changed before the first reading. Later it replaces what is here,
    // unless that was changed while it was read.
    if (join !== undefined && !isRead && changes > 0 && here !== null) store.setState({ value: join(read(text), here) })
    else if (changes === changesBefore) {
      written = text
      store.setState({ value: read(text) })
    }
    isRead = true
    if (isUnwritten) writeSoon()
  }

  function writeSoon() {
    isUnwritten = true
    if (writtenAfterMs === 0) keep()
    else stopWaiting = later(writtenAfterMs, keep)
  }

  /** Whether there is something to write. What is yet to be joined with what is stored is not written over it. */
  const isToBeWritten = () => isUnwritten && (join === undefined || isRead)

  function keep() {
    if (!isToBeWritten()) return
    stopWaiting()
    isUnwritten = false
    const text = write(store.getState().value as T)
    if (text === written) return
    written = text
    const done = bridge.remembered.write({ ...place, value: text }).catch((error: unknown) => {
      // Nobody knows now what is stored, so the next change is written whatever it is.
      written = null
      if (!isSilent) onUnkept(error)
    })
    writing = Promise.all([writing, done])
  }

  async function updateStored(change: (stored: T) => Result<T>): Promise<Result<null>> {
    try {
      const stored = read(await bridge.remembered.read(place))
      const changesBefore = changes
      const next = change(isToBeWritten() ? (store.getState().value as T) : stored)
      if (!next.ok) return next
      const text = write(next.value)
      await bridge.remembered.write({ ...place, value: text })
      written = text
      // What was changed here while it was written has the same change made to it, and is written in its turn.
      const here = changes === changesBefore ? next : change(store.getState().value as T)
      if (!here.ok) return here
      changes += 1
      store.setState({ value: here.value })
      return succeeded(null)
    } catch (error) {
      return failed(failureOf(error))
    }
  }

  return {
    state: () => store.getState().value,
    subscribe: store.subscribe,
    start() {
      reading ??= reread()
      return reading
    },
    change(value) {
      changes += 1
      store.setState({ value })
      if (!isUnwritten) writeSoon()
    },
    update(change) {
      const done = Promise.all([reading, writing]).then(() => updateStored(change))
      writing = done
      return done
    },
    keep,
  }
}
