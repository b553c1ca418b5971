// A card that asks what names of a file mean, as a table with a field for each; used together, they have the file checked again.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import styles from './ledger.module.css'

interface NamesCardProps {
  label: string
  title: string
  heads: readonly string[]
  /** The rows of the table. */
  children: ReactNode
  /** Whether there is anything to be used. */
  isChanged: boolean
  onUse: () => void
  /** Beside the button. */
  more?: ReactNode
}

export function NamesCard({ label, title, heads, children, isChanged, onUse, more }: NamesCardProps) {
  return (
    <section aria-label={label} className={`${common.card} ${styles.card} ${styles.namesCard}`}>
      <h3 className={common.cardTitle}>{title}</h3>
      <div className={styles.scroll}>
        <DataTable aria-label="Names" className={styles.names ?? ''}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </DataTable>
      </div>
      <div className={styles.tools}>
        <Button variant="default" disabled={!isChanged} onClick={onUse}>
          Check with these names
        </Button>
        {more}
      </div>
    </section>
  )
}

/** What a field of such a table offers. */
export function NamesOffered({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((one) => (
        <option key={one} value={one} />
      ))}
    </datalist>
  )
}
