import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../exact/fixtures/runs.ts'
import { SUM_HEADS } from '../export/verification-outcome.ts'
import { notInSumWords } from '../worth/not-in-sum.ts'
import { NOT_VALUED } from '../worth/worth.ts'
import { NO_NUMBER } from '../worth/worth-event.ts'
import { cellWords, receiptLine, receiptSumWords, tableWords } from './german-tables.ts'

const german = (words: string) => cellWords(words, 'Not in the sum', false, 'de')

test.each([
  [
    'without 3 build_minutes events whose quantity is text: “150” 3 times',
    'ohne 3 Ereignisse build_minutes, deren quantity Text ist: „150“ 3-mal',
  ],
  [
    'without 1 e event without a number in amount: null; 1,204 events billed by the month, not per event: quantity 14,000.5 min, 3 GB',
    'ohne 1 Ereignis e ohne Zahl in amount: null; 1.204 Ereignisse, monatlich berechnet, nicht je Ereignis: Menge 14.000,5 min, 3 GB',
  ],
  [
    'without 2 sms events not valued (no price): quantity 5, and 1 more event; 4 more events without an amount',
    'ohne 2 Ereignisse sms, nicht bewertet (ohne Preis): Menge 5, und 1 weiteres Ereignis; 4 weitere Ereignisse ohne Betrag',
  ],
  [
    'Oct 2026 without 1 event whose amount is too large to calculate with; Nov 2026 without 2 events without money',
    'Oktober 2026 ohne 1 Ereignis, dessen amount zum Rechnen zu groß ist; November 2026 ohne 2 Ereignisse ohne Betrag',
  ],
  // A table says them so since its words have the number before what is counted; files do not.
  [
    'GBP without 1 event of seats billed by the month, not per event: quantity 48 seat; 2 events of sms whose amount has more than 1,000 digits: 1e9999; 3 events of further codes without a number',
    'GBP ohne 1 Ereignis seats, monatlich berechnet, nicht je Ereignis: Menge 48 seat; 2 Ereignisse sms, deren amount mehr als 1.000 Ziffern hat: 1e9999; 3 Ereignisse weiterer Codes ohne Zahl',
  ],
  ['', ''],
  ['something of a later version', 'something of a later version'],
])('what is not in a sum is told in German: %s', (english, expected) => {
  expect(german(english)).toBe(expected)
  expect(cellWords(english, 'Not in the sum', false, 'en')).toBe(english)
})

test('whatever is not in a sum is told in German, with every text that was sent', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}_[0-9]{1,3}$/)
  const part = fc.record({
    why: fc.constantFrom(...NO_NUMBER, ...NOT_VALUED),
    eventCode: fc.option(name),
    property: fc.option(name),
    events: fc.integer({ min: 1, max: 5_000 }),
    sent: fc.array(fc.record({ text: name, isText: fc.boolean(), events: fc.integer({ min: 1, max: 2_000 }) }), {
      maxLength: 3,
    }),
    otherSent: fc.nat(3),
    quantities: fc.array(fc.record({ unit: fc.option(name), quantity: fc.constantFrom('1', '12345.678', '-3') }), {
      maxLength: 3,
    }),
    ofSeveralCodes: fc.boolean(),
  })
  const english = /\b(?:without|events?|whose|is|not|more|and|times|further|quantity|billed|the|per|no|too|large)\b/
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.nat(3), (parts, untold) => {
      const words = notInSumWords(
        parts.map(({ ofSeveralCodes, ...one }) => ({
          ...one,
          ...(ofSeveralCodes && { ofSeveralCodes: true as const }),
        })),
        untold,
      )
      const told = german(words ?? '')
      expect(told).not.toMatch(english)
      for (const sent of words?.match(/[a-z]+_[0-9]+/g) ?? []) expect(told).toContain(sent)
    }),
    runs(200, 2_000),
  )
})

test('months, days and units that are not known are told in German; what was sent stays as it was', () => {
  expect(
    ['Charged, EUR', 'Tue 3 Nov 2026', 'Week of 5 Oct 2026', 'cus_all, October 2026 (Berlin)'].map((text) =>
      tableWords(text, 'de'),
    ),
  ).toEqual(['Berechnet, EUR', 'Di, 3. Nov. 2026', 'Woche vom 5. Okt. 2026', 'cus_all, Oktober 2026 (Berlin)'])
  const cell = (text: string, head: string) => cellWords(text, head, false, 'de')
  expect([cell('2026-10', 'Month'), cell('debit', 'Event type'), cell('sms (unit not set)', 'Unit')]).toEqual([
    'Oktober 2026',
    'Belastung',
    'sms (Einheit nicht angegeben)',
  ])
  expect(cellWords('2026-10', 'Month', true, 'en')).toBe('October 2026')
  expect([cell('debit', 'plan'), cell('all', 'Event code')]).toEqual(['debit', 'all'])
})

test.each([
  [
    'Range',
    'from 1 Nov 2026 00:00:00 up to, not including, 1 Dec 2026 00:00:00, UTC',
    'Zeitraum',
    'von 1. Nov. 2026 00:00:00 bis ausschließlich 1. Dez. 2026 00:00:00, UTC',
  ],
  ['Verdict', 'All 3,220 events read.', 'Ergebnis', 'Alle Ereignisse gelesen'],
  ['Verdict', 'Incomplete, so far. Stopped after 5 events.', 'Ergebnis', 'Unvollständig, bisher'],
  ['Order', 'by amount, largest first', 'Reihenfolge', 'nach amount, größte zuerst'],
  ['Filter Customer ID', 'all', 'Filter Kundennummer', 'all'],
  ['Filter Property rows', 'rows', 'Filter Eigenschaft rows', 'rows'],
  ['Left out: Filtered', '3', 'Ausgelassen: gefiltert', '3'],
  [
    'Checked against the file',
    '2026-11-28T10:00:00Z: the file agrees with its receipt',
    'Mit der Datei verglichen',
    '2026-11-28T10:00:00Z: Datei und Beleg stimmen überein',
  ],
])('a line of a receipt is told in German: %s, %s', (name, value, head, told) => {
  expect(receiptLine(name, value, 'de')).toEqual([head, told])
  expect(receiptLine(name, value, 'en')).toEqual([name, value])
})

test('every head of the sums of a receipt has its German', () => {
  expect(SUM_HEADS.map((head) => tableWords(head, 'de'))).toEqual([
    'Summe von',
    'Art',
    'Einheit',
    'Summe',
    'Zahlen',
    'Zahl fehlt',
    'Zu groß zum Addieren',
  ])
})

test('of a sum by the price rules, what is not in it is told in German', () => {
  expect(receiptSumWords('by the price rules, without 3 sms events without an amount', 'de')).toBe(
    'nach den Preisregeln, ohne 3 Ereignisse sms ohne Betrag',
  )
})
