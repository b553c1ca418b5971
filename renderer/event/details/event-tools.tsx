// What is done with the whole event: copied, as a command too, and others like it looked for.
import { Button, Tooltip } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { formatExact } from '../../../shared/exact/format-exact.ts'
import { eventCurl } from '../../live/store/curl.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useDetailActions } from './detail-actions.tsx'
import { othersLike, othersWords } from './others-like.ts'

export function EventTools({ event, baseUrl }: { event: Event; baseUrl: string }) {
  const { findOthers } = useDetailActions()
  const json = useCallback(() => formatExact(event.source, 2), [event.source])
  const others = useMemo(() => othersLike(event), [event])
  return (
    <>
      <CopyButton text={json} label="Copy JSON">
        Copy JSON
      </CopyButton>
      {event.eventId !== null && (
        <CopyButton text={eventCurl(baseUrl, event.eventId)} label="Copy as cURL" hint="A command for bash">
          cURL
        </CopyButton>
      )}
      {others !== null && (
        <Tooltip label={othersWords(others)}>
          <Button
            variant="default"
            size="compact-sm"
            h={28}
            aria-label="Find others like this"
            aria-description={othersWords(others)}
            onClick={() => findOthers(others)}
          >
            Find others
          </Button>
        </Tooltip>
      )}
    </>
  )
}
