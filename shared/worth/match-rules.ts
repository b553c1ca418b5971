// This says which rule takes an event, the first one whose conditions it meets, and what that rule reads in it.
import { compareDecimals, type Decimal, readDecimal } from '../exact/decimal.ts'
import { sumTypeOf } from '../exact/exact-sum.ts'
import { countedProperty, type Rule } from './rule.ts'
import { isNumber, type NoNumber, numberOf, type WorthEvent, type WorthValue } from './worth-event.ts'

/** They tell where the values of the properties are, and which of them may be numbers that came as text. */
export interface PropertySlots {
  slotOf(name: string): number
  isRead(name: string): boolean
}

type Test = (event: WorthEvent) => boolean

/** Makes a function that gives the place of the first rule that takes an event; -1: none does. */
export function ruleMatcher(rules: readonly Rule[], slots: PropertySlots): (event: WorthEvent) => number {
  const tests = rules.map((rule) => testsOf(rule, slots))
  const ofAnyCode: number[] = []
  const ofCode = new Map<string, number[]>()
  rules.forEach(({ codes }, at) => {
    if (codes === null) ofAnyCode.push(at)
    for (const code of new Set(codes ?? [])) {
      const rulesOfCode = ofCode.get(code) ?? []
      ofCode.set(code, rulesOfCode)
      rulesOfCode.push(at)
    }
  })
  // Rules for any code are tried among those of the event's own, in the order of the list.
  for (const [code, rulesOfCode] of ofCode)
    ofCode.set(
      code,
      [...rulesOfCode, ...ofAnyCode].sort((a, b) => a - b),
    )

  return (event) => {
    const candidates = (event.eventCode === null ? undefined : ofCode.get(event.eventCode)) ?? ofAnyCode
    return candidates.find((at) => tests[at]?.every((test) => test(event))) ?? -1
  }
}

/** The conditions of a rule, all but its codes. */
function testsOf({ type, sign, where, has }: Rule, slots: PropertySlots): Test[] {
  const tests: Test[] = []
  if (type !== null) tests.push(({ eventType }) => sumTypeOf(eventType) === type)
  for (const name of has) {
    const slot = slots.slotOf(name)
    tests.push(({ values }) => !!values[slot])
  }
  for (const { name, kind, text } of where) {
    const slot = slots.slotOf(name)
    const isSame = sameValue(kind, text)
    tests.push(({ values }) => isSame(values[slot]))
  }
  if (sign !== null) {
    const { property, is } = sign
    const [slot, reading] = [slots.slotOf(property), { isTextRead: slots.isRead(property) }]
    tests.push(({ values }) => {
      const number = numberOf(values[slot], reading)
      return isNumber(number) && number.digits < 0n === (is === 'below-zero')
    })
  }
  return tests
}

/** Whether a value is this string exactly, or a number of this value. */
function sameValue(kind: 'string' | 'number', text: string): (value: WorthValue | null | undefined) => boolean {
  if (kind === 'string') return (value) => value?.kind === 'string' && value.text === text
  const wanted = readDecimal(text)
  if (wanted === null || wanted === 'beyond') return () => false
  return (value) => {
    const number = value?.kind === 'number' ? numberOf(value, { isTextRead: false }) : 'no-number'
    return isNumber(number) && compareDecimals(number, wanted) === 0
  }
}

// Where rules find what they need in an event: each property has a slot, and each rule reads its own.

const ONE: Decimal = { digits: 1n, scale: 0 }

/** @param names grows by each property that is asked for */
export function createSlots(names: string[], textNumbers: readonly string[]): PropertySlots {
  const known = new Map<string, number>()
  const read = new Set(textNumbers)
  return {
    slotOf(name) {
      const at = known.get(name) ?? names.push(name) - 1
      known.set(name, at)
      return at
    },
    isRead: (name) => read.has(name),
  }
}

/**
 * Makes readers of what a rule reads in an event.
 * @param called what a currency's text is called
 */
export function ruleReaders(
  { quantity, money, currency }: Rule,
  slots: PropertySlots,
  called: (currency: string) => string,
) {
  const number = (name: string | null) => {
    if (name === null) return () => 'no-number' as const
    const [slot, reading] = [slots.slotOf(name), { isTextRead: slots.isRead(name) }]
    return ({ values }: WorthEvent) => numberOf(values[slot], reading)
  }
  const property = countedProperty(quantity)
  const moneyName = money.by === 'amount' || money.by === 'price' ? money.property : null
  const moneySlot = moneyName === null ? NO_SLOT : slots.slotOf(moneyName)
  const countedSlot = property === null ? NO_SLOT : slots.slotOf(property)
  const currencySlot = currency !== null && 'property' in currency ? slots.slotOf(currency.property) : NO_SLOT
  const fixed = currency !== null && 'fixed' in currency ? called(currency.fixed) : null
  const ofProperty = number(property)
  const value = ({ values }: WorthEvent) => values[countedSlot] ?? null
  return {
    quantity(event: WorthEvent): Decimal | NoNumber {
      if (quantity?.by === 'events') return ONE
      if (quantity?.by === 'distinct') return value(event) === null ? 'no-number' : ONE
      return ofProperty(event)
    },
    /** The value of the property that is counted. */
    value,
    /** The amount, or the price. */
    money: number(moneyName),
    moneyValue: ({ values }: WorthEvent) => values[moneySlot] ?? null,
    price: number(money.by === 'amount' ? money.price : null),
    currency({ values }: WorthEvent): string | null {
      const value = values[currencySlot]
      return value?.kind === 'string' ? called(value.text) : fixed
    },
  }
}

/** No event has a value there. */
const NO_SLOT = -1
