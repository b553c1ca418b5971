// Asks once what properties mean, with guesses from names and values. Figures do not wait for an answer, and say so.
import { Button } from '@mantine/core'
import type { PropertyMeanings, SeenProperty } from '../../shared/worth/property-meanings.ts'
import { meaningsToOffer, offeredWords, withMeanings } from './meaning-words.ts'
import styles from './meanings-notice.module.css'

interface MeaningsNoticeProps {
  seen: readonly SeenProperty[]
  meanings: PropertyMeanings
  /** Properties that the user postponed answering for. */
  unasked: readonly string[]
  onMeanings: (meanings: PropertyMeanings) => void
  onUnasked: (names: readonly string[]) => void
  onChoose: () => void
}

export function MeaningsNotice({ seen, meanings, unasked, onMeanings, onUnasked, onChoose }: MeaningsNoticeProps) {
  const offered = meaningsToOffer(seen, meanings, unasked)
  if (offered.length === 0) return null
  return (
    <span className={styles.offer}>
      {offeredWords(offered)}
      <span className={styles.actions}>
        <Button variant="default" onClick={() => onMeanings(withMeanings(meanings, offered))}>
          Confirm
        </Button>
        <Button variant="default" onClick={onChoose}>
          Choose…
        </Button>
        <Button variant="subtle" onClick={() => onUnasked(offered.map(({ name }) => name))}>
          Not now
        </Button>
      </span>
    </span>
  )
}
