import { expect, test } from 'vitest'
import type { Property } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { rulesOf, valued } from '../../worth/fixtures/valued-events.ts'
import { comparedWorth, compareEvents, differencesText } from './compare-events.ts'

const amount = '"money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}'
const rules = rulesOf(`{"eventscopeRules":1,"rules":[
  {"codes":["usage"],"effect":"as-sent",${amount}},
  {"codes":["refund"],"effect":"reduces",${amount}},
  {"codes":["note"],"effect":"not-money",${amount}},
  {"codes":["grant"],"effect":"balance","quantity":{"by":"sum","property":"amount"},"money":{"by":"none"}},
  {"codes":["calls"],"effect":"as-sent","quantity":{"by":"sum","property":"amount"},"money":{"by":"none"}},
  {"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"amount"},"money":{"by":"rate-card"}}],
  "prices":[{"code":"seats","currency":"EUR","price":"2"}],"units":["unit"]}`)

function event(eventCode: string, number: string | null, ...more: Property[]) {
  const sent: Property[] = number === null ? [] : [{ name: 'amount', kind: 'number', text: number }]
  return someEvent({ eventId: eventCode, eventCode, properties: [...sent, ...more] })
}
const euro: Property = { name: 'currency', kind: 'string', text: 'EUR' }

test('each event says what it is worth, or why it has no worth', () => {
  const events = [
    event('usage', '940.590', euro),
    event('refund', '1764.69', euro),
    event('usage', '1e3'),
    event('usage', null),
    event('note', '1'),
    event('grant', '50000', { name: 'unit', kind: 'string', text: 'credits' }),
    event('calls', '7', { name: 'unit', kind: 'string', text: 'call' }),
    event('seats', '8'),
    event('other', '1'),
  ]
  expect(comparedWorth(valued(events, rules)).texts).toEqual([
    '940.59 EUR',
    '−1764.69 EUR',
    '1000 (currency not set)',
    'no number',
    'not in the total',
    'a prepaid grant of 50000 credits',
    'not in the total, a quantity of 7 call',
    'billed by the month, not per event',
    'no price rule',
  ])
})

test('what is copied names the rules', () => {
  const events = [event('usage', '5', euro), event('refund', '3', euro)]
  const text = differencesText(events, compareEvents(events), comparedWorth(valued(events, rules)))
  expect(text).toMatch(/\nWorth by your price rules [0-9a-f]{12}: A 5\.00 EUR, B −3\.00 EUR\n/)
  expect(differencesText(events, compareEvents(events))).not.toContain('Worth')
})
