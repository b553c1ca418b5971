// Generates the events of a company that sells usage in three currencies: the month before the last, the last month,
// which is closed, and the running one up to now. What it sells is the same each month, but for what is planted:
// mistakes in the last month, and differences between the months, for the product's answers to find.
import { Temporal } from 'temporal-polyfill'
import type { EventRecord, Property } from './event-record.ts'

export type SampleCompanyOptions = {
  /** Nothing is dated after this instant, in milliseconds since 1970. */
  now: number
  /** Whether it is told as it was when the last month was closed, before two late events came. */
  atClosing?: boolean
  /** Whether only those two are told. */
  sinceClosing?: boolean
}

/** The company bills in it. */
export const SAMPLE_COMPANY_ZONE = 'Europe/Berlin'

type Currency = 'EUR' | 'USD' | 'GBP'
type Meter = 'api_calls' | 'storage_gb_days' | 'egress_gb' | 'tokens' | 'sms'

/** Prices as integers of 10^-6, so that amounts are exact; in the order EUR, USD, GBP. */
const PRICES: Record<Meter, readonly [number, number, number]> = {
  api_calls: [400, 450, 350],
  storage_gb_days: [1_000, 1_100, 900],
  egress_gb: [80_000, 90_000, 70_000],
  tokens: [12, 13, 10],
  sms: [50_000, 55_000, 45_000],
}
const CURRENCIES: readonly Currency[] = ['EUR', 'USD', 'GBP']

type Customer = {
  id: string
  currency: Currency
  seats: number
  meters: Partial<Record<Meter, number>>
  buildMinutes: number
}

const customers: readonly Customer[] = [
  customer('nordlicht', 'EUR', 140, [18_600_000, 372_000, 9_300, 45_000_000, 4_000], 14_000),
  customer('halden', 'EUR', 85, [6_200_000, 930_000, 3_100, 310_000_000, 0], 31_000),
  customer('lumen', 'EUR', 220, [12_400_000, 1_240_000, 24_800, 0, 12_000], 0),
  customer('atelier', 'EUR', 12, [310_000, 62_000, 620, 6_200_000, 0], 2_600),
  customer('costa-verde', 'EUR', 48, [2_480_000, 124_000, 1_550, 0, 18_600], 0),
  customer('bluefin', 'USD', 160, [31_000_000, 2_480_000, 12_400, 620_000_000, 0], 46_000),
  customer('zephyr', 'USD', 35, [62_000_000, 310_000, 46_500, 0, 0], 0),
  customer('kestrel', 'GBP', 64, [3_720_000, 186_000, 1_240, 24_800_000, 9_300], 5_000),
]

function customer(
  id: string,
  currency: Currency,
  seats: number,
  [calls, storage, egress, tokens, sms]: readonly [number, number, number, number, number],
  buildMinutes: number,
): Customer {
  const meters = { api_calls: calls, storage_gb_days: storage, egress_gb: egress, tokens, sms }
  return { id: `cus_${id}`, currency, seats, meters, buildMinutes }
}

type Month = 'before' | 'last' | 'running'

/** An event without what follows from when it is. */
type Draft = Omit<EventRecord, 'eventId' | 'createdAt'> & {
  /** It is in milliseconds since 1970. */
  at: number
  key: string
  /** It came after the month was closed. */
  isLate: boolean
}

/** Generates the events in the order of their times. An event has the same ID whenever it is told. */
export function* sampleCompany({
  now,
  atClosing = false,
  sinceClosing = false,
}: SampleCompanyOptions): Generator<EventRecord> {
  const months = ['before', 'last', 'running'] as const
  const drafts = months.flatMap((month, index) => {
    const clock = monthClock(now, 2 - index)
    const usual = customers.flatMap((one) => usage(one, month, clock))
    return month === 'last' ? [...usual, ...planted(usual, clock)] : usual
  })
  for (const [index, { at, key, isLate, ...rest }] of drafts.sort((a, b) => a.at - b.at).entries()) {
    if (at > now || (isLate ? atClosing : sinceClosing)) continue
    const eventId = `evt_${String(index + 1).padStart(6, '0')}`
    const createdAt = new Date(at).toISOString().replace('.000Z', 'Z')
    yield { eventId, ...rest, createdAt, properties: [...rest.properties, text('idempotency_key', key)] }
  }
}

/** A month of the zone. */
type MonthClock = {
  days: number
  /** Gives milliseconds since 1970, by the clock on the wall; `day` from 1 on. */
  at: (day: number, hour: number, minute?: number) => number
}

function monthClock(now: number, monthsAgo: number): MonthClock {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(SAMPLE_COMPANY_ZONE).toPlainDate()
  const month = today.toPlainYearMonth().subtract({ months: monthsAgo })
  // Eight customers are metered at the same times.
  const known = new Map<string, number>()
  return {
    days: month.daysInMonth,
    at(day, hour, minute = 0) {
      const key = `${day} ${hour} ${minute}`
      const plainTime = { hour, minute }
      const at =
        known.get(key) ??
        month.toPlainDate({ day }).toZonedDateTime({ timeZone: SAMPLE_COMPANY_ZONE, plainTime }).epochMilliseconds
      known.set(key, at)
      return at
    },
  }
}

/**
 * A month's quantity is cut as if the month had 31 days, and its last batch takes the rest: so every batch that is
 * planted comes to the same in a month of any length.
 */
const PARTS_OF_A_DAILY_METER = 31
const FOUR_HOURLY = [3, 7, 11, 15, 19, 23]

/** The days of a month, from 1 on. */
const daysOf = ({ days }: MonthClock) => Array.from({ length: days }, (_, day) => day + 1)

/** What a customer used in a month, batch by batch as the meters report it, with what is planted in their batches. */
function usage(one: Customer, month: Month, clock: MonthClock): Draft[] {
  const drafts: Draft[] = []
  const place = CURRENCIES.indexOf(one.currency)
  for (const [code, quantity] of Object.entries(one.meters) as [Meter, number][]) {
    if (quantity === 0) continue
    const isFourHourly = code === 'api_calls' || code === 'tokens'
    const hours = isFourHourly ? FOUR_HOURLY : [code === 'egress_gb' ? 0 : 12]
    const times = daysOf(clock).flatMap((day) =>
      hours.map((hour) => clock.at(day, hour, code === 'egress_gb' ? 30 : 0)),
    )
    const total = quantityIn(month, one, code, quantity)
    const batches = batchesOf(total, PARTS_OF_A_DAILY_METER * hours.length, times.length)
    if (code === 'egress_gb' && one.id === 'cus_nordlicht' && month === 'running') {
      moveToFirst(batches, NORDLICHT_FIRST_EGRESS)
    }
    const wasDearer = month === 'before' && one.id === 'cus_zephyr' && code === 'api_calls'
    const price = wasDearer ? ZEPHYR_EARLIER_PRICE : (PRICES[code][place] ?? 0)
    times.forEach((at, index) => {
      const batch = batches[index] ?? 0
      const isMiscalculated =
        month === 'last' && one.id === 'cus_lumen' && code === 'egress_gb' && LUMEN_DAYS.includes(index)
      const amount = decimal(batch * (isMiscalculated ? LUMEN_WRONG_PRICE : price))
      const properties = [
        number('quantity', String(batch)),
        number('unit_price', decimal(price)),
        number('amount', amount),
        text('currency', one.currency),
      ]
      drafts.push(draft(one.id, code, at, properties))
    })
  }
  return [...drafts, ...seats(one, month, clock), ...buildMinutes(one, month, clock)]
}

/** Days of Lumen's egress, counted from 0, whose amount was computed at this price in place of its `unit_price`. */
const LUMEN_DAYS: readonly number[] = [4, 9, 15, 21]
const LUMEN_WRONG_PRICE = 90_000
/** GB: Nordlicht's invoice cuts the month in UTC, so it has this batch in place of the last month's own first one. */
const NORDLICHT_FIRST_EGRESS = 337.5
/** The month before the last had fewer calls at a higher price, so that a comparison shows volume and price apart. */
const ZEPHYR_EARLIER_PRICE = 500

/** The quantity of a month: the usual one, but for two customers in the month before the last. */
function quantityIn(month: Month, { id }: Customer, code: Meter, usual: number): number {
  if (month !== 'before') return usual
  if (id === 'cus_bluefin' && code === 'tokens') return 335_000_000
  return id === 'cus_zephyr' && code === 'api_calls' ? 54_000_000 : usual
}

/** `count` whole numbers: the total divided by `parts`, rounded down; the last takes what is left. */
function batchesOf(total: number, parts: number, count: number): number[] {
  const each = Math.floor(total / parts)
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? total - each * (count - 1) : each))
}

/** Sets the first batch; the last evens it out, so that the total stays. */
function moveToFirst(batches: number[], first: number): void {
  const last = batches.length - 1
  batches[last] = (batches[last] ?? 0) + (batches[0] ?? 0) - first
  batches[0] = first
}

function seats({ id, seats: count }: Customer, month: Month, clock: MonthClock): Draft[] {
  const seatsOn = (day: number, seated: number) =>
    draft(id, 'seats', clock.at(day, 12), [number('quantity', String(seated))])
  if (id !== 'cus_costa-verde' || month !== 'last') return [seatsOn(1, count)]
  // Seats are billed by the month's maximum: a sum of the two is the mistake to be seen.
  return [seatsOn(1, 40), seatsOn(15, count)]
}

function buildMinutes({ id, buildMinutes: total }: Customer, month: Month, clock: MonthClock): Draft[] {
  if (total === 0) return []
  const isMixed = id === 'cus_kestrel' && month === 'last'
  const textDays = isMixed ? KESTREL_DAYS.length : 0
  const numbers = batchesOf(total, PARTS_OF_A_DAILY_METER - textDays, clock.days - textDays)
  return daysOf(clock).map((day, index) => {
    const isText = isMixed && KESTREL_DAYS.includes(index)
    const quantity = isText ? text('quantity', '150') : number('quantity', String(numbers.shift() ?? 0))
    return draft(id, 'build_minutes', clock.at(day, 12), [quantity])
  })
}

/** Days of Kestrel's build minutes, counted from 0, that came as text. */
const KESTREL_DAYS: readonly number[] = [6, 13, 20]

/** What is wrong with the last month, besides what `usage` does. */
function planted(usual: readonly Draft[], clock: MonthClock): Draft[] {
  const noon = (day: number) => clock.at(day, 12)
  const calls = usual.filter(({ customerId, eventCode }) => customerId === 'cus_nordlicht' && eventCode === 'api_calls')
  // Twelve batches, spread over the month but for its last days, are sent a second time with the same key.
  const again = calls
    .filter((_, index) => index % 13 === 4 && index < 150)
    .map((one) => ({ ...one, at: one.at + 2_000 }))
  const refund = (id: string, at: number, amount: string) =>
    credit(draft(id, 'refund', at, [number('amount', amount), text('currency', 'EUR')]))
  const booked = refund('cus_atelier', noon(19), '49.60')
  const late = [
    draft('cus_halden', 'tokens', noon(17) + 60_000, paid('3100000', '0.000012', '37.2')),
    draft('cus_halden', 'api_calls', noon(24) + 60_000, paid('-1031250', '0.0004', '-412.5')),
  ].map((one) => ({ ...one, isLate: true }))
  return [
    ...again,
    refund('cus_nordlicht', noon(11), '150'),
    booked,
    { ...booked, at: booked.at + 2_000 },
    credit(draft('cus_zephyr', 'credit_grant', noon(2), [number('quantity', '50000')])),
    ...late,
  ]
}

const paid = (quantity: string, price: string, amount: string): Property[] => [
  number('quantity', quantity),
  number('unit_price', price),
  number('amount', amount),
  text('currency', 'EUR'),
]

const credit = (one: Draft): Draft => ({ ...one, eventType: 'credit' })

function draft(customerId: string, eventCode: string, at: number, properties: Property[]): Draft {
  const key = `${customerId.slice(4)}-${eventCode}-${new Date(at).toISOString().slice(0, 16)}`
  return { customerId, eventCode, eventType: 'debit', at, key, isLate: false, properties }
}

/** Millionths as a plain decimal. */
function decimal(millionths: number): string {
  const digits = String(Math.abs(Math.round(millionths))).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return `${millionths < 0 ? '-' : ''}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`
}

const number = (name: string, text_: string): Property => ({ name, kind: 'number', text: text_ })
const text = (name: string, content: string): Property => ({ name, kind: 'string', text: content })
