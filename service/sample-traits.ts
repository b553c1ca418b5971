// Traits that make sample events harder to handle: mixed kinds, text amounts, currencies, look-alikes.
import type { EventRecord, Property } from './event-record.ts'
import type { SampleTraits } from './service-options.ts'

/** Applies traits to an event at random. */
export function withTraits(event: EventRecord, traits: SampleTraits, random: () => number): EventRecord {
  const { lookAlikes, mixedKinds, textAmounts, currencies } = traits
  let { properties } = event
  const change = (name: string, to: (property: Property) => Property) => {
    properties = properties.map((property) => (property.name === name ? to(property) : property))
  }
  if (mixedKinds > 0 && random() < mixedKinds) {
    change('account', (account) => ({ ...account, kind: 'number', text: String(Number(account.text)) }))
  }
  if (textAmounts > 0 && random() < textAmounts) change('amount', (amount) => ({ ...amount, kind: 'string' }))
  const currency = currencies[Math.floor(random() * currencies.length)]
  if (currency !== undefined) properties = [...properties, { name: 'currency', kind: 'string', text: currency }]
  if (lookAlikes > 0) properties = [...properties, requestId(random)]
  return { ...event, properties }
}

/** A copy of an event with other ids, 1 to 40 ms later. */
export function lookAlike(event: EventRecord, eventId: string, random: () => number): EventRecord {
  const createdAt = new Date(Date.parse(event.createdAt) + 1 + Math.floor(random() * 40)).toISOString()
  const properties = event.properties.map((property) => (property.name === REQUEST_ID ? requestId(random) : property))
  return { ...event, eventId, createdAt, properties }
}

const REQUEST_ID = 'request_id'

function requestId(random: () => number): Property {
  return { name: REQUEST_ID, kind: 'string', text: `req_${Math.floor(random() * 2 ** 32).toString(36)}` }
}
