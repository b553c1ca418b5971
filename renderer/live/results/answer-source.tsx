// Where the rows came from, opened from the footer: source, age, order, attempts, size, request ID, request.
import { Popover } from '@mantine/core'
import type { AnswerInfo } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import { ageWords, sizeWords } from '../../ui/age-and-size-words.ts'
import { BEFORE_IT_STOPPED, useBackendAbsence } from '../../ui/backend-presence.ts'
import common from '../../ui/common.module.css'
import { InstantText } from '../../ui/exact-text.tsx'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { usePopover } from '../../ui/tool-popover.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { ShownRows } from '../store/search-state.ts'
import styles from './results-bar.module.css'

interface AnswerSourceProps {
  shown: ShownRows
  order: string | null
  sorted: string | null
  zone: string
}

export function AnswerSource(props: AnswerSourceProps) {
  const now = useNow(30_000)
  const isGone = useBackendAbsence() !== null
  const { popover, button, dropdown } = usePopover()
  return (
    // In a portal, because the footer clips its overflow.
    <Popover position="top-start" {...popover} withinPortal>
      <Popover.Target>
        <button type="button" className={styles.source} title="Where these rows came from" {...button}>
          {sourceWords(props.shown.answer.info, props.shown.fromCache, isGone ? null : now)}
        </button>
      </Popover.Target>
      <Popover.Dropdown {...dropdown}>
        <Facts {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Mounted only while open: it re-renders every second. */
function Facts({ shown, order, sorted, zone }: AnswerSourceProps) {
  const { request, fromCache } = shown
  const { info } = shown.answer
  const now = useNow(1_000)
  const age = useBackendAbsence() === null ? ageWords(info.receivedAt, now) : BEFORE_IT_STOPPED
  const filters = filterWords(request.filters).map(({ id, name, value }) => ({
    id,
    words: `${shortened(name, ONE_LINE.characters)} = ${shortened(value, ONE_LINE.characters)}`,
  }))
  return (
    <dl className={styles.facts}>
      <dt>Source</dt>
      <dd>{fromCache ? 'The cache on this computer' : 'The service'}</dd>
      <dt>Received</dt>
      <dd>
        {age}, <InstantText text={info.receivedAt} zone={zone} />
      </dd>
      <dt>Took</dt>
      <dd>
        {tookWords(info.durationMs)}
        {info.attempts > 1 ? `, ${info.attempts} attempts` : ', 1 attempt'}
      </dd>
      <dt>Size</dt>
      <dd>{sizeWords(info.bytes)}</dd>
      <dt>Order</dt>
      <dd>{order ?? 'cannot be told from these rows'}</dd>
      {sorted === null ? null : (
        <>
          <dt>Sorted here</dt>
          <dd>{sorted}, these rows only</dd>
        </>
      )}
      <dt>Requested</dt>
      <dd>
        {request.limit} rows from row {grouped(request.offset + 1)} on
      </dd>
      <dt>Filters</dt>
      <dd>{filters.length === 0 ? 'none' : filters.map(({ id, words }) => <div key={id}>{words}</div>)}</dd>
      <dt>Request ID</dt>
      <dd className={common.figures}>
        {info.requestId === null ? 'none sent' : shortened(info.requestId, ONE_LINE.characters)}
      </dd>
    </dl>
  )
}

/** Rows younger than this, in ms, are as good as new. */
const NEW_MS = 60_000

/**
 * As "from the service, 142 ms" (with its age once that is a minute), or "from the cache, 3 min ago". `nowMs` and the age
 * are this machine's clock; null: Eventscope has stopped, and an age would be read as that of a window that goes on.
 */
export function sourceWords(info: AnswerInfo, fromCache: boolean, nowMs: number | null): string {
  const age = nowMs === null ? BEFORE_IT_STOPPED : ageWords(info.receivedAt, nowMs)
  if (fromCache) return `from the cache, ${age}`
  const took = `from the service, ${tookWords(info.durationMs)}`
  return nowMs !== null && nowMs - Date.parse(info.receivedAt) < NEW_MS ? took : `${took}, ${age}`
}
