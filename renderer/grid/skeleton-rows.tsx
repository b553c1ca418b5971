// Placeholder rows before the first answer, hidden from screen readers (the grid is marked as busy).
import styles from './events-grid.module.css'

export function SkeletonRows({ columns, rows }: { columns: readonly { id: string }[]; rows: number }) {
  return Array.from({ length: Math.max(0, rows) }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing but their place
    <tr key={row} className={styles.skeleton} aria-hidden>
      <td />
      {columns.map(({ id }) => (
        <td key={id}>
          <span />
        </td>
      ))}
    </tr>
  ))
}
