// "Spot-check events": some events of a closing copy are fetched by ID and compared with what was kept.
import { Box, Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { listedTable, textValue } from '../../../shared/figures/figure-description.ts'
import {
  type AskedSample,
  MOST_SAMPLED,
  type SampleOrder,
  sampleOrderSchema,
  sampleWords,
  USUAL_SAMPLE,
} from '../../../shared/snapshot/asked-sample.ts'
import { fieldIs } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { type Bridge, bridge, failureOf } from '../../bridge.ts'
import { PropertySelect } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { momentWords } from '../../ui/instant-words.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useAmount } from '../figures/use-amount.ts'
import { SnapshotFailure } from '../queue/snapshot-failure.tsx'
import styles from './changes.module.css'

interface SampleDialogProps {
  opened: boolean
  onClose: () => void
  snapshot: SnapshotSummary
  zone: string
  /** They are as they are now. */
  connections: readonly Connection[]
  /** It was kept with the snapshot. */
  onAsked: () => void
  onShowEvents: (scope: Scope) => void
}

export function SampleDialog({ opened, onClose, ...props }: SampleDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Spot-check events" size={620}>
      {opened && <Sample {...props} onClose={onClose} />}
    </Modal>
  )
}

function Sample({ snapshot, zone, connections, onAsked, onShowEvents, onClose }: Omit<SampleDialogProps, 'opened'>) {
  const [events, setEvents] = useState<number | string>(USUAL_SAMPLE)
  const [seed, setSeed] = useState(() => crypto.randomUUID().slice(0, 8))
  const [property, setProperty] = useState<string | null>(null)
  const [from, setFrom] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sample, setSample] = useState(snapshot.sample)
  const { progress, failure, ask, cancel } = useAsking(snapshot.id)
  const { names } = useAmount(snapshot, EVERYTHING)
  const isAll = typeof events === 'number' && events >= snapshot.rows

  async function start(sameAccount = false) {
    const above = property === null ? null : { property, from: from.trim() }
    const order = sampleOrderSchema.safeParse({ events, seed: seed.trim(), above })
    if (!order.success) return setProblem(String(order.error.issues[0]?.path[0] ?? 'events'))
    setProblem(null)
    const asked = await ask(order.data, sameAccount)
    if (asked === null) return
    setSample(asked)
    onAsked()
  }

  if (progress !== null) return <Asking {...progress} onCancel={cancel} />
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void start()
      }}
    >
      <p className={styles.actionWords}>
        Fetches events by ID, one request each, and compares them with what was kept. That finds events that were
        altered or deleted, and misses new ones.
      </p>
      {failure !== null && (
        <SnapshotFailure
          failure={failure}
          snapshot={snapshot}
          connections={connections}
          onSameAccount={() => void start(true)}
          onRetry={() => void start()}
        />
      )}
      <div className={common.columns}>
        <NumberInput
          label="Events at random"
          allowDecimal={false}
          // A number that is out of range is said, not replaced by another.
          clampBehavior="none"
          min={1}
          max={MOST_SAMPLED}
          value={events}
          data-autofocus
          error={problem === 'events' && `Enter a whole number from 1 to ${MOST_SAMPLED}.`}
          onChange={setEvents}
        />
        <TextInput
          label="Seed"
          value={seed}
          maxLength={100}
          error={problem === 'seed' && 'Enter a seed: the same one draws the same events.'}
          onChange={({ currentTarget }) => setSeed(currentTarget.value)}
        />
        <PropertySelect
          label="And all events whose"
          size="sm"
          none="No property"
          names={names?.map(({ name }) => name) ?? []}
          value={property}
          onChange={setProperty}
        />
        <TextInput
          label="is at least, in size"
          value={from}
          disabled={property === null}
          error={problem === 'above' && 'Enter a number of 0 or more, such as 1000.'}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
      </div>
      {sample !== null && <Outcome sample={sample} zone={zone} onShowEvents={onShowEvents} onClose={onClose} />}
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button variant="filled" type="submit">
          {isAll ? `Check all ${countWords(snapshot.rows, 'event')}` : costWords(events, property)}
        </Button>
      </Group>
    </form>
  )
}

interface AskingProps {
  done: number
  /** Null: the events are not drawn yet. */
  of: number | null
  onCancel: () => void
}

function Asking({ done, of, onCancel }: AskingProps) {
  return (
    <>
      <p className={styles.actionWords} role="status">
        {of === null ? 'Drawing the events…' : `${countWords(done, 'event')} of ${of} checked`}
      </p>
      <ProgressBar label="Checking events" done={of && done} of={of ?? 1} />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </>
  )
}

const EVERYTHING: Scope = { where: [], misses: true }

function costWords(events: number | string, property: string | null): string {
  const requests = typeof events === 'number' ? countWords(events, 'request') : 'requests'
  return property === null ? `Check: ${requests}` : `Check: ${requests} and those above`
}

/** Asks while it is shown; `ask` resolves to null where it failed or was cancelled. */
function useAsking(snapshotId: string, { snapshots }: Pick<Bridge, 'snapshots'> = bridge) {
  const [progress, setProgress] = useState<{ done: number; of: number | null } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function outcome(order: SampleOrder, sameAccount: boolean, signal: AbortSignal): Promise<Result<AskedSample>> {
    try {
      for await (const step of await snapshots.askSample({ snapshotId, order, sameAccount }, { signal })) {
        if (step.state === 'over') return succeeded(step.sample)
        if (!signal.aborted) setProgress({ done: step.done, of: step.of })
      }
      return failed({ kind: 'cancelled' })
    } catch (error) {
      return failed(failureOf(error))
    }
  }

  return {
    progress,
    failure,
    async ask(order: SampleOrder, sameAccount: boolean): Promise<AskedSample | null> {
      const asking = new AbortController()
      underWay.current = asking
      setFailure(null)
      setProgress({ done: 0, of: null })
      const asked = await outcome(order, sameAccount, asking.signal)
      if (asking.signal.aborted) return null
      setProgress(null)
      if (asked.ok) return asked.value
      setFailure(asked.failure)
      return null
    },
    cancel() {
      underWay.current?.abort()
      setProgress(null)
    },
  }
}

type OutcomeProps = Pick<SampleDialogProps, 'zone' | 'onShowEvents' | 'onClose'> & { sample: AskedSample }

function Outcome({ sample, zone, onShowEvents, onClose }: OutcomeProps) {
  const { at, seed, differing } = sample
  const show = () => {
    onClose()
    const ids = differing.map(({ eventId }) => eventId)
    onShowEvents({ where: [fieldIs('eventId', ids)], misses: true })
  }
  return (
    <Stack
      component="section"
      align="flex-start"
      gap={8}
      mt={16}
      className={common.part ?? ''}
      aria-label="Sample"
      data-differing={sample.differs.drawn + sample.differs.above}
    >
      {sampleWords(sample).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p className={common.hint}>
        Checked on {momentWords(at, zone) ?? at}, seed {shortened(seed, 40)}. It is kept with the snapshot and in its
        receipts.
      </p>
      {differing.length > 0 && (
        <>
          <Box w="100%" mah={260} className={common.scroll}>
            <FigureTable
              table={listedTable('Differing events', {
                heads: ['Event ID', 'What differs'],
                rows: differing
                  .slice(0, MOST_LISTED)
                  .map((one) => [shortened(one.eventId, 60), differenceWords(one)].map(textValue)),
              })}
            />
          </Box>
          {differing.length > MOST_LISTED && (
            <p className={common.hint}>
              The first {MOST_LISTED} of {differing.length}.
            </p>
          )}
          <Button variant="default" size="compact-sm" onClick={show}>
            Show {differing.length === 1 ? 'this event' : `these ${differing.length} events`}
          </Button>
        </>
      )}
    </Stack>
  )
}

const MOST_LISTED = 100

function differenceWords({ what, fields }: AskedSample['differing'][number]): string {
  switch (what) {
    case 'gone':
      return 'gone: the service no longer finds it (404)'
    case 'other':
      return 'the service answers with something else'
    case 'changed':
      return shortened(fields.map((field) => field.replace('event_properties.', '')).join(', '), 200)
  }
}
