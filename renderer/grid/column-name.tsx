// The name of a column or property in a list, cut to a line.
import { shortened } from '../ui/excerpt.ts'
import { PropertyName } from '../ui/property-name.tsx'
import styles from './columns-panel.module.css'

export function ColumnName({ text }: { text: string }) {
  return (
    <span className={styles.text} title={text.length > 30 ? shortened(text, 2_000) : undefined}>
      <PropertyName text={text} />
    </span>
  )
}
