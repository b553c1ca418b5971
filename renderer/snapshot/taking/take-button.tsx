// "Load all 9,128": every match of the search on screen becomes a snapshot. The page's one filled button; its tooltip says what
// that gives, and its cost.
import { Button, Group, Modal, Tooltip } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { ageWords } from '../../ui/age-and-size-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useCommandTarget } from '../../ui/tool-popover.tsx'
import { isLarge, readAt, requestsWords, type SnapshotCost } from '../store/snapshot-order.ts'
import styles from './taking.module.css'

interface TakeButtonProps {
  /** How many there are, of which 0 is not said; null: the service gives no total. */
  events: number | null
  /** Of reading them, in words. */
  cost: string
  /** Why there is nothing to take, in a sentence; null where there is. */
  unavailable: string | null
  onTake: () => void
  /** The same, opened on its totals. */
  onTotals: () => void
}

const GIVES = 'For totals, checks, comparisons and files of all of them'

/** Memoised across pages. `aria-disabled` instead of `disabled`: the keyboard still reaches it and its reason. */
export const TakeButton = memo(function TakeButton({ events, cost, unavailable, onTake, onTotals }: TakeButtonProps) {
  const words = unavailable ?? `${GIVES}. ${cost}`
  const button = useRef<HTMLButtonElement>(null)
  const take = () => {
    if (unavailable === null) onTake()
  }
  useCommandTarget('Load all', button, take)
  useCommandTarget('Totals', button, unavailable === null ? onTotals : null)
  return (
    <Tooltip label={words} events={{ hover: true, focus: true, touch: false }}>
      <Button
        ref={button}
        variant="filled"
        leftSection={<IconStack2 size={15} stroke={1.7} />}
        classNames={{ root: styles.take ?? '', label: styles.takeLabel ?? '', section: styles.takeIcon ?? '' }}
        aria-label="Load all"
        aria-description={events ? `${countWords(events, 'event')}. ${words}` : words}
        aria-disabled={unavailable !== null || undefined}
        data-disabled={unavailable !== null}
        onClick={take}
      >
        Load all
        {(events !== null || unavailable !== null) && (
          <span className={styles.takeCount} data-count={events ? grouped(events) : ''} />
        )}
      </Button>
    </Tooltip>
  )
})

interface TakeDialogProps {
  opened: boolean
  cost: SnapshotCost | null
  /** One of the same search that is minutes old; null where there is none. */
  recent: SnapshotSummary | null
  /** Why it will not be there in the next run, in sentences; null where it will. */
  thisRunOnly: string | null
  connectionName: string
  onTake: () => void
  onOpen: (snapshotId: string) => void
  onClose: () => void
}

/** Asks before a long reading: how many requests it takes, and about how long; and offers a snapshot that is there. */
export function TakeDialog(props: TakeDialogProps) {
  const { opened, cost, recent, thisRunOnly, connectionName, onTake, onOpen, onClose } = props
  const title = cost !== null && isLarge(cost) ? `Load all ${grouped(cost.events)} events?` : 'Load all again?'
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={440}>
      {recent !== null && <Recent snapshot={recent} onOpen={() => onOpen(recent.id)} />}
      {cost !== null && (
        <>
          <p className={styles.words}>
            {countWords(cost.events, 'event')} from “{connectionName}”: <b>{requestsWords(cost)}</b>.
          </p>
          <p className={styles.words}>
            You can keep working meanwhile. Reading can be paused and resumed later
            {thisRunOnly === null ? ', even after a restart.' : `. ${thisRunOnly}`}
          </p>
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button size="sm" variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button size="sm" data-autofocus onClick={onTake}>
          Load all
        </Button>
      </Group>
    </Modal>
  )
}

function Recent({ snapshot, onOpen }: { snapshot: SnapshotSummary; onOpen: () => void }) {
  const [now] = useState(() => Date.now())
  return (
    <p className={styles.words}>
      “{snapshot.name}” is a snapshot of this search: all {countWords(snapshot.rows, 'event')} read.{' '}
      <LinkButton onClick={onOpen}>Use the snapshot read {ageWords(readAt(snapshot), now)}</LinkButton>
    </p>
  )
}
