// This is what changed between two snapshots of one search: in sentences, as money for each group, and event by event.

import { Box, Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import {
  CHANGE_WORDS,
  type ChangeLine,
  changesTable,
  groupWords,
  NO_GROUP,
  notInSides,
} from '../../../shared/figures/comparison.ts'
import { changedEventsTable, type EventPair, eventPair } from '../../../shared/figures/events.ts'
import { codeWords, unitWords } from '../../../shared/figures/line-words.ts'
import { fieldIs, oneOf } from '../../../shared/snapshot/scopes.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangesAnswer,
  type ChangesWorth,
  type KindWorth,
  type SnapshotDifference,
} from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition, Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { rangeRead } from '../../../shared/snapshot/snapshot-range.ts'
import { notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import type { PricedQuantity } from '../../../shared/worth/priced-quantity.ts'
import { isOfNoRules } from '../../../shared/worth/rules-text.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { CopyTable } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { quantityInWords, unvaluedWords } from '../../worth/money-words.ts'
import { EventsPage, useAllChanges, useComparedActions } from '../comparison/compared-tab.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { snapshotSource, worthSource } from '../figures/snapshot-source.ts'
import { useValuedBy } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { type ComparedSnapshots, changesQuestion, wholeRangeOfBoth } from '../store/compared-snapshots.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './changes.module.css'
import { changeSentence, datesWords, notInChange, readMoment } from './changes-words.ts'

/** It says which snapshots are compared, and by what. */
export interface ComparedPartProps extends Pick<SnapshotTabProps, 'snapshot' | 'scope' | 'zone'> {
  part: ComparedSnapshots
  group: string
  amount: AmountChoice
}

interface ChangesPartProps extends ComparedPartProps {
  isOneOfSeveral: boolean
  onCompared: (id: string, compared: Compared) => void
}

/** These changes are listed event by event. */
interface ListedChanges {
  kind: ChangeKind | null
  where: Condition[]
  words: string
}

/** Drawn; the copied table has the rest. */
const MOST_LINES = 200

const ALL: ListedChanges = { kind: null, where: [], words: 'All changes' }

export function ChangesPart(props: ChangesPartProps) {
  const { snapshot, scope, zone, part, group, amount, isOneOfSeveral, onCompared } = props
  const { open } = useComparedActions()
  const { there: before, here: now, within } = part
  const [listed, setListed] = useState<ListedChanges>(ALL)
  const isOpen = now.id === snapshot.id
  const narrowed = scopeFor(scope, isOpen)
  const valuedBy = useValuedBy(now.connection.id, amount, wholeRangeOfBoth(part, narrowed))
  const unruled = valuedBy?.unruled ?? null
  // What several days come to is added up: each of them says the same of its codes.
  const ofDay = isOneOfSeveral && unruled?.byCode ? { ...unruled, byCode: 'each' as const } : unruled
  const question = valuedBy && changesQuestion(part, narrowed, { ...valuedBy, unruled: ofDay, by: keysOf(group) })
  const { answer, isBusy, trouble, retry } = useSnapshotAnswer(now.id, question)
  const compared = answer?.kind === 'compared' ? answer : null
  useEffect(() => {
    if (compared !== null) onCompared(`${before.id} ${now.id}`, compared)
  }, [compared, before.id, now.id, onCompared])
  const allChanges = useAllChanges(now.id)
  const caption = useRef<HTMLParagraphElement>(null)
  // A list takes the focus if the user chose it.
  useEffect(() => {
    if (listed.where.length > 0) caption.current?.focus({ preventScroll: false })
  }, [listed])
  if (trouble !== null) return <AnswerTrouble trouble={trouble} onRetry={retry} />
  if (answer === null || question === null) return <p>Comparing…</p>
  if (compared === null) return <p>{refusal(answer)}</p>
  const lines = changeLines(compared.worth)
  const amountColumn = amount.name === null ? null : { name: amount.name, head: shortened(amount.name, 40) }
  const eventsTable = (pairs: readonly EventPair[]) => changedEventsTable(pairs, amountColumn, zone)
  const listedScope = { ...narrowed, where: [...narrowed.where, ...listed.where] }
  const listedQuestion = { ...question, kind: listed.kind, scope: listedScope }
  const range = within ?? rangeRead(before)
  const dated = datesWords(range, before.range.zone)
  const moment = readMoment(before, zone)
  const source: CopiedSource = [
    ...snapshotSource(now, { scope: narrowed, events: null }),
    ['Compared with', `${before.name}, read ${moment}`],
  ]
  const kinds = CHANGE_KINDS.filter((kind) => compared.counts[kind] > 0)
  // What is gone is shown where it still is.
  const holderOf = (kind: ChangeKind) => (kind === 'gone' ? before : now)
  const showRows = (kind: ChangeKind) => open(holderOf(kind).id, scopeOfRows(compared.rows?.[kind] ?? []))
  return (
    <Stack
      gap={8}
      className={common.part ?? ''}
      data-now={now.id}
      data-before={before.id}
      data-old={isBusy || undefined}
    >
      <Group gap="8px 12px">
        <Box component="p" flex="1 1 240px" className={common.hint}>
          {shortened(before.name, 80)}, read {moment}, compared with {shortened(now.name, 80)}, read{' '}
          {readMoment(now, zone)}
          {compared.worth !== null && !isOfNoRules(compared.worth.version) && (
            <span title={`Version ${compared.worth.version}`}>; worth by your price rules</span>
          )}
        </Box>
        {!isOpen && (
          <Button variant="subtle" size="compact-xs" onClick={() => open(now.id)}>
            Open the later snapshot
          </Button>
        )}
        <CopyTable
          isInternal
          label={`Copy table of changes to ${shortened(now.name, 60)}`}
          source={[...source, ...worthSource(compared.worth?.version ?? null, now.range.zone)]}
          table={() => changesTable(lines, group, othersOf(compared.worth))}
        />
      </Group>
      {kinds.length === 0 && <p>{`No changes${dated === null ? '' : ` to events dated ${dated}`} since ${moment}.`}</p>}
      {kinds.map((kind) => (
        <p key={kind} data-change={kind}>
          {changeSentence({
            kind,
            count: compared.counts[kind],
            worth: compared.worth?.[kind] ?? null,
            amount,
            dated,
            moment,
          })}
          <Button
            variant="subtle"
            size="compact-xs"
            title={`In ${shortened(holderOf(kind).name, 80)}, read ${readMoment(holderOf(kind), zone)}`}
            onClick={() => showRows(kind)}
          >
            Show in Events
          </Button>
        </p>
      ))}
      {kinds.length > 0 && (
        <>
          <FigureTable
            table={changesTable(lines, group, othersOf(compared.worth), MOST_LINES)}
            onAct={({ of: line }) => {
              const words = `${CHANGE_WORDS[line.kind]}, ${shortened(groupWords(line.keys[0]), 60)}`
              const where = conditionsOf(line, keysOf(group), compared.worth, amount.priced)
              setListed({ kind: line.kind, where, words })
            }}
          />
          <EventsPage
            sides={part}
            question={listedQuestion}
            listed={listed}
            gap={8}
            pages={{ name: 'changes' }}
            linesOf={pairsOf}
            table={eventsTable}
            caption={(range) => (
              <>
                <p ref={caption} className={styles.caption} tabIndex={-1}>
                  {listed.words}: {range}
                </p>
                {listed.where.length > 0 && (
                  <Button variant="subtle" size="compact-xs" onClick={() => setListed(ALL)}>
                    List all changes
                  </Button>
                )}
              </>
            )}
            tools={(total) => (
              <CopyTable
                isInternal
                label={`Copy table of changed events of ${shortened(now.name, 60)}`}
                words="Copy table"
                {...allChanges(listedQuestion, total, (changes) => eventsTable(pairsOf(changes)), [
                  ...source,
                  ['Listed', listed.words],
                ])}
              />
            )}
          />
        </>
      )}
    </Stack>
  )
}

const pairsOf = (changes: readonly SnapshotDifference[]) => changes.map(eventPair)

/** Row numbers mean something in the open snapshot only. */
function scopeFor(scope: Scope, isOpen: boolean): Scope {
  return isOpen ? scope : { ...scope, where: scope.where.filter(({ is }) => is !== 'rows') }
}

function refusal(answer: ChangesAnswer): string {
  if (answer.kind === 'compared') return ''
  if (answer.kind === 'unreadable') return answer.words
  const most = grouped(answer.most)
  return `These two snapshots differ too much to compare: more than ${most} events are in the earlier one only.`
}

export type Compared = Extract<ChangesAnswer, { kind: 'compared' }>

const NO_FIGURES: ChangeLine['figures'] = {
  charged: null,
  reduces: null,
  net: null,
  debit: null,
  credit: null,
  neither: null,
}

/** Orders lines as `CHANGE_KINDS`; of each kind money by the rules, then what has no money, then sums as sent. */
function changeLines(worth: ChangesWorth | null): ChangeLine[] {
  if (worth === null) return []
  return CHANGE_KINDS.flatMap((kind) => kindLines(worth[kind]).map((line): ChangeLine => ({ kind, ...line })))
}

function kindLines({ groups, unvalued, asSent }: KindWorth): Omit<ChangeLine, 'kind'>[] {
  return [
    ...groups.map(({ keys, before, after, currency, charged, reduces, net, notIn }) => ({
      keys,
      before,
      after,
      unit: currency ?? 'not set',
      currency,
      figures: { ...NO_FIGURES, charged, reduces, net },
      without: notInChange(notIn, currency),
      units: null,
    })),
    ...unvalued.map(({ keys, before, after, why, unit, quantity, notIn }) => ({
      keys,
      before,
      after,
      unit: [unvaluedWords(why), ...(quantity === null ? [] : [quantityInWords(quantity, unit)])].join(', '),
      currency: null,
      figures: NO_FIGURES,
      without: notInSumWords(notIn),
      units: null,
    })),
    ...asSent.lines.map(({ keys, units, code, before, after, changes }) => ({
      keys,
      before: before?.count ?? 0,
      after: after?.count ?? 0,
      unit: `${unitWords(units) ?? codeWords(code) ?? 'not set'}, no price rule`,
      currency: null,
      figures: {
        ...NO_FIGURES,
        debit: changes.debit?.difference ?? null,
        credit: changes.credit?.difference ?? null,
        neither: changes.neither?.difference ?? null,
      },
      without: notInSides({ before, after }, { before: 'Before', after: 'Now' }),
      units,
      ...(code !== undefined && { code }),
    })),
  ]
}

/**
 * The conditions that select the events of a line's group among the others of its kind.
 * @param priced where the amount is a quantity
 */
function conditionsOf(
  { kind, keys, units, code }: Pick<ChangeLine, 'kind' | 'keys' | 'units' | 'code'>,
  by: readonly SnapshotKey[],
  worth: ChangesWorth | null,
  priced: PricedQuantity | null,
): Condition[] {
  const groups = by.map((key, at) => oneOf(key, [keys[at] ?? null]))
  if (code !== undefined) groups.push(fieldIs('eventCode', [code]))
  const names = worth?.[kind].asSent.by ?? []
  if (names.length === 0 || units === null) return groups
  return [...groups, { is: 'units', by: [...names], units: [...units], ...(priced && { priced }) }]
}

/** Counts over all kinds how many lines an answer left out. */
const othersOf = (worth: ChangesWorth | null): number =>
  CHANGE_KINDS.reduce((sum, kind) => sum + (worth?.[kind].others ?? 0), 0)

/** This is what changes and periods can be grouped by. */
export const GROUP_KEYS: readonly { label: string; by: SnapshotKey[] }[] = [
  { label: 'Event code', by: [{ of: 'field', field: 'eventCode' }] },
  { label: 'Customer ID', by: [{ of: 'field', field: 'customerId' }] },
  { label: 'Event type', by: [{ of: 'field', field: 'eventType' }] },
  { label: 'Day', by: [{ of: 'time', every: 'day' }] },
  { label: NO_GROUP, by: [] },
]

/** The keys of a label of `GROUP_KEYS`; empty for any other label. */
const keysOf = (label: string): SnapshotKey[] => GROUP_KEYS.find((one) => one.label === label)?.by ?? []
