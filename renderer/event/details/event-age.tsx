// Where the event on screen came from, and how long ago; keeps counting, because it would soon be untrue.
import { ageWords } from '../../ui/age-words.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { EventOrigin } from '../store/detail-view.ts'

export function EventAge({ source, zone }: { source: EventOrigin; zone: string }) {
  const now = useNow(10_000)
  const { from, receivedAt } = source
  return (
    <span title={`Received ${momentWords(receivedAt, zone) ?? receivedAt}`} data-source={from}>
      from the {from}, {ageWords(receivedAt, now)}
    </span>
  )
}
