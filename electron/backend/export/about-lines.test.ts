import { expect, test } from 'vitest'
import type { ExpectedShapes } from '../../../shared/shape/expected-shapes.ts'
import { shapesVersion } from '../../../shared/shape/print-shapes.ts'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { aboutLines } from './about-lines.ts'
import { emptyTally } from './file-format.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { readRow } from './read-row.ts'
import { beginSurvey } from './survey.ts'

const event = (type: string, properties: string, code = 'seats') =>
  readRow(`{"event_id":"e","event_code":"${code}","event_type":"${type}","event_properties":{${properties}}}`)

test('sums are listed by event type and currency, and none is of two types or currencies', () => {
  const survey = beginSurvey({ sums: [wantedSum('amount', [])] })
  survey.add([
    event('debit', '"amount":940.59,"currency":"EUR"'),
    event('credit', '"amount":1764.69,"currency":"EUR"'),
    event('adjustment', '"amount":1,"currency":"EUR"'),
    event('debit', '"amount":2'),
    event('debit', '"amount":3', 'api_calls'),
    event('debit', '"amount":"150","currency":"USD"'),
  ])
  const lines = aboutLines(someSubject)(survey.result(), emptyTally())
  const at = lines.findIndex(([head]) => head?.startsWith('Exact sum of amount'))
  expect(lines.slice(at)).toEqual([
    [
      'Exact sum of amount, by type and currency, not confirmed, and event code where no unit is set',
      'Sum',
      'Numbers',
      'Rows without a number',
      'Numbers too large to add',
      'Not in the total',
    ],
    ['Credit, EUR', '1764.69', '1', '0', '0'],
    ['Debit, EUR', '940.59', '1', '0', '0'],
    ['Debit, seats (unit not set)', '2', '1', '0', '0'],
    ['Debit, api_calls (unit not set)', '3', '1', '0', '0'],
    ['Debit, USD', '–', '0', '1', '0', 'without 1 seats event whose amount is text: “150”'],
    ['Neither credit nor debit, EUR', '1', '1', '0', '0'],
  ])
})

test('a condition within the snapshot and the filters of its search are worded as everywhere else', () => {
  const survey = beginSurvey({ sums: [] })
  survey.add([event('debit', '"amount":1')])
  const about = (filtered: typeof someSubject.filtered) =>
    aboutLines({ ...someSubject, filtered })(survey.result(), emptyTally())
  expect(about({ words: 'event code = api_calls', of: 10_078 })).toContainEqual([
    'Rows',
    '1 of 10,078 events: event code = api_calls',
  ])
  const whole = about(null)
  expect(whole).toContainEqual(['Rows', '1 row'])
  expect(whole).toContainEqual(['Filter Customer ID', 'cus_1'])
  expect(whole).toContainEqual(['Filter Property region', '"eu"'])
})

test('where shapes are expected: how many events are not as expected, by which version and in what', () => {
  const about = (expected: ExpectedShapes | null) => {
    const survey = beginSurvey({ sums: [], expected })
    survey.add([event('debit', '"amount":1'), event('debit', '"other":1')])
    return aboutLines(someSubject)(survey.result(), emptyTally())
  }
  const shapes: ExpectedShapes = { codes: ['api_calls'], shapes: [] }
  expect(about(shapes)).toContainEqual([
    'Expected shapes',
    `2 of 2 events are not as expected (version ${shapesVersion(shapes)}).`,
  ])
  expect(about(shapes)).toContainEqual(['Not as expected: the event code is not known', '2 events'])
  expect(about(null).flat().join()).not.toContain('xpected')
})
