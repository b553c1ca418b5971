// The confirmation before a large reading: how many requests, and about how long.
import { Button, Group, Modal } from '@mantine/core'
import { countWords } from '../../ui/grouped-digits.ts'
import type { SnapshotCost } from '../store/snapshot-cost.ts'
import { requestsWords } from './cost-words.ts'
import styles from './take-dialog.module.css'

interface TakeDialogProps {
  opened: boolean
  cost: SnapshotCost | null
  connectionName: string
  onTake: () => void
  onClose: () => void
}

export function TakeDialog({ opened, cost, connectionName, onTake, onClose }: TakeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Take a large snapshot?" size={440}>
      {cost !== null && (
        <>
          <p className={styles.words}>
            {countWords(cost.events, 'event')} from “{connectionName}”: <b>{requestsWords(cost)}</b>.
          </p>
          <p className={styles.words}>
            You can keep working meanwhile. Reading can be paused and resumed later, even after a restart.
          </p>
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button size="sm" variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button size="sm" data-autofocus onClick={onTake}>
          Take snapshot
        </Button>
      </Group>
    </Modal>
  )
}
