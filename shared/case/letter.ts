// What a customer gets: a letter, made from facts that tell of nobody else and from what a person typed.
import { decimalText, minus, plus, readPlain } from '../exact/decimal.ts'
import { type ExactNode, parseExact } from '../exact/exact-json.ts'
import { listWords } from '../exact/grouped-digits.ts'
import { inZone, isZone } from '../time/instant.ts'
import { moneyText } from '../worth/money-text.ts'
import type { Audience, Case, CaseItem } from './case.ts'
import type { ExplainedLineFacts, LetterEvent } from './explained-line.ts'
import { cellWords, tableWords } from './german-tables.ts'
import {
  CAUSE_SENTENCES,
  dayAndMonth,
  isMonth,
  LETTER_WORDS,
  type LetterLanguage,
  letterDay,
  letterFigure,
  letterMoney,
  letterPeriod,
  letterQuantity,
  letterTime,
  monthName,
  typedDay,
  zoneWords,
} from './letter-language.ts'
import type { CasePages, CaseSection, PageCell, WordsPart } from './pages.ts'
import { receiptFor } from './receipt-section.ts'

/** What of a letter can be written otherwise. */
export interface LetterSentence {
  /** By which `CaseDetails.edited` has it: another one in each language. */
  id: string
  label: string
  /** As it stands in the letter. */
  text: string
  /** As the program writes it. */
  written: string
}

export interface Letter {
  pages: CasePages
  sentences: LetterSentence[]
  /** What a person may conclude. The program concludes nothing. */
  conclusions: [tooMuch: string, correct: string, checking: string]
}

type TableItem = Extract<CaseItem, { is: 'table' }>
type LineItem = TableItem & { line: ExplainedLineFacts }

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
  const { language } = details
  const words = LETTER_WORDS[language]
  const sentences: LetterSentence[] = []
  const said = (id: string, label: string, written: string): string => {
    const name = `${language} ${id}`
    const text = details.edited.find((one) => one.id === name)?.text ?? written
    sentences.push({ id: name, label, text, written })
    return text
  }
  /** Sentences that follow each other, but where an earlier version had them written otherwise as one. */
  const saidOneByOne = (id: string, label: string, all: readonly { id: string; label: string; text: string }[]) => {
    const isOne = details.edited.some((one) => one.id === `${language} ${id}`)
    if (isOne) return said(id, label, all.map(({ text }) => text).join(' '))
    return all
      .map((one) => said(`${id} ${one.id}`, one.label, one.text))
      .filter((text) => text !== '')
      .join(' ')
  }
  const lines = items.filter((item) => item.is === 'table' && item.line !== undefined) as LineItem[]
  const zone = zoneOf(items)
  const place = zoneWords(zone, language)
  const named = lines.map((item) =>
    namesOf(item, language, (id, label, written) => said(`${item.id} ${id}`, label, written)),
  )
  const allSubjects = [...new Set(named.map(({ subject }) => subject))]
  const subjects = listWords(allSubjects, words.and)
  const periods = new Set(lines.map(({ line }) => line.period && letterPeriod(line.period, language)))
  const [period = null] = periods
  const [tooMuch, correct, checking] = words.conclusions(subjects, tooMuchOf(lines, language))
  const isTooMuch =
    details.conclusion !== '' && details.confirmed === details.conclusion && details.conclusion.startsWith(tooMuch)

  const title = said(
    'title',
    'Heading',
    lines.length === 0
      ? details.title || words.titleWithout
      : words.title(periods.size > 1 ? null : period, allSubjects.length > MOST_IN_TITLE ? '' : subjects),
  )
  const customerName = details.customerName || (lines.find(({ line }) => line.customerName)?.line.customerName ?? '')
  const recipient = said('recipient', 'To', words.recipient(customerName, customerId))
  const typed = (id: string, label: string, text: string, write: (text: string) => string) =>
    text === '' ? '' : said(id, label, write(text))
  const sections: CaseSection[] = [
    ...paragraph(typed('wrote', 'What they wrote', details.claim, words.wrote), details.conclusion),
    ...paragraph(typed('disputed', 'Amount in question', details.disputed, words.disputed)),
    ...bodyOf(),
    ...paragraph(typed('left-out', 'Not part of this letter', details.leftOut, words.leftOut)),
    ...paragraph(typed('not-in-events', 'Fees, discounts, tax', details.notInEvents, words.notInEvents)),
    ...paragraph(typed('prepared-by', 'Prepared by', details.preparedBy, words.preparedBy)),
  ]
  const hasTimes = items.some(
    (item) => item.is === 'event' || (item.is === 'table' && (item.line?.events.length ?? 0) > 0),
  )
  const remarks = saidOneByOne('remarks', 'Below', [
    ...(lines.length === 0 ? [] : [{ id: 'about', label: 'Below: what it is about', text: words.about(subjects) }]),
    ...(lines.length > 0 && lines.every(({ line }) => isNet(line))
      ? [{ id: 'net', label: 'Below: tax', text: words.net }]
      : []),
    ...(hasTimes ? [{ id: 'times', label: 'Below: times', text: words.times(place) }] : []),
    { id: 'no-invoice', label: 'Below: no invoice', text: words.noInvoice },
  ])
  const day = details.date === '' ? dayOf(at, zone) : details.date
  const invoice = details.invoiceNumber !== '' || details.invoiceDate !== ''
  const reference = [
    typedDay(day, language),
    invoice ? words.invoice(details.invoiceNumber, typedDay(details.invoiceDate, language)) : '',
    details.theirReference && words.yourReference(details.theirReference),
    details.ourReference && words.ourReference(details.ourReference),
    details.ticket && words.ticket(details.ticket),
  ].filter((text) => text !== '')
  return {
    pages: {
      title: title || words.titleWithout,
      lines: [['Customer', customerId]],
      sections,
      remarks: remarks === '' ? [] : [remarks],
      letter: {
        language,
        sender: linesOf(`${letterhead?.sender ?? ''}\n${letterhead?.reply ?? ''}`),
        reference,
        recipient,
        foot: linesOf(letterhead?.foot ?? ''),
      },
    },
    sentences,
    conclusions: [tooMuch, correct, checking],
  }

  /** In the order of the entries; events that stand together are one table. */
  function bodyOf(): CaseSection[] {
    const shown = new Set(properties)
    const body: CaseSection[] = []
    let events: Extract<CaseItem, { is: 'event' }>[] = []
    const endEvents = () => {
      if (events.length > 0) body.push(eventsTable(events, properties), ...paragraph(togetherOf(events)))
      events = []
    }
    for (const item of items) {
      if (item.is === 'event') {
        events.push(item)
        continue
      }
      endEvents()
      if (item.is === 'note' && !item.isInternal) body.push(...paragraph(item.text))
      if (item.is === 'receipt') body.push(receiptFor(item, shown, language))
      if (item.is === 'table') body.push(...(item.line === undefined ? tableOf(item, shown) : lineOf(item as LineItem)))
    }
    endEvents()
    return body
  }

  function eventsTable(events: readonly Extract<CaseItem, { is: 'event' }>[], names: readonly string[]): CaseSection {
    const read = events.map(({ source }) => eventMembers(source))
    const ticked = names.filter((name) => read.some(({ properties: has }) => has.has(name)))
    const hasMoney = events.some(({ worth }) => worth != null)
    return {
      is: 'table',
      title: words.sentEvents,
      heads: [words.when(place), words.event, words.code, words.type, ...ticked, ...(hasMoney ? [words.amount] : [])],
      rows: read.map(({ fields, properties: has }, at) => [
        letterTime(fields.get('created_at') ?? '', zone, language),
        ...['event_id', 'event_code'].map((name) => fields.get(name) ?? null),
        cellWords(fields.get('event_type') ?? '', 'Type', false, language),
        ...ticked.map((name) => valueCell(has.get(name))),
        ...(hasMoney ? [moneyCell(events[at]?.worth ?? null)] : []),
      ]),
      from: [],
    }
  }

  /** What the events of a table come to, each currency by itself. */
  function togetherOf(events: readonly Extract<CaseItem, { is: 'event' }>[]): string {
    // Of what an earlier version kept it is not known.
    if (events.some(({ worth }) => worth === undefined)) return ''
    const sums = new Map<string | null, string[]>()
    for (const { worth } of events) {
      if (worth != null) sums.set(worth.currency, [...(sums.get(worth.currency) ?? []), worth.amount])
    }
    if (sums.size === 0) return ''
    const all = [...sums].map(([currency, amounts]) =>
      letterMoney(decimalText(amounts.map(readPlain).reduce(plus)), currency, language),
    )
    const valued = events.filter(({ worth }) => worth != null).length
    const text = words.together(valued, events.length, listWords(all, words.and))
    return said(`${events[0]?.id} together`, 'What the events come to', text)
  }

  function moneyCell(worth: { amount: string; currency: string | null } | null): PageCell {
    if (worth === null) return null
    const { amount, currency } = worth
    return { number: moneyText(amount, currency), shown: letterMoney(amount, currency, language) }
  }

  function valueCell(value: ExactNode | undefined): PageCell {
    if (value === undefined) return null
    if (value.kind === 'string') return value.text
    return value.kind === 'number' ? figureCell({ number: value.source }) : value.source
  }

  function tableOf(item: TableItem, shown: ReadonlySet<string>): CaseSection[] {
    const kept = item.heads.flatMap((head, column) =>
      item.properties.includes(head) && !shown.has(head) ? [] : [column],
    )
    if (kept.length === 0 || item.origin === undefined) return []
    const { from, until, isWhole, zone: own } = item.origin
    const time = (instant: string | null) => instant && letterTime(instant, own, language)
    const rows = item.rows.map((row) =>
      kept.map((column) => {
        const cell = row[column] ?? null
        const head = item.heads[column] ?? ''
        if (typeof cell !== 'string' || item.properties.includes(head)) return figureCell(cell)
        return cellWords(cell, head, column === 0, language)
      }),
    )
    const head = (column: number) => {
      const text = item.heads[column] ?? ''
      // A property may be called like one of our heads.
      return item.properties.includes(text) ? text : tableWords(text, language)
    }
    const range = words.range(time(from), time(until), zoneWords(own, language))
    const named = `“${item.title.slice(0, 60)}”`
    return [
      {
        is: 'table',
        title: said(`${item.id} title`, `Heading of ${named}`, tableWords(item.title, language)),
        heads: kept.map(head),
        rows,
        from: [],
      },
      ...paragraph(
        saidOneByOne(`${item.id} range`, `Time of ${named}`, [
          { id: 'time', label: `Time of ${named}`, text: range },
          ...(isWhole ? [] : [{ id: 'not-whole', label: `What is missing in ${named}`, text: words.notWhole }]),
        ]),
      ),
    ]
  }

  function figureCell(cell: PageCell): PageCell {
    if (cell === null || typeof cell === 'string') return cell
    if ('day' in cell) return letterDay(cell.day, language)
    const isPlus =
      'isDifference' in cell && cell.isDifference && !cell.number.startsWith('-') && /[1-9]/.test(cell.number)
    return { number: cell.number, shown: `${isPlus ? '+' : ''}${letterFigure(cell.number, language)}` }
  }

  function lineOf(item: LineItem): CaseSection[] {
    const { line, id } = item
    const { subject = line.item, unit = line.unit ?? '' } = named[lines.indexOf(item)] ?? {}
    const finding = saidOneByOne(
      `${id} finding`,
      `What was found: ${subject}`,
      findingOf(line, unit || subject).map(({ id: kind, text }, at) => ({
        id: kind,
        label: `What was found: ${subject}${at === 0 ? '' : ` (${at + 1})`}`,
        text,
      })),
    )
    // Of several lines, each says which it is.
    const head = lines.length > 1 ? paragraph('', capital(subject)) : []
    return [...head, ...paragraph(finding), figuresOf(line, subject, unit), ...decisiveOf(item, unit, subject)]
  }

  /** What was found, in sentences: never who is right, nor what will be paid. */
  function findingOf(line: ExplainedLineFacts, unit: string): { id: string; text: string }[] {
    const { causes, isOnlyCause, events, invoiced, used, difference, doubt, eventCount, currency } = line
    const ofPeriod = line.period && letterPeriod(line.period, language)
    const only = (id: string, text: string) => [{ id, text }]
    if (invoiced === null) {
      if (used === null) return []
      const what = usageOf(used.quantity, used.events, unit)
      return only('not-on-invoice', words.notOnInvoice(what, isOne(what), ofPeriod))
    }
    if (doubt !== null && eventCount > 0)
      return only('doubt', words.doubt(eventCount, letterMoney(doubt, currency, language)))
    if (used === null || difference === null) return []
    if (!isDifferent(difference)) return only('equal', words.equal)
    const sentences = causes.flatMap((code) => {
      const sentence = CAUSE_SENTENCES[code]?.[language]
      const isWholeMonth = line.period !== null && isMonth(line.period)
      const of = { zone: zoneWords(line.zone, language), isMonth: isWholeMonth }
      return sentence === undefined ? [] : [{ id: code, text: sentence(of) }]
    })
    if (sentences.length === 0) return only('no-reason', words.noReason)
    const moved = [
      { id: 'left-out', text: movedOf(events, 'left-out', line, unit, words.wasLeftOut) },
      { id: 'on-line', text: movedOf(events, 'on-line', line, unit, words.isOnInvoice) },
    ]
    const isTold = events.length === eventCount
    const all = isOnlyCause ? sentences.slice(0, 1) : [{ id: 'several', text: words.severalCauses }, ...sentences]
    return [...all, ...(isTold && sentences.length === 1 ? moved : [])].filter(({ text }) => text !== '')
  }

  function movedOf(
    events: readonly LetterEvent[],
    side: LetterEvent['side'],
    line: ExplainedLineFacts,
    unit: string,
    write: (typeof words)['wasLeftOut'],
  ): string {
    const moved = events.filter((one) => one.side === side)
    const days = moved.flatMap(({ at: instant }) => inZone(instant, line.zone)?.date ?? [])
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) return ''
    const what = usageOf(summed(moved), moved.length, unit)
    return write({
      what,
      isOne: isOne(what),
      first: dayAndMonth(first, language),
      last: first === last ? null : dayAndMonth(last, language),
    })
  }

  /** "300 GB"; without a quantity "2 events". */
  function usageOf(quantity: string | null, events: number, unit: string): string {
    return quantity === null ? words.events(events) : letterQuantity(quantity, unit, language)
  }

  function figuresOf(line: ExplainedLineFacts, subject: string, unit: string): CaseSection {
    const { currency, period: days, used, invoiced, difference, doubt, steps } = line
    const quantity = (exact: string | null) => exact && { number: exact, shown: letterQuantity(exact, unit, language) }
    const money = (exact: string | null) =>
      exact && { number: moneyText(exact, currency), shown: letterMoney(exact, currency, language) }
    const row = (label: string, of: { quantity?: string | null; price?: string | null; amount: string | null }) => [
      label,
      quantity(of.quantity ?? null),
      money(of.price ?? null),
      money(of.amount),
    ]
    const head = days === null ? capital(subject) : `${capital(subject)}, ${letterPeriod(days, language)}`
    const heads = [head, words.quantity, words.price, words.amount]
    const within = days === null ? '' : words.within(days)
    const place = zoneWords(line.zone, language)
    const rows: PageCell[][] = []
    if (used !== null) {
      const label = words.used({
        within,
        zone: place,
        events: used.events,
        unvalued: used.unvalued,
        isWhole: line.isWhole,
        isCredit: used.worth.startsWith('-'),
      })
      rows.push(row(label, { ...used, amount: used.worth }))
    }
    for (const step of steps) {
      rows.push(row(isDifferent(step.price) ? words.priced : words.included, { ...step, amount: step.worth }))
    }
    if (invoiced !== null) rows.push(row(words.invoiced, invoiced))
    if (invoiced === null && used !== null)
      rows.push(row(words.notBilled, { quantity: used.quantity, amount: used.worth }))
    else if (doubt !== null) rows.push(row(words.inDoubt, { quantity: summed(line.events), amount: doubt }))
    else if (difference !== null) {
      const isMore = isTooMuch && !difference.startsWith('-') && isDifferent(difference)
      const less =
        used?.quantity == null || invoiced?.quantity == null
          ? null
          : decimalText(minus(readPlain(invoiced.quantity), readPlain(used.quantity)))
      const shownLess = less !== null && isDifferent(less) ? less : null
      rows.push(row(isMore ? words.tooMuch : words.difference, { quantity: shownLess, amount: difference }))
    }
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

  function decisiveOf({ id, line }: LineItem, unit: string, subject: string): CaseSection[] {
    const { events, eventCount, zone: own, period: days } = line
    if (events.length === 0) return []
    const isInDoubt = events.every(({ side }) => side === 'repeat')
    return [
      {
        is: 'table',
        title: said(
          `${id} events`,
          `Heading of the events: ${subject}`,
          words.eventsTitle(isInDoubt, events.length, eventCount),
        ),
        heads: [
          words.when(zoneWords(own, language)),
          words.event,
          words.quantity,
          isInDoubt ? words.remark : words.belongsTo,
        ],
        rows: events.map(({ at: instant, eventId, quantity, side }) => [
          letterTime(instant, own, language),
          eventId,
          quantity && { number: quantity, shown: letterQuantity(quantity, unit, language) },
          sideWords(side, inZone(instant, own)?.date ?? null),
        ]),
        from: [],
      },
    ]

    function sideWords(side: LetterEvent['side'], date: string | null): string {
      if (side === 'repeat') return words.repeat
      const isOfMonth = days !== null && isMonth(days)
      const when = date === null ? '' : isOfMonth ? monthName(date, language) : dayAndMonth(date, language)
      return side === 'left-out' ? words.left(when) : words.onLine(when)
    }
  }
}

/** More subjects than these are only named below. */
const MOST_IN_TITLE = 3

/** Null where one of them has no quantity. */
function summed(events: readonly LetterEvent[]): string | null {
  const all = events.flatMap(({ quantity }) => quantity ?? [])
  if (all.length === 0 || all.length < events.length) return null
  return decimalText(all.map(readPlain).reduce(plus))
}

/** Whether it is said in the singular: "1 GB". */
const isOne = (what: string) => /^1(?!\d|[.,]\d)/.test(what)
const isDifferent = (exact: string) => /[1-9]/.test(exact)
const isNet = ({ isNet: is, causes }: ExplainedLineFacts) => is && !causes.includes('tax-included')
const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function paragraph(text: string, strong = ''): CaseSection[] {
  const parts: WordsPart[] = [{ text }, { text: strong, isStrong: true as const }].filter((part) => part.text !== '')
  return parts.length === 0 ? [] : [{ is: 'words', parts }]
}

/** What one line came to above its events; null: there are several, or it came to no more. */
function tooMuchOf(lines: readonly LineItem[], language: LetterLanguage): string | null {
  const [only, ...others] = lines
  if (only === undefined || others.length > 0) return null
  const { difference, currency } = only.line
  const isMore = difference !== null && !difference.startsWith('-') && isDifferent(difference)
  return isMore ? letterMoney(difference, currency, language) : null
}

const SYMBOLS = '[KMGTP]i?B|[kMG]?Wh'
/** "Egress GB", "Egress (GB)", "Storage, GB-days"; the minutes of "Build minutes" are part of its name. */
const UNITS = new RegExp(
  `^(.*[^\\s,([])(?: (${SYMBOLS})|[\\s,]*[,([] ?((?:${SYMBOLS})(?:-days|-hours)?|days|hours|minutes|seconds)[)\\]]?)$`,
  'u',
)

/** What it is called in sentences, and its unit, as the invoice's words for it tell. */
function namesOf(
  { line }: LineItem,
  language: LetterLanguage,
  said: (id: string, label: string, written: string) => string,
) {
  const [, name = line.item, symbol, unit = symbol ?? ''] = UNITS.exec(line.item) ?? []
  // "API calls" stays, "Egress" is "egress" within an English sentence.
  const subject =
    language === 'en' && /^\p{Lu}\p{Ll}/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
  return {
    subject: said('subject', 'What it is about', subject),
    unit: said('unit', `Unit of ${subject}`, line.unit ?? unit),
  }
}

/** That of the lines, else of tables, else that in which events were seen. */
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
