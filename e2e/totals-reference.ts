// What "Totals" must say, found in plain loops over fractions of BigInt: shares nothing with what it is held against.

export interface SentEvent {
  id: string
  customer: string
  code: string
  type: string
  /** RFC 3339. */
  created: string
  /** Names and JSON texts, as sent. */
  properties: [name: string, json: string][]
}

export const eventLine = ({ id, customer, code, type, created, properties }: SentEvent) =>
  `{"event_id":"${id}","customer_id":"${customer}","event_code":"${code}","event_type":"${type}","created_at":"${created}","event_properties":{${properties
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join(',')}}}`

interface Fraction {
  top: bigint
  bottom: bigint
}

/** Null where the text is not a number that is calculated with. */
function fraction(text: string): Fraction | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', after = '', power = '0'] = match
  if (Math.abs(Number(power)) > 1_000) return null
  const shift = Number(power) - after.length
  const top = BigInt(sign + whole + after)
  return shift >= 0 ? { top: top * 10n ** BigInt(shift), bottom: 1n } : { top, bottom: 10n ** BigInt(-shift) }
}

const sum = (list: readonly Fraction[]): Fraction =>
  list.reduce((a, b) => ({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }))
export const difference = (a: Fraction, b: Fraction) => sum([a, { top: -b.top, bottom: b.bottom }])
const isLess = (a: Fraction, b: Fraction) => a.top * b.bottom < b.top * a.bottom

export interface Line {
  count: number
  numbers: number
  credit: Fraction | null
  debit: Fraction | null
  /** What there is no figure of. */
  none: null
  min: Fraction | null
  max: Fraction | null
}

export const jsonOf = ({ properties }: SentEvent, name: string) =>
  properties.find(([propertyName]) => propertyName === name)?.[1] ?? null
const textOf = (event: SentEvent, name: string) => {
  const json = jsonOf(event, name)
  return json?.startsWith('"') ? (JSON.parse(json) as string) : null
}

/**
 * Lines by their group: the keys, and the currency last; without one the event code behind it, unless the keys say it.
 * @param textsToo plain decimals that are text count as numbers
 */
export function linesOf(
  events: readonly SentEvent[],
  keys: (event: SentEvent) => (string | null)[],
  property: string,
  textsToo = false,
): Map<string, Line> {
  const groups = new Map<string, SentEvent[]>()
  for (const event of events) {
    const [of, currency] = [keys(event), textOf(event, 'currency')]
    const apart = currency === null && !of.includes(event.code) ? [event.code] : []
    const name = JSON.stringify([...of, currency, ...apart])
    groups.set(name, [...(groups.get(name) ?? []), event])
  }
  return new Map([...groups].map(([name, group]) => [name, lineOf(group, property, textsToo)]))
}

export function lineOf(group: readonly SentEvent[], property: string, textsToo = false): Line {
  const numberOf = (event: SentEvent) => {
    const text = textOf(event, property)
    if (text !== null) return textsToo && /^-?\d+(\.\d+)?$/.test(text) ? fraction(text) : null
    return fraction(jsonOf(event, property) ?? '')
  }
  const numbers = (type?: string) =>
    group.filter((event) => type === undefined || event.type === type).flatMap((event) => numberOf(event) ?? [])
  const total = (list: Fraction[]) => (list.length === 0 ? null : sum(list))
  const [credit, debit, all] = [total(numbers('credit')), total(numbers('debit')), numbers()]
  return {
    count: group.length,
    numbers: all.length,
    credit,
    debit,
    none: null,
    min: all.length === 0 ? null : all.reduce((a, b) => (isLess(b, a) ? b : a)),
    max: all.length === 0 ? null : all.reduce((a, b) => (isLess(a, b) ? b : a)),
  }
}

/** Whether an exact text is this number; a text without a figure is null. */
export function isSame(text: string | null, wanted: Fraction | null): boolean {
  const found = text === null ? null : fraction(text)
  if (found === null || wanted === null) return found === wanted
  return found.top * wanted.bottom === wanted.top * found.bottom
}
