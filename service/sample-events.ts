// Generates sample events that look like two months' usage of a cloud platform; the same seed and clock give the same
// ones.
import type { EventRecord, Property } from './event-record.ts'
import { lookAlike, withTraits } from './sample-traits.ts'
import { seededRandom } from './seeded-random.ts'
import { type SampleTraits, usualSamples } from './service-options.ts'

export type SampleOptions = {
  /** How many events, not counting look-alikes; oldest first, apart from some that arrive late. */
  count: number
  seed: number
  /** All events lie before this instant, in milliseconds since 1970. */
  now: number
  /** How far back they reach, in days; 60 by default. */
  days?: number
  traits?: SampleTraits
}

const DAY = 86_400_000

/** Generates the events one by one. */
export function* sampleEvents(options: SampleOptions): Generator<EventRecord> {
  const { count, seed, now, days = 60, traits = usualSamples } = options
  // Traits have their own sequence, so that events are otherwise the same with and without them.
  const [random, traitRandom] = [seededRandom(seed), seededRandom(seed + 5)]
  const step = (days * DAY) / Math.max(count, 1)
  const burst = Math.min(traits.burst, count)
  const burstStart = Math.floor((count - burst) / 2)
  let lookAlikes = 0
  let createdAt = ''
  for (let index = 0; index < count; index++) {
    // The events of a burst share the instant of its first; the one behind its last has an instant of its own again.
    const placeInBurst = index - burstStart
    const isAtBurst = burst > 0 && placeInBurst >= 0 && placeInBurst <= burst
    const beginsOrEndsBurst = placeInBurst === 0 || placeInBurst === burst
    // Meters report in batches, so some other events share an instant as well.
    if (isAtBurst ? beginsOrEndsBurst : createdAt === '' || random() > 0.04) {
      const lateness = random() * step * 3
      createdAt = instantText(now - (count - index) * step - lateness, random)
    }
    const event = withTraits(sampleEvent({ index, seed, createdAt, random }), traits, traitRandom)
    yield event
    if (traits.lookAlikes > 0 && traitRandom() < traits.lookAlikes) {
      yield lookAlike(event, eventId(count + lookAlikes++, seed), traitRandom)
    }
  }
}

/** `index` makes the event's id unique for the seed. */
export type SampleSeed = { index: number; seed: number; createdAt: string; random: () => number }

/** Generates one event. */
export function sampleEvent({ index, seed, createdAt, random }: SampleSeed): EventRecord {
  const { id: customerId, account, region } = weighted(customers, random)
  const metric = weighted(metrics, random)
  const properties = [
    ...metric.properties(random),
    string('region', region),
    string('account', account),
    ...occasional(random),
  ]
  const eventType = metric.code === 'refund' || random() < 0.06 ? 'credit' : 'debit'
  return { eventId: eventId(index, seed), customerId, eventCode: metric.code, eventType, createdAt, properties }
}

type NonEmpty<Item> = readonly [Item, ...Item[]]
type Customer = { weight: number; id: string; account: string; region: string }
type Metric = { weight: number; code: string; properties: (random: () => number) => Property[] }

const customers: NonEmpty<Customer> = [
  { weight: 8, id: 'cus_5Rb7nVy', account: '00042', region: 'eu-central-1' },
  { weight: 5, id: 'cus_8Kq2mTd', account: '01187', region: 'us-east-1' },
  { weight: 4, id: 'cus_1Zx9pLw', account: '00735', region: 'us-west-2' },
  { weight: 3, id: 'cus_7Gh4sQe', account: '20016', region: 'ap-southeast-2' },
  { weight: 2, id: 'cus_3Nc6rBf', account: '00900', region: 'sa-east-1' },
  { weight: 2, id: 'cus_9Jt0vXa', account: '00007', region: 'eu-west-3' },
  { weight: 1, id: 'cus_2Ym5hUo', account: '18250', region: 'ca-central-1' },
  { weight: 1, id: 'cus_6Df1kEi', account: '00360', region: 'eu-north-1' },
]

const metrics: NonEmpty<Metric> = [
  {
    weight: 9,
    code: 'api_calls',
    properties: (random) => [
      number('amount', whole(random, 1, 250_000)),
      number('unit_price', '0.0004'),
      string('endpoint', pick(['/v2/invoices', '/v2/customers', '/v2/meters/{id}', '/graphql'], random)),
    ],
  },
  {
    weight: 6,
    code: 'storage_gb_hours',
    properties: (random) => [
      number('amount', decimal(random, 1, 90_000, 4)),
      number('unit_price', '0.10'),
      string('tier', pick(['hot', 'cool', 'archive'], random)),
    ],
  },
  {
    weight: 5,
    code: 'egress_gb',
    properties: (random) => [
      number('amount', decimal(random, 0, 4_000, 2)),
      number('unit_price', '0.090'),
      number('bytes', String(9_007_199_254_740_993n + BigInt(whole(random, 0, 900_000_000)) * 1024n)),
    ],
  },
  {
    weight: 4,
    code: 'tokens_out',
    properties: (random) => [
      number('amount', whole(random, 200, 9_000_000)),
      number('unit_price', pick(['1e-7', '2.5E-6', '0.0000150'], random)),
      string('model', pick(['small-2', 'medium-2', 'large-1'], random)),
      number('trace', `90071992547409${whole(random, 100, 999)}`),
    ],
  },
  {
    weight: 2,
    code: 'seat_month',
    properties: (random) => [
      number('amount', whole(random, 1, 250)),
      number('unit_price', '29.00'),
      random() < 0.5 ? string('plan', '3') : number('plan', '3'),
    ],
  },
  {
    weight: 1,
    code: 'refund',
    properties: (random) => [
      number('amount', `-${decimal(random, 1, 900, 2)}`),
      string('reason', pick(['duplicate charge', 'service credit – SLA', 'Gutschrift für März', '返金'], random)),
    ],
  },
]

/** Some events have an oddity of real data: a spreadsheet formula, other scripts, emoji, a value of several lines. */
function occasional(random: () => number): Property[] {
  const chance = random()
  if (chance < 0.03) return [string('note', '=SUM(A1:A9)')]
  if (chance < 0.06)
    return [string('note', pick(['Überprüft von Zoë 👩🏽‍💻', 'تمت المراجعة', '数量を確認済み'], random))]
  if (chance < 0.08) return [string('note', 'first line\nsecond line, with a comma and "quotes"')]
  if (chance < 0.1) return [number('correction', pick(['-0', '-12.50', '1E+2', '0.30000000000000004'], random))]
  if (chance < 0.11) return [string('__proto__', 'a name like any other')]
  return []
}

function string(name: string, text: string): Property {
  return { name, kind: 'string', text }
}

function number(name: string, text: string): Property {
  return { name, kind: 'number', text }
}

function whole(random: () => number, least: number, most: number): string {
  return String(least + Math.floor(random() * (most - least + 1)))
}

/** A decimal with a fixed number of places, trailing zeros included. */
function decimal(random: () => number, least: number, most: number, places: number): string {
  return (least + random() * (most - least)).toFixed(places)
}

function pick<Item>(items: NonEmpty<Item>, random: () => number): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

function weighted<Item extends { weight: number }>(items: NonEmpty<Item>, random: () => number): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0)
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return items[0]
}

/** The factor is coprime to 10^11, so ids are scattered but never repeat. */
function eventId(index: number, seed: number): string {
  const scattered = (BigInt(index + 1) * 61_803_398_877n + BigInt(seed) * 7_919n) % 100_000_000_000n
  return `evt_01JD${String(scattered).padStart(11, '0')}`
}

/** An instant as RFC 3339 in UTC, with 0, 3, 6 or 9 digits of fraction. */
export function instantText(milliseconds: number, random: () => number): string {
  const whole = new Date(milliseconds).toISOString().slice(0, -1)
  const finer = String(Math.floor(random() * 1_000_000)).padStart(6, '0')
  const chance = random()
  if (chance < 0.1) return `${whole.slice(0, 19)}Z`
  if (chance < 0.3) return `${whole}Z`
  if (chance < 0.5) return `${whole}${finer.slice(0, 3)}Z`
  return `${whole}${finer}Z`
}
