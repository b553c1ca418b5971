// One line of the panel: the first or the last event, or the button that looks for it and says what that costs.
import { Button } from '@mantine/core'
import type { Event } from '../../../shared/event/event.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import common from '../../ui/common.module.css'
import { InstantText } from '../../ui/exact-text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { FoundEdge, TimeAnswer } from '../store/time-questions.ts'
import styles from './over-time.module.css'

interface EdgeLineProps {
  name: 'First event' | 'Last event'
  edge: TimeAnswer<FoundEdge>
  /** How many it takes at most. */
  requests: number
  zone: string
  onFind: () => void
  onOpen: (event: Event) => void
}

export function EdgeLine({ name, edge, requests, zone, onFind, onOpen }: EdgeLineProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd data-slot={name}>
        {edge.state === 'answered' ? (
          <FoundEvent found={edge.answer} zone={zone} onOpen={onOpen} />
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={edge.state === 'asking' || undefined}
            aria-label={`${edge.state === 'asking' ? 'Looking for' : 'Find'} the ${name.toLowerCase()}`}
            aria-description={`At most ${countWords(requests, 'request')}`}
            // Not disabled while asking, to keep the focus; `find` ignores a second call.
            onClick={onFind}
          >
            {edge.state === 'asking' ? 'Looking…' : 'Find'}
          </Button>
        )}
        {(edge.state === 'open' || edge.state === 'failed') && (
          <span className={common.dim}>at most {countWords(requests, 'request')}</span>
        )}
        {edge.state === 'failed' && (
          <span role="alert" className={styles.trouble}>
            {failureSentence(edge.failure)}
          </span>
        )}
      </dd>
    </>
  )
}

function FoundEvent({ found, zone, onOpen }: { found: FoundEdge; zone: string; onOpen: (event: Event) => void }) {
  switch (found.kind) {
    case 'none':
      return <span>None</span>
    case 'untrusted':
      return <span className={styles.trouble}>Cannot be determined: {found.words}</span>
    case 'found':
      return (
        <>
          <LinkButton quiet onClick={() => onOpen(found.event)}>
            <InstantText text={found.event.createdAt ?? ''} zone={zone} />
          </LinkButton>
          <span className={common.dim}>
            {found.within === 'millisecond' && 'to the millisecond'}
            {found.requests > 0 && ` ${countWords(found.requests, 'request')}`}
          </span>
        </>
      )
    default:
      return found satisfies never
  }
}
