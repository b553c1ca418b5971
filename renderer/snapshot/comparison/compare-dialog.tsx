// "Compare with": every other snapshot that can be held against the open one, those that are nearest to it first.

import { Box, Button, Group, Modal, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { listedSnapshots } from '../../../shared/snapshot/made-for.ts'
import type { SnapshotList, SnapshotRange, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { rangeRead, rangeWords, readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import { searchWords } from '../../live/searches/search-words.ts'
import { sameInstant } from '../../live/store/filters-meaning.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { readMoment } from '../changes/changes-words.ts'
import { VerdictBadge } from '../evidence/verdict-badge.tsx'
import { comparedSnapshots, isOfOneConnection, isOfOneRange, isOfOneSearch } from '../store/compared-snapshots.ts'
import { againWords } from '../store/snapshot-order.ts'
import styles from './comparison.module.css'
import { periodName } from './comparison-words.ts'

interface CompareDialogProps {
  opened: boolean
  snapshot: SnapshotSummary
  /** Null until it is known. */
  list: SnapshotList | null
  /** They are as they are now. */
  connections: readonly Connection[]
  zone: string
  onCompare: (other: SnapshotSummary) => void
  /** Reads this range of the same search, and compares it then. */
  onRead: (range: SnapshotRange) => void
  onClose: () => void
}

export function CompareDialog({ opened, onClose, ...list }: CompareDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Compare with" size={720}>
      {opened && <Snapshots {...list} />}
    </Modal>
  )
}

const KINDS = ['again', 'period', 'search', 'connection'] as const
const KIND_WORDS: Record<(typeof KINDS)[number], string> = {
  again: 'The same search and range, read at another time',
  period: 'Another period of the same search',
  search: 'Another search of this connection',
  connection: 'Other connections',
}

/** Fewer are seen at once. */
const FEW = 6
/** A longer list is narrowed by typing. */
const MOST_LISTED = 200

function Snapshots({
  snapshot,
  list,
  connections,
  zone,
  onCompare,
  onRead,
}: Omit<CompareDialogProps, 'opened' | 'onClose'>) {
  const [typed, setTyped] = useState('')
  const others = useMemo(
    () => listedSnapshots(list?.snapshots ?? []).filter(({ id }) => id !== snapshot.id),
    [list, snapshot.id],
  )
  const finished = others.filter(({ status }) => status.state === 'finished')
  const wanted = typed.trim().toLowerCase()
  const found = finished.filter((one) => wordsOf(one).toLowerCase().includes(wanted))
  const shown = found.slice(0, MOST_LISTED)
  const rest = others.length - finished.length
  if (list === null) return <p className={common.dim}>Loading…</p>
  return (
    <Stack gap={12}>
      {finished.length > FEW && (
        <TextInput
          aria-label="Find a snapshot"
          placeholder="Find by name, customer, period or connection"
          value={typed}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {finished.length === 0 && (
        <p className={common.dim}>
          There is no other snapshot. Load one of another period, customer or connection, or choose “Read all again”
          under “Check for changes…”.
        </p>
      )}
      {finished.length > 0 && found.length === 0 && <p className={common.dim}>No snapshot matches this.</p>}
      <MonthBefore snapshot={snapshot} finished={finished} onRead={onRead} />
      {KINDS.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          snapshots={shown.filter((one) => kindOf(snapshot, one) === kind)}
          connections={connections}
          zone={zone}
          onCompare={onCompare}
        />
      ))}
      {found.length > shown.length && (
        <p className={common.dim}>{countWords(found.length - shown.length, 'more snapshot')}: type to narrow them.</p>
      )}
      {rest > 0 && <p className={common.dim}>{countWords(rest, 'snapshot is', 'snapshots are')} not finished.</p>}
    </Stack>
  )
}

interface MonthBeforeProps extends Pick<CompareDialogProps, 'snapshot' | 'onRead'> {
  finished: readonly SnapshotSummary[]
}

/** Draws nothing where the snapshot is no month, or the month before is there already. */
function MonthBefore({ snapshot, finished, onRead }: MonthBeforeProps) {
  const range = monthBefore(rangeRead(snapshot))
  if (range === null) return null
  const before = { ...snapshot, range, until: range.until }
  if (finished.some((one) => isOfOneSearch(one, snapshot) && isOfOneRange(one, before))) return null
  return (
    <Button variant="default" onClick={() => onRead(range)}>
      Read the month before, {periodName(before)}, and compare: {againWords(snapshot)}
    </Button>
  )
}

const kindOf = (here: SnapshotSummary, other: SnapshotSummary): (typeof KINDS)[number] => {
  if (!isOfOneConnection(here, other)) return 'connection'
  if (!isOfOneSearch(here, other)) return 'search'
  return comparedSnapshots(here, other) === null ? 'period' : 'again'
}

const wordsOf = (snapshot: SnapshotSummary) =>
  [
    snapshot.name,
    snapshot.connection.name,
    searchWords(snapshot.search, snapshot.range.zone),
    periodName(snapshot) ?? '',
  ].join(' ')

interface KindProps extends Pick<CompareDialogProps, 'connections' | 'zone' | 'onCompare'> {
  kind: (typeof KINDS)[number]
  snapshots: readonly SnapshotSummary[]
}

function Kind({ kind, snapshots, connections, zone, onCompare }: KindProps) {
  const id = useId()
  if (snapshots.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Box component="h3" id={id} mb={6} className={common.cardTitle}>
        {KIND_WORDS[kind]}
      </Box>
      <ul className={`${common.list} ${common.frame} ${common.divided}`}>
        {snapshots.map((one) => (
          <li key={one.id}>
            <UnstyledButton
              className={`${common.pressable} ${styles.item}`}
              data-snapshot={one.id}
              onClick={() => onCompare(one)}
            >
              <Group component="span" gap={12} wrap="nowrap" miw={0}>
                <span className={`${common.cut} ${common.strong}`} title={one.name}>
                  {shortened(one.name, 120)}
                </span>
                <VerdictBadge verdict={verdictOf(one)} />
              </Group>
              <Group component="span" gap="2px 16px" align="baseline" className={`${common.hint} ${common.wrapped}`}>
                {kind === 'connection' && (
                  <ConnectionMark
                    name={one.connection.name}
                    connection={connections.find(({ id: known }) => known === one.connection.id) ?? null}
                  />
                )}
                <span>{searchWords(one.search, one.range.zone)}</span>
                <span>{periodName(one) ?? rangeWords(rangeRead(one))}</span>
                <span>{countWords(one.rows, 'event')}</span>
                <span>read {readMoment(one, zone)}</span>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The month before that of a snapshot, in its zone: what a month is usually compared with.

/** Null unless the range is a whole month of its zone. */
export function monthBefore({ from, until, zone }: SnapshotRange): SnapshotRange | null {
  const month = from === null ? null : (inZone(from, zone)?.date.slice(0, 7) ?? null)
  if (month === null) return null
  const whole = monthRange(month, zone)
  if (whole === null || !isSame(whole.from, from) || !isSame(whole.until, until)) return null
  const [year = 0, number = 0] = month.split('-').map(Number)
  const before = number === 1 ? [year - 1, 12] : [year, number - 1]
  return monthRange(`${String(before[0]).padStart(4, '0')}-${String(before[1]).padStart(2, '0')}`, zone)
}

function monthRange(month: string, zone: string): SnapshotRange | null {
  const read = readSnapshotRange({ from: month, to: month, zone })
  return read.ok ? read.range : null
}

const isSame = (one: string | null, other: string | null) => sameInstant(one ?? undefined, other ?? undefined)
