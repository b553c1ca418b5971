// "Take snapshot" reads every match of the search on screen; the button shows their number, its tooltip the cost.
import { Button, Tooltip } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { memo } from 'react'
import type { SnapshotCost } from '../../session/snapshot-cost.ts'
import { costWords } from '../../ui/cost-words.ts'
import { countWords, grouped } from '../../ui/grouped-digits.ts'
import styles from './taking.module.css'

interface TakeButtonProps {
  /** Null: the service gives no total. */
  cost: SnapshotCost | null
  /** Why there is nothing to take, in a sentence; null where there is. */
  unavailable: string | null
  onTake: () => void
}

/** Memoised across pages. `aria-disabled` instead of `disabled`: the keyboard still reaches it and its reason. */
export const TakeButton = memo(function TakeButton({ cost, unavailable, onTake }: TakeButtonProps) {
  const words = unavailable ?? costWords(cost)
  return (
    <Tooltip label={words} events={{ hover: true, focus: true, touch: false }}>
      <Button
        variant="default"
        leftSection={<IconCamera size={15} stroke={1.7} />}
        classNames={{ root: styles.take ?? '', label: styles.takeLabel ?? '', section: styles.takeIcon ?? '' }}
        aria-label="Take snapshot"
        aria-description={cost === null ? words : `${countWords(cost.events, 'event')}. ${words}`}
        aria-disabled={unavailable !== null || undefined}
        data-disabled={unavailable !== null}
        onClick={() => {
          if (unavailable === null) onTake()
        }}
      >
        Take snapshot
        {(cost !== null || unavailable !== null) && (
          <span className={styles.takeCount} data-count={cost === null ? '' : grouped(cost.events)} />
        )}
      </Button>
    </Tooltip>
  )
})
