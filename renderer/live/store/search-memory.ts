// The searches of one connection: the last fifty, and saved ones. The backend stores them encrypted.
import { z } from 'zod'
import { type Filters, filtersSchema } from '../../../shared/event/event.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { succeeded } from '../../../shared/failure/failure.ts'
import { nameTooLong } from '../../../shared/failure/failure-words.ts'
import { FailureError } from '../../bridge.ts'
import { createRememberedValue, type RememberedValueEffects } from '../../ui/remembered-value.ts'
import type { StateStore } from '../../ui/state-store.ts'
import { unusedName } from '../../ui/unused-name.ts'
import { countFilters, sameFilters } from './filters-meaning.ts'
import { type Place, placeParams, readPlace } from './place.ts'

export interface SavedSearch {
  name: string
  place: Place
}

export interface KeptSearches {
  /** Newest first. */
  recent: readonly Filters[]
  /** They are in order of name. */
  saved: readonly SavedSearch[]
}

export type SearchMemory = ReturnType<typeof createSearchMemory>

const MOST_RECENT = 50
const MOST_SAVED = 200
const LONGEST_NAME = 100

const recentSchema = z.array(filtersSchema)
const savedSchema = z.array(z.tuple([z.string(), z.string()]))

interface SearchMemoryEffects extends RememberedValueEffects {
  parts: StateStore<{ searches: KeptSearches }>
}

/** `onUnkept` hears why saved searches could not be kept. */
export function createSearchMemory({ parts, ...effects }: SearchMemoryEffects) {
  const { state, subscribe, patch } = parts.part('searches', { recent: [], saved: [] })
  const recent = createRememberedValue<readonly Filters[]>(
    {
      name: 'recent-searches',
      read: (text) => parseKept(text, recentSchema) ?? [],
      join: (before, since) => newestFirst(since, before),
      // Of searches in quick succession only the last is written.
      writtenAfterMs: 1_000,
      isSilent: true,
    },
    effects,
  )
  recent.subscribe(() => patch({ recent: recent.state() ?? [] }))
  const stored = createRememberedValue<readonly SavedSearch[]>(
    {
      name: 'saved-searches',
      read: (text) => parseKept(text, savedSchema)?.flatMap(readSaved) ?? [],
      write: (saved) => JSON.stringify(saved.map((one) => [one.name, textOf(one)])),
    },
    effects,
  )
  /** What is stored holds every change that was made here: the last one could be written. */
  let isSavedKept = true

  /**
   * Makes a change to what is stored now, as another window may have saved and removed some since; to what is here,
   * where an earlier change could not be written and would be lost.
   */
  async function keepSaved(change: (saved: readonly SavedSearch[]) => readonly SavedSearch[]) {
    patch({ saved: sorted(change(state().saved)) })
    const done = await stored.update((now) => succeeded(sorted(change(isSavedKept ? now : state().saved))))
    isSavedKept = done.ok
    if (done.ok) patch({ saved: stored.state() ?? [] })
    else effects.onUnkept(new FailureError(done.failure))
  }

  return {
    state,
    subscribe,
    start(): void {
      void recent.start()
      void stored.start().then(() => {
        const named = stored.state() ?? []
        const added = state().saved.filter(({ name }) => !named.some((one) => isSameName(one.name, name)))
        patch({ saved: sorted([...named, ...added]) })
      })
    },
    /** A search whose answer came. */
    remember(filters: Filters): void {
      if (countFilters(filters) > 0) recent.change(newestFirst([filters], state().recent))
    },
    /** Why it was not saved, in words; null where it was. */
    save(typed: string, place: Place): string | null {
      const name = cleanName(typed)
      const { saved } = state()
      if (name === '') return 'Give it a name.'
      if (name.length > LONGEST_NAME) return nameTooLong(LONGEST_NAME)
      if (saved.length >= MOST_SAVED) return `There are ${MOST_SAVED} saved searches already. Remove one first.`
      if (saved.some((one) => isSameName(one.name, name))) return `A saved search “${name}” already exists.`
      const added = { name, place: { ...place, offset: 0, event: null } }
      void keepSaved((stored) => {
        // The list may have it already (`keepSaved`). Another search that another window saved by this name keeps it.
        const others = stored.filter((one) => one.name !== name || textOf(one) !== textOf(added))
        const names = others.map((one) => one.name)
        const isTaken = names.some((one) => isSameName(one, name))
        return [...others, isTaken ? { ...added, name: unusedName(name, names) } : added]
      })
      return null
    },
    remove: (name: string) => void keepSaved((saved) => saved.filter((one) => one.name !== name)),
    /** Writes now what waits to be written: the window may be closing. */
    keep: recent.keep,
  }
}

/** The first ones, then those others that are not among them. */
function newestFirst(first: readonly Filters[], others: readonly Filters[]): readonly Filters[] {
  const left = others.filter((one) => !first.some((newer) => sameFilters(newer, one)))
  return [...first, ...left].slice(0, MOST_RECENT)
}

/** Cleans a name to what it looks like: spaces as they are drawn, and nothing that is not. */
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
