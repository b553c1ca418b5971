// A table of figures or values: a line each, and a head that stays in sight of what scrolls around it.
import type { ComponentPropsWithRef } from 'react'
import styles from './data-table.module.css'

interface DataTableProps extends ComponentPropsWithRef<'table'> {
  'aria-label': string
}

export function DataTable({ className = '', ...rest }: DataTableProps) {
  return <table {...rest} className={`${styles.table} ${className}`} />
}
