// The rows of an opened snapshot for scrolling. A view is a scope and a sorting, and only the rows in sight of it are
// requested. The rows of the previous view stay until the first of the next have arrived.
import { createStore } from 'zustand/vanilla'
import { askSnapshot } from '../../../shared/contract/ask-snapshot.ts'
import type { Event } from '../../../shared/event/event.ts'
import { NO_TEXTS } from '../../../shared/event/event-fields.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { RowsAnswer, RowsQuestion, SnapshotEvent } from '../../../shared/snapshot/snapshot-rows.ts'
import { type Bridge, FailureError, failureOf } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import { NotLoadedError } from './snapshot-query.ts'

export interface RowsView {
  scope: Scope
  sort: RowsQuestion['sort']
}

export interface RowsState {
  /** The view whose rows are shown; null before the first arrived. */
  shown: (RowsView & Pick<RowsAnswer, 'count' | 'of' | 'missing'>) | null
  /** Whether another view, or rows of this one, are being requested. */
  asking: boolean
  trouble: NotLoadedError | FailureError | null
  /** Increases as rows arrive, so that those who draw them notice it. */
  turn: number
}

export interface RowsEffects {
  bridge: Pick<Bridge, 'snapshots'>
  snapshotId: string
  later: Later
  /** Unique for each page: a question supersedes the one in its slot. */
  slot: string
}

/** The most that can be selected at once. */
export const MOST_TOGETHER = 5_000
/** So many milliseconds are between two questions when the first was superseded by scrolling. */
const PAUSE_MS = 40

export type RowsSession = ReturnType<typeof createRowsSession>

export function createRowsSession({ bridge, snapshotId, later, slot }: RowsEffects) {
  const store = createStore<RowsState>(() => ({ shown: null, asking: false, trouble: null, turn: 0 }))
  /** The view to be shown; null: none yet. */
  let wanted: RowsView | null = null
  const facts: RowFacts = new WeakMap()
  /** The loaded rows of the view that is shown. */
  let rows = createRowStore(facts)
  /** The rows in sight, by their indexes in the view, `last` inclusive. */
  let sight = { first: 0, last: 0 }
  /** The one request under way; null: none is. */
  let asking: { view: RowsView; offset: number; abort: AbortController } | null = null
  /** Ends the pause before the next request; null: there is none. */
  let stopWaiting: (() => void) | null = null
  let isOver = true

  /** What to request next: the first rows of another view, else missing rows in sight, else those behind them. */
  function next(): { view: RowsView; offset: number; limit: number } | null {
    const { shown } = store.getState()
    if (wanted === null) return null
    if (shown === null || !sameView(shown, wanted)) return { view: wanted, offset: 0, limit: WINDOW }
    const { first, last } = sight
    const segment = rows.missing(first, last, shown.count) ?? rows.missing(last + 1, last + WINDOW / 2, shown.count)
    return segment && { view: wanted, ...segment }
  }

  /**
   * Requests what is next, unless the request under way is still of use. Called whenever something has changed. One
   * that scrolling made useless is aborted, and the next waits for a pause: scrolling on may make that useless too.
   */
  function go() {
    if (isOver || stopWaiting !== null) return
    const task = next()
    if (asking !== null) {
      if (task !== null && sameView(asking.view, task.view) && isNearSight(asking.offset)) return
      asking.abort.abort()
      asking = null
      return pause()
    }
    if (task !== null) void ask(task)
    else if (store.getState().asking) store.setState({ asking: false })
  }

  function pause() {
    stopWaiting = later(PAUSE_MS, () => {
      stopWaiting = null
      go()
    })
  }

  /**
   * Never rejects. "dropped": another question of the same slot came after it, or what had loaded the snapshot is gone.
   */
  async function askRows(
    { scope, sort }: RowsView,
    part: { offset: number; limit: number },
    slot: string,
    signal = new AbortController().signal,
  ): Promise<RowsAnswer | NotLoadedError | FailureError | 'dropped'> {
    try {
      const question: RowsQuestion = { ask: 'rows', scope, sort, ...part }
      const asked = await askSnapshot(bridge.snapshots.ask, { snapshotId, slot, question }, { signal })
      if (asked.kind === 'dropped') return 'dropped'
      return asked.kind === 'refused' ? new NotLoadedError(asked.because) : asked.answer
    } catch (error) {
      return new FailureError(failureOf(error), error)
    }
  }

  /** Whether the rows from this offset on are in sight, or at most a window beside it. */
  const isNearSight = (offset: number) => offset + WINDOW >= sight.first && offset <= sight.last + WINDOW

  async function ask({ view, offset, limit }: { view: RowsView; offset: number; limit: number }) {
    const request = { view, offset, abort: new AbortController() }
    asking = request
    if (!store.getState().asking) store.setState({ asking: true })
    const outcome = await askRows(view, { offset, limit }, slot, request.abort.signal)
    if (isOver || asking !== request) return
    asking = null
    // The worker is gone; the next question loads another.
    if (outcome === 'dropped') return pause()
    if (outcome instanceof Error) return store.setState({ trouble: outcome, asking: false })
    take(view, outcome)
    // An empty answer despite its count: requesting again would not help.
    if (outcome.rows.length > 0 || outcome.offset === 0) go()
    else store.setState({ asking: false })
  }

  /** Keeps the rows that came. Those of another view take the place of the ones that were shown. */
  function take(view: RowsView, { count, of, missing, ...answer }: RowsAnswer) {
    const { shown, turn } = store.getState()
    const isSame = shown !== null && sameView(shown, view)
    if (!isSame) {
      rows = createRowStore(facts)
      sight = { first: 0, last: Math.min(sight.last - sight.first, WINDOW) }
    }
    rows.add(answer.offset, answer.rows)
    rows.keepAround(sight.first, sight.last)
    store.setState({ shown: isSame ? shown : { ...view, count, of, missing }, turn: turn + 1, trouble: null })
  }

  return {
    state: store.getState,
    subscribe: (listener: () => void) => store.subscribe(listener),
    /** Shows this view once its first rows have arrived; the same view again changes nothing. */
    show(view: RowsView): void {
      if (wanted !== null && sameView(wanted, view)) return
      wanted = view
      go()
    },
    /** Gives an event by its index in the view, from 0; null if not loaded yet. */
    at: (index: number) => rows.at(index),
    /** Its row number in the snapshot and the filters that it misses; also for events of earlier views. */
    factsOf: (event: Event) => facts.get(event) ?? null,
    /** The index of a row in the view, if loaded; else -1. */
    placeOf: (row: number) => rows.placeOf(row),
    /** The first events that arrived, as a sample of all. The same array until there are more. */
    sample: () => rows.sample(),
    /** The rows now in sight, `last` inclusive. */
    want(first: number, last: number): void {
      sight = { first, last }
      if (store.getState().trouble === null) go()
    },
    /** All events from `first` to `last`, inclusive, at most `MOST_TOGETHER`; null if they cannot be loaded. */
    async segment(first: number, last: number): Promise<readonly Event[] | null> {
      const { shown } = store.getState()
      if (shown === null || last - first >= MOST_TOGETHER) return null
      const events: Event[] = []
      const rowsOfView = rows
      let index = first
      while (index <= last) {
        const event = rowsOfView.at(index)
        if (event !== null) {
          events.push(event)
          index += 1
          continue
        }
        const limit = Math.min(WINDOW, last - index + 1)
        // In a slot of its own: what scrolling asks for does not end it.
        const answer = await askRows(shown, { offset: index, limit }, `${slot} segment`)
        if (answer === 'dropped' || answer instanceof Error || answer.rows.length === 0) return null
        const came = rowsOfView.read(answer.rows)
        for (const one of came) events.push(one)
        index += came.length
      }
      return events
    },
    retry(): void {
      store.setState({ trouble: null })
      go()
    },
    /** Starts requesting; returns how to stop. */
    start(): () => void {
      isOver = false
      go()
      return () => {
        isOver = true
        stopWaiting?.()
        stopWaiting = null
        asking?.abort.abort()
        asking = null
      }
    },
  }
}

/** Whether both show the same rows in the same order. */
function sameView(a: RowsView, b: RowsView): boolean {
  if (a === b || (a.scope === b.scope && a.sort === b.sort)) return true
  return JSON.stringify([a.scope, a.sort]) === JSON.stringify([b.scope, b.sort])
}

// Loaded rows of one view, up to a limit: their texts, and the parsed events of those that were drawn.

/** Rows per request. */
export const WINDOW = 200
/** The most windows kept, and the most characters of their texts: those nearest to the rows in sight. */
const MOST_WINDOWS = 60
const MOST_CHARACTERS = 24_000_000
/** Enough to know what columns hold. */
const MOST_SAMPLED = 400

interface Kept {
  sent: SnapshotEvent
  event: Event | null
}

/** What is known about rows besides their events, whatever the view; lives as long as the event is referenced. */
export type RowFacts = WeakMap<Event, { row: number; misses: readonly string[] }>

function createRowStore(facts: RowFacts) {
  /** A window is `WINDOW` rows, numbered from 0: that of number 2 has the rows from 400 on. */
  const windows = new Map<number, { rows: (Kept | undefined)[]; characters: number }>()
  let sampled: readonly Event[] = []

  const keptAt = (index: number) => windows.get(Math.floor(index / WINDOW))?.rows[index % WINDOW]

  function eventOf(sent: SnapshotEvent): Event {
    const read = parseEventText(sent.source)
    const event = read.ok ? read.event : unreadable(sent.source, read.problems)
    facts.set(event, { row: sent.row, misses: sent.misses })
    return event
  }

  function at(index: number): Event | null {
    const kept = keptAt(index)
    if (kept === undefined) return null
    kept.event ??= eventOf(kept.sent)
    return kept.event
  }

  return {
    at,
    /** The index in the view of the row with this number; -1: it is not loaded. */
    placeOf(row: number): number {
      for (const [number, { rows }] of windows) {
        const place = rows.findIndex((kept) => kept?.sent.row === row)
        if (place >= 0) return number * WINDOW + place
      }
      return -1
    },
    /** The first events that were loaded, from which columns are offered. */
    sample: () => sampled,
    /** Tells what to request where rows from `first` to `last`, inclusive, are missing. */
    missing(first: number, last: number, count: number): { offset: number; limit: number } | null {
      const end = Math.min(last, count - 1)
      for (let index = Math.max(0, first); index <= end; index += 1) {
        if (keptAt(index) !== undefined) continue
        // Requests whole windows, starting with the first that lacks something.
        const start = Math.floor(index / WINDOW) * WINDOW
        const offset = keptAt(start) === undefined ? start : index
        return { offset, limit: start + WINDOW - offset }
      }
      return null
    },
    add(offset: number, sent: readonly SnapshotEvent[]): void {
      sent.forEach((row, place) => {
        const index = offset + place
        const number = Math.floor(index / WINDOW)
        const window = windows.get(number) ?? { rows: [], characters: 0 }
        windows.set(number, window)
        if (window.rows[index % WINDOW] === undefined) window.characters += row.source.length
        window.rows[index % WINDOW] ??= { sent: row, event: null }
      })
      if (sampled.length >= MOST_SAMPLED) return
      const more = sent.slice(0, MOST_SAMPLED - sampled.length).flatMap((_, place) => at(offset + place) ?? [])
      sampled = [...sampled, ...more]
    },
    /** Parses rows without storing them. */
    read: (rows: readonly SnapshotEvent[]) => rows.map(eventOf),
    /** Drops the windows that are farthest from these rows, as long as there are too many; never one in sight. */
    keepAround(first: number, last: number): void {
      let characters = 0
      for (const window of windows.values()) characters += window.characters
      const middle = (first + last) / 2 / WINDOW
      const farthestFirst = [...windows.keys()].sort((a, b) => Math.abs(b + 0.5 - middle) - Math.abs(a + 0.5 - middle))
      for (const number of farthestFirst) {
        const isInSight = number >= Math.floor(first / WINDOW) && number <= Math.floor(last / WINDOW)
        if (isInSight || (windows.size <= MOST_WINDOWS && characters <= MOST_CHARACTERS)) return
        characters -= windows.get(number)?.characters ?? 0
        windows.delete(number)
      }
    },
  }
}

const unreadable = (source: string, problems: readonly string[]): Event => ({
  ...NO_TEXTS,
  properties: [],
  extra: [],
  problems: problems.map((message) => ({ field: 'event', message })),
  source,
})
