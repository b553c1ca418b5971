// A page without rows: what was asked for, and the ways on from here.
import { Box, Button, Group } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Filters, PropertyFilter } from '../../../shared/event/event.ts'
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { lastRowsOffset } from '../../../shared/search/paging.ts'
import common from '../../ui/common.module.css'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import type { ShownRows } from '../store/search-session.ts'
import type { SeenPlace, SeenValues } from '../store/seen-values.ts'
import styles from './no-rows.module.css'

interface NoRowsProps {
  shown: ShownRows
  seen: Pick<SeenValues, 'matching'>
  onPage: (offset: number) => void
  onFilters: (filters: Filters) => void
}

export function NoRows({ shown: { request, answer }, seen, onPage, onFilters }: NoRowsProps) {
  const applied = filterWords(request.filters)
  const offset = answer.page.offset ?? request.offset
  if (offset > 0) {
    return (
      <Empty title={`No rows from row ${grouped(offset + 1)} on`}>
        <p>The list ends before this page.</p>
        <Button onClick={() => onPage(lastRowsOffset(request, answer.page) ?? 0)}>Go to the last rows</Button>
      </Empty>
    )
  }
  if (applied.length === 0) {
    return (
      <Empty title="The service has no events">
        <p>Nothing was filtered out: it answered with an empty list.</p>
      </Empty>
    )
  }
  return (
    <Empty title={`No event matches ${applied.length === 1 ? 'this filter' : 'these filters'}`}>
      <ul className={`${common.list} ${styles.filters}`}>
        {applied.map(({ id, name, value, property }) => {
          const swapped = property && swappedKind(request.filters, property)
          return (
            <li key={id}>
              <Box component="span" miw={96} className={common.dim}>
                {shortened(name, ONE_LINE.characters)}
              </Box>
              <span className={styles.value}>{shortened(value, ONE_LINE.characters)}</span>
              {swapped && <Offer label={swapped.label} onTake={() => onFilters(swapped.filters)} />}
            </li>
          )
        })}
      </ul>
      {closeValues(request.filters, seen).map(({ words, values, filtersWith }) => (
        <Group key={words} justify="center" gap="4px 8px">
          <p>{words}</p>
          {values.map((value) => (
            <Offer
              key={value}
              label={shortened(value, ONE_LINE.characters)}
              onTake={() => onFilters(filtersWith(value))}
            />
          ))}
        </Group>
      ))}
      <Button variant="default" onClick={() => onFilters({ propertyFilters: [] })}>
        Clear filters
      </Button>
    </Empty>
  )
}

function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <IconSearchOff size={28} stroke={1.4} aria-hidden />
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  )
}

function Offer({ label, onTake }: { label: string; onTake: () => void }) {
  return (
    <Button size="compact-xs" variant="default" onClick={onTake}>
      {label}
    </Button>
  )
}

interface CloseValues {
  /** They read as "Exact match only. 3 customers seen begin like “northwind”:". */
  words: string
  values: string[]
  filtersWith: (value: string) => Filters
}

/** Values offered per filter. */
const MOST = 3
/** Values counted at most. */
const MOST_COUNTED = 100

/**
 * Values that were seen and are close to what was asked: matching is exact, and few know that. One entry for each
 * filter that has some, with at most three of them; empty if none has.
 */
export function closeValues(filters: Filters, seen: Pick<SeenValues, 'matching'>): CloseValues[] {
  const found: CloseValues[] = []
  /** `name`: what one value of the place is called, such as "customer". */
  function look(text: string | undefined, place: SeenPlace, name: string, filtersWith: (value: string) => Filters) {
    if (text === undefined || text.trim() === '') return
    const near = nearest(text, place, seen)
    if (near === null) return
    const { values, begins } = near
    const count = values.length >= MOST_COUNTED ? `${MOST_COUNTED} or more` : String(values.length)
    const [beginLike, areClose] = values.length === 1 ? ['begins like', 'is close to'] : ['begin like', 'are close to']
    const like = begins ? beginLike : areClose
    found.push({
      words: `Exact match only. ${count} ${values.length === 1 ? name : `${name}s`} seen ${like} “${shortened(text, 40)}”:`,
      values: values.slice(0, MOST),
      filtersWith,
    })
  }
  look(filters.customerId, 'customerId', 'customer', (customerId) => ({ ...filters, customerId }))
  look(filters.eventCode, 'eventCode', 'event code', (eventCode) => ({ ...filters, eventCode }))
  for (const [index, filter] of filters.propertyFilters.entries()) {
    if (filter.kind !== 'string') continue
    look(filter.text, { property: filter.name, kind: filter.kind }, 'value', (text) => ({
      ...filters,
      propertyFilters: filters.propertyFilters.with(index, { ...filter, text }),
    }))
  }
  return found
}

/**
 * Values that contain the text, else values that begin with most of it; null where nothing is close. `begins`: every
 * one of them begins with the whole text.
 */
function nearest(text: string, place: SeenPlace, seen: Pick<SeenValues, 'matching'>) {
  const typed = text.trim()
  // One more than are counted, as the text itself may be among them.
  const othersWith = (part: string) => seen.matching(place, part, MOST_COUNTED + 1).filter((value) => value !== text)
  const holding = othersWith(typed)
  const isBegun = (value: string) => value.toLowerCase().startsWith(typed.toLowerCase())
  if (holding.length > 0) return { values: holding, begins: holding.every(isBegun) }
  if (typed.length < 5) return null
  // A typo is likely towards the end.
  const stem = typed.slice(0, Math.ceil(typed.length * 0.7)).toLowerCase()
  const alike = othersWith(stem).filter((value) => value.toLowerCase().startsWith(stem))
  return alike.length > 0 ? { values: alike, begins: false } : null
}

interface SwappedKind {
  label: 'Try as number' | 'Try as string'
  filters: Filters
}

/** One of these property filters asked for as the other kind; null where its value allows no other. */
export function swappedKind(filters: Filters, property: PropertyFilter): SwappedKind | null {
  const { name, kind, text } = property
  if (kind === 'string' && !isJsonNumber(text)) return null
  const other = kind === 'string' ? 'number' : 'string'
  const at = filters.propertyFilters.indexOf(property)
  const propertyFilters = filters.propertyFilters.with(at, { name, kind: other, text })
  return { label: `Try as ${other}`, filters: { ...filters, propertyFilters } }
}
