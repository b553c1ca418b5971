// How letters are written in English and in German: figures, dates, labels, and a sentence for each cause.
import { capitalized, groupedDigits } from '../exact/grouped-digits.ts'
import { formatUtc, inZone, MONTHS, parseInstant, SHORT_MONTHS, type ZonedText } from '../time/instant.ts'
import { moneyText } from '../worth/money-text.ts'

export const LETTER_LANGUAGES = ['en', 'de'] as const
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number]

const MONTH_NAMES: Record<LetterLanguage, readonly string[]> = {
  en: MONTHS,
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
}
const SHORT_MONTH_NAMES: Record<LetterLanguage, readonly string[]> = {
  en: SHORT_MONTHS,
  de: 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'.split(' '),
}

/** "9,337.5" in English, "9.337,5" in German; digit for digit. @param exact a plain decimal */
export function letterFigure(exact: string, language: LetterLanguage): string {
  const written = groupedDigits(exact)
  return language === 'en' ? written : written.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
}

/** "3.00 EUR", "3,00 EUR"; without a currency the figure alone. */
export const letterMoney = (exact: string, currency: string | null, language: LetterLanguage) =>
  withUnit(letterFigure(moneyText(exact, currency), language), currency)

/** "9,300 GB". */
export const letterQuantity = (exact: string, unit: string | null, language: LetterLanguage) =>
  withUnit(letterFigure(moneyText(exact, null), language), unit)

const withUnit = (figure: string, unit: string | null) => (unit === null || unit === '' ? figure : `${figure} ${unit}`)

/** "1 October 2026", "1. Oktober 2026". @param date as "2026-10-01" */
export const letterDay = (date: string, language: LetterLanguage) =>
  `${dayAndMonth(date, language)} ${date.slice(0, 4)}`

/** "1 October", "1. Oktober". */
export const dayAndMonth = (date: string, language: LetterLanguage) =>
  `${Number(date.slice(8, 10))}${language === 'de' ? '.' : ''} ${monthName(date, language)}`

/** The month of a date: "October", "Oktober". */
export const monthName = (date: string, language: LetterLanguage) =>
  MONTH_NAMES[language][Number(date.slice(5, 7)) - 1] ?? date

/** "1 Oct 2026", "1. Okt. 2026". */
export function shortDay(date: string, language: LetterLanguage): string {
  const month = SHORT_MONTH_NAMES[language][Number(date.slice(5, 7)) - 1] ?? ''
  return `${Number(date.slice(8, 10))}${language === 'de' ? '.' : ''} ${month} ${date.slice(0, 4)}`
}

/** A date that was typed as "2026-11-02" in the language's manner; any other text as it is. */
export const typedDay = (text: string, language: LetterLanguage) =>
  /^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/.test(text) ? letterDay(text, language) : text

/** "1 Oct 2026, 00:30:00", "1. Okt. 2026, 00:30:00"; with its offset where the clock shows that time twice. */
export function letterTime(at: string, zone: string, language: LetterLanguage): string {
  const seen = inZone(at, zone)
  if (seen === null) return at
  return `${shortDay(seen.date, language)}, ${seen.time}${isShownTwice(at, zone, seen) ? ` (${seen.offset})` : ''}`
}

function isShownTwice(at: string, zone: string, { date, time }: ZonedText): boolean {
  const instant = parseInstant(at)
  return [-3_600, 3_600].some((seconds) => {
    const beside = instant && inZone(formatUtc({ seconds: instant.seconds + seconds, nanoseconds: 0 }), zone)
    return beside?.date === date && beside.time === time
  })
}

interface Period {
  from: string
  until: string
}

/** Whether a period is exactly one calendar month. */
export const isMonth = ({ from, until }: Period) =>
  from.endsWith('-01') &&
  until === new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** "October 2026"; of other days "1 to 14 October 2026". */
export function letterPeriod(period: Period, language: LetterLanguage): string {
  const { from, until } = period
  if (isMonth(period)) return `${monthName(from, language)} ${from.slice(0, 4)}`
  if (from === until) return letterDay(from, language)
  const first =
    from.slice(0, 7) === until.slice(0, 7)
      ? `${Number(from.slice(8, 10))}${language === 'de' ? '.' : ''}`
      : from.slice(0, 4) === until.slice(0, 4)
        ? dayAndMonth(from, language)
        : letterDay(from, language)
  return `${first} ${language === 'de' ? 'bis' : 'to'} ${letterDay(until, language)}`
}

/** "Berlin time", "UTC"; "Zeitzone Berlin". */
export function zoneWords(zone: string, language: LetterLanguage): string {
  if (zone === 'UTC') return 'UTC'
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return language === 'de' ? `Zeitzone ${city}` : `${city} time`
}

/** The events behind a line, and what is to be said of their figures. */
interface UsedEvents {
  /** Empty: no period is known. */
  within: string
  zone: string
  events: number
  unvalued: number
  isWhole: boolean
  /** Whether they reduce what is to be paid. */
  isCredit: boolean
}

/** It is so much usage, "300 GB", and the days that it is of, "1 October". */
interface MovedUsage {
  what: string
  /** Whether `what` is said in the singular: "1 GB is …". */
  isOne: boolean
  first: string
  /** Null: the first is the only one. */
  last: string | null
}

/** This is what a letter says, but for figures, names and what a person typed. */
export interface LetterWords {
  title: (period: string | null, subjects: string) => string
  /** The title of a letter without a line of an invoice. */
  titleWithout: string
  invoice: (number: string, date: string) => string
  ticket: (ticket: string) => string
  yourReference: (text: string) => string
  ourReference: (text: string) => string
  recipient: (name: string, id: string) => string
  wrote: (claim: string) => string
  disputed: (amount: string) => string
  leftOut: (text: string) => string
  notInEvents: (text: string) => string
  preparedBy: (name: string) => string
  quantity: string
  price: string
  amount: string
  /** "in October", "from 1 to 14 October 2026". */
  within: (period: Period) => string
  used: (of: UsedEvents) => string
  included: string
  priced: string
  invoiced: string
  difference: string
  tooMuch: string
  notBilled: string
  inDoubt: string
  eventsTitle: (isInDoubt: boolean, shown: number, count: number) => string
  when: (zone: string) => string
  event: string
  belongsTo: string
  remark: string
  /** The side of an event: of this month or day, and left out of the invoice; or on it. */
  left: (period: string) => string
  onLine: (period: string) => string
  repeat: string
  events: (count: number) => string
  /** "300 GB of 1 October were left out of this invoice." */
  wasLeftOut: (moved: MovedUsage) => string
  /** "337.5 GB are on this invoice although they are of 1 November." */
  isOnInvoice: (moved: MovedUsage) => string
  doubt: (count: number, worth: string | null) => string
  notOnInvoice: (what: string, isOne: boolean, period: string | null) => string
  equal: string
  severalCauses: string
  noReason: string
  about: (subjects: string) => string
  net: string
  times: (zone: string) => string
  noInvoice: string
  range: (from: string | null, until: string | null, zone: string) => string
  notWhole: string
  and: string
  sentEvents: string
  /** "Together these 12 events come to 480.00 EUR." `of`: of so many, where others come to nothing. */
  together: (events: number, of: number, sums: string) => string
  code: string
  type: string
  /** Tells what a person may conclude: charged too much, correct, still being checked. */
  conclusions: (subject: string, tooMuch: string | null) => [tooMuch: string, correct: string, checking: string]
}

const eventsEn = (count: number) => `${letterFigure(String(count), 'en')} ${count === 1 ? 'event' : 'events'}`
const eventsDe = (count: number) => `${letterFigure(String(count), 'de')} ${count === 1 ? 'Ereignis' : 'Ereignisse'}`
const daysEn = (first: string, last: string | null) => (last === null ? first : `${first} to ${last}`)
const daysDe = (first: string, last: string | null) => (last === null ? first : `${first} bis ${last}`)

export const LETTER_WORDS: Record<LetterLanguage, LetterWords> = {
  en: {
    title: (period, subjects) => `Your invoice${period === null ? '' : ` for ${period}`}${subjects && `: ${subjects}`}`,
    titleWithout: 'Your usage',
    invoice: (number, date) => `Invoice${number && ` ${number}`}${date && ` of ${date}`}`,
    ticket: (ticket) => `Your ticket ${ticket}`,
    yourReference: (text) => `Your reference ${text}`,
    ourReference: (text) => `Our reference ${text}`,
    recipient: (name, id) => (name === '' || name === id ? `Your number ${id}` : `${name}, your number ${id}`),
    wrote: (claim) => `You wrote: “${claim}”`,
    disputed: (amount) => `The amount in question is ${amount}.`,
    leftOut: (text) => `Not part of this letter: ${text}`,
    notInEvents: (text) => `Fees, discounts and tax: ${text}`,
    preparedBy: (name) => `Prepared by ${name}`,
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    within: (period) =>
      isMonth(period)
        ? `in ${monthName(period.from, 'en')}`
        : `${period.from === period.until ? 'on' : 'from'} ${letterPeriod(period, 'en')}`,
    used: ({ within, zone, events, unvalued, isWhole, isCredit }) =>
      `${isCredit ? 'Credited' : 'Used'}${within && ` ${within}`}, ${zone} (${eventsEn(events)}${unvalued === 0 ? '' : `, ${letterFigure(String(unvalued), 'en')} of them not counted`}${isWhole ? '' : ', as far as they are known'})`,
    included: 'of which included',
    priced: 'of which charged',
    invoiced: 'On the invoice',
    difference: 'Difference',
    tooMuch: 'Charged too much',
    notBilled: 'Not on the invoice',
    inDoubt: 'Possibly sent twice',
    eventsTitle: (isInDoubt, shown, count) =>
      `${isInDoubt ? 'The events that may have been sent twice' : 'The events that make the difference'}${shown < count ? ` (the first ${letterFigure(String(shown), 'en')} of ${letterFigure(String(count), 'en')})` : ''}`,
    when: (zone) => `When (${zone})`,
    event: 'Event',
    belongsTo: 'Belongs to',
    remark: 'Remark',
    left: (period) => `${period}, left out`,
    onLine: (period) => `${period}, on this invoice`,
    repeat: 'possibly a repeat',
    events: eventsEn,
    wasLeftOut: ({ what, isOne, first, last }) =>
      `${what} of ${daysEn(first, last)} ${isOne ? 'was' : 'were'} left out of this invoice.`,
    isOnInvoice: ({ what, isOne, first, last }) =>
      `${what} ${isOne ? 'is' : 'are'} on this invoice although ${isOne ? 'it is' : 'they are'} of ${daysEn(first, last)}.`,
    doubt: (count, worth) =>
      `${eventsEn(count)}${worth === null ? '' : `, ${worth} together,`} may have been sent twice.`,
    notOnInvoice: (what, isOne, period) =>
      `${capitalized(what)}${period === null ? '' : ` of ${period}`} ${isOne ? 'is' : 'are'} not on this invoice.`,
    equal: 'The amount on this invoice matches the events.',
    severalCauses: 'The amount on this invoice can have come about like this:',
    noReason: 'How the difference came about is not known.',
    about: (subjects) => `This letter is about ${subjects} only.`,
    net: 'Amounts are without VAT.',
    times: (zone) => `Times are in ${zone}, by the creation of each event.`,
    noInvoice: 'This letter is no invoice and no credit note.',
    range: (from, until, zone) =>
      `${from === null ? 'From the first event' : `From ${from}`}${until === null ? '' : ` up to ${until}`}, ${zone}.`,
    notWhole: 'Not all events of this period are included.',
    and: 'and',
    sentEvents: 'Events',
    together: (events, of, sums) =>
      events === 1 && of === 1
        ? `This event comes to ${sums}.`
        : `${events === of ? `Together these ${eventsEn(of)} come` : `${events === 1 ? 'One' : letterFigure(String(events), 'en')} of these ${eventsEn(of)} ${events === 1 ? 'comes' : 'together come'}`} to ${sums}.`,
    code: 'Code',
    type: 'Type',
    conclusions: (subject, tooMuch) => [
      tooMuch === null
        ? 'This was charged too much.'
        : `${tooMuch} too much was charged for ${subject} on this invoice.`,
      'The invoice is correct.',
      'This is still being checked.',
    ],
  },
  de: {
    title: (period, subjects) =>
      `Ihre Rechnung${period === null ? '' : ` für ${period}`}${subjects && `: ${subjects}`}`,
    titleWithout: 'Ihr Verbrauch',
    invoice: (number, date) => `Rechnung${number && ` ${number}`}${date && ` vom ${date}`}`,
    ticket: (ticket) => `Ihr Ticket ${ticket}`,
    yourReference: (text) => `Ihr Zeichen ${text}`,
    ourReference: (text) => `Unser Zeichen ${text}`,
    recipient: (name, id) => (name === '' || name === id ? `Kundennummer ${id}` : `${name}, Kundennummer ${id}`),
    wrote: (claim) => `Sie schrieben: „${claim}“`,
    disputed: (amount) => `Es geht um ${amount}.`,
    leftOut: (text) => `Nicht Teil dieses Schreibens: ${text}`,
    notInEvents: (text) => `Gebühren, Rabatte und Steuer: ${text}`,
    preparedBy: (name) => `Erstellt von ${name}`,
    quantity: 'Menge',
    price: 'Preis',
    amount: 'Betrag',
    within: (period) =>
      isMonth(period)
        ? `im ${monthName(period.from, 'de')}`
        : `${period.from === period.until ? 'am' : 'vom'} ${letterPeriod(period, 'de')}`,
    used: ({ within, zone, events, unvalued, isWhole, isCredit }) =>
      `${isCredit ? 'Gutgeschrieben' : 'Verbraucht'}${within && ` ${within}`}, ${zone} (${eventsDe(events)}${unvalued === 0 ? '' : `, davon ${letterFigure(String(unvalued), 'de')} nicht gezählt`}${isWhole ? '' : ', soweit bekannt'})`,
    included: 'davon inklusive',
    priced: 'davon berechnet',
    invoiced: 'Auf der Rechnung',
    difference: 'Differenz',
    tooMuch: 'Zu viel berechnet',
    notBilled: 'Nicht auf der Rechnung',
    inDoubt: 'Möglicherweise doppelt gesendet',
    eventsTitle: (isInDoubt, shown, count) =>
      `${isInDoubt ? 'Möglicherweise doppelt gesendete Ereignisse' : 'Ereignisse, aus denen sich die Differenz ergibt'}${shown < count ? ` (die ersten ${letterFigure(String(shown), 'de')} von ${letterFigure(String(count), 'de')})` : ''}`,
    when: (zone) => `Zeitpunkt (${zone})`,
    event: 'Ereignis',
    belongsTo: 'Gehört zu',
    remark: 'Bemerkung',
    left: (period) => `${period}, fehlt auf dieser Rechnung`,
    onLine: (period) => `${period}, auf dieser Rechnung`,
    repeat: 'möglicherweise doppelt',
    events: eventsDe,
    wasLeftOut: ({ what, isOne, first, last }) =>
      `${what} vom ${daysDe(first, last)} ${isOne ? 'fehlt' : 'fehlen'} auf dieser Rechnung.`,
    isOnInvoice: ({ what, isOne, first, last }) =>
      `${what} auf dieser Rechnung ${isOne ? 'stammt' : 'stammen'} vom ${daysDe(first, last)}.`,
    doubt: (count, worth) =>
      `${eventsDe(count)}${worth === null ? '' : ` (${count === 1 ? '' : 'zusammen '}${worth})`} ${count === 1 ? 'wurde' : 'wurden'} möglicherweise doppelt gesendet.`,
    notOnInvoice: (what, isOne, period) =>
      `${what}${period === null ? '' : ` für ${period}`} ${isOne ? 'steht' : 'stehen'} nicht auf dieser Rechnung.`,
    equal: 'Der Betrag auf dieser Rechnung stimmt mit den Ereignissen überein.',
    severalCauses: 'Der Betrag auf dieser Rechnung kann so entstanden sein:',
    noReason: 'Wie die Differenz entstanden ist, ist nicht bekannt.',
    about: (subjects) => `Dieses Schreiben betrifft nur ${subjects}.`,
    net: 'Alle Beträge verstehen sich ohne Umsatzsteuer.',
    times: (zone) =>
      `Alle Zeiten sind in ${dativeDe(zone)} angegeben; maßgeblich ist, wann ein Ereignis erstellt wurde.`,
    noInvoice: 'Dieses Schreiben ist weder Rechnung noch Gutschrift.',
    range: (from, until, zone) =>
      `Zeitraum: ${from === null ? 'ab dem ersten Ereignis' : `${until === null ? 'ab ' : ''}${from}`}${until === null ? '' : ` bis ${until}`}, ${zone}.`,
    notWhole: 'Nicht alle Ereignisse dieses Zeitraums sind berücksichtigt.',
    and: 'und',
    sentEvents: 'Ereignisse',
    together: (events, of, sums) =>
      events === 1 && of === 1
        ? `Dieses Ereignis ergibt ${sums}.`
        : events === of
          ? `Zusammen ergeben diese ${eventsDe(of)} ${sums}.`
          : `${events === 1 ? 'Eines' : letterFigure(String(events), 'de')} dieser ${eventsDe(of)} ${events === 1 ? 'ergibt' : 'ergeben zusammen'} ${sums}.`,
    code: 'Code',
    type: 'Art',
    conclusions: (subject, tooMuch) => [
      tooMuch === null
        ? 'Hier wurde zu viel berechnet.'
        : `Für ${subject} wurden auf dieser Rechnung ${tooMuch} zu viel berechnet.`,
      'Die Rechnung ist richtig.',
      'Dies wird noch geprüft.',
    ],
  },
}

const dativeDe = (zone: string) => (zone === 'UTC' ? zone : `der ${zone}`)

/** A sentence says what was found of a cause. `isMonth`: of the line's period. */
type CauseSentence = (of: { zone: string; isMonth: boolean }) => string

/** Their keys are the codes of docs/invoice.md. Causes that tell of others have none, and no letter words them. */
export const CAUSE_SENTENCES: Record<string, Record<LetterLanguage, CauseSentence>> = {
  'number-of-events': {
    en: () => 'The number of events was charged instead of the quantity that they carry.',
    de: () => 'Berechnet wurde die Anzahl der Ereignisse statt der Menge, die sie angeben.',
  },
  sum: {
    en: () => 'The quantities of all events were added up.',
    de: () => 'Die Mengen aller Ereignisse wurden zusammengezählt.',
  },
  maximum: {
    en: () => 'The largest quantity of a single event was charged.',
    de: () => 'Berechnet wurde die größte Menge eines einzelnen Ereignisses.',
  },
  'last-or-first': {
    en: () => 'The quantity of the first or the last event alone was charged.',
    de: () => 'Berechnet wurde allein die Menge des ersten oder des letzten Ereignisses.',
  },
  distinct: {
    en: () => 'The number of different quantities was charged.',
    de: () => 'Berechnet wurde die Anzahl verschiedener Mengen.',
  },
  'daily-maximum': {
    en: () => 'The largest quantity of each day was added up.',
    de: () => 'Die größte Menge jedes Tages wurde zusammengezählt.',
  },
  'one-type': {
    en: () => 'Only one kind of events was counted, such as charges without credits.',
    de: () => 'Nur eine Art von Ereignissen wurde gezählt, etwa Belastungen ohne Gutschriften.',
  },
  'sign-reversed': {
    en: () => 'Events that reduce the amount were added instead of taken off.',
    de: () => 'Ereignisse, die den Betrag mindern, wurden hinzugezählt statt abgezogen.',
  },
  'texts-read': {
    en: () => 'Quantities that were sent as text were counted as numbers.',
    de: () => 'Mengen, die als Text gesendet wurden, wurden als Zahlen gezählt.',
  },
  'repeats-left-out': {
    en: () => 'Events that may repeat earlier ones were left out.',
    de: () => 'Ereignisse, die frühere wiederholen können, wurden ausgelassen.',
  },
  'billed-twice': {
    en: () => 'The same events were charged twice.',
    de: () => 'Dieselben Ereignisse wurden zweimal berechnet.',
  },
  'late-left-out': {
    en: () => 'Events that arrived after the month was closed were left out.',
    de: () => 'Ereignisse, die nach dem Abschluss des Monats eintrafen, wurden ausgelassen.',
  },
  utc: {
    en: ({ zone, isMonth: is }) => `The ${is ? 'month' : 'period'} of this line was cut in UTC instead of ${zone}.`,
    de: ({ zone, isMonth: is }) =>
      `Der ${is ? 'Monat' : 'Zeitraum'} dieser Position wurde nach UTC statt nach ${dativeDe(zone)} abgegrenzt.`,
  },
  'shown-zone': {
    en: ({ zone, isMonth: is }) =>
      `The ${is ? 'month' : 'period'} of this line was cut in another time zone instead of ${zone}.`,
    de: ({ zone, isMonth: is }) =>
      `Der ${is ? 'Monat' : 'Zeitraum'} dieser Position wurde nach einer anderen Zeitzone statt nach ${dativeDe(zone)} abgegrenzt.`,
  },
  'end-included': {
    en: () => 'Usage from after the end of the period was counted.',
    de: () => 'Verbrauch nach dem Ende des Zeitraums wurde mitgezählt.',
  },
  'day-missing': {
    en: () => 'The first or the last day of the period was left out.',
    de: () => 'Der erste oder der letzte Tag des Zeitraums wurde ausgelassen.',
  },
  'month-before': {
    en: () => 'The figures of this line are those of the month before.',
    de: () => 'Die Zahlen dieser Position sind die des Vormonats.',
  },
  'decimal-factor': {
    en: () => 'The quantity or the amount is too large or too small by a power of ten.',
    de: () => 'Die Menge oder der Betrag ist um eine Zehnerpotenz zu groß oder zu klein.',
  },
  'binary-units': {
    en: () => 'Units of 1,024 and units of 1,000 were taken for each other.',
    de: () => 'Einheiten zu 1.024 und Einheiten zu 1.000 wurden verwechselt.',
  },
  'included-forgotten': {
    en: () => 'The included quantity was not taken off.',
    de: () => 'Die Inklusivmenge wurde nicht abgezogen.',
  },
  'included-twice': {
    en: () => 'The included quantity was taken off twice.',
    de: () => 'Die Inklusivmenge wurde zweimal abgezogen.',
  },
  'included-after': {
    en: () => 'The included quantity was taken off after pricing.',
    de: () => 'Die Inklusivmenge wurde erst nach der Berechnung des Preises abgezogen.',
  },
  minimum: {
    en: () => 'The minimum charge was left out, or added to the rest.',
    de: () => 'Der Mindestbetrag wurde ausgelassen oder zusätzlich berechnet.',
  },
  'other-tiering': {
    en: () => 'The price tiers were applied in another way than the price list says.',
    de: () => 'Die Preisstaffel wurde anders angewandt, als die Preisliste es vorsieht.',
  },
  'one-tier': {
    en: () => 'The price of one tier was charged for the whole quantity.',
    de: () => 'Der Preis einer einzigen Staffel wurde für die ganze Menge berechnet.',
  },
  'begun-not-rounded': {
    en: () => 'Started units were not rounded up.',
    de: () => 'Angefangene Einheiten wurden nicht aufgerundet.',
  },
  'each-event-priced': {
    en: () => 'Each event was priced by itself instead of the whole quantity.',
    de: () => 'Der Preis wurde für jedes Ereignis einzeln berechnet statt für die ganze Menge.',
  },
  'per-forgotten': {
    en: () => 'The price is for several units and was charged for each one.',
    de: () => 'Der Preis gilt für mehrere Einheiten und wurde für jede einzelne berechnet.',
  },
  'other-time-price': {
    en: () => 'A price of another time was charged.',
    de: () => 'Berechnet wurde ein Preis aus einer anderen Zeit.',
  },
  'other-currency-price': {
    en: () => 'The number of a price in another currency was charged.',
    de: () => 'Berechnet wurde die Zahl eines Preises in anderer Währung.',
  },
  'another-price': {
    en: () => 'The unit price on this invoice is not the price of this usage.',
    de: () => 'Der Einzelpreis auf dieser Rechnung ist nicht der Preis dieses Verbrauchs.',
  },
  product: {
    en: () => 'Quantity × unit price was charged instead of the amounts that the events carry.',
    de: () => 'Berechnet wurde Menge × Einzelpreis statt der Beträge, die die Ereignisse angeben.',
  },
  'price-rounded': {
    en: () => 'The unit price was rounded before it was charged.',
    de: () => 'Der Einzelpreis wurde vor der Berechnung gerundet.',
  },
  'rounded-otherwise': {
    en: () => 'The amount was rounded in another way.',
    de: () => 'Der Betrag wurde anders gerundet.',
  },
  'tax-included': {
    en: () => 'The amount of this line is with tax.',
    de: () => 'Der Betrag dieser Position enthält Steuer.',
  },
  'other-code': {
    en: () => 'The figures of other usage of yours stand on this line.',
    de: () => 'Auf dieser Position stehen die Zahlen eines anderen Verbrauchs von Ihnen.',
  },
}
