// The header's button for the list of snapshots, with their number.
import { Button, Tooltip } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { grouped } from '../../ui/grouped-digits.ts'
import styles from './snapshots-dialog.module.css'

interface SnapshotsButtonProps {
  /** Null: not known yet. */
  count: number | null
  /** Show only the icon. */
  narrow: boolean
  onOpen: () => void
}

export function SnapshotsButton({ count, narrow, onOpen }: SnapshotsButtonProps) {
  const words = count === 1 ? '1 snapshot on this computer' : `${grouped(count ?? 0)} snapshots on this computer`
  return (
    <Tooltip label={words}>
      <Button
        variant="default"
        aria-label="Snapshots"
        aria-description={words}
        className={styles.button ?? ''}
        onClick={onOpen}
      >
        {narrow ? <IconCamera size={16} stroke={1.7} /> : 'Snapshots'}
        <span className={styles.count} data-count={count === null ? '' : grouped(count)} />
      </Button>
    </Tooltip>
  )
}
