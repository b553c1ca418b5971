// One of the checks: its title, its result in a sentence, and the findings below.
import { Box, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import { FigureButton } from '../../ui/data-table.tsx'
import { ExactText } from '../../ui/exact-text.tsx'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './checks.module.css'

interface CheckItemProps {
  check:
    | 'possible-duplicates'
    | 'alike-but-for'
    | 'amount-differs'
    | 'unexpected-shapes'
    | 'mixed-kinds'
    | 'misfits'
    | 'repeated-ids'
  title: string
  /** Null until it is known. */
  count: number | null
  /** It says in a sentence what was found. */
  words: string
  /** False where nothing was there to check by: then nothing was found, and nothing is right either. */
  isMade?: boolean
  children?: ReactNode
}

export function CheckItem({ check, title, count, words, isMade = true, children }: CheckItemProps) {
  const titleId = useId()
  const isFound = count !== null && count > 0
  const Icon = isMade ? IconCheck : IconCircleDashed
  return (
    <Stack
      component="li"
      gap={8}
      px={12}
      py={10}
      className={common.box ?? ''}
      data-check={check}
      data-count={count ?? undefined}
      aria-labelledby={titleId}
      aria-busy={count === null || undefined}
    >
      <Group className={styles.head ?? ''} align="baseline" gap="2px 10px">
        {isFound ? (
          <IconAlertTriangle size={16} stroke={1.7} className={common.warning} aria-hidden />
        ) : (
          <Icon
            size={16}
            stroke={1.7}
            className={isMade ? `${common.good} ${styles.clean}` : common.dim}
            aria-hidden
            data-waiting={count === null || undefined}
          />
        )}
        <h3 id={titleId} className={common.title}>
          {title}
        </h3>
        <Box component="p" flex="1 1 260px" className={isFound ? '' : common.dim}>
          {count === null ? 'Checking…' : words}
        </Box>
      </Group>
      {children}
    </Stack>
  )
}

interface FoundEventsProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  events: number
  /** They are all of them, or as many as can be named. */
  rows: readonly number[]
  /** It follows "Show 3 events". */
  words: string
}

/** How many events were found, and where all of them can be named, a way to them. */
export function FoundEvents({ events, rows, words, onShowEvents }: FoundEventsProps) {
  if (rows.length < events) return grouped(events)
  return (
    <FigureButton label={`Show ${countWords(events, 'event')}${words}`} onClick={() => onShowEvents(scopeOfRows(rows))}>
      {grouped(events)}
    </FigureButton>
  )
}

/** A name, a code or an ID of a finding, as it was sent. */
export const Sent = ({ text, isId = false }: { text: string; isId?: boolean }) => (
  <span className={isId ? `${common.wrapped} ${common.mono} ${common.small}` : common.wrapped}>
    <ExactText text={text} />
  </span>
)
