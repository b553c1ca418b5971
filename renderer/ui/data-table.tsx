// A table of figures or values, and figures in it that show their events.
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import common from './common.module.css'
import styles from './data-table.module.css'

interface DataTableProps extends ComponentPropsWithRef<'table'> {
  'aria-label': string
}

/** A line each, and a head that stays in sight of what scrolls around it. */
export function DataTable({ className = '', ...rest }: DataTableProps) {
  return <table {...rest} className={`${styles.table} ${className}`} />
}

interface TableHeadProps {
  heads: readonly string[]
  /** They stand above figures: `data-number` marks them. */
  numbers?: readonly string[]
  /** This is what the buttons at the end of each line do, which is not drawn. */
  actions?: string
}

/** One line of heads, each of a column. */
export function TableHead({ heads, numbers = [], actions }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {heads.map((head, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a property may be called as another column is
          <th key={column} scope="col" data-number={numbers.includes(head) || undefined}>
            {head}
          </th>
        ))}
        {actions !== undefined && (
          <th scope="col">
            <VisuallyHidden>{actions}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface FigureButtonProps {
  /** Its effect, such as "Show 3 events where amount is text". */
  label: string
  onClick: () => void
  children: ReactNode
  /** It stands beside a value that is a figure itself. */
  quiet?: boolean
  /** Attributes that tests and screen readers' users rely on. */
  data?: Readonly<Record<`data-${string}`, string | number>>
}

/** A figure that shows its events when it is pressed: plain to the eye, a button to the hand and to a screen reader. */
export function FigureButton({ label, onClick, children, quiet = false, data = {} }: FigureButtonProps) {
  return (
    <UnstyledButton
      className={`${common.small} ${common.numbers} ${styles.figure}`}
      aria-label={label}
      title={label}
      data-quiet={quiet || undefined}
      onClick={onClick}
      {...data}
    >
      {children}
    </UnstyledButton>
  )
}

/** All of a cell, to be pressed. */
export const CellButton = ({ className = '', ...rest }: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...rest} className={`${styles.cellButton} ${className}`} />
)
