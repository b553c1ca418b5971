// This says what is not in a sum of money, and why: events whose number is missing, and those that have one and are not
// valued. A sum that lacks some of its events is told with them, wherever it stands.
import { createDecimalSum, type Decimal, type DecimalSum, decimalText, readPlain } from '../exact/decimal.ts'
import { countWords, grouped, groupedDigits } from '../exact/grouped-digits.ts'
import { NO_NUMBER_WORDS, NOT_VALUED, NOT_VALUED_WORDS, type NotInSum, type NotValued } from './worth.ts'
import { NO_NUMBER, type NoNumber, type WorthValue } from './worth-event.ts'

/** These bound a service that gives each event a code, a value or a unit of its own. */
const MOST_KINDS = 20
const MOST_SENT = 3
const MOST_UNITS = 5
const LONGEST_SENT = 60

/**
 * Events that one part of the sentence is about: those of one code, reason and property, or of a reason and further
 * codes.
 */
type KindNames = Pick<NotInSum, 'why' | 'eventCode' | 'property' | 'ofSeveralCodes'>

interface Kind extends Omit<NotInSum, 'quantities'> {
  quantities: Map<string | null, DecimalSum>
}

/** What an event that is not in the sum adds, or a line of a month with its events. */
export interface Missed extends Pick<NotInSum, 'why' | 'eventCode' | 'property' | 'events'> {
  /** What was sent in place of a number; null: nothing was. */
  value: Pick<WorthValue, 'kind' | 'text'> | null
  quantity: Decimal | null
  unit: string | null
}

interface SentValue {
  text: string
  isText: boolean
}

/** Tells as much of a value as fits, on one line: a file of lines has what was sent with its breaks as spaces. */
export function sentValue({ kind, text }: NonNullable<Missed['value']>): SentValue {
  let told = ''
  for (const [piece] of text.matchAll(/\s+|\S/g)) {
    if (told.length === LONGEST_SENT) break
    told += /\s/.test(piece) ? ' ' : piece
  }
  return { text: told, isText: kind === 'string' }
}

export type NotInSumTally = ReturnType<typeof createNotInSum>

/** Counts what is missed, `MOST_KINDS` kinds of it apart, each with what was sent first and the quantities by unit. */
export function createNotInSum() {
  const kinds = new Map<string, Kind>()

  /**
   * The kind of these names; where there are too many, that of further codes, of which there is one for each reason.
   */
  function kindOf({ why, eventCode, property, ofSeveralCodes }: KindNames): Kind {
    // The length of the property tells where it ends, as names may hold anything; the colon tells "" from no code.
    const names = `${property?.length} ${property} ${eventCode === null ? '' : `:${eventCode}`}`
    const key = ofSeveralCodes ? why : `${why} ${names}`
    const known = kinds.get(key)
    if (known !== undefined) return known
    if (ofSeveralCodes !== true && kinds.size >= MOST_KINDS) {
      return kindOf({ why, eventCode: null, property: null, ofSeveralCodes: true })
    }
    const made: Kind = {
      why,
      eventCode,
      property,
      ...(ofSeveralCodes && { ofSeveralCodes }),
      events: 0,
      sent: [],
      otherSent: 0,
      quantities: new Map(),
    }
    kinds.set(key, made)
    return made
  }

  function addSent(kind: Kind, { text, isText }: SentValue, events: number): void {
    const known = kind.sent.find((one) => one.text === text && one.isText === isText)
    if (known !== undefined) known.events += events
    else if (kind.sent.length < MOST_SENT) kind.sent.push({ text, isText, events })
    else kind.otherSent += events
  }

  /** False where the kind has too many units for another. */
  function addQuantity(kind: Kind, unit: string | null, quantity: Decimal): boolean {
    const known = kind.quantities.get(unit)
    if (known === undefined && kind.quantities.size >= MOST_UNITS) return false
    const sum = known ?? createDecimalSum()
    sum.add(quantity)
    kind.quantities.set(unit, sum)
    return true
  }

  return {
    add({ why, eventCode, property, value, quantity, unit, events }: Missed): void {
      const kind = kindOf({ why, eventCode, property })
      kind.events += events
      if (value !== null) addSent(kind, sentValue(value), events)
      else if (quantity !== null && !addQuantity(kind, unit, quantity)) kind.otherSent += events
    },
    /** Adds all that another one holds. */
    join(parts: readonly NotInSum[]): void {
      for (const part of parts) {
        const kind = kindOf(part)
        kind.events += part.events
        kind.otherSent += part.otherSent
        for (const { events, ...value } of part.sent) addSent(kind, value, events)
        for (const { unit, quantity } of part.quantities) addQuantity(kind, unit, readPlain(quantity))
      }
    },
    /** They are in the order of their reasons, most events first. */
    figures: (): NotInSum[] =>
      [...kinds.values()]
        .map(({ quantities, sent, ...kind }) => ({
          ...kind,
          sent: sent.map((one) => ({ ...one })),
          quantities: [...quantities].map(([unit, sum]) => ({ unit, quantity: decimalText(sum.total()) })),
        }))
        .sort((a, b) => REASONS.indexOf(a.why) - REASONS.indexOf(b.why) || b.events - a.events),
  }
}

/** This says what is not in sums of money, by their currency; null: nobody knows of which. */
export type NotInSums = { currency: string | null; parts: NotInSum[] }[]

/** Bounds a service that gives each event a currency of its own: further ones are told without theirs. */
const MOST_CURRENCIES = 1_000

/** The same of several currencies. */
export function createNotInSums() {
  const tallies = new Map<string | null, NotInSumTally>()

  function of(wanted: string | null): NotInSumTally {
    const currency = tallies.size < MOST_CURRENCIES || tallies.has(wanted) ? wanted : null
    const tally = tallies.get(currency) ?? createNotInSum()
    tallies.set(currency, tally)
    return tally
  }

  return {
    /** It gives that of one currency. */
    of,
    /** Adds all that another one holds. */
    join(all: NotInSums): void {
      for (const { currency, parts } of all) of(currency).join(parts)
    },
    /** They are as they came, and what has no currency is last. */
    figures: (): NotInSums =>
      [...tallies]
        .map(([currency, tally]) => ({ currency, parts: tally.figures() }))
        .sort((a, b) => Number(a.currency === null) - Number(b.currency === null)),
  }
}

/** The same of several sums in each currency, as one. */
export function joinedNotInSums(all: readonly NotInSums[]): NotInSums {
  const joined = createNotInSums()
  for (const sums of all) joined.join(sums)
  return joined.figures()
}

/** Joins what is not in several sums, as what is not in them together. */
export function joinedNotIn(all: readonly (readonly NotInSum[])[]): NotInSum[] {
  const joined = createNotInSum()
  for (const parts of all) joined.join(parts)
  return joined.figures()
}

const REASONS: readonly (NotValued | NoNumber)[] = [...NO_NUMBER, ...NOT_VALUED]

/** Files and receipts keep the words by which those of earlier versions are verified. */
type Words = 'page' | 'file'

/**
 * "without 3 events of build_minutes whose quantity is text: “150” 3 times". Null where everything is in the sum.
 * @param untold events of which only that is known
 */
export function notInSumWords(parts: readonly NotInSum[], untold = 0, words: Words = 'page'): string | null {
  const more =
    untold === 0 ? [] : [`${countWords(untold, parts.length === 0 ? 'event' : 'more event')} without an amount`]
  const all = [...parts.map((part) => missedWords(part, words)), ...more]
  return all.length === 0 ? null : `without ${all.join('; ')}`
}

/** The same of the sum of a currency. */
export const notInSumOf = (all: NotInSums, currency: string | null, words?: Words): string | null =>
  notInSumWords(all.find((one) => one.currency === currency)?.parts ?? [], 0, words)

/** "GBP without 3 events of build_minutes …" of each currency in which there is no sum that could say it. */
export const notInOtherSums = (all: NotInSums, sums: readonly { currency: string | null }[]): string[] =>
  all
    .filter(({ currency }) => !sums.some((sum) => sum.currency === currency))
    .flatMap(({ currency, parts }) => {
      const words = notInSumWords(parts)
      return words === null ? [] : [currency === null ? words : `${shortened(currency)} ${words}`]
    })

/** "3 events of build_minutes whose quantity is text: “150” 3 times"; in files "3 build_minutes events whose …". */
export function missedWords(part: NotInSum, words: Words = 'page'): string {
  const { why, property, events, eventCode, ofSeveralCodes } = part
  const code = eventCode === null ? null : shortened(eventCode)
  const named =
    code === null || words === 'page'
      ? `${countWords(events, 'event')}${code === null ? '' : ` of ${code}`}`
      : countWords(events, `${code} event`)
  const sent = sentWords(part)
  const reason = reasonWords(why, property, words)
  return `${named}${ofSeveralCodes ? ' of further codes' : ''} ${reason}${sent === '' ? '' : `: ${sent}`}`
}

function reasonWords(why: NotInSum['why'], property: string | null, of: Words): string {
  const name = property === null ? 'number' : shortened(property)
  if (why === 'beyond' && of === 'file') return `whose ${name} is ${NO_NUMBER_WORDS[why].why}`
  if (why === 'text' || why === 'beyond') return `whose ${name} ${NO_NUMBER_WORDS[why].is}`
  if (why === 'no-number') return property === null ? 'without a number' : `without a number in ${name}`
  const { why: words } = NOT_VALUED_WORDS[why]
  return why === 'part-of-line' ? words : `not valued (${words})`
}

/** Says what was sent in place of a number: “150”, null. */
export const sentValueWords = ({ text, isText }: SentValue) => (isText ? `“${shortened(text)}”` : shortened(text))

function sentWords({ sent, otherSent, quantities }: NotInSum): string {
  const values = sent.map((one) => {
    const value = sentValueWords(one)
    return one.events === 1 ? value : `${value} ${grouped(one.events)} times`
  })
  const numbers = quantities.map(({ unit, quantity }) =>
    [groupedDigits(quantity), ...(unit === null ? [] : [shortened(unit)])].join(' '),
  )
  const quantity = numbers.length === 0 ? [] : [`quantity ${numbers.join(', ')}`]
  const more = otherSent === 0 ? [] : [`and ${countWords(otherSent, 'more event')}`]
  return [...values, ...quantity, ...more].join(', ')
}

const LONGEST_NAME = 40
const shortened = (text: string) => {
  const whole = text.toWellFormed()
  return whole.length <= LONGEST_NAME ? whole : `${whole.slice(0, LONGEST_NAME - 1).toWellFormed()}…`
}
