// This is what a letter says of a line of the invoice that was explained: what was found, its figures, the events that
// make its difference.
import { decimalText, minus, plus, readPlain } from '../exact/decimal.ts'
import { capitalized } from '../exact/grouped-digits.ts'
import { inZone } from '../time/instant.ts'
import { moneyText } from '../worth/money-text.ts'
import type { ExplainedLineFacts, LetterEvent } from './explained-line.ts'
import {
  CAUSE_SENTENCES,
  dayAndMonth,
  isMonth,
  type LetterLanguage,
  type LetterWords,
  letterMoney,
  letterPeriod,
  letterQuantity,
  letterTime,
  monthName,
  zoneWords,
} from './letter-language.ts'
import { type CaseSection, type PageCell, paragraph } from './pages.ts'

/** A letter while it is written. */
export interface LetterWriting {
  language: LetterLanguage
  words: LetterWords
  /** @returns the text as a person wrote it otherwise, or `written`. Sentences are offered in the order of calls. */
  said: (id: string, label: string, written: string) => string
  /** Sentences that follow each other, but where an earlier version had them written otherwise as one. */
  saidOneByOne: (id: string, label: string, all: readonly PartSentence[]) => string
}

interface PartSentence {
  id: string
  label: string
  text: string
}

/** A line of the invoice under the names by which the letter calls it. */
export interface LetterLine {
  /** It is the ID of its entry in the case. */
  id: string
  facts: ExplainedLineFacts
  /** Sentences call it so: "egress". */
  subject: string
  /** "GB"; empty: none. */
  unit: string
}

const SYMBOLS = '[KMGTP]i?B|[kMG]?Wh'
/**
 * An item that ends with its unit: the name, and the unit behind a space ("Egress GB", which only a symbol can be), or
 * behind a comma or in brackets ("Egress (GB)", "Storage, GB-days"). The minutes of "Build minutes" are its name.
 */
const UNITS = new RegExp(
  `^(.*[^\\s,([])(?: (${SYMBOLS})|[\\s,]*[,([] ?((?:${SYMBOLS})(?:-days|-hours)?|days|hours|minutes|seconds)[)\\]]?)$`,
  'u',
)

/** The line's names, as the invoice's words for it tell, or as a person wrote them. */
export function letterLine(id: string, facts: ExplainedLineFacts, { language, said }: LetterWriting): LetterLine {
  const [, name = facts.item, symbol, unit = symbol ?? ''] = UNITS.exec(facts.item) ?? []
  // "API calls" stays, "Egress" is "egress" within an English sentence.
  const subject =
    language === 'en' && /^\p{Lu}\p{Ll}/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
  return {
    id,
    facts,
    subject: said(`${id} subject`, 'What it is about', subject),
    unit: said(`${id} unit`, `Unit of ${subject}`, facts.unit ?? unit),
  }
}

/** Null where one of them has no quantity. */
function summed(events: readonly LetterEvent[]): string | null {
  const all = events.flatMap(({ quantity }) => quantity ?? [])
  if (all.length === 0 || all.length < events.length) return null
  return decimalText(all.map(readPlain).reduce(plus))
}

/** Whether it is said in the singular: "1 GB". */
const isOne = (what: string) => /^1(?!\d|[.,]\d)/.test(what)
const isDifferent = (exact: string) => /[1-9]/.test(exact)
const isMore = (difference: string) => !difference.startsWith('-') && isDifferent(difference)

/** Tells what one line came to above its events; null: there are several, or it came to no more. */
export function tooMuchOf(lines: readonly LetterLine[], language: LetterLanguage): string | null {
  const [only, ...others] = lines
  if (only === undefined || others.length > 0) return null
  const { difference, currency } = only.facts
  return difference !== null && isMore(difference) ? letterMoney(difference, currency, language) : null
}

/**
 * @param isOneOfSeveral whether it has to say which line it is of
 * @param isTooMuch whether a person concluded that too much was charged
 */
export function lineSections(
  writing: LetterWriting,
  line: LetterLine,
  { isOneOfSeveral, isTooMuch }: { isOneOfSeveral: boolean; isTooMuch: boolean },
): CaseSection[] {
  const { id, subject } = line
  const label = `What was found: ${subject}`
  const finding = writing.saidOneByOne(
    `${id} finding`,
    label,
    findingOf(writing, line).map(({ id: kind, text }, at) => ({
      id: kind,
      label: at === 0 ? label : `${label} (${at + 1})`,
      text,
    })),
  )
  return [
    ...(isOneOfSeveral ? paragraph('', capitalized(subject)) : []),
    ...paragraph(finding),
    figuresOf(writing, line, isTooMuch),
    ...decisiveOf(writing, line),
  ]
}

/** Tells what was found, in sentences: never who is right, nor what will be paid. */
function findingOf(writing: LetterWriting, line: LetterLine): { id: string; text: string }[] {
  const { words, language } = writing
  const { causes, isOnlyCause, events, invoiced, used, difference, doubt, eventCount, currency, period } = line.facts
  const only = (id: string, text: string) => [{ id, text }]
  if (invoiced === null) {
    if (used === null) return []
    const what = usageOf(writing, line, used.quantity, used.events)
    return only('not-on-invoice', words.notOnInvoice(what, isOne(what), period && letterPeriod(period, language)))
  }
  if (doubt !== null && eventCount > 0)
    return only('doubt', words.doubt(eventCount, letterMoney(doubt, currency, language)))
  if (used === null || difference === null) return []
  if (!isDifferent(difference)) return only('equal', words.equal)
  const sentenceFacts = { zone: zoneWords(line.facts.zone, language), isMonth: period !== null && isMonth(period) }
  const sentences = causes.flatMap((code) => {
    const sentence = CAUSE_SENTENCES[code]?.[language]
    return sentence === undefined ? [] : [{ id: code, text: sentence(sentenceFacts) }]
  })
  if (sentences.length === 0) return only('no-reason', words.noReason)
  const moved = [
    { id: 'left-out', text: movedOf(writing, line, 'left-out', words.wasLeftOut) },
    { id: 'on-line', text: movedOf(writing, line, 'on-line', words.isOnInvoice) },
  ]
  // All events that make the difference are here: what they used and on which days is known.
  const isTold = events.length === eventCount
  const all = isOnlyCause ? sentences.slice(0, 1) : [{ id: 'several', text: words.severalCauses }, ...sentences]
  return [...all, ...(isTold && sentences.length === 1 ? moved : [])].filter(({ text }) => text !== '')
}

/** Gives what events on that side of the period used, on which days; empty: there are none, or none with a time. */
function movedOf(
  writing: LetterWriting,
  line: LetterLine,
  side: LetterEvent['side'],
  write: LetterWords['wasLeftOut'],
): string {
  const { events, zone } = line.facts
  const moved = events.filter((one) => one.side === side)
  const days = moved.flatMap(({ at }) => inZone(at, zone)?.date ?? [])
  // Events are in the order of time.
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return ''
  const what = usageOf(writing, line, summed(moved), moved.length)
  const day = (date: string) => dayAndMonth(date, writing.language)
  return write({ what, isOne: isOne(what), first: day(first), last: first === last ? null : day(last) })
}

/** "300 GB"; without a quantity "2 events". */
const usageOf = (
  { words, language }: LetterWriting,
  { unit, subject }: LetterLine,
  quantity: string | null,
  events: number,
) => (quantity === null ? words.events(events) : letterQuantity(quantity, unit || subject, language))

interface FigureRow {
  label: string
  quantity?: string | null
  price?: string | null
  amount: string | null
}

/** The figures go from what was used to what the invoice has, and the difference, without columns that no row fills. */
function figuresOf(writing: LetterWriting, line: LetterLine, isTooMuch: boolean): CaseSection {
  const { words, language } = writing
  const { subject, unit, facts } = line
  const { currency, period, invoiced, steps } = facts
  const quantity = (exact: string | null) => exact && { number: exact, shown: letterQuantity(exact, unit, language) }
  const money = (exact: string | null) =>
    exact && { number: moneyText(exact, currency), shown: letterMoney(exact, currency, language) }
  const rows = [
    ...usedRow(writing, facts),
    ...steps.map((step) => ({
      label: isDifferent(step.price) ? words.priced : words.included,
      quantity: step.quantity,
      price: step.price,
      amount: step.worth,
    })),
    ...(invoiced === null ? [] : [{ label: words.invoiced, ...invoiced }]),
    ...outcomeRow(writing, facts, isTooMuch),
  ].map((row: FigureRow): PageCell[] => [
    row.label,
    quantity(row.quantity ?? null),
    money(row.price ?? null),
    money(row.amount),
  ])
  const head = period === null ? capitalized(subject) : `${capitalized(subject)}, ${letterPeriod(period, language)}`
  const heads = [head, words.quantity, words.price, words.amount]
  const kept = heads.flatMap((_, column) => (column === 0 || rows.some((cells) => cells[column]) ? [column] : []))
  return {
    is: 'table',
    title: '',
    heads: kept.map((column) => heads[column] ?? ''),
    rows: rows.map((cells) => kept.map((column) => cells[column] ?? null)),
    from: [],
    endsWithSum: true,
  }
}

function usedRow({ words, language }: LetterWriting, { used, period, zone, isWhole }: ExplainedLineFacts): FigureRow[] {
  if (used === null) return []
  const label = words.used({
    within: period === null ? '' : words.within(period),
    zone: zoneWords(zone, language),
    events: used.events,
    unvalued: used.unvalued,
    isWhole,
    isCredit: used.worth.startsWith('-'),
  })
  return [{ label, quantity: used.quantity, price: used.price, amount: used.worth }]
}

/** Tells what the table ends with: usage that no line bills, what is in doubt, or the difference. */
function outcomeRow(
  { words }: LetterWriting,
  { used, invoiced, difference, doubt, events }: ExplainedLineFacts,
  isTooMuch: boolean,
): FigureRow[] {
  if (invoiced === null && used !== null)
    return [{ label: words.notBilled, quantity: used.quantity, amount: used.worth }]
  if (doubt !== null) return [{ label: words.inDoubt, quantity: summed(events), amount: doubt }]
  if (difference === null) return []
  const quantity =
    used?.quantity == null || invoiced?.quantity == null
      ? null
      : decimalText(minus(readPlain(invoiced.quantity), readPlain(used.quantity)))
  return [
    {
      label: isTooMuch && isMore(difference) ? words.tooMuch : words.difference,
      quantity: quantity !== null && isDifferent(quantity) ? quantity : null,
      amount: difference,
    },
  ]
}

/** The events that make the difference, each with the side of the period that it is on. */
function decisiveOf({ words, language, said }: LetterWriting, line: LetterLine): CaseSection[] {
  const { events, eventCount, zone, period } = line.facts
  if (events.length === 0) return []
  const isInDoubt = events.every(({ side }) => side === 'repeat')
  const sideWords = (side: LetterEvent['side'], date: string | null) => {
    if (side === 'repeat') return words.repeat
    const isOfMonth = period !== null && isMonth(period)
    const when = date === null ? '' : isOfMonth ? monthName(date, language) : dayAndMonth(date, language)
    return side === 'left-out' ? words.left(when) : words.onLine(when)
  }
  const heads = [
    words.when(zoneWords(zone, language)),
    words.event,
    words.quantity,
    isInDoubt ? words.remark : words.belongsTo,
  ]
  const rows = events.map(({ at, eventId, quantity, side }): PageCell[] => [
    letterTime(at, zone, language),
    eventId,
    quantity && { number: quantity, shown: letterQuantity(quantity, line.unit, language) },
    sideWords(side, inZone(at, zone)?.date ?? null),
  ])
  const label = `Heading of the events: ${line.subject}`
  const title = said(`${line.id} events`, label, words.eventsTitle(isInDoubt, events.length, eventCount))
  return [{ is: 'table', title, heads, rows, from: [] }]
}
