// The searches of one connection: the last fifty, and saved ones. The backend stores them encrypted.
import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { type Filters, filtersSchema } from '../../../shared/event/event.ts'
import type { Bridge } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import { unusedName } from '../../ui/unused-name.ts'
import { countFilters, sameFilters } from './filters-meaning.ts'
import { type Place, placeParams, readPlace } from './place.ts'

export interface SavedSearch {
  name: string
  place: Place
}

interface KeptSearches {
  /** Newest first. */
  recent: readonly Filters[]
  /** By name. */
  saved: readonly SavedSearch[]
}

export interface SearchMemory {
  state(): KeptSearches
  subscribe(listener: () => void): () => void
  start(): void
  /** A search whose answer came. */
  remember(filters: Filters): void
  /** Why it was not saved, in words; null where it was. */
  save(name: string, place: Place): string | null
  remove(name: string): void
  /** Writes now what waits to be written: the window may be closing. */
  keep(): void
}

export interface SearchMemoryEffects {
  bridge: Pick<Bridge, 'remembered'>
  connectionId: string
  later: Later
  /** Hears why saved searches could not be kept. */
  onUnkept: (error: unknown) => void
}

const MOST_RECENT = 50
const MOST_SAVED = 200
const LONGEST_NAME = 100
/** Of searches in quick succession only the last is written. */
const WRITTEN_AFTER_MS = 1_000

const recentSchema = z.array(filtersSchema)
const savedSchema = z.array(z.tuple([z.string(), z.string()]))

export function createSearchMemory({ bridge, connectionId, later, onUnkept }: SearchMemoryEffects): SearchMemory {
  const store = createStore<KeptSearches>(() => ({ recent: [], saved: [] }))
  const state = store.getState
  let unwritten: (() => void) | null = null
  let stopWaiting = () => {}
  const read = (name: string) => bridge.remembered.read({ connectionId, name }).catch(() => null)
  const write = (name: string, value: unknown) =>
    bridge.remembered.write({ connectionId, name, value: JSON.stringify(value) })
  /** Writes wait until what was stored has been read. */
  let known: Promise<unknown> = Promise.resolve()
  /** What is stored holds every change that was made here. */
  let isSavedKept = true

  /** Another window may have saved and removed some since: the change is made to what is stored now. */
  function keepSaved(change: (saved: readonly SavedSearch[]) => readonly SavedSearch[]) {
    known = known.then(async () => {
      const stored = isSavedKept ? await readStored() : null
      const saved = sorted(change(stored ?? state().saved))
      store.setState({ saved })
      const lines = saved.map((one) => [one.name, textOf(one)])
      isSavedKept = await write('saved-searches', lines).then(
        () => true,
        (error: unknown) => {
          onUnkept(error)
          return false
        },
      )
    })
  }

  /** Null: nothing can be read, or nothing was saved yet. */
  async function readStored(): Promise<SavedSearch[] | null> {
    return readJson(await read('saved-searches'), savedSchema)?.flatMap(readSaved) ?? null
  }

  function keepRecent() {
    stopWaiting()
    unwritten = () => {
      unwritten = null
      stopWaiting()
      // Silent on failure: nobody asked for this.
      void known.then(() => write('recent-searches', state().recent)).catch(() => {})
    }
    stopWaiting = later(WRITTEN_AFTER_MS, () => unwritten?.())
  }

  return {
    state,
    subscribe: store.subscribe,
    start() {
      known = Promise.all([read('recent-searches'), readStored()]).then(([recent, stored]) => {
        const before = readJson(recent, recentSchema) ?? []
        const { recent: since } = state()
        const others = before.filter((one) => !since.some((newer) => sameFilters(newer, one)))
        const named = stored ?? []
        const added = state().saved.filter(({ name }) => !named.some((one) => isSameName(one.name, name)))
        store.setState({ recent: [...since, ...others].slice(0, MOST_RECENT), saved: sorted([...named, ...added]) })
      })
    },
    remember(filters) {
      if (countFilters(filters) === 0) return
      const others = state().recent.filter((one) => !sameFilters(one, filters))
      store.setState({ recent: [filters, ...others].slice(0, MOST_RECENT) })
      keepRecent()
    },
    save(typed, place) {
      const name = cleanName(typed)
      const { saved } = state()
      if (name === '') return 'Give it a name.'
      if (name.length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`
      if (saved.length >= MOST_SAVED) return `There are ${MOST_SAVED} saved searches already. Remove one first.`
      if (saved.some((one) => isSameName(one.name, name))) return `A saved search “${name}” already exists.`
      const added = { name, place: { ...place, offset: 0, event: null } }
      store.setState({ saved: sorted([...saved, added]) })
      keepSaved((stored) => {
        const others = stored.filter((one) => one.name !== name || textOf(one) !== textOf(added))
        const names = others.map((one) => one.name)
        const isTaken = names.some((one) => isSameName(one, name))
        return [...others, isTaken ? { ...added, name: unusedName(name, names) } : added]
      })
      return null
    },
    remove(name) {
      const without = (saved: readonly SavedSearch[]) => saved.filter((one) => one.name !== name)
      store.setState({ saved: without(state().saved) })
      keepSaved(without)
    },
    keep: () => unwritten?.(),
  }
}

/** As it looks: spaces as they are drawn, and nothing that is not. */
function cleanName(typed: string): string {
  const name = typed
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim()
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : ''
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const sorted = (saved: readonly SavedSearch[]): readonly SavedSearch[] =>
  saved.toSorted((a, b) => a.name.localeCompare(b.name))

const textOf = ({ place }: SavedSearch) => placeParams(place).toString()

function readSaved([name, params]: [string, string]): SavedSearch[] {
  const reading = readPlace(new URLSearchParams(params))
  return reading.ok ? [{ name, place: reading.place }] : []
}

function readJson<T>(text: string | null, schema: z.ZodType<T>): T | null {
  try {
    return text === null ? null : schema.parse(JSON.parse(text))
  } catch {
    // Written by another version: ignored.
    return null
  }
}
