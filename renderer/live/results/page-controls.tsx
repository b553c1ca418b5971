// Paging and refreshing: one landmark "Pages". Refresh is drawn in the bar above the table, the rest below the table.
import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconRefresh } from '@tabler/icons-react'
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { PAGE_SIZES, type PageSize } from '../../../shared/event/event.ts'
import { nextOffset, previousOffset } from '../../../shared/search/paging.ts'
import type { ShownRows } from '../store/search-state.ts'
import styles from './page-controls.module.css'

interface PageControlsProps {
  limit: number
  /** The rows whose neighbours are gone to. */
  shown: ShownRows | null
  /** Another page is on its way: its neighbours are not known yet. */
  busy: boolean
  onPage: (offset: number) => void
  onLimit: (limit: PageSize) => void
  onRefresh: () => void
  /** Shown beside "Refresh". */
  autoRefresh: ReactNode
}

export function PageControls(props: PageControlsProps) {
  const { limit, shown, busy, onPage, onLimit, onRefresh } = props
  const previous = shown && previousOffset(shown.request, shown.answer.page)
  const next = shown && nextOffset(shown.request, shown.answer.page)
  return (
    <nav aria-label="Pages" className={styles.pages}>
      <div className={styles.refresh}>
        <RefreshButton onRefresh={onRefresh} />
        {props.autoRefresh}
      </div>
      <div className={styles.paging}>
        <RowsPerPage limit={limit} onLimit={onLimit} />
        <PageButton name="First page" to={previous === null ? null : 0} busy={busy} onPage={onPage}>
          <IconChevronsLeft size={15} stroke={1.8} aria-hidden />
        </PageButton>
        <PageButton name="Previous page" to={previous} busy={busy} onPage={onPage}>
          <IconChevronLeft size={15} stroke={1.8} aria-hidden />
          <span className={styles.word}>Previous</span>
        </PageButton>
        <PageButton name="Next page" to={next} busy={busy} onPage={onPage}>
          <span className={styles.word}>Next</span>
          <IconChevronRight size={15} stroke={1.8} aria-hidden />
        </PageButton>
      </div>
    </nav>
  )
}

/** Not redrawn with every page, because nothing here changes: one Mantine button takes as long as two rows. */
const RefreshButton = memo(function RefreshButton({ onRefresh }: Pick<PageControlsProps, 'onRefresh'>) {
  return (
    <Button
      variant="default"
      aria-label="Refresh"
      title="Refresh"
      className={styles.refreshNow ?? ''}
      onClick={onRefresh}
    >
      <IconRefresh size={15} stroke={1.7} aria-hidden />
    </Button>
  )
})

const RowsPerPage = memo(function RowsPerPage({ limit, onLimit }: Pick<PageControlsProps, 'limit' | 'onLimit'>) {
  const sizes: number[] = [...PAGE_SIZES]
  return (
    <div className={styles.size}>
      <span className={styles.sizeLabel} aria-hidden>
        Rows per page
      </span>
      <NativeSelect
        aria-label="Rows per page"
        size="xs"
        value={String(limit)}
        data={(sizes.includes(limit) ? sizes : [limit, ...sizes]).map(String)}
        onChange={({ currentTarget }) => {
          const size = PAGE_SIZES.find((each) => String(each) === currentTarget.value)
          if (size) onLimit(size)
        }}
      />
    </div>
  )
})

interface PageButtonProps {
  name: string
  to: number | null
  busy: boolean
  onPage: (offset: number) => void
  children: ReactNode
}

function PageButton({ name, to, busy, onPage, children }: PageButtonProps) {
  const latest = useRef(to)
  useLayoutEffect(() => {
    latest.current = busy ? null : to
  }, [to, busy])
  const go = useCallback(() => {
    if (latest.current !== null) onPage(latest.current)
  }, [onPage])
  return (
    <StillButton name={name} disabled={to === null || busy} none={to === null} onGo={go}>
      {children}
    </StillButton>
  )
}

interface StillButtonProps {
  name: string
  disabled: boolean
  none: boolean
  onGo: () => void
  /** Of one name always the same. */
  children: ReactNode
}

/** `aria-disabled` instead of `disabled`, so that the focus stays on the button while a page loads. */
const StillButton = memo(
  function StillButton({ name, disabled, none, onGo, children }: StillButtonProps) {
    return (
      <Button
        variant="default"
        aria-label={name}
        title={name}
        aria-disabled={disabled || undefined}
        className={styles.button ?? ''}
        data-none={none || undefined}
        data-back={name !== 'Next page' || undefined}
        onClick={onGo}
      >
        {children}
      </Button>
    )
  },
  (one, other) => one.disabled === other.disabled && one.none === other.none && one.onGo === other.onGo,
)
