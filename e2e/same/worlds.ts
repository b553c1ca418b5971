// Events and price rules by seed, as services and their users make them: each world is a month of its own in one data file.
import { SAMPLE_COMPANY_RULES } from './sample-rules.ts'

export interface World {
  /** Its month, half-open, in UTC. */
  from: string
  until: string
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

/** A generator of numbers from 0 to 1 (mulberry32). */
function draws(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Months from 2003 on, each with 20 to 160 events. */
export function worlds(count: number): World[] {
  return Array.from({ length: count }, (_, number) => {
    const draw = draws(7_919 * (number + 1))
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(draw() * choices.length)] as T
    const from = new Date(Date.UTC(2003, number, 1))
    const until = new Date(Date.UTC(2003, number + 1, 1))
    const customers = Array.from({ length: 1 + Math.floor(draw() * 5) }, (_each, at) => `cus_${'abcdeü'[at]}${number}`)
    const currencies = pick([['EUR'], ['EUR', 'USD'], ['JPY', 'EUR'], ['KWD'], ['EUR', 'USD', 'GBP', 'JPY']])
    const hasManyPlaces = draw() < 0.15
    const number_ = (): string => {
      const kind = draw()
      if (kind < 0.05) return '0'
      if (kind < 0.1) return `-${Math.floor(draw() * 900)}.5`
      if (kind < 0.13) return '12345678901234567890123456789012345678.90'
      if (kind < 0.2) return `${Math.floor(draw() * 50)}.${Math.floor(draw() * 1e12)}`
      if (kind < 0.25) return `${Math.floor(draw() * 90)}e1`
      return hasManyPlaces ? `0.${String(Math.floor(draw() * 1e12)).padStart(12, '0')}` : (draw() * 500).toFixed(2)
    }
    const events: string[] = []
    const eventsBefore: string[] = []
    const ledger = ['event_id,customer_id,event_code,amount,currency']
    const billed = new Map<string, number>()
    for (let left = 20 + Math.floor(draw() * 140); left > 0; left--) {
      const at = new Date(from.getTime() + Math.floor((draw() * (until.getTime() - from.getTime())) / 1000) * 1000)
      const code = pick(['api_calls', 'seats', 'build_minutes', 'refund', 'credit_grant', 'sms', 'unknown_code'])
      const properties: string[] = []
      if (draw() < 0.9) properties.push(`"quantity":${draw() < 0.9 ? number_() : JSON.stringify(number_())}`)
      if (draw() < 0.8) properties.push(`"amount":${draw() < 0.93 ? number_() : '"n/a"'}`)
      if (draw() < 0.85) properties.push(`"currency":${JSON.stringify(pick(currencies))}`)
      if (draw() < 0.4) properties.push(`"unit_price":${number_()}`)
      if (draw() < 0.7) properties.push(`"idempotency_key":"key-${Math.floor(draw() * 60)}"`)
      if (draw() < 0.3) properties.push(`"plan":${pick(['"pro"', '"free"', 'true', 'null', '3', '3.0'])}`)
      const type = code === 'refund' || code === 'credit_grant' ? 'credit' : draw() < 0.95 ? 'debit' : 'credit'
      const id = `evt_${number}_${left}`
      const customer = pick(customers)
      const event = (eventId: string, instant: Date) =>
        `{"event_id":"${eventId}","customer_id":${JSON.stringify(customer)},"event_code":"${code}","event_type":"${type}","created_at":"${instant.toISOString()}","event_properties":{${properties.join(',')}}}`
      const text = event(id, at)
      // The same number in another form.
      const alike = text.replace('"plan":3}', '"plan":3.0}')
      events.push(text)
      if (draw() < 0.9) eventsBefore.push(draw() < 0.9 ? alike : text.replace('"quantity":', '"quantity":1'))
      if (draw() < 0.05) eventsBefore.push(text.replace(id, `${id}_gone`))
      const [, amount = '0'] = /"amount":([-.\de]+)/.exec(text) ?? []
      const [, currency = currencies[0]] = /"currency":"(\w+)"/.exec(text) ?? []
      const line = `${customer},${code},${draw() < 0.9 ? amount : '12.34'},${currency}`
      if (draw() < 0.95) ledger.push(`${id},${line}`)
      const item = `${customer},${code},${from.toISOString().slice(0, 7)},${currency}`
      billed.set(item, (billed.get(item) ?? 0) + Number(amount))
      // Sent again, at once, or within or beyond the time in which it may be a duplicate: the same but for its ID, and for the form
      // of a number.
      const sentAgain = new Date(at.getTime() + pick([0, 0, 3_000, 9_000])).toISOString()
      if (draw() < 0.05) events.push(alike.replace(id, `${id}_again`).replace(at.toISOString(), sentAgain))
    }
    const invoice = [...billed].map(([item, sum]) => `${item},${sum < 1e9 ? sum.toFixed(2) : '0.50'}`)
    return {
      from: from.toISOString(),
      until: until.toISOString(),
      events,
      eventsBefore,
      rules: rulesOf(pick, draw),
      ledger: ledger.join('\n'),
      invoice: ['customer,item,period,currency,amount', ...invoice].join('\n'),
    }
  })
}

function rulesOf(pick: <T>(choices: readonly T[]) => T, draw: () => number): string {
  if (draw() < 0.25) return SAMPLE_COMPANY_RULES
  const price = (code: string, currency: string) => ({
    code,
    currency,
    ...(draw() < 0.3
      ? {
          tiers: [
            { upTo: '100', price: '0.5' },
            { upTo: null, price: '0.25' },
          ],
          tiered: pick(['graduated', 'volume']),
        }
      : { price: pick(['29', '0.008', '0.000012']) }),
    ...(draw() < 0.4 ? { included: '200' } : {}),
    ...(draw() < 0.2 ? { minimum: '5' } : {}),
    ...(draw() < 0.2 ? { per: '10', begun: true } : {}),
  })
  const by = pick(['sum', 'maximum', 'last', 'distinct', 'events'])
  const quantity = by === 'events' ? { by } : { by, property: 'quantity' }
  const money = { by: 'amount', property: 'amount', ...(draw() < 0.2 ? { units: 'minor' } : {}) }
  const currency = { property: 'currency' }
  const priced = {
    codes: ['seats', 'build_minutes'],
    type: 'debit',
    effect: 'as-sent',
    quantity,
    money: { by: 'rate-card' },
    tax: 'net',
  }
  const credits = {
    ...(draw() < 0.5 ? { type: 'credit' } : { codes: ['refund'] }),
    effect: pick(['reduces', 'reversed']),
    money,
    currency,
  }
  const others = {
    effect: 'as-sent',
    quantity: { by: 'sum', property: 'quantity' },
    money: { ...money, price: 'unit_price' },
    currency: pick([currency, { fixed: 'EUR' }]),
  }
  const granted = {
    codes: ['credit_grant'],
    effect: 'balance',
    quantity: { by: 'sum', property: 'quantity' },
    money: { by: 'none' },
  }
  return JSON.stringify({
    eventscopeRules: 1,
    rules: [priced, ...(draw() < 0.5 ? [granted] : []), credits, ...(draw() < 0.7 ? [others] : [])],
    prices: [price('seats', 'EUR'), price('build_minutes', pick(['EUR', 'JPY', 'USD']))],
    ...(draw() < 0.6 ? { requestIdentifiers: ['idempotency_key'] } : {}),
  })
}
