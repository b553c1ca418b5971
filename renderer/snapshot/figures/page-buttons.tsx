// The buttons that page through a list, and through the lines of a checked file.
import { ActionIcon, Button, type ButtonProps, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'

export interface PageButtonsProps extends Pick<ButtonProps, 'size'> {
  /** The offset of the page that was asked for last. */
  asked: number
  /** The offset of the page on screen, which may be an earlier one. */
  offset: number
  /** How many are on the page on screen. */
  shown: number
  total: number
  pageSize: number
  /** It names what is listed, in the plural. */
  name: string
  /** Whether only the accessible name says what is listed. */
  short?: boolean
  onOffset: (offset: number) => void
}

/** "Previous" and "Next" for a list of several pages. Draws nothing if there is only one. */
export function PageButtons(props: PageButtonsProps) {
  const { asked, offset, shown, total, pageSize, name, short = false, size, onOffset } = props
  if (total <= pageSize) return null
  const buttons = [
    { word: 'Previous', to: Math.max(0, asked - pageSize), isEnabled: asked > 0 },
    { word: 'Next', to: offset + shown, isEnabled: shown > 0 && offset + shown < total },
  ]
  return buttons.map(({ word, to, isEnabled }) => (
    <Button
      key={word}
      variant="default"
      {...(size && { size })}
      {...(short && { 'aria-label': `${word} ${name}` })}
      disabled={!isEnabled}
      onClick={() => onOffset(to)}
    >
      {short ? word : `${word} ${name}`}
    </Button>
  ))
}

interface LinePagesProps {
  /** It names what is on the pages, in the plural. */
  name: string
  /** The offset of the page on screen. */
  from: number
  /** How many are on the page on screen. */
  shown: number
  /** How many there are on all pages. */
  count: number
  /** The offset of the previous page; null: there is none. */
  previous: number | null
  /** They stand in place of "1–100 of 1,234 lines". */
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
