// The state of the Filters form: the draft, what is wrong with it, and how it follows the applied filters.
import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Filters } from '../../../shared/event/event.ts'
import { NO_FILTERS, sameFilters } from '../store/filters-meaning.ts'
import { type Clock, writeDate, type Zones } from './date-text.ts'
import {
  type DraftProblems,
  differs,
  draftOf,
  type FilterField,
  type FiltersDraft,
  type FiltersReading,
  followFilters,
  type Rezoned,
  readFiltersDraft,
  rezoneDraft,
  settleDates,
} from './filters-draft.ts'

/** It is wrong with a field. It is said while typing; it is an error once the field was left, or Search refused it. */
interface DraftProblem {
  text: string
  isError: boolean
}

export type FiltersForm = ReturnType<typeof useFiltersForm>

export interface FiltersFormInput {
  connectionId: string
  drafts: KeptDrafts
  /** The rows on screen were asked for these. When it changes from outside, the draft follows. */
  applied: Filters
  /** The filters of the search that is running; null: none is. */
  running: Filters | null
  dates: DateReading
  /** Gets only filters that can be sent as they are. */
  onSearch: (filters: Filters) => void
  /** The same of a choice that was made by a click: its user may go on choosing. */
  onChoice: (filters: Filters) => void
}

/** How typed dates are read. */
interface DateReading {
  /** Those that dates typed without an offset are read in. */
  zones: Zones
  /** The service's now, RFC 3339 UTC. */
  now: () => string
}

/** On unmount a draft that differs from the applied filters goes to `drafts`; the connection's next form resumes it. */
export function useFiltersForm(input: FiltersFormInput) {
  const { connectionId, drafts, applied, running, onSearch, onChoice } = input
  const { zones, now } = input.dates
  const clockNow = () => ({ ...zones, now: now() })
  const clock = clockNow()
  const [resumed] = useState(() => draftToResume(drafts, connectionId, clock))
  const fields = useFields(resumed?.draft ?? draftOf(applied, zones), (draft) =>
    problemsIn(readFiltersDraft(draft, clockNow())),
  )
  /** The hours that days had before a change of the zone to `days`, for `keepHours`; null: none changed. */
  const [kept, setHours] = useState<{ hours: Rezoned['hours']; days: string } | null>(null)
  const expect = useFollowing(applied, resumed?.applied ?? null, (filters) =>
    fields.setValues(followFilters(fields.values, filters, clock)),
  )
  useZoneChange(zones, (before) => {
    const { draft, hours } = rezoneDraft(fields.values, applied, { ...clock, ...before }, clock)
    const { from, to } = draft
    setHours(Object.keys(hours).length > 0 ? { hours, days: zones.days } : null)
    // One by one: setting all values would clear the errors of unrelated fields.
    if (from !== fields.values.from) fields.setFieldValue('from', from)
    if (to !== fields.values.to) fields.setFieldValue('to', to)
  })
  const reading = readFiltersDraft(fields.values, clock)
  const problems = problemsIn(reading)
  const asksFor = (filters: Filters) => reading.ok && sameFilters(reading.filters, filters)
  const changed = !asksFor(applied)
  const isUnderWay = running !== null && asksFor(running)
  const keepDraft = useEffectEvent(() => {
    if (changed) drafts.set(connectionId, { draft: fields.values, applied, zones })
    else drafts.delete(connectionId)
  })
  useEffect(() => () => keepDraft(), [])

  function search(filters: Filters, ask: (filters: Filters) => void) {
    setHours(null)
    expect(filters)
    ask(filters)
  }

  /** Null where the draft cannot be searched with. */
  function searchDraft(draft: FiltersDraft, ask: (filters: Filters) => void) {
    const read = readFiltersDraft(draft, clockNow())
    if (!read.ok) return null
    search(read.filters, ask)
    return settleDates(draft, read.filters, clock)
  }

  function keepHours() {
    const { from, to } = kept?.hours ?? {}
    if (from !== undefined) fields.setFieldValue('from', writeDate(from, zones, 'from'))
    if (to !== undefined) fields.setFieldValue('to', writeDate(to, zones, 'to'))
    setHours(null)
  }

  return {
    /** The clock that its dates are read by. */
    clock,
    now,
    /** Values, list operations and input props, from @mantine/form. */
    fields,
    /** The draft and the applied filters do not ask for the same. */
    changed,
    /** Whether the draft asks for these. */
    asksFor,
    /** `path` as in DraftProblems. */
    problemAt: (path: string): DraftProblem | null => {
      const text = problems[path]
      return text === undefined ? null : { text, isError: fields.errors[path] !== undefined }
    },
    /** To be called on blur of a field that is not empty. */
    check: (path: string): void => {
      fields.validateField(path)
    },
    /**
     * It is for every choice that is made by a click: changes the draft, and searches with it if it is valid. Typed
     * text waits for Enter or Search.
     */
    searchWith: (change: Partial<FiltersDraft>): void => {
      const draft = { ...fields.values, ...change }
      fields.setValues(searchDraft(draft, onChoice) ?? draft)
    },
    /** Whether what stands in a field is not what the rows on screen were asked for, nor those under way. */
    isUnapplied: (field: FilterField) => changed && !isUnderWay && differs(fields.values, applied, clock, field),
    /** Undoes what a change of zone did to the hours of days; null where there is nothing to undo. */
    keepHours: kept?.days === zones.days ? keepHours : null,
    submit: fields.onSubmit(
      (draft) => {
        const settled = searchDraft(draft, onSearch)
        if (settled !== null) fields.setValues(settled)
      },
      (errors) => {
        const [first = ''] = Object.keys(errors)
        const node = fields.getInputNode(first)
        const radio = node?.querySelector('input') // where the field is a group of them
        ;(radio ?? node)?.focus()
      },
    ),
    /** The form's reset calls it: it clears every filter and searches. */
    clear: (event: React.SyntheticEvent<HTMLFormElement>): void => {
      event.preventDefault()
      fields.setValues(draftOf(NO_FILTERS, zones))
      search(NO_FILTERS, onSearch)
    },
  }
}

const useFields = (initialValues: FiltersDraft, validate: (draft: FiltersDraft) => DraftProblems) =>
  useForm({ name: 'filters', initialValues, validate })

const problemsIn = (reading: FiltersReading): DraftProblems => (reading.ok ? {} : reading.problems)

/** Marks an input whose filter waits for Enter or Search: seen as a bar at its edge, heard as its description. */
export const unappliedProps = (isUnapplied: boolean) =>
  isUnapplied
    ? {
        'data-unapplied': true,
        'aria-description': 'Not applied yet',
        title: 'Not applied yet: Enter or Search applies it',
      }
    : {}

/** Calls `change` with the zones before, and before the new ones are painted. */
function useZoneChange({ zone, days }: Zones, change: (before: Zones) => void) {
  const known = useRef({ zone, days })
  const onChange = useEffectEvent((now: Zones) => {
    const before = known.current
    known.current = now
    if (before.zone !== now.zone || before.days !== now.days) change(before)
  })
  useLayoutEffect(() => onChange({ zone, days }), [zone, days])
}

/**
 * Calls `follow` when the applied filters change from outside, and not when they become what this form asked for: the
 * user may be typing on. The answer tells which filters were asked for.
 */
function useFollowing(
  applied: Filters,
  /** Those of a draft that was kept: it stays a draft when they are back. */
  returning: Filters | null,
  follow: (filters: Filters) => void,
): (filters: Filters) => void {
  /** The filters that were applied last. */
  const known = useRef(applied)
  /** What this form has asked for and is not applied yet, oldest first: a later search may end an earlier one. */
  const expected = useRef<Filters[]>(returning === null ? [] : [returning])
  const onChange = useEffectEvent((filters: Filters) => {
    const place = expected.current.findIndex((filter) => sameFilters(filter, filters))
    const isUnchanged = sameFilters(known.current, filters)
    known.current = filters
    if (place !== -1) {
      expected.current = expected.current.slice(place + 1)
    } else if (!isUnchanged) {
      expected.current = []
      follow(filters)
    }
  })
  useEffect(() => onChange(applied), [applied])
  return (filters) => expected.current.push(filters)
}

interface KeptDraft {
  draft: FiltersDraft
  /** The filters that were applied beside it. */
  applied: Filters
  zones: Zones
}

/**
 * Drafts that wait while another connection is open: typed, and not yet searched with. They are by the connection's id;
 * as long as the page.
 */
export type KeptDrafts = Map<string, KeptDraft>

/** The draft that was kept, in the clock's zones, and the filters then applied; null where there is none. */
function draftToResume(drafts: KeptDrafts, connectionId: string, clock: Clock) {
  const kept = drafts.get(connectionId)
  if (kept === undefined) return null
  const { draft, applied, zones } = kept
  return { draft: rezoneDraft(draft, applied, { ...clock, ...zones }, clock).draft, applied }
}
