// "Comparison": an open snapshot held against any other, by groups or event by event.

import { Box, Button, Group, SegmentedControl } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { useMemo, useSyncExternalStore } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { GONE_OTHER } from '../../../shared/snapshot/snapshot-changes.ts'
import { periodDays } from '../../../shared/snapshot/snapshot-periods.ts'
import { rangeRead, rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { rulesVersion } from '../../../shared/worth/rules-text.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { readKeptRules } from '../../worth/use-rules.ts'
import { VerdictBadge } from '../evidence/verdict-badge.tsx'
import { type SidesWorth, useAmount, useSidesWorth } from '../figures/use-amount.ts'
import { comparisonOf, useComparison, useOpenedWindow } from '../opened/opened-context.ts'
import {
  type ComparedBy,
  type ComparedSides,
  type ComparisonChoice,
  comparedSides,
  type OrderedPair,
  orderedPair,
  sharedScope,
} from '../store/compared-snapshots.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { ComparedTab } from './compared-tab.tsx'
import styles from './comparison.module.css'
import { incompleteWords, lengthWords, periodName, sideNames } from './comparison-words.ts'
import { GroupsPart } from './groups-part.tsx'
import { PairsPart } from './pairs-part.tsx'

export function ComparisonView({ snapshot, scope, zone }: SnapshotTabProps) {
  const { opened, snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const { pair } = useComparison({ opened, snapshots })
  const otherId = pair?.ids.find((id) => id !== snapshot.id)
  const other = list?.snapshots.find(({ id }) => id === otherId)
  const isSwapped = pair?.choice.isSwapped === true
  const ordered = useMemo(
    () => (other === undefined ? null : orderedPair(snapshot, other, isSwapped)),
    [snapshot, other, isSwapped],
  )
  const sides = useMemo(() => (ordered === null ? null : comparedSides(ordered.here, ordered.there)), [ordered])
  if (pair === null) return null
  if (sides === null || ordered === null) {
    return (
      <p role="status" className={common.tab}>
        {list === null ? 'Loading…' : GONE_OTHER}
      </p>
    )
  }
  return (
    <ComparisonTab
      sides={sides}
      orderedBy={isSwapped ? null : ordered.by}
      snapshot={snapshot}
      choice={pair.choice}
      scope={scope}
      zone={zone}
    />
  )
}

interface ComparisonTabProps extends Pick<SnapshotTabProps, 'snapshot' | 'scope' | 'zone'> {
  sides: ComparedSides
  choice: ComparisonChoice
  /** This says which side is which by time, or by what is open; null: the user swapped them. */
  orderedBy: OrderedPair['by'] | null
}

const WAYS: { value: ComparedBy; label: string }[] = [
  { value: 'groups', label: 'Groups' },
  { value: 'id', label: 'Event ID' },
  { value: 'key', label: 'Key' },
]

export function ComparisonTab({ sides, orderedBy, snapshot, choice, scope, zone }: ComparisonTabProps) {
  const { here, there, canShare } = sides
  const { choose, closePair } = comparisonOf(useOpenedWindow())
  const shared = sharedScope(scope, sides)
  const amounts = useAmount(here, shared)
  const worth = useSidesWorth(sides, choice, amounts)
  const by = canShare ? (choice.by ?? sides.usual) : 'groups'
  const names = sideNames(sides)
  const incomplete = incompleteWords(sides)
  const length = lengthWords(sides)
  const part = { sides, choice, scope: shared, zone, worth, amounts }
  return (
    <ComparedTab
      name="Comparison"
      snapshot={snapshot}
      zone={zone}
      data={{ 'data-by': by, 'data-here': here.id, 'data-there': there.id }}
      onClose={closePair}
      tools={
        <>
          {canShare ? (
            <SegmentedControl
              size="xs"
              aria-label="Compare by"
              data={WAYS}
              value={by}
              onChange={(chosen) => choose({ by: chosen })}
            />
          ) : (
            <span className={common.dim}>By groups: no event can be on both sides</span>
          )}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowsLeftRight size={14} stroke={1.7} aria-hidden />}
            onClick={() => choose({ isSwapped: !choice.isSwapped })}
          >
            Swap
          </Button>
        </>
      }
    >
      <div className={`${common.columns} ${styles.sides}`}>
        {(['here', 'there'] as const).map((side) => (
          <Side
            key={side}
            side={side}
            name={names[side]}
            isInTime={orderedBy === 'time'}
            snapshot={sides[side]}
            isElsewhere={!sides.isOfOneConnection}
            isOpen={sides[side].id === snapshot.id}
          />
        ))}
      </div>
      {length !== null && (
        <p className={common.hint} data-length>
          {length}
        </p>
      )}
      {incomplete !== null && (
        <p className={common.warningBox} data-incomplete>
          {incomplete} So what is missing on one side may exist all the same.
        </p>
      )}
      <p className={common.hint}>
        <span title={versionWords(worth)}>{rulesWords(worth)}</span>{' '}
        {here.range.zone !== there.range.zone &&
          `Their days are in different time zones: ${names.here} in ${here.range.zone}, ${names.there} in ${there.range.zone}. Groups by time go by the first. `}
        {shared.where.length < scope.where.length &&
          'Conditions on the time or on individual events are not applied: each side has its own.'}
      </p>
      {by === 'groups' ? (
        <GroupsPart key={there.id} {...part} />
      ) : (
        <PairsPart key={`${by} ${there.id}`} {...part} by={by} />
      )}
    </ComparedTab>
  )
}

const versionWords = ({ text, hasRules }: SidesWorth) =>
  hasRules && text !== null ? `Version ${rulesVersion(readKeptRules(text).rules)}` : undefined

function rulesWords({ connection, text, hasRules, areUnreadable }: SidesWorth): string {
  const name = shortened(connection.name, 60)
  if (text === null) return ''
  if (hasRules) return `Both sides are valued by the price rules of ${name}.`
  const why = areUnreadable
    ? `The price rules kept for ${name} cannot be read`
    : `No price rules say what these events are worth (${name})`
  return `${why}: debit and credit are shown separately, as sent.`
}

interface SideProps {
  side: 'here' | 'there'
  /** Figures of it are called so. */
  name: string
  /** Whether there is the earlier one. */
  isInTime: boolean
  snapshot: SnapshotSummary
  /** Its connection is to be told from the other one. */
  isElsewhere: boolean
  isOpen: boolean
}

function Side({ side, name, isInTime, snapshot, isElsewhere, isOpen }: SideProps) {
  const { opened, connections } = useOpenedWindow()
  const { connection, search, rows } = snapshot
  const filters = filterWords(search).map(({ name: field, value }) => `${field} = ${shortened(value, 60)}`)
  const days = periodDays(snapshot)
  const facts = [
    ...filters,
    periodName(snapshot) ?? rangeWords(rangeRead(snapshot)),
    ...(days === null ? [] : [days.words]),
    countWords(rows, 'event'),
  ]
  return (
    <div className={`${common.box} ${styles.side}`} data-side={side} data-days={days?.words}>
      <Group component="p" gap={8} wrap="nowrap" miw={0}>
        <span className={`${common.cardTitle} ${common.wrapped}`}>
          {name}
          {isInTime && (side === 'here' ? ', later' : ', earlier')}
        </span>
        {!name.startsWith(snapshot.name) && (
          // It gives way before the name that figures are called by.
          <Box component="span" flex="0 99 auto" className={`${common.cut} ${common.strong}`} title={snapshot.name}>
            {shortened(snapshot.name, 100)}
          </Box>
        )}
        <VerdictBadge verdict={verdictOf(snapshot)} />
      </Group>
      <Group component="p" gap="2px 12px" align="baseline" className={`${common.hint} ${common.wrapped}`}>
        {isElsewhere && (
          <ConnectionMark
            name={connection.name}
            connection={connections.find(({ id }) => id === connection.id) ?? null}
          />
        )}
        <span>{facts.join(' · ')}</span>
      </Group>
      {!isOpen && (
        <Button
          variant="default"
          size="compact-sm"
          className={styles.open ?? ''}
          aria-label="Open this snapshot"
          onClick={() => opened.open(snapshot.id, { tab: 'Comparison' })}
        >
          Open
        </Button>
      )}
    </div>
  )
}
