// An event as an entry of a case: its exact text, how to ask for it again, and what it is in words.
import type { CaseItem } from '../../shared/case/case.ts'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Event } from '../../shared/event/event.ts'
import { type Decimal, decimalText } from '../../shared/exact/decimal.ts'
import { inZone } from '../../shared/time/instant.ts'
import { rulesVersion } from '../../shared/worth/rules-text.ts'
import type { EventWorth } from '../../shared/worth/value-event.ts'
import { shortened } from '../ui/excerpt.ts'
import { dayWords } from '../ui/instant-words.ts'
import { startValuing } from '../worth/events-worth.ts'
import { drawnMoney, moneyInWords } from '../worth/money-words.ts'
import { rulesOf } from '../worth/use-rules.ts'

/**
 * Rejects where it cannot be known what events are worth.
 * @param zone in which times are shown
 */
export async function eventItem(
  event: Event,
  { id: connectionId, name, baseUrl, billingZone }: Pick<Connection, 'id' | 'name' | 'baseUrl' | 'billingZone'>,
  zone: string,
): Promise<CaseItem> {
  const { rules } = await rulesOf(connectionId)
  const valuing = startValuing([event], { rules, version: rulesVersion(rules), zone: billingZone ?? zone })
  valuing.step(1)
  const valued = valuing.result().each[0] ?? null
  return {
    is: 'event',
    id: crypto.randomUUID(),
    title: eventTitle(event, valued, zone),
    source: event.source,
    customerId: event.customerId,
    worth: hasMoney(valued) ? { amount: decimalText(valued.worth), currency: valued.currency } : null,
    from: [
      ['Source', `${name}, ${baseUrl}`],
      ['Time zone', zone],
    ],
  }
}

/** "23 Oct 2026, 09:00:02, 100,000 api_calls, 40.00 EUR", as far as it is known; what says nothing else is called by its ID. */
export function eventTitle(
  { eventId, eventCode, createdAt }: Pick<Event, 'eventId' | 'eventCode' | 'createdAt'>,
  valued: Pick<EventWorth, 'quantity' | 'unit' | 'worth' | 'currency' | 'bin'> | null,
  zone: string,
): string {
  const seen = createdAt === null ? null : inZone(createdAt, zone)
  const quantity = valued?.quantity ?? null
  const counted = [
    quantity === null ? null : drawnMoney(decimalText(quantity), null),
    quantity === null || valued?.unit === eventCode ? null : (valued?.unit ?? null),
    eventCode,
  ].filter((part) => part !== null && part !== '')
  const parts = [
    ...(seen === null ? [] : [`${dayWords(seen.date)} ${seen.date.slice(0, seen.date.indexOf('-'))}`, seen.time]),
    ...(counted.length === 0 ? [] : [shortened(counted.join(' '), 200)]),
    ...(hasMoney(valued) ? [moneyInWords(decimalText(valued.worth), valued.currency)] : []),
  ]
  if (parts.length > 0) return parts.join(', ')
  return eventId === null ? 'Event without an ID' : `Event ${eventId.slice(0, 200)}`
}

type Money = Pick<EventWorth, 'worth' | 'bin'>

const hasMoney = <V extends Money>(valued: V | null): valued is V & { worth: Decimal } =>
  valued !== null && (valued.bin === 'charged' || valued.bin === 'reduces') && valued.worth !== null
