// Judges which expectations an event does not meet. A number is compared by its exact value.
import type { Event, Property } from '../event/event.ts'
import { compareDecimalValues, type DecimalValue, decimalValue } from '../exact/exact-number.ts'
import type { ExpectedShapes, PropertyShape, Sign } from './expected-shapes.ts'

/** An unknown code; a property that is missing, of another kind, value or sign, or outside its range. */
export const UNEXPECTED = ['unknown-code', 'missing', 'kind', 'value', 'range', 'sign'] as const
export type Unexpected = (typeof UNEXPECTED)[number]
/** A property is unexpected in one of these ways. */
export type UnexpectedValue = Exclude<Unexpected, 'unknown-code'>

/** `repeated`: its name stands more than once in the event. The text is asked for only where it matters. */
export interface JudgedValue {
  kind: Property['kind'] | 'repeated'
  text: string
}

/** The first expectation that a value does not meet, null: none; of events of this type. */
export type ValueJudge = (value: JudgedValue | null, eventType: string | null) => UnexpectedValue | null

/**
 * To be made once for many values. Expectations are tried in the order of `UNEXPECTED`; a repeated name is of an
 * unexpected kind even where any kind will do.
 */
export function valueJudge({ required, kinds, values, from, to, signs }: PropertyShape): ValueJudge {
  const listed = values === null ? null : new Set(values)
  const isIn = rangeTest(from, to)
  return (value, eventType) => {
    if (value === null) return required ? 'missing' : null
    const { kind } = value
    if (kind === 'repeated' || (kinds.length > 0 && !kinds.includes(kind))) return 'kind'
    if (kind === 'string') return listed === null || listed.has(value.text) ? null : 'value'
    if (kind !== 'number') return null
    const { text } = value
    if (!isIn(text)) return 'range'
    const sign = eventType === 'credit' || eventType === 'debit' ? signs[eventType] : null
    return sign === null || hasSign(text, sign) ? null : 'sign'
  }
}

/** Whether a JSON number has this sign; 0 is neither above nor below. */
export function hasSign(number: string, sign: Sign): boolean {
  // No digit before the exponent is another than 0.
  const isZero = !/^[^eE]*[1-9]/.test(number)
  const isNegative = !isZero && number.startsWith('-')
  const isAbove = !isZero && !isNegative
  return {
    'above-zero': isAbove,
    'not-below-zero': !isNegative,
    'not-above-zero': !isAbove,
    'below-zero': isNegative,
  }[sign]
}

/** Nearly all numbers are told by their doubles: what is rounded keeps its order. The others are compared exactly. */
function rangeTest(from: string | null, to: string | null): (number: string) => boolean {
  if (from === null && to === null) return () => true
  const least = from === null ? Number.NEGATIVE_INFINITY : Number(from)
  const most = to === null ? Number.POSITIVE_INFINITY : Number(to)
  const [exactLeast, exactMost] = [exact(from), exact(to)]
  return (number) => {
    const double = Number(number)
    if (double > least && double < most) return true
    if (double < least || double > most) return false
    const value = decimalValue(number)
    // An exponent that cannot be counted with is in no range.
    if (value === null) return false
    return (
      (exactLeast === null || compareDecimalValues(value, exactLeast) >= 0) &&
      (exactMost === null || compareDecimalValues(value, exactMost) <= 0)
    )
  }
}

const exact = (number: string | null): DecimalValue | null => (number === null ? null : decimalValue(number))

/** One event does not meet this. `property` is null of an unknown code, `kind` where the value is missing. */
export interface UnexpectedPart {
  what: Unexpected
  property: string | null
  kind: JudgedValue['kind'] | null
}

/** This is what is needed of an event as it was read from an answer. */
type ReadEvent = Pick<Event, 'eventCode' | 'eventType' | 'properties'>

/**
 * To be made once for many events. An unknown code comes first, then at most one part for each property, in the order
 * of the shape; an event that is as expected has none.
 */
export function eventJudge({ codes, shapes }: ExpectedShapes): (event: ReadEvent) => UnexpectedPart[] {
  const known = codes === null ? null : new Set(codes)
  const judges = new Map(
    shapes.map(({ code, properties }) => [code, new Map(properties.map((one) => [one.name, valueJudge(one)]))]),
  )
  return ({ eventCode, eventType, properties }) => {
    const found: UnexpectedPart[] = []
    if (known !== null && (eventCode === null || !known.has(eventCode))) {
      found.push({ what: 'unknown-code', property: null, kind: null })
    }
    const ofCode = eventCode === null ? undefined : judges.get(eventCode)
    if (ofCode === undefined) return found
    const values = new Map<string, JudgedValue>()
    for (const { name, kind, text } of properties) {
      if (ofCode.has(name)) values.set(name, values.has(name) ? { kind: 'repeated', text: '' } : { kind, text })
    }
    for (const [name, judge] of ofCode) {
      const value = values.get(name) ?? null
      const what = judge(value, eventType)
      if (what !== null) found.push({ what, property: name, kind: value?.kind ?? null })
    }
    return found
  }
}
