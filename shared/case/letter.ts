// This is what a customer gets: a letter, made from facts that tell of nobody else and from what a person typed.
import { decimalText, plus, readPlain } from '../exact/decimal.ts'
import { type ExactNode, parseExact } from '../exact/exact-json.ts'
import { listWords } from '../exact/grouped-digits.ts'
import { inZone, isZone } from '../time/instant.ts'
import { moneyText } from '../worth/money-text.ts'
import type { Audience, Case, CaseDetails, CaseItem } from './case.ts'
import { cellWords, tableWords } from './german-tables.ts'
import {
  LETTER_WORDS,
  type LetterLanguage,
  letterDay,
  letterFigure,
  letterMoney,
  letterPeriod,
  letterTime,
  typedDay,
  zoneWords,
} from './letter-language.ts'
import { type LetterLine, type LetterWriting, letterLine, lineSections, tooMuchOf } from './letter-line.ts'
import { type CasePages, type CaseSection, type PageCell, paragraph } from './pages.ts'
import { receiptFor } from './receipt-section.ts'

/** A sentence of a letter can be written otherwise. */
export interface LetterSentence {
  /** `CaseDetails.edited` has it under this ID: another one in each language. */
  id: string
  label: string
  /** The letter has it so. */
  text: string
  /** The program writes it so. */
  written: string
}

export interface Letter {
  pages: CasePages
  sentences: LetterSentence[]
  /** A person may conclude one of these. The program concludes nothing. */
  conclusions: [tooMuch: string, correct: string, checking: string]
}

type TableItem = Extract<CaseItem, { is: 'table' }>
type EventItem = Extract<CaseItem, { is: 'event' }>

/**
 * Whether each entry may be shown is not asked here, nor whether its conclusion is confirmed: `casePages` does.
 * @param at this machine's clock, RFC 3339 UTC: its day, unless one was typed; empty: none
 */
export function letterOf(
  known: Case,
  { customerId, properties, letterhead }: Extract<Audience, { is: 'customer' }>,
  at: string,
): Letter {
  const { items, details } = known
  const { language, conclusion } = details
  const { sentences, writing } = createWriting(details)
  const { words, said } = writing
  const zone = zoneOf(items)
  const lines = items.flatMap((item) =>
    item.is === 'table' && item.line !== undefined ? [letterLine(item.id, item.line, writing)] : [],
  )
  const allSubjects = [...new Set(lines.map(({ subject }) => subject))]
  const subjects = listWords(allSubjects, words.and)
  const conclusions = words.conclusions(subjects, tooMuchOf(lines, language))
  // "Charged too much" is said in the figures only where a person concluded it, and confirmed it as it is now.
  const isTooMuch = conclusion !== '' && details.confirmed === conclusion && conclusion.startsWith(conclusions[0])
  const periods = new Set(lines.map(({ facts }) => facts.period && letterPeriod(facts.period, language)))
  const [period = null] = periods

  const title = said(
    'title',
    'Heading',
    lines.length === 0
      ? details.title || words.titleWithout
      : words.title(periods.size > 1 ? null : period, allSubjects.length > MOST_IN_TITLE ? '' : subjects),
  )
  const customerName = details.customerName || (lines.find(({ facts }) => facts.customerName)?.facts.customerName ?? '')
  const recipient = said('recipient', 'To', words.recipient(customerName, customerId))
  const typed = (id: string, label: string, text: string, write: (text: string) => string) =>
    text === '' ? '' : said(id, label, write(text))
  const sections: CaseSection[] = [
    ...paragraph(typed('wrote', 'What they wrote', details.claim, words.wrote), conclusion),
    ...paragraph(typed('disputed', 'Amount in question', details.disputed, words.disputed)),
    ...bodyOf(writing, items, { lines, properties, zone, isTooMuch }),
    ...paragraph(typed('left-out', 'Not part of this letter', details.leftOut, words.leftOut)),
    ...paragraph(typed('not-in-events', 'Fees, discounts, tax', details.notInEvents, words.notInEvents)),
    ...paragraph(typed('prepared-by', 'Prepared by', details.preparedBy, words.preparedBy)),
  ]
  const remarks = remarksOf(writing, items, { lines, subjects, zone })
  return {
    pages: {
      title: title || words.titleWithout,
      lines: [['Customer', customerId]],
      sections,
      remarks: remarks === '' ? [] : [remarks],
      letter: {
        language,
        sender: linesOf(`${letterhead?.sender ?? ''}\n${letterhead?.reply ?? ''}`),
        reference: referenceOf(details, details.date === '' ? dayOf(at, zone) : details.date),
        recipient,
        foot: linesOf(letterhead?.foot ?? ''),
      },
    },
    sentences,
    conclusions,
  }
}

/** `sentences` grows with what is said. */
function createWriting({ language, edited }: CaseDetails): { writing: LetterWriting; sentences: LetterSentence[] } {
  const sentences: LetterSentence[] = []
  const said: LetterWriting['said'] = (id, label, written) => {
    const name = `${language} ${id}`
    const text = edited.find((one) => one.id === name)?.text ?? written
    sentences.push({ id: name, label, text, written })
    return text
  }
  const saidOneByOne: LetterWriting['saidOneByOne'] = (id, label, all) => {
    // An earlier version offered them as one sentence: what somebody wrote in place of it is kept as one.
    const isOne = edited.some((one) => one.id === `${language} ${id}`)
    if (isOne) return said(id, label, all.map(({ text }) => text).join(' '))
    return all
      .map((one) => said(`${id} ${one.id}`, one.label, one.text))
      .filter((text) => text !== '')
      .join(' ')
  }
  return { writing: { language, words: LETTER_WORDS[language], said, saidOneByOne }, sentences }
}

/** The day of the letter, the invoice, and whose references stand on it. */
function referenceOf(details: CaseDetails, day: string): string[] {
  const { language, invoiceNumber, invoiceDate, theirReference, ourReference, ticket } = details
  const words = LETTER_WORDS[language]
  const hasInvoice = invoiceNumber !== '' || invoiceDate !== ''
  return [
    typedDay(day, language),
    hasInvoice ? words.invoice(invoiceNumber, typedDay(invoiceDate, language)) : '',
    theirReference && words.yourReference(theirReference),
    ourReference && words.ourReference(ourReference),
    ticket && words.ticket(ticket),
  ].filter((text) => text !== '')
}

function remarksOf(
  { words, language, saidOneByOne }: LetterWriting,
  items: readonly CaseItem[],
  { lines, subjects, zone }: { lines: readonly LetterLine[]; subjects: string; zone: string },
): string {
  const hasTimes = items.some(
    (item) => item.is === 'event' || (item.is === 'table' && (item.line?.events.length ?? 0) > 0),
  )
  const isNet = lines.length > 0 && lines.every(({ facts }) => facts.isNet && !facts.causes.includes('tax-included'))
  return saidOneByOne('remarks', 'Below', [
    ...(lines.length === 0 ? [] : [{ id: 'about', label: 'Below: what it is about', text: words.about(subjects) }]),
    ...(isNet ? [{ id: 'net', label: 'Below: tax', text: words.net }] : []),
    ...(hasTimes ? [{ id: 'times', label: 'Below: times', text: words.times(zoneWords(zone, language)) }] : []),
    { id: 'no-invoice', label: 'Below: no invoice', text: words.noInvoice },
  ])
}

interface BodyFacts {
  lines: readonly LetterLine[]
  /** These of the events' own may be shown. */
  properties: readonly string[]
  zone: string
  isTooMuch: boolean
}

/** The body is in the order of the entries; events that stand together are one table. */
function bodyOf(writing: LetterWriting, items: readonly CaseItem[], facts: BodyFacts): CaseSection[] {
  const { lines, isTooMuch } = facts
  const shown = new Set(facts.properties)
  const body: CaseSection[] = []
  let events: EventItem[] = []
  const endEvents = () => {
    if (events.length > 0) body.push(eventsTable(writing, events, facts), ...paragraph(togetherOf(writing, events)))
    events = []
  }
  for (const item of items) {
    if (item.is === 'event') {
      events.push(item)
      continue
    }
    endEvents()
    if (item.is === 'note' && !item.isInternal) body.push(...paragraph(item.text))
    if (item.is === 'receipt') body.push(receiptFor(item, shown, writing.language))
    if (item.is !== 'table') continue
    const line = lines.find(({ facts: of }) => of === item.line)
    body.push(
      ...(line === undefined
        ? tableOf(writing, item, shown)
        : lineSections(writing, line, { isOneOfSeveral: lines.length > 1, isTooMuch })),
    )
  }
  endEvents()
  return body
}

function eventsTable(
  { words, language }: LetterWriting,
  events: readonly EventItem[],
  { properties, zone }: BodyFacts,
): CaseSection {
  const read = events.map(({ source }) => eventMembers(source))
  const ticked = properties.filter((name) => read.some(({ properties: has }) => has.has(name)))
  const hasMoney = events.some(({ worth }) => worth != null)
  const place = zoneWords(zone, language)
  return {
    is: 'table',
    title: words.sentEvents,
    heads: [words.when(place), words.event, words.code, words.type, ...ticked, ...(hasMoney ? [words.amount] : [])],
    rows: read.map(({ fields, properties: has }, at) => [
      letterTime(fields.get('created_at') ?? '', zone, language),
      ...['event_id', 'event_code'].map((name) => fields.get(name) ?? null),
      cellWords(fields.get('event_type') ?? '', 'Type', false, language),
      ...ticked.map((name) => valueCell(has.get(name), language)),
      ...(hasMoney ? [moneyCell(events[at]?.worth ?? null, language)] : []),
    ]),
    from: [],
  }
}

/** Adds up what the events of a table come to, each currency by itself. */
function togetherOf({ words, language, said }: LetterWriting, events: readonly EventItem[]): string {
  // Nobody knows it of what an earlier version kept.
  if (events.some(({ worth }) => worth === undefined)) return ''
  const worths = events.flatMap(({ worth }) => worth ?? [])
  if (worths.length === 0) return ''
  const sums = [...Map.groupBy(worths, ({ currency }) => currency)].map(([currency, all]) =>
    letterMoney(decimalText(all.map(({ amount }) => readPlain(amount)).reduce(plus)), currency, language),
  )
  const text = words.together(worths.length, events.length, listWords(sums, words.and))
  return said(`${events[0]?.id} together`, 'What the events come to', text)
}

function moneyCell(worth: { amount: string; currency: string | null } | null, language: LetterLanguage): PageCell {
  if (worth === null) return null
  const { amount, currency } = worth
  return { number: moneyText(amount, currency), shown: letterMoney(amount, currency, language) }
}

function valueCell(value: ExactNode | undefined, language: LetterLanguage): PageCell {
  if (value === undefined) return null
  if (value.kind === 'string') return value.text
  return value.kind === 'number' ? figureCell({ number: value.source }, language) : value.source
}

/** A table of figures without the properties that are not shown, and the time that it is of. */
function tableOf(
  { words, language, said, saidOneByOne }: LetterWriting,
  item: TableItem,
  shown: ReadonlySet<string>,
): CaseSection[] {
  const kept = item.heads.flatMap((head, column) =>
    item.properties.includes(head) && !shown.has(head) ? [] : [column],
  )
  if (kept.length === 0 || item.origin === undefined) return []
  const { from, until, isWhole, zone } = item.origin
  const time = (instant: string | null) => instant && letterTime(instant, zone, language)
  const rows = item.rows.map((row) =>
    kept.map((column) => {
      const cell = row[column] ?? null
      const head = item.heads[column] ?? ''
      if (typeof cell !== 'string' || item.properties.includes(head)) return figureCell(cell, language)
      return cellWords(cell, head, column === 0, language)
    }),
  )
  const heads = kept.map((column) => {
    const text = item.heads[column] ?? ''
    // A property may be called like one of our heads.
    return item.properties.includes(text) ? text : tableWords(text, language)
  })
  const named = `“${item.title.slice(0, 60)}”`
  const title = said(`${item.id} title`, `Heading of ${named}`, tableWords(item.title, language))
  const range = words.range(time(from), time(until), zoneWords(zone, language))
  const rangeWords = saidOneByOne(`${item.id} range`, `Time of ${named}`, [
    { id: 'time', label: `Time of ${named}`, text: range },
    ...(isWhole ? [] : [{ id: 'not-whole', label: `What is missing in ${named}`, text: words.notWhole }]),
  ])
  return [{ is: 'table', title, heads, rows, from: [] }, ...paragraph(rangeWords)]
}

function figureCell(cell: PageCell, language: LetterLanguage): PageCell {
  if (cell === null || typeof cell === 'string') return cell
  if ('day' in cell) return letterDay(cell.day, language)
  const isPlus =
    'isDifference' in cell && cell.isDifference && !cell.number.startsWith('-') && /[1-9]/.test(cell.number)
  return { number: cell.number, shown: `${isPlus ? '+' : ''}${letterFigure(cell.number, language)}` }
}

/** More subjects than these are only named below. */
const MOST_IN_TITLE = 3

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Takes the zone of the lines, else of tables, else that in which events were seen. */
function zoneOf(items: readonly CaseItem[]): string {
  const zones = items.flatMap((item) => (item.is === 'table' ? (item.line?.zone ?? item.origin?.zone ?? []) : []))
  const seen = items.flatMap((item) =>
    item.is === 'event' ? item.from.flatMap(([name, value]) => (name === 'Time zone' ? [value] : [])) : [],
  )
  return [...zones, ...seen].find(isZone) ?? 'UTC'
}

const dayOf = (at: string, zone: string) => (at === '' ? '' : (inZone(at, zone)?.date ?? ''))

/** An event's own members, and its properties; of several with one name the last. */
function eventMembers(source: string) {
  const read = parseExact(source)
  const members = read.ok && read.value.kind === 'object' ? read.value.members : []
  const sent = members.find(({ name }) => name === 'event_properties')?.value
  const properties = sent?.kind === 'object' ? sent.members : []
  return {
    fields: new Map(members.map(({ name, value }) => [name, value.kind === 'string' ? value.text : value.source])),
    properties: new Map(properties.map(({ name, value }) => [name, value])),
  }
}
