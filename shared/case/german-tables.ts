// Copied tables and receipts in a German letter: they were gathered in English, before anybody knew in which language
// the letter will be. What is not ours, such as a value that was sent, stays as it is.

import { SHORT_MONTHS } from '../time/instant.ts'
import { type LetterLanguage, letterDay, monthName, shortDay } from './letter-language.ts'

/** The words are in small letters; those of earlier versions are here too. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    all: 'Alle',
    charged: 'Berechnet',
    credit: 'Gutschrift',
    'credit without a price rule': 'Gutschrift ohne Preisregel',
    'credit without a rule': 'Gutschrift ohne Preisregel',
    currency: 'Währung',
    'customer id': 'Kundennummer',
    day: 'Tag',
    debit: 'Belastung',
    'debit without a price rule': 'Belastung ohne Preisregel',
    'debit without a rule': 'Belastung ohne Preisregel',
    'debit − credit': 'Belastung − Gutschrift',
    'event code': 'Code',
    'event type': 'Art',
    events: 'Ereignisse',
    hour: 'Stunde',
    'in the total': 'In der Summe',
    maximum: 'Maximum',
    minimum: 'Minimum',
    'minor units': 'in kleinsten Einheiten',
    month: 'Monat',
    neither: 'Weder noch',
    net: 'Gesamt',
    'not in the sum': 'Nicht in der Summe',
    'not in the total': 'Nicht in der Summe',
    quantity: 'Menge',
    reduces: 'Abgezogen',
    rounded: 'gerundet',
    share: 'Anteil',
    'share of charged': 'Anteil am Berechneten',
    'share of credit': 'Anteil an der Gutschrift',
    'share of debit': 'Anteil an der Belastung',
    'share of what is taken off': 'Anteil am Abgezogenen',
    'share of what reduces': 'Anteil am Abgezogenen',
    'taken off': 'Abgezogen',
    total: 'Gesamt',
    totals: 'Summen',
    unit: 'Einheit',
    week: 'Woche',
    'with money': 'In der Summe',
    difference: 'Differenz',
    percent: 'Prozent',
    price: 'Preis',
    volume: 'Menge',
    other: 'Sonstige',
    'without a price rule': 'ohne Preisregel',
    'per day': 'pro Tag',
    'not set': 'nicht angegeben',
    none: 'keine',
    'no event code': 'ohne Code',
    // Receipts say it.
    file: 'Datei',
    written: 'Erstellt',
    rows: 'Zeilen',
    filters: 'Filter',
    property: 'Eigenschaft',
    'event id': 'Ereignisnummer',
    from: 'Von',
    to: 'Bis',
    'except within one instant': 'außer innerhalb eines Zeitpunkts',
    range: 'Zeitraum',
    'time zone': 'Zeitzone',
    'of rows that fit the search': 'Von Zeilen, die zur Suche passen',
    order: 'Reihenfolge',
    'oldest first': 'älteste zuerst',
    'newest first': 'neueste zuerst',
    'largest first': 'größte zuerst',
    'smallest first': 'kleinste zuerst',
    'as the service sent them': 'wie vom Dienst gesendet',
    'as of': 'Stand',
    verdict: 'Ergebnis',
    'all events read': 'Alle Ereignisse gelesen',
    incomplete: 'Unvollständig',
    'count not confirmed': 'Anzahl nicht bestätigt',
    'so far': 'bisher',
    'counted by the service at the start': 'Vom Dienst zu Beginn gezählt',
    'counted by the service at the end': 'Vom Dienst am Ende gezählt',
    'no count': 'keine Anzahl',
    'rows received': 'Empfangene Zeilen',
    'less what was received twice': 'ohne doppelt empfangene',
    'less what was received twice or is gone': 'ohne doppelt empfangene und verschwundene',
    'conditions that are not shown': 'Bedingungen, die nicht gezeigt werden',
    'checked against the file': 'Mit der Datei verglichen',
    'not when it was added': 'nicht vor dem Hinzufügen',
    'sum of': 'Summe von',
    type: 'Art',
    sum: 'Summe',
    numbers: 'Zahlen',
    'number missing': 'Zahl fehlt',
    'too large to add': 'Zu groß zum Addieren',
    'neither credit nor debit': 'weder Gutschrift noch Belastung',
    'other units': 'andere Einheiten',
    'not summed': 'nicht summiert',
    'by the price rules': 'nach den Preisregeln',
    // This says what is left out of a file, and why an event is not in a sum.
    'before the range': 'vor dem Zeitraum',
    'after the range': 'nach dem Zeitraum',
    'exactly at the end of the range': 'genau am Ende des Zeitraums',
    'so part of the next one': 'also Teil des nächsten',
    'stored twice by the service': 'vom Dienst doppelt gespeichert',
    'kept once': 'einmal behalten',
    'received twice while reading': 'beim Lesen doppelt empfangen',
    'counted once': 'einmal gezählt',
    'came in this reading': 'beim Lesen gekommen',
    'and was gone later in it': 'und danach verschwunden',
    'returned more than once': 'mehrfach empfangen',
    'not matching a filter of the search': 'ohne Treffer bei einem Filter der Suche',
    'with a time that cannot be read': 'mit unlesbarer Zeit',
    filtered: 'gefiltert',
    'billed by the month': 'monatlich berechnet',
    'not per event': 'nicht je Ereignis',
    'no time': 'ohne Zeit',
    'no customer': 'ohne Kunde',
    'no price': 'ohne Preis',
    'unit differs': 'andere Einheit',
    'the price changes in the period': 'der Preis ändert sich im Zeitraum',
    'two values are the last one': 'zwei Werte sind der letzte',
    'quantity below zero': 'Menge unter null',
    'minor units not known': 'kleinste Einheiten unbekannt',
    'too many currencies': 'zu viele Währungen',
  }),
)

/** Translates words that commas part, one by one: "Charged, EUR" is "Berechnet, EUR". What is not known stays. */
const inGerman = (text: string): string =>
  text
    .split(', ')
    .map((part) => WORDS.get(part.toLowerCase()) ?? germanDate(part.replace(/^With a numeric /, 'Mit Zahl in ')))
    .join(', ')

/** A head or title in the letter's language: "Charged, EUR", "Berechnet, EUR". */
export const tableWords = (text: string, language: LetterLanguage): string =>
  language === 'en' ? text : inGerman(text)

/**
 * The text in a cell of a column that shows no property.
 * @param head of its column, as it was gathered
 * @param isFirst whether the column is the first one
 */
export function cellWords(text: string, head: string, isFirst: boolean, language: LetterLanguage): string {
  const month = /^(\d{4})-\d{2}$/.exec(text)
  if (month !== null && head === 'Month') return `${monthName(text, language)} ${month[1]}`
  if (language === 'en') return text
  if (/^not in the (?:sum|total)$/i.test(head)) return notInGerman(text)
  const ofCode = /^(.*) \(unit not set\)$/s.exec(text)
  if (ofCode !== null) return `${WORDS.get(ofCode[1] ?? '') ?? ofCode[1]} (Einheit nicht angegeben)`
  const isOurs = TOLD.has(head.toLowerCase()) || (isFirst && text === 'All') || NO_UNIT.has(text)
  return isOurs ? inGerman(text) : germanDate(text)
}

/** These stand in place of a currency or unit. */
const NO_UNIT: ReadonlySet<string> = new Set(['not set', 'not in the total'])

/** Heads of columns whose texts are ours, or two words that every service sends. */
const TOLD: ReadonlySet<string> = new Set(['event type', 'type', 'unit'])

const DAYS: Record<string, string> = { Mon: 'Mo', Tue: 'Di', Wed: 'Mi', Thu: 'Do', Fri: 'Fr', Sat: 'Sa', Sun: 'So' }
/** The parts of a date, of which only month and year are always there; the month may be short or written out. */
const DATE = new RegExp(
  `^(?:(Week of )|(${Object.keys(DAYS).join('|')}) )?(?:(\\d{1,2}) )?(${SHORT_MONTHS.join('|')})([a-z]*) (\\d{4})( .*)?$`,
)

/** "Tue 3 Nov 2026", "Week of 5 Oct 2026", "October 2026 (Berlin)"; anything else as it is. */
function germanDate(text: string): string {
  const [, week, day, date, short = '', long = '', year = '', more = ''] = DATE.exec(text) ?? []
  if (year === '') return text
  const iso = `${year}-${String(SHORT_MONTHS.indexOf(short) + 1).padStart(2, '0')}-${(date ?? '1').padStart(2, '0')}`
  const written =
    date === undefined ? `${monthName(iso, 'de')} ${year}` : long === '' ? shortDay(iso, 'de') : letterDay(iso, 'de')
  return `${week === undefined ? '' : 'Woche vom '}${day === undefined ? '' : `${DAYS[day]}, `}${written}${more}`
}

const figureInGerman = (figure: string) => figure.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
const eventsInGerman = (count: string) => `${figureInGerman(count)} ${count === '1' ? 'Ereignis' : 'Ereignisse'}`

/**
 * Translates `notInSumWords`, whose parts are "3 events of sms whose quantity is text: “150” 3 times". The first one
 * follows "without" or, of two sides, "Oct 2026 without"; the others stand alone.
 */
function notInGerman(words: string): string {
  const parts = words.split('; ').map((part) => {
    const [, side, rest = part] = /^(?:(.+?) )?without (?=\d)(.*)$/s.exec(part) ?? []
    const said = partInGerman(rest)
    if (said === null) return part
    const isFirst = rest !== part
    if (!isFirst) return said
    return `${side === undefined ? '' : `${germanDate(side)} `}ohne ${said}`
  })
  return parts.join('; ')
}

/**
 * A part is a number of events, their code, and the reason with what was sent. "3 events of sms whose …", or in files
 * and in reports of earlier versions "3 sms events whose …"; "12 events of further codes without …".
 */
const PART =
  /^([\d,]+) (?:(.+) )?events?(?: of (.+?))??( of further codes)? (whose .+|without .+|not valued .+|billed by .+)$/s
/** Each reason, as `missedWords` and earlier versions say it, is a group of its own; what was sent follows a colon. */
const REASON =
  /^(?:whose (?<text>.+) is text|whose (?<large>.+) is too large to calculate with|whose (?<long>.+) has more than 1,000 digits|without a number(?: in (?<name>[^:]+))?|not valued \((?<why>[^)]+)\)|(?<money>without (?:money|an amount))|(?<month>billed by the month, not per event))(?:: (?<sent>.*))?$/s

/** Null where it is no such part. */
function partInGerman(part: string): string | null {
  const [, count = '', before, behind, further, rest = ''] = PART.exec(part) ?? []
  const code = before ?? behind
  const reason = REASON.exec(rest)?.groups
  if (reason === undefined) return null
  const { text, large, long, name, why, money, month, sent } = reason
  // "2 more events without an amount" are of no code called "more".
  const isMore = money !== undefined && code === 'more'
  const number = isMore
    ? `${figureInGerman(count)} weitere${count === '1' ? 's Ereignis' : ' Ereignisse'}`
    : eventsInGerman(count)
  const named = `${number}${code === undefined || isMore ? '' : ` ${code}`}${further === undefined ? '' : ' weiterer Codes'}`
  const whose = count === '1' ? 'dessen' : 'deren'
  const told = sent === undefined ? '' : `: ${sentInGerman(sent)}`
  if (text !== undefined) return `${named}, ${whose} ${text} Text ist${told}`
  if (large !== undefined) return `${named}, ${whose} ${large} zum Rechnen zu groß ist${told}`
  if (long !== undefined) return `${named}, ${whose} ${long} mehr als 1.000 Ziffern hat${told}`
  if (why !== undefined) return `${named}, nicht bewertet (${inGerman(why)})${told}`
  if (month !== undefined) return `${named}, ${inGerman(month)}${told}`
  return `${named} ohne ${money === undefined ? `Zahl${name === undefined ? '' : ` in ${name}`}` : 'Betrag'}${told}`
}

/** "“150” 3 times, quantity 1,000.5 GB, 3 calls, and 2 more events": figures behind "quantity" are all quantities. */
function sentInGerman(sent: string): string {
  let isQuantity = false
  return sent
    .split(', ')
    .map((one) => {
      const [, more] = /^and ([\d,]+) more events?$/.exec(one) ?? []
      if (more !== undefined) return `und ${figureInGerman(more)} weitere${more === '1' ? 's Ereignis' : ' Ereignisse'}`
      const value = one.replace(/^quantity (?=−?\d)/, '')
      isQuantity ||= value !== one
      const [, figure = '', unit = ''] = /^(−?[\d,.]+)( .*)?$/s.exec(value) ?? []
      if (isQuantity && figure !== '') return `${value === one ? '' : 'Menge '}${figureInGerman(figure)}${unit}`
      return one
        .replace(/ ([\d,]+) times$/, (_, times: string) => ` ${figureInGerman(times)}-mal`)
        .replace(/[“”]/g, (mark) => (mark === '“' ? '„' : '“'))
    })
    .join(', ')
}

/** A line of a receipt; the values of filters are not ours. */
export function receiptLine<Value>(name: string, value: Value, language: LetterLanguage): [string, Value | string] {
  if (language === 'en') return [name, value]
  const prefix = /^(Filter|Left out:) (?:Property )?(.*)$/s.exec(name)
  const isProperty = name.startsWith('Filter Property ')
  const head =
    prefix === null
      ? inGerman(name)
      : `${prefix[1] === 'Filter' ? 'Filter' : 'Ausgelassen:'} ${isProperty ? `Eigenschaft ${prefix[2]}` : inGerman(prefix[2] ?? '')}`
  if (typeof value !== 'string' || prefix !== null) return [head, value]
  switch (name) {
    case 'Verdict':
      // Its sentence is told by the other lines.
      return [head, inGerman(/^All [\d,]+ events? read/.test(value) ? 'All events read' : value.replace(/\. .*$/s, ''))]
    case 'Range':
      return [head, rangeInGerman(value)]
    case 'Filters':
      return [head, inGerman(value)]
    case 'Order':
      return [head, inGerman(value).replace(/^by /, 'nach ')]
    case 'Checked against the file': {
      const [, at, agrees] = /^(\S+): the file (agrees|and its)/.exec(value) ?? []
      if (at === undefined) return [head, inGerman(value)]
      return [
        head,
        `${at}: ${agrees === 'agrees' ? 'Datei und Beleg stimmen überein' : 'Datei und Beleg stimmen nicht überein'}`,
      ]
    }
    default:
      return [head, value === 'no count' ? inGerman(value) : value]
  }
}

/** Translates what `rangeWords` says. */
const rangeInGerman = (words: string) =>
  words
    .replace('from the first event', 'vom ersten Ereignis')
    .replace(/^from /, 'von ')
    .replace('up to the moment of reading', 'bis zum Zeitpunkt des Lesens')
    .replace('up to, not including, ', 'bis ausschließlich ')
    .replace('up to and including ', 'bis einschließlich ')
    .replace(/\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g, germanDate)

/** A text among the sums of a receipt; of those by the price rules, with what is not in them. */
export function receiptSumWords(text: string, language: LetterLanguage): string {
  if (language === 'en') return text
  const [, first = text, rest] = /^(by the price rules), (without .*)$/s.exec(text) ?? []
  return rest === undefined ? inGerman(text) : `${inGerman(first)}, ${notInGerman(rest)}`
}
