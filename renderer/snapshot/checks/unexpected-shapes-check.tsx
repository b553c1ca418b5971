// Events that are not as expected: unknown codes, properties that are missing, of another kind, or with another value.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { fieldIs } from '../../../shared/snapshot/scopes.ts'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ShapeRowsQuestion, ShapesAnswer, UnexpectedGroup } from '../../../shared/snapshot/snapshot-shapes.ts'
import { bridge } from '../../bridge.ts'
import { NO_ID } from '../../grid/same-again.ts'
import type { KeptShapes } from '../../shape/kept-shapes.ts'
import { unexpectedWords } from '../../shape/shape-words.ts'
import common from '../../ui/common.module.css'
import { FigureButton } from '../../ui/data-table.tsx'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { notifyError, say } from '../../ui/notify.tsx'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { CheckItem } from './check-item.tsx'
import { unexpectedMoneyWords, unexpectedSentence } from './check-words.ts'
import styles from './checks.module.css'

/** Opens what is expected; with what the snapshot proposes, or without. */
export type OpenShapes = (isLearning: boolean) => void

interface UnexpectedShapesCheckProps extends Pick<SnapshotTabProps, 'snapshot' | 'scope' | 'onShowEvents'> {
  /** Null until they are known. */
  kept: KeptShapes | null
  answer: ShapesAnswer | null
  onShapes: OpenShapes
}

/** A copy has all that came. */
const MOST_LISTED = 100

export function UnexpectedShapesCheck(props: UnexpectedShapesCheckProps) {
  const { snapshot, kept, answer, scope, onShowEvents, onShapes } = props
  const showGroup = useGroupEvents(snapshot.id, { scope, shapes: kept?.text ?? '' }, onShowEvents)
  const isAsked = kept !== null && kept.text !== null && kept.problems.length === 0
  const count = kept === null ? null : isAsked ? (answer?.unexpected ?? null) : 0
  const groups = answer?.groups ?? []
  return (
    <CheckItem
      check="unexpected-shapes"
      title="Unexpected shapes"
      count={count}
      words={words(kept, answer)}
      isMade={kept === null || isAsked}
    >
      {groups.length > 0 && answer !== null && (
        <ul className={`${common.list} ${styles.findings}`} aria-label="Unexpected shapes">
          {groups.slice(0, MOST_LISTED).map((group) => (
            <Group key={keyOf(group)} group={group} onShow={() => void showGroup(group).catch(notifyError)} />
          ))}
          {answer.groupCount > MOST_LISTED && (
            <li className={common.hint}>and {countWords(answer.groupCount - MOST_LISTED, 'more line')}</li>
          )}
        </ul>
      )}
      <div className={common.facts}>
        <Button size="compact-sm" variant="default" onClick={() => onShapes(true)}>
          Learn from this snapshot
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onShapes(false)}>
          Expected shapes
        </Button>
      </div>
    </CheckItem>
  )
}

function words(kept: KeptShapes | null, answer: ShapesAnswer | null): string {
  if (kept === null) return ''
  if (kept.problems.length > 0) return 'The expected shapes that are kept cannot be read, so nothing is checked.'
  if (kept.text === null) return 'Nothing is expected of the events yet.'
  if (answer === null) return ''
  return unexpectedSentence(answer)
}

const keyOf = ({ what, code, property, kind }: UnexpectedGroup) => JSON.stringify([what, code, property, kind])

function Group({ group, onShow }: { group: UnexpectedGroup; onShow: () => void }) {
  const { what, code, property, events, example } = group
  const words = unexpectedWords(group)
  return (
    <li
      className={common.facts}
      data-unexpected={what}
      data-event-code={code ?? ''}
      data-property={property ?? undefined}
      data-count={events}
    >
      <FigureButton
        label={`Show ${countWords(events, 'event')} of ${shortened(code ?? 'no event code', 60)} where ${words}`}
        onClick={onShow}
      >
        {grouped(events)}
      </FigureButton>
      <b className={common.wrapped}>
        <ExactText text={code ?? 'no event code'} />
      </b>
      <span>{words}</span>
      <span className={common.hint}>{unexpectedMoneyWords(group)}</span>
      <span className={common.hint}>
        such as {shortened(example.eventId ?? NO_ID, 40)}
        {property !== null && example.text !== null && `: ${shortened(example.text, 40)}`}
      </span>
    </li>
  )
}

/** Shows the events of a group; where the answer does not name them, the snapshot is asked which they are. */
function useGroupEvents(
  snapshotId: string,
  asked: Pick<ShapeRowsQuestion, 'scope' | 'shapes'>,
  onShowEvents: SnapshotTabProps['onShowEvents'],
) {
  const client = useQueryClient()
  return async (group: UnexpectedGroup) => {
    const scope = scopeOfGroup(group, asked.scope)
    if (scope !== null) return onShowEvents(scope)
    const { what, code, property, kind } = group
    const question = { ask: 'shapeRows' as const, ...asked, of: { what, code, property, kind } }
    const { answer } = await client.fetchQuery(snapshotQuery(bridge, snapshotId, question))
    if (answer.rows.length === answer.events) onShowEvents(scopeOfRows(answer.rows))
    else
      say(`${countWords(answer.events, 'event')}: more than can be shown by themselves. Narrow them first.`, 'refused')
  }
}

/**
 * The events of a group: by conditions where these can say it, whatever their number, else by their rows; null where
 * the answer does not name all of them.
 */
function scopeOfGroup({ what, code, property, kind, events, rows }: UnexpectedGroup, scope: Scope): Scope | null {
  const ofCode = fieldIs('eventCode', [code])
  const key = { of: 'property', name: property ?? '' } as const
  const also = (...more: Condition[]): Scope => ({ where: [...scope.where, ofCode, ...more], misses: scope.misses })
  if (what === 'unknown-code') return also()
  if (what === 'missing') return also({ is: 'missing', key })
  if (what === 'kind' && kind !== null) return also({ is: 'kind', key, kind })
  return rows.length < events ? null : scopeOfRows(rows)
}
