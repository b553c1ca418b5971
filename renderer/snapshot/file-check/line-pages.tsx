// Pages of lines of a checked file: which lines of how many are on screen, and buttons for the previous and next page.
import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'

interface LinePagesProps {
  /** What is on the pages, in the plural. */
  name: string
  /** The offset of the page on screen. */
  from: number
  /** How many are on the page on screen. */
  shown: number
  /** How many there are on all pages. */
  count: number
  /** The offset of the previous page; null: there is none. */
  previous: number | null
  /** In place of "1–100 of 1,234 lines". */
  words?: string
  onPage: (offset: number) => void
}

export function LinePages({ name, from, shown, count, previous, words, onPage }: LinePagesProps) {
  return (
    <Group component="nav" gap={6} aria-label={`Pages of ${name}`}>
      <p role="status" className={`${common.hint} ${common.numbers}`}>
        {words ?? (shown === 0 ? '' : `${grouped(from + 1)}–${grouped(from + shown)} of ${grouped(count)} ${name}`)}
      </p>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={`Previous ${name}`}
        disabled={previous === null}
        onClick={() => previous !== null && onPage(previous)}
      >
        <IconChevronLeft size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={`Next ${name}`}
        disabled={from + shown >= count}
        onClick={() => onPage(from + shown)}
      >
        <IconChevronRight size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
