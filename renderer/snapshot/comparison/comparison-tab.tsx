// "Comparison", wired to the window: both snapshots, and the dialog that compares two events.

import { Box, Button, CloseButton, Group, SegmentedControl } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { useMemo, useSyncExternalStore } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { periodDays } from '../../../shared/snapshot/snapshot-periods.ts'
import { rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { rulesVersion } from '../../../shared/worth/rules-text.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import { useComparedEvents } from '../../event/compare/use-compared-events.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { readKeptRules, ruleText, useRules } from '../../worth/use-rules.ts'
import { VerdictBadge } from '../evidence/verdict-badge.tsx'
import { unruledBy, useAmount } from '../figures/use-amount.ts'
import { useOpenedWindow } from '../opened/opened-context.ts'
import { comparisonOf, useComparison } from '../page-comparison.ts'
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
import styles from './comparison.module.css'
import {
  type ComparisonActions,
  ComparisonActionsProvider,
  type SidesWorth,
  useComparisonActions,
} from './comparison-props.ts'
import { incompleteWords, lengthWords, periodName, sideNames } from './comparison-words.ts'
import { GroupsPart } from './groups-part.tsx'
import { PairsPart } from './pairs-part.tsx'

export function ComparisonView({ snapshot, scope, zone }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const comparison = comparisonOf({ opened, snapshots })
  const { show, dialog } = useComparedEvents(snapshot, zone)
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
  const actions = useMemo(
    (): ComparisonActions => ({
      choose: comparison.choose,
      showEvents: (id, wanted) =>
        id === snapshot.id ? opened.showEvents(wanted) : opened.open(id, { scope: wanted, tab: 'Events' }),
      compare: show,
      close() {
        opened.showTab('Events')
        comparison.closePair()
      },
      connections,
    }),
    [opened, comparison, snapshot.id, show, connections],
  )
  if (pair === null) return null
  return (
    <ComparisonActionsProvider value={actions}>
      {sides === null || ordered === null ? (
        <p role="status" className={common.tab}>
          {list === null ? 'Loading…' : 'The other snapshot no longer exists.'}
        </p>
      ) : (
        <ComparisonTab
          sides={sides}
          orderedBy={isSwapped ? null : ordered.by}
          openId={snapshot.id}
          choice={pair.choice}
          scope={scope}
          zone={zone}
          onOpen={(id) => opened.open(id, { tab: 'Comparison' })}
        />
      )}
      {dialog}
    </ComparisonActionsProvider>
  )
}

// The region "Comparison": an open snapshot held against any other, by groups or event by event.

interface ComparisonTabProps extends Pick<SnapshotTabProps, 'scope' | 'zone'> {
  sides: ComparedSides
  choice: ComparisonChoice
  /** Which side is which by time, or by what is open; null: the user swapped them. */
  orderedBy: OrderedPair['by'] | null
  openId: string
  onOpen: (snapshotId: string) => void
}

const WAYS: { value: ComparedBy; label: string }[] = [
  { value: 'groups', label: 'Groups' },
  { value: 'id', label: 'Event ID' },
  { value: 'key', label: 'Key' },
]

export function ComparisonTab({ sides, orderedBy, openId, choice, scope, zone, onOpen }: ComparisonTabProps) {
  const { here, there, canShare } = sides
  const { choose, close } = useComparisonActions()
  const shared = sharedScope(scope, sides)
  const amounts = useAmount(here, shared)
  const worth = useSidesWorth(sides, choice, amounts)
  const by = canShare ? (choice.by ?? sides.usual) : 'groups'
  const names = sideNames(sides)
  const incomplete = incompleteWords(sides)
  const length = lengthWords(sides)
  const part = { sides, choice, scope: shared, zone, worth, amounts }
  return (
    <section className={common.tab} aria-label="Comparison" data-by={by} data-here={here.id} data-there={there.id}>
      <Group className={styles.tools ?? ''} gap="8px 12px">
        <Box component="h3" flex="1 1 160px" className={common.heading}>
          Comparison
        </Box>
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
        <CloseButton aria-label="Close comparison" onClick={close} />
      </Group>
      <div className={`${common.columns} ${styles.sides}`}>
        {(['here', 'there'] as const).map((side) => (
          <Side
            key={side}
            side={side}
            name={names[side]}
            isInTime={orderedBy === 'time'}
            snapshot={sides[side]}
            isElsewhere={!sides.isOfOneConnection}
            {...(sides[side].id !== openId && { onOpen: () => onOpen(sides[side].id) })}
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
    </section>
  )
}

const versionWords = ({ text, hasRules }: SidesWorth) =>
  hasRules && text !== null ? `Version ${rulesVersion(readKeptRules(text).rules)}` : undefined

function rulesWords({ connection, text, hasRules, areUnreadable }: SidesWorth): string {
  const name = shortened(connection.name, 60)
  if (text === null) return ''
  if (hasRules) return `Both sides by the price rules of ${name}.`
  const why = areUnreadable
    ? `The price rules kept for ${name} cannot be read`
    : `No price rules say what these events are worth (${name})`
  return `${why}: debit and credit stand apart, as sent.`
}

interface SideProps {
  side: 'here' | 'there'
  /** As figures of it are called. */
  name: string
  /** Whether there is the earlier one. */
  isInTime: boolean
  snapshot: SnapshotSummary
  /** Its connection is to be told from the other one. */
  isElsewhere: boolean
  onOpen?: () => void
}

function Side({ side, name, isInTime, snapshot, isElsewhere, onOpen }: SideProps) {
  const { connections } = useComparisonActions()
  const { connection, search, range, until, rows, status } = snapshot
  const filters = filterWords(search).map(({ name: field, value }) => `${field} = ${shortened(value, 60)}`)
  const days = periodDays(snapshot)
  const facts = [
    ...filters,
    periodName(snapshot) ?? rangeWords({ ...range, until: range.until ?? until }),
    ...(days === null ? [] : [days.words]),
    `${grouped(rows)} events`,
  ]
  return (
    <div className={`${common.box} ${styles.side}`} data-side={side} data-days={days?.words}>
      <Group component="p" gap={8} wrap="nowrap" miw={0}>
        <span className={`${common.cardTitle} ${common.rigid}`}>
          {name}
          {isInTime && (side === 'here' ? ', later' : ', earlier')}
        </span>
        {!name.startsWith(snapshot.name) && (
          <span className={`${common.cut} ${common.strong}`} title={snapshot.name}>
            {shortened(snapshot.name, 100)}
          </span>
        )}
        <VerdictBadge verdict={status.state === 'finished' ? status.verdict : null} />
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
      {onOpen && (
        <Button
          variant="default"
          size="compact-sm"
          className={styles.open ?? ''}
          aria-label="Open this snapshot"
          onClick={onOpen}
        >
          Open
        </Button>
      )}
    </div>
  )
}

/** The one set of rules by which both sides are valued. */
function useSidesWorth(
  { here, there }: ComparedSides,
  { rulesOf }: Pick<ComparisonChoice, 'rulesOf'>,
  { amount, meanings }: Pick<ReturnType<typeof useAmount>, 'amount' | 'meanings'>,
): SidesWorth {
  const { connection } = rulesOf === there.id ? there : here
  const { kept } = useRules(connection.id)
  return useMemo(() => {
    const text = ruleText(kept)
    return {
      connection,
      text,
      hasRules: kept !== null && kept.rules.rules.length > 0,
      areUnreadable: kept !== null && kept.problems.length > 0,
      requestIdentifiers: kept?.rules.requestIdentifiers ?? [],
      valuedBy: (side, scope) =>
        text === null ? null : { rules: text, inHand: scopeInHand(side, scope), unruled: unruledBy(amount, meanings) },
    }
  }, [connection, kept, amount, meanings])
}
