// The state of the Filters form: the draft, what is wrong with it, and how it follows the applied filters.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Filters } from '../../../shared/event.ts'
import { NO_FILTERS, sameFilters } from '../../session/filters-meaning.ts'
import {
  type DraftProblems,
  draftOf,
  type FiltersDraft,
  followFilters,
  readDraft,
  rezoneDraft,
} from './filters-draft.ts'

/** What is wrong with a field. It is said while typing; it is an error once the field was left, or Search refused it. */
interface DraftProblem {
  text: string
  isError: boolean
}

export interface FiltersForm {
  zone: string
  /** Values, list operations and input props, from @mantine/form. */
  fields: UseFormReturnType<FiltersDraft, FiltersDraft, (draft: FiltersDraft) => DraftProblems>
  /** The draft and the applied filters do not ask for the same. */
  changed: boolean
  /** `path` as in DraftProblems. */
  problemAt: (path: string) => DraftProblem | null
  /** To be called when a field that holds something is left. */
  check: (path: string) => void
  submit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  /** For the form's reset: no filters, and searched with none. */
  clear: (event: React.SyntheticEvent<HTMLFormElement>) => void
}

interface FiltersFormInput {
  applied: Filters
  zone: string
  onSearch: (filters: Filters) => void
}

export function useFiltersForm({ applied, zone, onSearch }: FiltersFormInput): FiltersForm {
  const fields = useForm({
    name: 'filters',
    initialValues: draftOf(applied, zone),
    validate: (draft: FiltersDraft) => problemsOf(draft, zone),
  })
  const expect = useFollowing(applied, (filters) => fields.setValues(followFilters(fields.values, filters, zone)))
  useZoneChange(zone, (before) => {
    const { from, to } = rezoneDraft(fields.values, applied, { before, now: zone })
    // One by one: setting all would take back the errors of fields that have no part in this.
    if (from !== fields.values.from) fields.setFieldValue('from', from)
    if (to !== fields.values.to) fields.setFieldValue('to', to)
  })
  const reading = readDraft(fields.values, zone)
  const problems = reading.ok ? {} : reading.problems

  function search(filters: Filters) {
    expect(filters)
    onSearch(filters)
  }

  return {
    zone,
    fields,
    changed: !reading.ok || !sameFilters(reading.filters, applied),
    problemAt: (path) => {
      const text = problems[path]
      return text === undefined ? null : { text, isError: fields.errors[path] !== undefined }
    },
    check: (path) => {
      fields.validateField(path)
    },
    submit: fields.onSubmit(
      (draft) => {
        const read = readDraft(draft, zone)
        if (read.ok) search(read.filters)
      },
      (errors) => {
        const [first = ''] = Object.keys(errors)
        const node = fields.getInputNode(first)
        const radio = node?.querySelector('input') // where the field is a group of them
        ;(radio ?? node)?.focus()
      },
    ),
    clear: (event) => {
      event.preventDefault()
      fields.setValues(draftOf(NO_FILTERS, zone))
      search(NO_FILTERS)
    },
  }
}

function problemsOf(draft: FiltersDraft, zone: string): DraftProblems {
  const reading = readDraft(draft, zone)
  return reading.ok ? {} : reading.problems
}

/** Calls `change` with the zone before, and before the new one is painted. */
function useZoneChange(zone: string, change: (before: string) => void) {
  const known = useRef(zone)
  const onChange = useEffectEvent((now: string) => {
    const before = known.current
    known.current = now
    if (before !== now) change(before)
  })
  useLayoutEffect(() => onChange(zone), [zone])
}

/**
 * Calls `follow` when the applied filters change from outside, and not when they become what this form asked for: the
 * user may be typing on. The answer tells which filters were asked for.
 */
function useFollowing(applied: Filters, follow: (filters: Filters) => void): (filters: Filters) => void {
  const known = useRef(applied)
  const expected = useRef<Filters[]>([])
  const onChange = useEffectEvent((filters: Filters) => {
    const own = expected.current.findIndex((filter) => sameFilters(filter, filters))
    const unchanged = sameFilters(known.current, filters)
    known.current = filters
    if (own !== -1) {
      expected.current = expected.current.slice(own + 1)
    } else if (!unchanged) {
      expected.current = []
      follow(filters)
    }
  })
  useEffect(() => onChange(applied), [applied])
  return (filters) => expected.current.push(filters)
}
