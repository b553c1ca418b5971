// Shown in place of an answer: why an open snapshot did not give it, and a button to ask again; or that there are no
// events.
import { Box, Button, Group } from '@mantine/core'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { failureOf } from '../../bridge.ts'
import common from '../../ui/common.module.css'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { NotLoadedError } from '../store/snapshot-query.ts'

export function AnswerTrouble({ trouble, onRetry }: { trouble: Error; onRetry: () => void }) {
  if (!(trouble instanceof NotLoadedError)) {
    return <FailureNotice failure={failureOf(trouble)} onRetry={onRetry} compact />
  }
  return (
    <Group role="alert" className={common.warningBox ?? ''} gap="8px 12px" mx={16} my={12}>
      <Box component="p" flex="1 1 240px">
        {refusedWords(trouble.because)}
      </Box>
      {trouble.because.kind !== 'too-many' && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Group>
  )
}

function refusedWords(because: NotLoadedError['because']): string {
  switch (because.kind) {
    case 'too-many': {
      const [rows, most] = [because.rows, because.most].map((count) => grouped(count))
      return `This snapshot has ${rows} events. Figures are worked out for at most ${most}; exports have no such limit.`
    }
    case 'unreadable':
      return because.words
    case 'closed':
      return 'This snapshot was unloaded before the figures were ready. Open it again.'
  }
}

/** Says why there are no rows. @param isNarrowed whether there are some, and conditions leave none of them */
export const noEventsWords = (isNarrowed: boolean) =>
  isNarrowed ? 'No events match these conditions.' : 'There are no events in this snapshot.'
