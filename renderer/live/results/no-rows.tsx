// A page without rows: what was asked for, and the ways on from here.
import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { Filters } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { lastRowsOffset } from '../../../shared/search/paging.ts'
import common from '../../ui/common.module.css'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import type { ShownRows } from '../store/search-state.ts'
import type { SeenValues } from '../store/seen-values.ts'
import { closeValues, swappedKind } from './close-values.ts'
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
      <div className={styles.empty}>
        <IconSearchOff size={28} stroke={1.4} aria-hidden />
        <p className={styles.title}>No rows from row {grouped(offset + 1)} on</p>
        <p>The list ends before this page.</p>
        <Button onClick={() => onPage(lastRowsOffset(request, answer.page) ?? 0)}>Go to the last rows</Button>
      </div>
    )
  }
  if (applied.length === 0) {
    return (
      <div className={styles.empty}>
        <IconSearchOff size={28} stroke={1.4} aria-hidden />
        <p className={styles.title}>The service has no events</p>
        <p>Nothing was filtered out: it answered with an empty list.</p>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <IconSearchOff size={28} stroke={1.4} aria-hidden />
      <p className={styles.title}>No event matches {applied.length === 1 ? 'this filter' : 'these filters'}</p>
      <ul className={styles.filters}>
        {applied.map(({ id, name, value, property }) => {
          const swapped = property && swappedKind(request.filters, property)
          return (
            <li key={id}>
              <span className={`${common.dim} ${styles.name}`}>{shortened(name, ONE_LINE.characters)}</span>
              <span className={styles.value}>{shortened(value, ONE_LINE.characters)}</span>
              {swapped === null ? null : (
                <Button size="compact-xs" variant="default" onClick={() => onFilters(swapped.filters)}>
                  {swapped.label}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {closeValues(request.filters, seen).map(({ words, values, filtersWith }) => (
        <div key={words} className={styles.close}>
          <p>{words}</p>
          {values.map((value) => (
            <Button key={value} size="compact-xs" variant="default" onClick={() => onFilters(filtersWith(value))}>
              {shortened(value, ONE_LINE.characters)}
            </Button>
          ))}
        </div>
      ))}
      <Button variant="default" onClick={() => onFilters({ propertyFilters: [] })}>
        Clear filters
      </Button>
    </div>
  )
}
