// Possible duplicates: events close in time that differ in request identifiers at most.
import { Button, Checkbox, Group } from '@mantine/core'
import { memo } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { DuplicateEvent, DuplicateGroup, DuplicatesAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { Badge } from '../../ui/badge.tsx'
import common from '../../ui/common.module.css'
import { CustomerName } from '../../ui/customer-name.tsx'
import { EventType, InstantText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { moneyInWords } from '../../worth/money-words.ts'
import { PageButtons } from '../figures/page-buttons.tsx'
import { WITH_SAME_KEY } from '../headlines/headline-words.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { CheckItem, FoundEvents, Sent } from './check-item.tsx'
import {
  alikeTitle,
  alikeWords,
  duplicatesWords,
  eachWords,
  evidenceWords,
  groupTooMuch,
  identifierWords,
  otherIdentifiers,
} from './check-words.ts'
import styles from './checks.module.css'
import type { GroupMarks } from './group-marks.tsx'
import { GroupMarksBar, MarkLegitimate } from './group-marks.tsx'
import type { OtherCheckProps } from './other-checks.tsx'
import { GROUPS_A_PAGE, type useAlike } from './use-checks.tsx'

interface DuplicatesCheckProps extends Pick<OtherCheckProps, 'zone' | 'onShowEvents' | 'onCompare'> {
  answer: DuplicatesAnswer | null
  /** Whether the answer is that to the previous question. */
  isBusy: boolean
  amount: AmountChoice
  marks: GroupMarks
  /** All groups, on whichever page. */
  allGroups: () => Promise<readonly DuplicateGroup[]>
  onOffset: (offset: number) => void
}

export function DuplicatesCheck(props: DuplicatesCheckProps) {
  const { answer, isBusy, amount, marks, allGroups, zone, onOffset, onShowEvents, onCompare } = props
  const count = answer === null ? null : answer.groupCount - answer.marked
  return (
    <CheckItem
      check="possible-duplicates"
      title="Possible duplicates"
      count={count}
      words={answer === null ? '' : duplicatesWords(answer, amount)}
    >
      {answer !== null && answer.undated > 0 && (
        <p className={common.hint}>
          {countWords(answer.undated, 'event')} could not be compared: no creation time that can be read.
        </p>
      )}
      {answer !== null && <DuplicateFigures answer={answer} onShowEvents={onShowEvents} />}
      {answer !== null && answer.groupCount > 0 && (
        <GroupMarksBar answer={answer} marks={marks} allGroups={allGroups} />
      )}
      {answer !== null && answer.groups.length > 0 && (
        <ol className={common.list} data-old={isBusy || undefined} aria-label="Groups">
          {answer.groups.map((group) => (
            <DuplicateGroupRow
              key={group.key}
              group={group}
              isSelected={marks.selected.has(group.key)}
              amount={amount}
              zone={zone}
              mark={marks.mark}
              unmark={marks.unmark}
              onSelect={marks.select}
              onShowEvents={onShowEvents}
              onCompare={onCompare}
            />
          ))}
        </ol>
      )}
      {answer !== null && answer.groupCount > GROUPS_A_PAGE && (
        <Group component="nav" gap={8} aria-label="Pages of groups">
          <span>
            Groups {grouped(answer.offset + 1)}–{grouped(answer.offset + answer.groups.length)} of{' '}
            {grouped(answer.groupCount)}
          </span>
          <PageButtons
            asked={answer.offset}
            offset={answer.offset}
            shown={answer.groups.length}
            total={answer.groupCount}
            pageSize={GROUPS_A_PAGE}
            name="groups"
            onOffset={onOffset}
          />
        </Group>
      )}
    </CheckItem>
  )
}

interface AlikeCheckProps extends Pick<DuplicatesCheckProps, 'amount' | 'zone' | 'onShowEvents' | 'onCompare'> {
  found: ReturnType<typeof useAlike>['found']
}

/** Events that are alike but for an identifier of each, which may be right: a check only where there are some. */
export function AlikeCheck({ found, ...props }: AlikeCheckProps) {
  if (found === null) return null
  const { answer, butFor } = found
  const { groups, groupCount } = answer
  return (
    <CheckItem
      check="alike-but-for"
      title={alikeTitle(butFor.names)}
      count={butFor.events}
      words={alikeWords(butFor, answer, props.amount)}
    >
      <DuplicateFigures answer={answer} onShowEvents={props.onShowEvents} />
      <ol className={common.list} aria-label="Groups of alike events">
        {groups.map((group) => (
          <DuplicateGroupRow key={group.key} group={group} {...props} />
        ))}
      </ol>
      {groupCount > groups.length && (
        <p className={common.hint}>
          and {countWords(groupCount - groups.length, 'more group')}, which a copy of the checks has
        </p>
      )}
    </CheckItem>
  )
}

type DuplicateFiguresProps = Pick<DuplicatesCheckProps, 'onShowEvents'> & { answer: DuplicatesAnswer }

/** Shows what is charged and what is credited too much by the rules, as the headlines of Totals say it. */
function DuplicateFigures({ answer, onShowEvents }: DuplicateFiguresProps) {
  const sides = [
    { twice: 'charged', words: 'Charged too much', figures: answer.charged },
    { twice: 'credited', words: 'Credited too much', figures: answer.credited },
  ].flatMap(({ figures, ...side }) => figures.map((figure) => ({ ...side, figure })))
  if (sides.length === 0) return null
  return (
    <ul className={`${common.list} ${styles.findings}`} aria-label="Too much by your price rules">
      {sides.map(({ twice, words, figure: { evidence, events, rows, sums } }) => {
        const by = evidence === 'key' ? WITH_SAME_KEY : 'that only look alike'
        return (
          <li key={`${twice} ${evidence}`} className={common.facts} data-twice={twice} data-evidence={evidence}>
            <span>{words}</span>
            {sums.length === 0 && <span>–</span>}
            {sums.map(({ currency, sum }) => {
              const size = moneyText(sum.replace(/^-/, ''), currency)
              return (
                <b key={currency ?? ''} data-currency={currency ?? undefined} data-value={size}>
                  {moneyInWords(size, currency)}
                </b>
              )
            })}
            <span className={common.hint}>
              <FoundEvents
                events={events}
                rows={rows}
                words={`: ${words.toLowerCase()}, ${by}`}
                onShowEvents={onShowEvents}
              />{' '}
              {events === 1 ? 'event' : 'events'} {by}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface DuplicateGroupRowProps
  extends Pick<DuplicatesCheckProps, 'amount' | 'zone' | 'onShowEvents' | 'onCompare'>,
    Partial<Pick<GroupMarks, 'mark' | 'unmark'>> {
  group: DuplicateGroup
  isSelected?: boolean
  /** Without it and the two above it cannot be marked. */
  onSelect?: GroupMarks['select']
}

/** A group: its events, how much would be too much, what speaks for and against, and what can be done. */
const DuplicateGroupRow = memo(function DuplicateGroupRow(props: DuplicateGroupRowProps) {
  const { group, isSelected = false, amount, zone, mark, unmark, onSelect, onShowEvents, onCompare } = props
  const { events, count, customerId, eventCode, eventType, laterCredits, legitimate } = group
  const [each, tooMuch] = [eachWords(group, amount), groupTooMuch(group, amount)]
  const rows = events.map(({ row }) => row)
  const evidence = evidenceWords(group)
  const identifiers = identifierWords({ identifiers: otherIdentifiers(group) })
  return (
    <li
      className={styles.group}
      data-group={group.key}
      data-evidence={group.evidence}
      data-too-much={tooMuch?.exact ?? ''}
      data-bin={group.moneyKind}
      data-legitimate={legitimate ?? undefined}
    >
      <div className={common.facts}>
        {onSelect !== undefined && (
          <Checkbox
            size="xs"
            aria-label={`Select: ${countWords(count, 'event')}, ${shortened(eventCode ?? 'no event code', 40)}, ${shortened(customerId ?? 'no customer ID', 40)}`}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect([group.key], currentTarget.checked)}
          />
        )}
        <b>{countWords(count, 'event')}</b>
        <Sent text={eventCode ?? 'no event code'} />
        {eventType !== null && <EventType type={eventType} />}
        <Sent isId text={customerId ?? 'no customer ID'} />
        {customerId !== null && <CustomerName id={customerId} />}
        {each !== null && <span className={`${common.small} ${common.numbers}`}>{each}</span>}
        {tooMuch !== null && legitimate === null && (
          <span className={`${common.warning} ${common.strong} ${common.small}`}>{tooMuch.words}</span>
        )}
        {evidence !== null && (
          <Badge
            tone={group.evidence === 'strong' ? 'warning' : 'plain'}
            title={identifierWords(group)}
            data-evidence={group.evidence}
          >
            {evidence}
          </Badge>
        )}
      </div>
      <Group component="ul" gap="2px 16px" className={common.list ?? ''} aria-label="Events in this group">
        {events.slice(0, MOST_LISTED).map((event) => (
          <li key={event.row}>
            <EventName event={event} zone={zone} />
          </li>
        ))}
        {count > MOST_LISTED && <li className={common.hint}>and {countWords(count - MOST_LISTED, 'more', 'more')}</li>}
      </Group>
      {identifiers !== '' && <p className={common.hint}>{identifiers}</p>}
      {laterCredits.length > 0 && (
        <p className={common.small}>
          Credited since:{' '}
          {laterCredits.map((event, at) => (
            <span key={event.row}>
              {at > 0 && ', '}
              <EventName event={event} zone={zone} />
            </span>
          ))}
          . Another credit may be one too many.{' '}
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => onShowEvents(scopeOfRows(laterCredits.map(({ row }) => row)))}
          >
            Show credits
          </Button>
        </p>
      )}
      <Group gap={8} className={styles.actions ?? ''}>
        <Button variant="default" onClick={() => onShowEvents(scopeOfRows(rows))}>
          Show events
        </Button>
        <Button variant="default" onClick={() => onCompare(rows)}>
          Compare
        </Button>
        {mark !== undefined && unmark !== undefined && (
          <MarkLegitimate groupKey={group.key} note={legitimate} mark={mark} unmark={unmark} />
        )}
      </Group>
    </li>
  )
})

/** Events of a group that are listed; "Events" shows all of them. */
const MOST_LISTED = 4

function EventName({ event, zone }: { event: DuplicateEvent; zone: string }) {
  return (
    <>
      <Sent isId text={event.eventId ?? 'no event ID'} />{' '}
      <span className={`${common.hint} ${common.numbers}`}>
        <InstantText text={event.createdAt} zone={zone} />
      </span>
    </>
  )
}
