import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatUtc } from '../../../shared/time/instant.ts'
import {
  dayOrder,
  fileTimes,
  looksLikeDate,
  periodBetween,
  readBound,
  readPeriod,
  styledTime,
  timeStyle,
  twoDays,
} from './file-times.ts'

test('days are told from numbers', () => {
  for (const text of ['2026-10-01', '01.10.2026', '10/1/26', '2026/10/01 12:00']) expect(looksLikeDate(text)).toBe(true)
  for (const text of ['1.234', '12.50', '2026', '1-2', 'a']) expect(looksLikeDate(text)).toBe(false)
})

const berlin = fileTimes('Europe/Berlin')
const read = (text: string) => {
  const time = berlin(text)
  return time && `${formatUtc(time.at)} ${time.step}`
}

test.each([
  ['2026-10-01T12:00:00Z', '2026-10-01T12:00:00Z second'],
  ['2026-10-01T12:00:00.500Z', '2026-10-01T12:00:00.5Z instant'],
  ['2026-10-01 12:00:00+02:00', '2026-10-01T10:00:00Z second'],
  ['2026-10-01 12:00:00 UTC', '2026-10-01T12:00:00Z second'],
  ['2026-10-01 12:00:00', '2026-10-01T10:00:00Z second'],
  ['2026-12-01 12:00', '2026-12-01T11:00:00Z minute'],
  ['2026-10-01', '2026-09-30T22:00:00Z day'],
  ['2026-10-01T12:00:00,123456789', '2026-10-01T10:00:00.123456789Z instant'],
  // Twice on the clock: before it is put back.
  ['2026-10-25 02:30', '2026-10-25T00:30:00Z minute'],
  ['2026-10-25 03:30', '2026-10-25T02:30:00Z minute'],
  ['01.10.2026', null],
  ['10/1/2026', null],
  ['2026-02-30', null],
  ['45931.5', null],
  ['2026-10-01T25:00', null],
  ['', null],
])('%s', (text, wanted) => expect(read(text)).toBe(wanted))

test.each([
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
  ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00Z'],
])('in %s the day %s, without a midnight, begins as the clock is put forward', (zone, day, begins) => {
  const time = fileTimes(zone)(day)
  expect(time && formatUtc(time.at)).toBe(begins)
})

const OCTOBER = '2026-10-01 2026-10-31'
const periodOf = (read: ReturnType<typeof readPeriod>) => (read === null ? null : `${read.from} ${read.until}`)

test.each([
  ['2026-10', OCTOBER],
  ['2026/10', OCTOBER],
  ['10/2026', OCTOBER],
  ['10.2026', OCTOBER],
  ['October 2026', OCTOBER],
  ['Oct 2026', OCTOBER],
  ['Okt. 2026', OCTOBER],
  [' OKTOBER  2026 ', OCTOBER],
  ['2026 October', OCTOBER],
  ['März 2026', '2026-03-01 2026-03-31'],
  ['Feb 2028', '2028-02-01 2028-02-29'],
  ['Dez 2026', '2026-12-01 2026-12-31'],
  ['Q4 2026', '2026-10-01 2026-12-31'],
  ['2026-Q1', '2026-01-01 2026-03-31'],
  ['2026-10-01 – 2026-10-31', OCTOBER],
  ['2026-10-01 - 2026-10-31', OCTOBER],
  ['2026-10-01 to 2026-10-31', OCTOBER],
  ['2026-10-01/2026-10-31', OCTOBER],
  ['2026-10-01 – 2026-11-01', OCTOBER],
  ['01.10.2026 bis 31.10.2026', OCTOBER],
  ['01.10.2026–31.10.2026', OCTOBER],
  ['10/01/2026 - 10/31/2026', OCTOBER],
  ['1 Oct 2026 – 31 Oct 2026', OCTOBER],
  ['Oct 1, 2026 - Oct 31, 2026', OCTOBER],
  ['1.–31. Oktober 2026', OCTOBER],
  ['October 1–31, 2026', OCTOBER],
  ['Oct 1 – Nov 15, 2026', '2026-10-01 2026-11-15'],
  ['2026-10-15', '2026-10-15 2026-10-15'],
  ['octobre 2026', OCTOBER],
  ['oct. 2026', OCTOBER],
  ['Octubre de 2026', OCTOBER],
  ['Oct-2026', OCTOBER],
  ['août 2026', '2026-08-01 2026-08-31'],
  ['septiembre 2026', '2026-09-01 2026-09-30'],
  ['T4 2026', '2026-10-01 2026-12-31'],
  ['du 1er au 31 octobre 2026', OCTOBER],
  ['1er octobre 2026 au 31 octobre 2026', OCTOBER],
  ['del 1 al 31 de octubre de 2026', OCTOBER],
  ['1 de octubre de 2026 a 31 de octubre de 2026', OCTOBER],
  ['du 01/10/2026 au 31/10/2026', OCTOBER],
  ['vom 1.10.2026 bis 31.10.2026', OCTOBER],
  ['2026-10 (UTC)', OCTOBER],
  ['2026-10-01T00:00:00Z/2026-11-01T00:00:00Z', OCTOBER],
  ['2026-10-01T00:00:00-00:00/2026-11-01T00:00:00-00:00', OCTOBER],
  ['2026-10-01 – 2026-10-01', '2026-10-01 2026-10-01'],
])('“%s” is %s', (text, wanted) => {
  expect(periodOf(readPeriod(text))).toBe(wanted)
})

test.each([
  '',
  '2026',
  '10-11',
  'Oct 26',
  '2026-13',
  '13/2026',
  '2026-10-01',
  '01.10.2026',
  '01/10/2026 – 05/11/2026',
  '2026-10-31 – 2026-10-01',
  '2026-02-30 – 2026-03-31',
  '31.10.2026 – 01.10.2026',
  'Octember 2026',
  '2026-10-01 – 2026-10-15 – 2026-10-31',
  '0000-10',
  '9999-10',
  '–'.repeat(1_000),
])('“%s” is no period, or could be two', (text) => {
  expect(readPeriod(text)).toBeNull()
})

test.each([
  ['2026-10-01', '2026-10-31', 'included', OCTOBER],
  ['2026-10-01 00:00:00', '2026-11-01', 'excluded', OCTOBER],
  ['1.10.2026', '31.10.2026', 'included', OCTOBER],
  ['2026-10-05', '2026-10-05', 'included', '2026-10-05 2026-10-05'],
  ['2026-10-05', '2026-10-05', 'excluded', null],
  ['01.10.26', '31.10.26', 'included', OCTOBER],
  ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 'excluded', OCTOBER],
  ['2026-10-01T00:00:00+00:00', '2026-11-01T00:00:00-00:00', 'excluded', OCTOBER],
  ['2026-10-01T00:00:00\u22120000', '2026-10-31T23:59:59-0000', 'excluded', OCTOBER],
  // The last second of a day belongs to it by itself.
  ['2026-10-01T00:00:00', '2026-10-31T23:59:59.999', 'excluded', OCTOBER],
  ['2026-10-31', '2026-10-01', 'included', null],
] as const)('from %s until %s, last days %s, is %s', (from, until, lastDays, wanted) => {
  const [first, last] = [readBound(from, null), readBound(until, null)]
  expect(first && last && periodOf(periodBetween(first, last, lastDays))).toBe(wanted)
})

test('a bound that could be two days is read by the order of its file; what is within a day is none', () => {
  expect(readBound('05/10/2026', null)).toBeNull()
  expect(readBound('05/10/2026', 'day-first')?.day).toBe('2026-10-05')
  expect(readBound('05/10/2026', 'month-first')?.day).toBe('2026-05-10')
  for (const text of ['', '2026-10-01T12:00:00', '2026-02-30', '31/10/26 x'])
    expect(readBound(text, 'day-first')).toBeNull()
})

test('day and month are settled by a number above 12, or by dots, else left open', () => {
  expect(dayOrder(['05/10/2026', '2026-10-01'])).toBe('open')
  expect(dayOrder(['05/10/2026', '24/10/2026'])).toBe('day-first')
  expect(dayOrder(['05/10/2026 – 10/31/2026'])).toBe('month-first')
  expect(dayOrder(['13/10/2026', '10/13/2026'])).toBe('open')
  expect(dayOrder(['5.10.26'])).toBe('day-first')
  expect(dayOrder(['2026-10-01', '10/2026', 'Q4 2026', '1 Oct 2026'])).toBeNull()
  expect(twoDays(['5/5/2026', '05/10/2026'])).toEqual({
    text: '05/10/2026',
    dayFirst: '2026-10-05',
    monthFirst: '2026-05-10',
  })
})

test.each([
  [['1791021600', '1791194400'], 'epoch-seconds', '2026-10-03T10:00:00Z second'],
  [['1791021600500'], 'epoch-milliseconds', '2026-10-03T10:00:00.5Z instant'],
  [['20261003', '20261024'], 'days-of-digits', '2026-10-02T22:00:00Z day'],
  [['03.10.2026'], 'day-first', '2026-10-02T22:00:00Z day'],
  [['03.10.26 12:00'], 'day-first', '2026-10-03T10:00:00Z minute'],
  [['3/10/2026 12:00:00', '24/10/2026'], 'day-first', '2026-10-03T10:00:00Z second'],
  [['10/03/2026 2:00 PM', '10/24/2026 12:30 am'], 'month-first', '2026-10-03T12:00:00Z minute'],
  [['10/24/2026, 12:30:05 AM'], 'month-first', '2026-10-23T22:30:05Z second'],
  [['10-24-2026 00:30'], 'month-first', '2026-10-23T22:30:00Z minute'],
  [['3 Oct 2026 12:00'], 'as-written', '2026-10-03T10:00:00Z minute'],
  [['Oct 3, 2026'], 'as-written', '2026-10-02T22:00:00Z day'],
  [['3. Oktober 2026'], 'as-written', '2026-10-02T22:00:00Z day'],
  [['3 octobre 2026 12:00'], 'as-written', '2026-10-03T10:00:00Z minute'],
  [['1er octobre 2026'], 'as-written', '2026-09-30T22:00:00Z day'],
  [['3 de octubre de 2026'], 'as-written', '2026-10-02T22:00:00Z day'],
  [['03-Oct-2026'], 'as-written', '2026-10-02T22:00:00Z day'],
  // Day and month could be either, or contradict each other; numbers of two sizes; one number among times.
  [['03/10/2026', '04/10/2026'], 'as-written', null],
  [['24/10/2026', '10/24/2026'], 'as-written', null],
  [['1791021600', '1791021600500'], 'as-written', null],
  [['1791021600', '2026-10-03'], 'as-written', null],
  [['', ' '], 'as-written', null],
])('times of a column such as %s are settled by all of its cells', (texts, style, first) => {
  const order = dayOrder(texts)
  const found = timeStyle(texts, order === 'open' ? null : order)
  expect(found).toBe(style)
  expect(read(styledTime(texts[0] ?? '', found))).toBe(first)
})

test('the docs say what times and days are read as', () => {
  const docs = readFileSync(new URL('../../../docs/check.md', import.meta.url), 'utf8')
  const [, table = ''] = docs.split('| time in the file | is read as |')
  const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([^`]+)` \| ([^|]+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(9)
  for (const [, text = '', wanted = ''] of rows) {
    const order = dayOrder([text])
    const shown = order === 'open' ? 'asked' : styledTime(text, timeStyle([text], order))
    const time = shown === 'asked' ? null : berlin(shown)
    const said =
      time === null ? shown : formatUtc({ ...time.at, seconds: time.at.seconds + (time.step === 'day' ? 7_200 : 0) })
    expect([text, time?.step === 'day' ? said.slice(0, 10) : said]).toEqual([text, wanted])
  }
})

test('a local hour that comes twice is either time', () => {
  expect(formatUtc(berlin('2026-10-25 02:30')?.again ?? { seconds: 0, nanoseconds: 0 })).toBe('2026-10-25T01:30:00Z')
  expect(berlin('2026-10-25 03:30')?.again).toBeUndefined()
  expect(berlin('2026-10-25 02:30+02:00')?.again).toBeUndefined()
})

test('a local hour that never comes is not read', () => {
  expect(read('2026-03-29 02:30')).toBeNull()
  expect(read('2026-03-29')).toBe('2026-03-28T23:00:00Z day')
})
