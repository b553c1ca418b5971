// Events and price rules by seed, as services and their users make them: each world is a segment of time of its own.
import { SAMPLE_COMPANY_RULES } from './sample-rules.ts'

export interface World {
  /** Half-open, in UTC: whole months of its zone, or what begins or ends within one. */
  from: string
  until: string
  zone: string
  /** Its first, as an invoice names it. */
  month: string
  /** JSON texts, so that digits and the form of numbers are as they are meant. */
  events: string[]
  /** The same at an earlier reading: some were not there, some have gone since, some were others. */
  eventsBefore: string[]
  /** As text that is pasted. */
  rules: string
  /** A line for most events, of which some say another amount. */
  ledger: string
  /** A line for each customer's code, by the sum of amounts as sent. */
  invoice: string
}

interface Draw {
  /** From 0 to 1. */
  (): number
  from<T>(choices: readonly T[]): T
}

/** A generator of numbers (mulberry32). */
function draws(seed: number): Draw {
  let state = seed
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(draw, {
    from: <T>(choices: readonly T[]) => choices[Math.floor(draw() * choices.length)] as T,
  })
}

const HOUR = 3_600_000
/** From January 2003 on; then they begin anew. */
const MONTHS = 240

/** Hours by which a zone's clock is ahead where a month begins: in Berlin it is summer then from April to October. */
const ZONES: Record<string, (month: number) => number> = {
  UTC: () => 0,
  'Europe/Berlin': (month) => (month >= 3 && month <= 9 ? 2 : 1),
  'Asia/Kolkata': () => 5.5,
}

/** Most are a whole month; the others are several, or a part of them. */
function segmentOf(number: number, draw: Draw) {
  const zone = draw.from(Object.keys(ZONES))
  const beginOf = (months: number) => {
    const begin = new Date(Date.UTC(2003, months, 1))
    return begin.getTime() - (ZONES[zone]?.(begin.getUTCMonth()) ?? 0) * HOUR
  }
  const month = number % MONTHS
  const [first, second, third] = [beginOf(month), beginOf(month + 1), beginOf(month + 2)]
  const within = (begin: number) => begin + (1 + Math.floor(draw() * 600)) * HOUR
  const [from, until] = draw.from([
    [first, second],
    [first, second],
    [first, second],
    [first, third],
    [within(first), third],
    [first, within(second)],
    [within(first), second],
  ] as const)
  return { from, until, zone }
}

/** Decimal places of their amounts; no other currency has another number than two. */
const PLACES: Record<string, number> = { JPY: 0, KWD: 3 }

/** How a world writes its numbers. */
interface Numbers {
  /** Prices of tokens are so small that amounts have twelve places, but for those in yen. */
  hasManyPlaces: boolean
  /** The share that is text. */
  texts: number
  /** The share that has forty digits. */
  long: number
}

function numbersOf({ hasManyPlaces, texts, long }: Numbers, draw: Draw) {
  const digits = (count: number) => String(Math.floor(draw() * 10 ** count)).padStart(count, '0')
  const plain = (currency: string): string => {
    if (draw() < long) {
      const forty = draw.from([
        `9${digits(15)}${digits(15)}${digits(7)}.${digits(2)}`,
        `0.${digits(15)}${digits(15)}${digits(10)}`,
      ])
      return draw() < 0.2 ? `-${forty}` : forty
    }
    const kind = draw()
    if (kind < 0.05) return '0'
    if (kind < 0.1) return `-${Math.floor(draw() * 900)}.5`
    if (kind < 0.14) return `${Math.floor(draw() * 50)}.${Math.floor(draw() * 1e12)}`
    if (kind < 0.18) return `${Math.floor(draw() * 90)}e1`
    if (hasManyPlaces && currency !== 'JPY') return `0.${digits(12)}`
    return (draw() * 500).toFixed(PLACES[currency] ?? 2)
  }
  return (currency: string): string => {
    if (draw() >= texts) return plain(currency)
    return JSON.stringify(draw() < 0.9 ? plain(currency) : draw.from(['n/a', '1,50', '007', ' 3', '']))
  }
}

/** So many from the first on. */
export function worlds(count: number, first = 0): World[] {
  return Array.from({ length: count }, (_, at) => worldOf(first + at))
}

/** @returns 20 to 160 events, the same for the same number */
function worldOf(number: number): World {
  const draw = draws(7_919 * (number + 1))
  const { from, until, zone } = segmentOf(number, draw)
  const customers = Array.from({ length: 1 + Math.floor(draw() * 5) }, (_each, at) => `cus_${'abcdeü'[at]}${number}`)
  const currencies = draw.from([
    ['EUR'],
    ['EUR', 'USD'],
    ['JPY', 'EUR'],
    ['KWD'],
    ['EUR', 'USD', 'GBP', 'JPY'],
    ['KWD', 'JPY', 'EUR'],
    ['EUR', 'eur', 'Euro'],
  ])
  const numberOf = numbersOf(
    { hasManyPlaces: draw() < 0.2, texts: draw.from([0, 0.02, 0.5]), long: draw.from([0, 0.03, 0.3]) },
    draw,
  )
  // Where it is 0, nothing is missing, and all of a line has a number.
  const gaps = draw.from([0, 0, 0.02, 0.15])
  const month = new Date(from + 24 * HOUR).toISOString().slice(0, 7)
  const events: string[] = []
  const eventsBefore: string[] = []
  const ledger = ['event_id,customer_id,event_code,amount,currency']
  const billed = new Map<string, number>()
  for (let left = 20 + Math.floor(draw() * 140); left > 0; left--) {
    const at = new Date(from + Math.floor((draw() * (until - from)) / 1000) * 1000)
    const code = draw.from([
      'api_calls',
      'seats',
      'build_minutes',
      'refund',
      'credit_grant',
      'sms',
      'tokens',
      'unknown_code',
    ])
    const sentIn = draw.from(currencies)
    const properties: string[] = []
    if (draw() >= gaps) properties.push(`"quantity":${numberOf('')}`)
    if (draw() >= gaps)
      properties.push(`"amount":${draw() >= gaps / 4 ? numberOf(sentIn) : draw.from(['true', 'null', '[1]'])}`)
    if (draw() >= gaps) properties.push(`"currency":${JSON.stringify(sentIn)}`)
    if (draw() < 0.4) properties.push(`"unit_price":${numberOf(sentIn)}`)
    if (draw() < 0.2) properties.push(`"unit":${draw.from(['"GB"', '"call"'])}`)
    if (draw() < 0.7) properties.push(`"idempotency_key":"key-${Math.floor(draw() * 60)}"`)
    if (draw() < 0.4) properties.push(`"plan":${draw.from(['"pro"', '"free"', 'true', 'null', '3', '3.0'])}`)
    const type = code === 'refund' || code === 'credit_grant' ? 'credit' : draw() < 0.95 ? 'debit' : 'credit'
    const id = `evt_${number}_${left}`
    const customer = draw.from(customers)
    const text = `{"event_id":"${id}","customer_id":${JSON.stringify(customer)},"event_code":"${code}","event_type":"${type}","created_at":"${at.toISOString()}","event_properties":{${properties.join(',')}}}`
    // The same number in another form.
    const alike = text.replace('"plan":3}', '"plan":3.0}')
    events.push(text)
    if (draw() < 0.9) eventsBefore.push(draw() < 0.9 ? alike : text.replace(/"quantity":"?-?/, (begin) => `${begin}1`))
    if (draw() < 0.05) eventsBefore.push(text.replace(id, `${id}_gone`))
    const [, amount = '0'] = /"amount":"?([-.\de]+)/.exec(text) ?? []
    const [, currency = currencies[0]] = /"currency":"(\w+)"/.exec(text) ?? []
    const line = `${customer},${code},${draw() < 0.9 ? amount : '12.34'},${currency}`
    if (draw() < 0.95) ledger.push(`${id},${line}`)
    const item = `${customer},${code},${month},${currency}`
    billed.set(item, (billed.get(item) ?? 0) + Number(amount))
    // Sent again, at once, or within or beyond the time in which it may be a duplicate: the same but for its ID, and
    // for the form of a number.
    const sentAgain = new Date(at.getTime() + draw.from([0, 0, 3_000, 9_000])).toISOString()
    if (draw() < 0.05) events.push(alike.replace(id, `${id}_again`).replace(at.toISOString(), sentAgain))
  }
  const invoice = [...billed].map(([item, sum]) => `${item},${sum < 1e9 ? sum.toFixed(2) : '0.50'}`)
  return {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    zone,
    month,
    events,
    eventsBefore,
    rules: rulesOf(draw, { from, until, customers }),
    ledger: ledger.join('\n'),
    invoice: ['customer,item,period,currency,amount', ...invoice].join('\n'),
  }
}

interface RuledWorld {
  from: number
  until: number
  customers: readonly string[]
}

function rulesOf(draw: Draw, world: RuledWorld): string {
  const kind = draw()
  if (kind < 0.15) return SAMPLE_COMPANY_RULES
  if (kind < 0.18) return '{"eventscopeRules":1}'
  if (kind < 0.19) return '{"eventscopeRules":1,"rules":[{"effect":"as-sent","money":{"by":"price"}}]}'
  const units = draw() < 0.2 ? { units: 'minor' } : {}
  const money = { by: 'amount', property: 'amount', ...units }
  const currency = { property: 'currency' }
  const by = draw.from(['sum', 'maximum', 'last', 'distinct', 'events'])
  const quantity = { by: 'sum', property: 'quantity' }
  const priced = {
    codes: ['seats', 'build_minutes'],
    ...(draw() < 0.8 ? { type: 'debit' } : {}),
    effect: draw() < 0.9 ? 'as-sent' : draw.from(['reversed', 'reduces', 'not-money']),
    quantity: by === 'events' ? { by } : { by, property: 'quantity' },
    money: { by: 'rate-card' },
    tax: 'net',
  }
  const belowZero = {
    sign: { property: 'amount', is: 'below-zero' },
    effect: draw.from(['as-sent', 'reduces', 'reversed']),
    money,
    currency,
  }
  const ofPro = {
    where: [
      draw.from([
        { name: 'plan', kind: 'string', text: 'pro' },
        { name: 'plan', kind: 'number', text: '3' },
      ]),
    ],
    effect: draw.from(['as-sent', 'not-money']),
    quantity,
    money: { by: 'none' },
  }
  const byOwnPrice = {
    codes: ['tokens', 'sms'],
    has: ['unit_price'],
    effect: 'as-sent',
    quantity: draw.from([quantity, { by: 'events' }]),
    money: { by: 'price', property: 'unit_price', ...units },
    ...(draw() < 0.8 ? { currency } : {}),
  }
  const granted = { codes: ['credit_grant'], effect: 'balance', quantity, money: { by: 'none' } }
  const credits = {
    ...(draw() < 0.5 ? { type: 'credit' } : { codes: ['refund'] }),
    effect: draw.from(['reduces', 'reversed']),
    money,
    currency,
  }
  const others = {
    effect: 'as-sent',
    quantity,
    money: { ...money, price: 'unit_price' },
    ...(draw() < 0.9 ? { currency: draw.from([currency, { fixed: 'EUR' }, { fixed: 'JPY' }]) } : {}),
  }
  const some = [
    [belowZero, 0.25],
    [ofPro, 0.15],
    [byOwnPrice, 0.4],
    [priced, 0.9],
    [granted, 0.5],
    [credits, 0.9],
    [others, 0.7],
  ] as const
  return JSON.stringify({
    eventscopeRules: 1,
    rules: some.flatMap(([rule, share]) => (draw() < share ? [rule] : [])),
    prices: ['seats', 'build_minutes', 'tokens'].flatMap((code) => pricesOf(code, draw, world)),
    ...(draw() < 0.4 ? { equalCurrencies: [['EUR', 'eur', 'Euro']] } : {}),
    ...(draw() < 0.3 ? { currencyWhereNone: draw.from(['EUR', 'JPY', 'KWD']) } : {}),
    ...(draw() < 0.4 ? { units: ['unit'] } : {}),
    ...(draw() < 0.6 ? { textNumbers: ['quantity', 'amount', 'unit_price'] } : {}),
    ...(draw() < 0.6 ? { requestIdentifiers: ['idempotency_key'] } : {}),
  })
}

/** Prices of a code on the rate card: some from before, in or after the segment, some of one customer or plan. */
function pricesOf(code: string, draw: Draw, { from, until, customers }: RuledWorld): object[] {
  const currency = draw.from(['EUR', 'EUR', 'USD', 'JPY', 'KWD'])
  const price = (more: object) => ({
    code,
    currency,
    ...(draw() < 0.4
      ? {
          tiers: draw.from([
            [
              { upTo: '100', price: '0.5' },
              { upTo: null, price: '0.25' },
            ],
            [
              { upTo: '10', price: '1' },
              { upTo: '1000', price: '0.01' },
              { upTo: null, price: '0.000000000012' },
            ],
          ]),
          tiered: draw.from(['graduated', 'volume']),
        }
      : { price: draw.from(['29', '0.008', '0.000000000012', '0']) }),
    ...(draw() < 0.4 ? { included: draw.from(['200', '0.5', '3']) } : {}),
    ...(draw() < 0.3 ? { minimum: draw.from(['5', '1000', '0.001']) } : {}),
    ...draw.from([{}, {}, {}, { per: '10', begun: true }, { per: '1000' }]),
    ...more,
  })
  const day = (share: number) => new Date(from + share * (until - from)).toISOString().slice(0, 10)
  const some = [
    [{}, 0.8],
    [{ validFrom: day(0.2 + draw() * 0.6) }, 0.35],
    [{ validFrom: day(-1) }, 0.2],
    [{ validFrom: day(2) }, 0.2],
    [{ customer: customers[0] }, 0.2],
    [{ where: { name: 'plan', kind: 'string', text: 'pro' } }, 0.2],
  ] as const
  return some.flatMap(([more, share]) => (draw() < share ? [price(more)] : []))
}
