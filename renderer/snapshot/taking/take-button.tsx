// "Take snapshot" reads every match of the search on screen; the button shows their number, its tooltip the cost.
import { Button, Tooltip } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { memo } from 'react'
import { countWords, grouped } from '../../ui/grouped-digits.ts'
import styles from './take-button.module.css'

interface TakeButtonProps {
  /** How many there are; null: the service gives no total. */
  events: number | null
  /** Of reading them, in words. */
  cost: string
  /** Why there is nothing to take, in a sentence; null where there is. */
  unavailable: string | null
  onTake: () => void
}

/** Memoised across pages. `aria-disabled` instead of `disabled`: the keyboard still reaches it and its reason. */
export const TakeButton = memo(function TakeButton({ events, cost, unavailable, onTake }: TakeButtonProps) {
  const words = unavailable ?? cost
  return (
    <Tooltip label={words} events={{ hover: true, focus: true, touch: false }}>
      <Button
        variant="default"
        leftSection={<IconCamera size={15} stroke={1.7} />}
        classNames={{ root: styles.take ?? '', label: styles.takeLabel ?? '', section: styles.takeIcon ?? '' }}
        aria-label="Take snapshot"
        aria-description={events === null ? words : `${countWords(events, 'event')}. ${words}`}
        aria-disabled={unavailable !== null || undefined}
        data-disabled={unavailable !== null}
        onClick={() => {
          if (unavailable === null) onTake()
        }}
      >
        Take snapshot
        {(events !== null || unavailable !== null) && (
          <span className={styles.takeCount} data-count={events === null ? '' : grouped(events)} />
        )}
      </Button>
    </Tooltip>
  )
})
