// What stands above the lines of a checked invoice: why nothing can be said of some of them, and "Load the hours before and after".
import { Box, Button, Group, Modal, Stack } from '@mantine/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { linesOf, unreadWords } from '../../../shared/snapshot/checked-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { momentWords } from '../../ui/instant-words.ts'
import { Sentences } from '../../ui/kept-lines.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SAY_WORTH } from '../../worth/use-rules.ts'
import { type PlannedEdge, plannedEdges } from '../store/edge-readings.ts'
import type { CheckedInvoice } from '../store/file-check-state.ts'
import file from './file-check.module.css'
import { useFileCheckTools } from './file-check-tools.ts'
import { FileNotice } from './file-notice.tsx'

/** Why nothing can be said of lines, with a way out of it. */
export function InvoiceWarnings({ answer }: { answer: CheckedInvoice }) {
  const { onRules } = useFileCheckTools()
  const { columns, version } = answer
  const noRule = linesOf(answer, 'no-rule')
  const unread = unreadWords(columns, () => 'not read')
  return (
    <>
      {noRule > 0 && (
        <FileNotice tone="warning">
          <Group component="p" gap="6px 12px">
            {version === null
              ? 'No price rules say what these events are worth, so no line can be compared with them.'
              : `${countWords(noRule, 'line has', 'lines have')} no price rule, so it is not known what their events are worth.`}{' '}
            <Button variant="default" onClick={onRules}>
              {SAY_WORTH}
            </Button>
          </Group>
        </FileNotice>
      )}
      {unread.length > 0 && (
        <FileNotice tone="warning">
          {unread.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </FileNotice>
      )}
    </>
  )
}

interface EdgesNoticeProps {
  snapshot: SnapshotSummary
  wanted: NonNullable<CheckedInvoice['edgesWanted']>
}

/** "Load the hours before and after": what two small readings around the period would ask, before anything is asked. */
export function EdgesNotice({ snapshot, wanted }: EdgesNoticeProps) {
  const { check, against, edges: readings, snapshots } = useFileCheckTools()
  const state = useSyncExternalStore(readings.subscribe, readings.state)
  const [isOpen, setOpen] = useState(false)
  const planned = useMemo(() => plannedEdges(snapshot, wanted, snapshots), [snapshot, wanted, snapshots])
  const begin = () => {
    setOpen(false)
    readings.read(snapshot, planned, (read) => void check.check(against, read))
  }
  if (state.step === 'failed') return <FailureNotice failure={state.failure} onRetry={begin} compact />
  if (state.step === 'reading') {
    const underWay = snapshots.filter(({ id }) => state.snapshotIds.includes(id))
    const read = underWay.filter(({ status }) => status.state === 'finished').length
    return (
      <Group className={common.notice ?? ''} gap="8px 12px" role="status">
        <Box component="p" flex="1 1 200px">
          Reading the hours around the period
        </Box>
        <ProgressBar
          label="Loading the hours before and after"
          className={file.progress}
          done={read}
          of={Math.max(1, state.snapshotIds.length)}
        />
        <Button variant="default" onClick={readings.end}>
          Do not wait
        </Button>
      </Group>
    )
  }
  const toRead = planned.filter(({ there }) => there === null).length
  return (
    <>
      <FileNotice tone="plain">
        <Group component="p" gap="6px 12px">
          {countWords(wanted.lines, 'line needs', 'lines need')} events close to the edges of the period, which are not
          in this snapshot.{' '}
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Load the hours before and after
          </Button>
        </Group>
      </FileNotice>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Load the hours before and after" size={560}>
        <Stack gap={12}>
          <p>
            {toRead === 0
              ? 'Snapshots that are there hold these hours already: nothing is asked of the service.'
              : `${toRead === 1 ? 'One small reading, kept as a snapshot of its own' : 'Two small readings, kept as snapshots of their own'}:`}
          </p>
          <Sentences all={planned.map((one) => edgeWords(one, snapshot.range.zone))} />
          <p>Then the invoice is checked again with these events.</p>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button variant="filled" data-autofocus onClick={begin}>
              {toRead === 0 ? 'Check again' : 'Read them'}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

/** "26 hours after: from 1 Nov 2026 00:00 to 2 Nov 2026 02:00, of cus_nordlicht". */
export function edgeWords({ edge, range, there }: PlannedEdge, zone: string): string {
  const at = (instant: string) => momentWords(instant, zone) ?? instant
  const hours = Math.round((Date.parse(range.until) - Date.parse(range.from)) / 3_600_000)
  const of = range.customer === null ? 'all customers of the search' : `customer ${shortened(range.customer, 60)}`
  const held = there === null ? '' : `; held by “${shortened(there.name, 60)}”`
  return `${hours} hours ${edge}: from ${at(range.from)} to ${at(range.until)}, ${of}${held}`
}
