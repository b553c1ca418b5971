// "Extend the period": the search of a snapshot of which all events were read is read for a longer or later range,
// without what is proved already.
import { Box, Button, Group, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Extension, SnapshotRange, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { bridge } from '../../bridge.ts'
import { sameInstant } from '../../live/store/filters-meaning.ts'
import common from '../../ui/common.module.css'
import { notifyError, notifyFailure } from '../../ui/notify.tsx'
import { unusedName } from '../../ui/unused-name.ts'
import { type Snapshots, snapshotNames } from '../store/page-snapshots.ts'
import { extensionRequests, extensionWords } from '../store/snapshot-order.ts'
import styles from './changes.module.css'

interface ExtendDialogProps {
  opened: boolean
  onClose: () => void
  snapshot: SnapshotSummary
  /** The account of its connection now. */
  account: number
  snapshots: Pick<Snapshots, 'take' | 'state'>
}

export function ExtendDialog({ opened, onClose, ...props }: ExtendDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Extend the period" size={520}>
      {opened && <Extend {...props} onClose={onClose} />}
    </Modal>
  )
}

function Extend({ snapshot, account, snapshots, onClose }: Omit<ExtendDialogProps, 'opened'>) {
  const { zone } = snapshot.range
  const [from, setFrom] = useState(() => typedEdge(snapshot.range.from, zone))
  const [until, setUntil] = useState(() => typedEdge(snapshot.range.until, zone))
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null)
  /** It is of the range as it is typed; null: not asked for yet. */
  const [counted, setCounted] = useState<{ range: SnapshotRange; extension: Extension } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const errorAt = (field: string) => problem?.field === field && problem.message
  const edit = (set: (text: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    set(event.currentTarget.value)
    setProblem(null)
    setCounted(null)
  }

  async function count() {
    const read = readSnapshotRange({ from, until, zone })
    if (!read.ok) return setProblem(read)
    if (isThere(snapshot, read.range)) return setProblem({ field: 'until', message: SAME_RANGE })
    try {
      const extension = await bridge.snapshots.extension({ snapshotId: snapshot.id, range: read.range })
      setCounted({ range: read.range, extension })
    } catch (error) {
      notifyError(error)
    }
  }

  async function take(range: SnapshotRange) {
    const { connection, search, name } = snapshot
    const names = snapshotNames(snapshots.state().list, connection.id)
    const order = { connectionId: connection.id, account, search, range, extends: snapshot.id }
    const taken = await snapshots.take({ ...order, name: unusedName(`${name}, extended`, names) })
    if (taken.ok) onClose()
    else notifyFailure(taken.failure)
  }

  const requests = counted && extensionRequests(counted.extension)
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (isBusy) return
        setBusy(true)
        void (counted === null ? count() : take(counted.range)).finally(() => setBusy(false))
      }}
    >
      <p className={styles.actionWords}>
        Reads this search with a later end or an earlier start into a new snapshot. What is already here is counted
        again, not read again; this snapshot stays as it is.
      </p>
      <div className={common.columns}>
        <TextInput
          label="From"
          value={from}
          placeholder="the first event"
          data-autofocus
          error={errorAt('from')}
          onChange={edit(setFrom)}
        />
        <TextInput
          label="Up to, not including"
          value={until}
          placeholder="now"
          error={errorAt('until')}
          onChange={edit(setUntil)}
        />
      </div>
      <Box component="p" mt={8} className={common.hint} role="status">
        {counted === null
          ? `A month, a day or a time, in ${zone.replaceAll('_', ' ')}. Without an end it goes up to now.`
          : extensionWords(counted.extension)}
      </Box>
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="filled" type="submit" aria-disabled={isBusy || undefined}>
          {counted === null
            ? 'Count: 1 request'
            : requests === null
              ? 'Read'
              : `Read: about ${countWords(requests, 'request')}`}
        </Button>
      </Group>
    </form>
  )
}

const SAME_RANGE = 'This is the range of the snapshot. Choose a later end or an earlier start.'

/** Whether a snapshot has all of a range; one that went up to the moment of its reading, or beyond it, has not. */
function isThere({ range, status }: SnapshotSummary, { from, until }: SnapshotRange): boolean {
  const isSoFar = status.state === 'finished' && status.verdict.soFar
  return (
    until !== null &&
    !isSoFar &&
    sameInstant(range.from ?? undefined, from ?? undefined) &&
    sameInstant(range.until ?? undefined, until)
  )
}

/** Writes an end as it can be typed: a whole day as such. */
function typedEdge(utc: string | null, zone: string): string {
  const seen = utc === null ? null : inZone(utc, zone)
  return seen?.time === '00:00:00' && seen.fraction === '' ? seen.date : (utc ?? '')
}
