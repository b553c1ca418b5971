// Through a table that has more rows than a page: from which to which, of how many, and both ways.
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import ledger from './ledger.module.css'

interface InvoicePagesProps {
  /** Of what, in the plural. */
  name: string
  from: number
  here: number
  count: number
  step: number
  onPage: (offset: number) => void
}

export function InvoicePages({ name, from, here, count, step, onPage }: InvoicePagesProps) {
  return (
    <nav className={ledger.pages} aria-label={`Pages of ${name}`}>
      <p role="status">
        {here === 0 ? '' : `${grouped(from + 1)}–${grouped(from + here)} of ${grouped(count)} ${name}`}
      </p>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={`Previous ${name}`}
        disabled={from === 0}
        onClick={() => onPage(Math.max(0, from - step))}
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
