import { expect, test } from 'vitest'
import { parseEventText } from '../../shared/search/search-page.ts'
import { readRules, rulesVersion } from '../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-rules.ts'
import { NO_RULES } from '../../shared/worth/worth-rules.ts'
import { startValuing } from '../worth/events-worth.ts'
import { eventTitle } from './event-item.ts'

const read = readRules(SAMPLE_COMPANY_RULES)
const company = read.ok ? read.rules : NO_RULES

/** As it is added where times are shown in Berlin's. */
function titleOf(sent: object, rules = company): string {
  const parsed = parseEventText(JSON.stringify(sent))
  if (!parsed.ok) throw new Error('This is no event.')
  const valuing = startValuing([parsed.event], { rules, version: rulesVersion(rules), zone: 'Europe/Berlin' })
  valuing.step(1)
  return eventTitle(parsed.event, valuing.result().each[0] ?? null, 'Europe/Berlin')
}

const event = (code: string, type: string, properties: object) => ({
  event_id: 'evt_1',
  customer_id: 'cus_nordlicht',
  event_code: code,
  event_type: type,
  created_at: '2026-10-23T07:00:02.5Z',
  event_properties: properties,
})
const CALLS = { quantity: 100_000, unit_price: 0.0004, amount: 40, currency: 'EUR' }

test.each<[string, object, string]>([
  ['usage with an amount', event('api_calls', 'debit', CALLS), '23 Oct 2026, 09:00:02, 100,000 api_calls, 40.00 EUR'],
  [
    'what reduces',
    event('refund', 'credit', { amount: 150, currency: 'EUR' }),
    '23 Oct 2026, 09:00:02, refund, −150.00 EUR',
  ],
  ['a part of a month', event('seats', 'debit', { quantity: 140 }), '23 Oct 2026, 09:00:02, 140 seats'],
  ['a balance', event('credit_grant', 'credit', { quantity: 50_000 }), '23 Oct 2026, 09:00:02, 50,000 credit_grant'],
  ['what no rule takes', event('other', 'debit', CALLS), '23 Oct 2026, 09:00:02, other'],
  [
    'a time that is none',
    { ...event('api_calls', 'debit', CALLS), created_at: 'soon' },
    '100,000 api_calls, 40.00 EUR',
  ],
  ['nothing but an ID', { event_id: 'evt_1' }, 'Event evt_1'],
])('%s is called by time, quantity and worth', (_, sent, expected) => expect(titleOf(sent)).toBe(expected))

test('without rules no property is taken for a quantity or an amount', () => {
  expect(titleOf(event('api_calls', 'debit', CALLS), NO_RULES)).toBe('23 Oct 2026, 09:00:02, api_calls')
})
