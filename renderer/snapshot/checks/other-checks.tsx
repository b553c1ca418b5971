// The checks beside duplicates and shapes: mixed kinds, events that do not fit, repeated IDs, amounts that differ.
import { Button } from '@mantine/core'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { AmountsDiffering, ChecksAnswer, DifferingEvent } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Condition, Scope, ValueKind } from '../../../shared/snapshot/snapshot-condition.ts'
import { notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import common from '../../ui/common.module.css'
import { CustomerName } from '../../ui/customer-name.tsx'
import { FigureButton } from '../../ui/data-table.tsx'
import { ExactText, InstantText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { signedMoneyInWords } from '../../worth/money-words.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { CheckItem, FoundEvents, Sent } from './check-item.tsx'
import { mismatchWords } from './check-words.ts'
import styles from './checks.module.css'

export interface OtherCheckProps extends Pick<SnapshotTabProps, 'scope' | 'zone' | 'onShowEvents'> {
  answer: ChecksAnswer | null
  /** Compares the events of these rows. */
  onCompare: (rows: readonly number[]) => void
}

/** The rest is in "Values". */
const MOST_LISTED = 100

/** Properties whose values are of several kinds: a sum leaves out the texts among the numbers. */
export function MixedKindsCheck({ answer, scope, onShowEvents }: OtherCheckProps) {
  const mixed = answer?.mixedKinds ?? []
  return (
    <CheckItem
      check="mixed-kinds"
      title="Mixed kinds"
      count={answer && mixed.length}
      words={
        mixed.length === 0
          ? 'Every property has one kind of value.'
          : `${countWords(mixed.length, 'property', 'properties')} with more than one kind of value: sums include only the numbers.`
      }
    >
      {mixed.length > 0 && (
        <ul className={`${common.list} ${styles.findings}`} aria-label="Properties of mixed kinds">
          {mixed.slice(0, MOST_LISTED).map(({ name, kinds, codes }) => (
            <li key={name} className={common.facts} data-property={name}>
              <b className={common.wrapped}>
                <ExactText text={name} />
              </b>
              {kindsOf(kinds).map(([kind, count]) => (
                <span key={kind} className={common.hint} data-kind={kind} data-count={count}>
                  {kind}{' '}
                  <FigureButton
                    label={`Show ${countWords(count, 'event')} where ${shortened(name, 60)} is ${kind}`}
                    onClick={() => onShowEvents(found(scope, { is: 'kind', key: { of: 'property', name }, kind }))}
                  >
                    {grouped(count)}
                  </FigureButton>
                </span>
              ))}
              <span className={common.hint}>{codesWords(codes)}</span>
            </li>
          ))}
        </ul>
      )}
    </CheckItem>
  )
}

const kindsOf = (kinds: ChecksAnswer['mixedKinds'][number]['kinds']) =>
  (Object.entries(kinds) as [ValueKind, number][]).toSorted(([, a], [, b]) => b - a)

/** Those of the scope that meet a condition, whether or not they match the filters. */
const found = (scope: Scope, condition: Condition): Scope => ({ where: [...scope.where, condition], misses: true })

function codesWords(codes: readonly (string | null)[]): string {
  if (codes.length === 0) return 'one kind per event code'
  const names = codes.slice(0, 3).map((code) => (code === null ? 'events without a code' : shortened(code, 40)))
  return `mixed within ${names.join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`
}

/** Events that do not match the filters of their search, or do not fit the interface. */
export function MismatchesCheck({ answer, scope, onShowEvents }: OtherCheckProps) {
  const count = answer?.mismatchEvents ?? 0
  return (
    <CheckItem
      check="misfits"
      title="Events that do not fit"
      count={answer && count}
      words={
        count === 0
          ? 'Every event matches the filters and fits the interface.'
          : `${countWords(count, 'event does', 'events do')} not match the filters, or not fit the interface.`
      }
    >
      {answer !== null && answer.mismatches.length > 0 && (
        <ul className={`${common.list} ${styles.findings}`} aria-label="Events that do not fit">
          {answer.mismatches.map(({ misfit: mismatch, count }) => (
            <li key={mismatch} className={common.facts} data-misfit={mismatch} data-count={count}>
              <FigureButton
                label={`Show ${countWords(count, 'event')} that ${mismatchWords(mismatch, count)}`}
                onClick={() => onShowEvents(found(scope, { is: 'misfit', misfit: mismatch }))}
              >
                {grouped(count)}
              </FigureButton>
              <span>{mismatchWords(mismatch, count)}</span>
            </li>
          ))}
        </ul>
      )}
    </CheckItem>
  )
}

/** Event IDs that occur more than once: one answer held both events, or their texts differ. */
export function RepeatedIdsCheck({ answer, onShowEvents, onCompare }: OtherCheckProps) {
  const count = answer?.repeatedIdCount ?? 0
  const listed = answer?.repeatedIds ?? []
  return (
    <CheckItem
      check="repeated-ids"
      title="Repeated IDs"
      count={answer && count}
      words={
        count === 0
          ? 'Every event ID occurs once.'
          : `${countWords(count, 'event ID occurs', 'event IDs occur')} more than once; each of these events is counted.`
      }
    >
      {listed.length > 0 && (
        <ul className={`${common.list} ${styles.findings}`} aria-label="Repeated event IDs">
          {listed.map(({ eventId, rows, texts }) => (
            <li key={eventId} className={common.facts} data-event={eventId} data-count={rows.length}>
              <FoundEvents
                events={rows.length}
                rows={rows}
                words={` with the ID ${shortened(eventId, 80)}`}
                onShowEvents={onShowEvents}
              />
              <Sent isId text={eventId} />
              <span className={common.hint}>
                {texts === 1 ? 'the same text each time' : countWords(texts, 'different text')}
              </span>
              {texts > 1 && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Compare the events with the ID ${shortened(eventId, 80)}`}
                  onClick={() => onCompare(rows)}
                >
                  Compare
                </Button>
              )}
            </li>
          ))}
          {count > listed.length && <li className={common.hint}>and {countWords(count - listed.length, 'more ID')}</li>}
        </ul>
      )}
    </CheckItem>
  )
}

/** Events whose amount is not quantity × unit price, where their rule names all three: by how much it is more. */
export function AmountDiffersCheck({ answer, zone, onShowEvents }: OtherCheckProps) {
  const { differing, roundedOnly } = answer ?? {}
  return (
    <CheckItem
      check="amount-differs"
      title="Amounts that differ"
      count={differing?.events ?? null}
      words={answer === null ? '' : differsWords(answer)}
    >
      {differing !== undefined && differing.events > 0 && (
        <ul className={`${common.list} ${styles.findings}`} aria-label="Amounts that differ">
          <Sums figure={differing} by="amount" onShowEvents={onShowEvents} />
          {differing.listed.map((event) => (
            <Differing key={event.row} event={event} zone={zone} onShowEvents={onShowEvents} />
          ))}
          {differing.events > differing.listed.length && (
            <li className={common.hint}>and {countWords(differing.events - differing.listed.length, 'more event')}</li>
          )}
        </ul>
      )}
      {roundedOnly !== undefined && roundedOnly.events > 0 && (
        <ul className={`${common.list} ${styles.findings}`} aria-label="Amounts that differ by rounding alone">
          <Sums figure={roundedOnly} by="rounding" onShowEvents={onShowEvents} />
        </ul>
      )}
    </CheckItem>
  )
}

/** "4 events whose amount is not quantity × unit price: +32.00 EUR." */
function differsWords(answer: ChecksAnswer): string {
  if (!answer.isCompared) return 'No price rule names an amount, a quantity and a unit price.'
  const without = notInSumWords(answer.notCompared)
  return `${comparedAmountsWords(answer)}${without === null ? '' : `, ${without}`}.`
}

function comparedAmountsWords({ differing, roundedOnly }: ChecksAnswer): string {
  if (differing.events > 0) {
    const sums = differing.sums.slice(0, MOST_SUMS).map(({ sum, currency }) => signedMoneyInWords(sum, currency))
    const rest = differing.sums.length - sums.length
    const more = rest > 0 ? ` and ${countWords(rest, 'other sum')}` : ''
    return `${countWords(differing.events, 'event')} whose amount is not quantity × unit price: ${sums.join(', ')}${more}`
  }
  return roundedOnly.events > 0
    ? 'Every amount is quantity × unit price, or that rounded'
    : 'Every amount is quantity × unit price'
}

/** The list has the others. */
const MOST_SUMS = 4

interface SumsProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  figure: AmountsDiffering
  by: 'amount' | 'rounding'
}

function Sums({ figure: { events, rows, sums }, by, onShowEvents }: SumsProps) {
  const words = by === 'amount' ? ' whose amount differs' : ' that differ by rounding alone'
  return (
    <li className={common.facts} data-differs={by} data-count={events}>
      <FoundEvents events={events} rows={rows} words={words} onShowEvents={onShowEvents} />
      <span>{by === 'amount' ? 'in all' : 'by rounding alone'}</span>
      {sums.map(({ currency, sum }) => (
        <b key={currency ?? ''} data-currency={currency ?? undefined} data-value={sum}>
          {signedMoneyInWords(sum, currency)}
        </b>
      ))}
    </li>
  )
}

type DifferingProps = Pick<SnapshotTabProps, 'zone' | 'onShowEvents'> & { event: DifferingEvent }

function Differing({ event, zone, onShowEvents }: DifferingProps) {
  const { row, eventId, createdAt, customerId, eventCode, more, currency } = event
  return (
    <li className={common.facts} data-event={eventId ?? ''} data-value={more}>
      <FigureButton
        label={`Show the event ${shortened(eventId ?? 'without an ID', 80)}`}
        onClick={() => onShowEvents(scopeOfRows([row]))}
      >
        {signedMoneyInWords(more, currency)}
      </FigureButton>
      <Sent isId text={eventId ?? 'no event ID'} />
      <Sent text={eventCode ?? 'no event code'} />
      <Sent isId text={customerId ?? 'no customer ID'} />
      {customerId !== null && <CustomerName id={customerId} />}
      <span className={common.hint}>
        <InstantText text={createdAt} zone={zone} />
      </span>
    </li>
  )
}
