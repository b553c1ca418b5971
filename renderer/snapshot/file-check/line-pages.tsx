// Through the lines of a checked file that has more of them than a page: from which to which, of how many, and both ways.
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import styles from './ledger.module.css'

interface LinePagesProps {
  /** Of what, in the plural. */
  name: string
  from: number
  here: number
  count: number
  /** Where the page before begins; null: there is none. */
  previous: number | null
  /** In place of "1–100 of 1,234 lines". */
  words?: string
  onPage: (offset: number) => void
}

export function LinePages({ name, from, here, count, previous, words, onPage }: LinePagesProps) {
  return (
    <nav className={styles.pages} aria-label={`Pages of ${name}`}>
      <p role="status" className={common.hint}>
        {words ?? (here === 0 ? '' : `${grouped(from + 1)}–${grouped(from + here)} of ${grouped(count)} ${name}`)}
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
        disabled={from + here >= count}
        onClick={() => onPage(from + here)}
      >
        <IconChevronRight size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
