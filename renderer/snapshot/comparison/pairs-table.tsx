// The events of one outcome, a page at a time: "Only in October", "Only in September", "Differing".
import { Group } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ChangeKind, PairsQuestion } from '../../../shared/snapshot/snapshot-changes.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { drawnMoney } from '../../worth/money-words.ts'
import { type EventAction, EventActions, EventCells, EventTable, PageButtons } from '../figures/event-table.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { ComparedSides } from '../store/compared-sides.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import styles from './comparison.module.css'
import { type SidesWorth, useComparisonActions } from './comparison-props.ts'
import { fieldLabel, sideNames } from './comparison-words.ts'
import { ignoredNames, type LineWorth, type PairLine, pairLine, type ValuedLine, valuedLines } from './pair-lines.ts'

interface PairsTableProps {
  name: string
  kind: ChangeKind
  question: PairsQuestion
  sides: ComparedSides
  worth: SidesWorth
  /** The property that is the amount, where no rules say what events are worth. */
  amount: string | null
  zone: string
  /** Actions on all events of this outcome. */
  children: ReactNode
}

const A_PAGE = 50
const MOST_DIFFERENCES = 3

export function PairsTable(props: PairsTableProps) {
  const { name, kind, question, sides, worth, amount, zone, children } = props
  const [offset, setOffset] = useState(0)
  const { answer, isBusy } = useSnapshotAnswer(sides.here.id, {
    ...question,
    worth: null,
    rows: false,
    kind,
    offset,
    limit: A_PAGE,
  })
  const compared = answer?.kind === 'compared' ? answer : null
  const lines = useMemo(() => {
    const ignored = ignoredNames(question.ignored)
    const pairs = (compared?.changes ?? []).map((change) => pairLine(change, ignored))
    return valuedLines(pairs, worth, sides.here.range.zone, amount)
  }, [compared, question.ignored, worth, sides, amount])
  if (compared === null) return null
  const total = compared.counts[kind]
  const figure = worth.hasRules ? 'Worth' : shortened(amount ?? '', 40)
  const hasFigure = worth.hasRules || amount !== null
  const isDiffering = kind === 'altered'
  const names = sideNames(sides)
  const ids = isDiffering ? [`Event ID, ${names.here}`, `Event ID, ${names.there}`] : ['Event ID']
  const differences = isDiffering ? [`Differs in: ${names.there} → ${names.here}`] : []
  const heads = ['Created', ...ids, 'Event code', 'Type', 'Customer ID', ...differences]
  const figures = !hasFigure ? [] : isDiffering ? [`${figure}, ${names.there}`, `${figure}, ${names.here}`] : [figure]
  return (
    <section className={styles.events} data-old={isBusy || undefined} aria-label={`Events: ${name}`}>
      <Group gap="8px 12px">
        <h4 className={styles.caption}>
          {name}: {grouped(compared.offset + 1)}–{grouped(compared.offset + lines.length)} of {grouped(total)}
        </h4>
        {children}
        <PageButtons
          asked={offset}
          offset={compared.offset}
          shown={lines.length}
          total={total}
          pageSize={A_PAGE}
          name={`events: ${name}`}
          short
          size="compact-sm"
          onOffset={setOffset}
        />
      </Group>
      <div className={`${common.box} ${common.scroll} ${styles.scroll}`}>
        <EventTable className={styles.table} aria-label={name} heads={heads} figures={figures}>
          {lines.map((valued) => (
            <Line
              key={`${valued.line.rowThere} ${valued.line.rowHere}`}
              valued={valued}
              hasFigure={hasFigure}
              sides={sides}
              zone={zone}
            />
          ))}
        </EventTable>
      </div>
    </section>
  )
}

interface LineProps extends Pick<PairsTableProps, 'sides' | 'zone'> {
  valued: ValuedLine
  hasFigure: boolean
}

function Line({ valued: { line, here, there }, hasFigure, sides, zone }: LineProps) {
  const { showEvents, compare } = useComparisonActions()
  const shown = line.here ?? line.there
  const id = shortened(shown?.eventId ?? 'this event', 80)
  const isDiffering = line.kind === 'altered'
  const show = (side: 'here' | 'there', row: number) => () => showEvents(sides[side].id, scopeOfRows([row]))
  const actions: EventAction[] = []
  if (line.here !== null && line.there !== null) {
    const sources = [line.there.source, line.here.source]
    actions.push({ words: 'Compare', label: `Compare ${id} with the other side`, onClick: () => compare(sources) })
  }
  if (line.rowHere !== null)
    actions.push({ words: 'Show', label: `Show ${id} in Events`, onClick: show('here', line.rowHere) })
  if (line.rowThere !== null) {
    const words = `Show in ${sideNames(sides).there}`
    const label = `${words}: ${shortened(line.there?.eventId ?? 'this event', 80)}`
    actions.push({ words, label, onClick: show('there', line.rowThere) })
  }
  return (
    <tr data-event-id={shown?.eventId ?? ''} data-event-id-there={line.there?.eventId ?? undefined}>
      <EventCells event={shown} zone={zone} pairedId={isDiffering ? (line.there?.eventId ?? null) : undefined} />
      {isDiffering && (
        <td>
          <Differences differences={line.differences} />
        </td>
      )}
      {hasFigure && line.kind !== 'added' && <Worth worth={there} />}
      {hasFigure && line.kind !== 'gone' && <Worth worth={here} />}
      <EventActions id={id} source={shown?.source ?? ''} actions={actions} />
    </tr>
  )
}

function Worth({ worth }: { worth: LineWorth | null }) {
  return (
    <td data-number data-value={worth?.exact ?? ''}>
      {worth === null ? (
        '–'
      ) : worth.exact === null ? (
        <span className={common.dim}>{shortened(worth.words ?? '', 40)}</span>
      ) : (
        `${drawnMoney(worth.exact, worth.currency)}${worth.currency === null ? '' : ` ${shortened(worth.currency, 12)}`}`
      )}
    </td>
  )
}

function Differences({ differences }: Pick<PairLine, 'differences'>) {
  const more = differences.length - MOST_DIFFERENCES
  return (
    <span className={styles.differences}>
      {differences.slice(0, MOST_DIFFERENCES).map(({ field, there, here }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat
        <span key={at} data-field={field}>
          <span className={common.dim}>{shortened(fieldLabel(field), 30)}</span>{' '}
          <ExactText text={there === null ? 'missing' : shortened(there, 40)} />
          <span className={common.dim}> → </span>
          <ExactText text={here === null ? 'missing' : shortened(here, 40)} />
        </span>
      ))}
      {more > 0 && <span className={common.dim}>and {grouped(more)} more</span>}
    </span>
  )
}
