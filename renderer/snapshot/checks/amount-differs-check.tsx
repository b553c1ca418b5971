// Events whose amount is not quantity × unit price, where their rule names all three: by how much it is more.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { AmountsDiffering, ChecksAnswer, DifferingEvent } from '../../../shared/snapshot/snapshot-checks.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FigureButton } from '../../ui/figure-button.tsx'
import { InstantText } from '../../ui/instant-text.tsx'
import { signedMoneyInWords } from '../../worth/money-words.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { CheckItem } from './check-item.tsx'
import styles from './checks.module.css'
import { scopeOfRows } from './scope-of-rows.ts'

interface AmountDiffersCheckProps extends Pick<SnapshotTabProps, 'zone' | 'onShowEvents'> {
  answer: ChecksAnswer | null
}

export function AmountDiffersCheck({ answer, zone, onShowEvents }: AmountDiffersCheckProps) {
  const differing = answer?.differing ?? null
  const rounded = answer?.roundedOnly ?? null
  return (
    <CheckItem
      check="amount-differs"
      title="Amounts that differ"
      count={differing?.events ?? null}
      words={answer === null ? '' : differsWords(answer)}
    >
      {differing !== null && differing.events > 0 && (
        <ul className={styles.findings} aria-label="Amounts that differ">
          <Sums figure={differing} by="amount" onShowEvents={onShowEvents} />
          {differing.listed.map((event) => (
            <Differing key={event.row} event={event} zone={zone} onShowEvents={onShowEvents} />
          ))}
          {differing.events > differing.listed.length && (
            <li className={common.hint}>and {countWords(differing.events - differing.listed.length, 'more event')}</li>
          )}
        </ul>
      )}
      {rounded !== null && rounded.events > 0 && (
        <ul className={styles.findings} aria-label="Amounts that differ by rounding alone">
          <Sums figure={rounded} by="rounding" onShowEvents={onShowEvents} />
        </ul>
      )}
    </CheckItem>
  )
}

/** "4 events whose amount is not quantity × unit price: +32.00 EUR." */
function differsWords({ isCompared, differing, roundedOnly }: ChecksAnswer): string {
  if (!isCompared) return 'No rule names an amount, a quantity and a unit price.'
  if (differing.events > 0) {
    const sums = differing.sums.slice(0, MOST_SUMS).map(({ sum, currency }) => signedMoneyInWords(sum, currency))
    const rest = differing.sums.length - sums.length
    const more = rest > 0 ? ` and ${countWords(rest, 'other sum')}` : ''
    return `${countWords(differing.events, 'event')} whose amount is not quantity × unit price: ${sums.join(', ')}${more}.`
  }
  return roundedOnly.events > 0
    ? 'Every amount is quantity × unit price, or that rounded.'
    : 'Every amount is quantity × unit price.'
}

/** The list has the others. */
const MOST_SUMS = 4

interface SumsProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  figure: AmountsDiffering
  by: 'amount' | 'rounding'
}

function Sums({ figure: { events, rows, sums }, by, onShowEvents }: SumsProps) {
  const words = by === 'amount' ? 'whose amount differs' : 'that differ by rounding alone'
  return (
    <li className={styles.findingsLine} data-differs={by} data-count={events}>
      {rows.length < events ? (
        grouped(events)
      ) : (
        <FigureButton
          label={`Show ${countWords(events, 'event')} ${words}`}
          onClick={() => onShowEvents(scopeOfRows(rows))}
        >
          {grouped(events)}
        </FigureButton>
      )}
      <span>{by === 'amount' ? 'in all' : 'by rounding alone'}</span>
      {sums.map(({ currency, sum }) => (
        <b key={currency ?? ''} data-currency={currency ?? undefined} data-value={sum}>
          {signedMoneyInWords(sum, currency)}
        </b>
      ))}
    </li>
  )
}

interface DifferingProps extends Pick<SnapshotTabProps, 'zone' | 'onShowEvents'> {
  event: DifferingEvent
}

function Differing({ event, zone, onShowEvents }: DifferingProps) {
  const { row, eventId, createdAt, customerId, eventCode, more, currency } = event
  return (
    <li className={styles.findingsLine} data-event={eventId ?? ''} data-value={more}>
      <FigureButton
        label={`Show the event ${shortened(eventId ?? 'without an ID', 80)}`}
        onClick={() => onShowEvents(scopeOfRows([row]))}
      >
        {signedMoneyInWords(more, currency)}
      </FigureButton>
      <span className={styles.id}>
        <ExactText text={eventId ?? 'no event ID'} />
      </span>
      <span className={styles.code}>
        <ExactText text={eventCode ?? 'no event code'} />
      </span>
      <span className={styles.id}>
        <ExactText text={customerId ?? 'no customer ID'} />
      </span>
      <span className={common.hint}>
        <InstantText text={createdAt} zone={zone} />
      </span>
    </li>
  )
}
