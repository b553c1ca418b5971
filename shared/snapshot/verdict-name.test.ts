import { expect, test } from 'vitest'
import { provedEvidence } from './fixtures/proved-evidence.ts'
import { isOfEarlierRule, readingFactsWords, verdictLine, verdictName, verdictNames } from './verdict-name.ts'

test.each([
  ['complete', false, 'All events read'],
  ['partial', false, 'Incomplete'],
  ['unproven', false, 'Count not confirmed'],
  // What goes on is "So far" whatever the count proved, and what is missing is said all the same.
  ['complete', true, 'So far'],
  ['partial', true, 'Incomplete, so far'],
  ['unproven', true, 'Count not confirmed, so far'],
] as const)('%s, and of a range that goes on: %s', (kind, soFar, name) => {
  expect(verdictName({ kind, soFar, grounds: provedEvidence })).toBe(name)
})

test.each([
  ['complete', false, 'All events read, by an earlier rule'],
  ['complete', true, 'All events read, by an earlier rule, so far'],
  ['partial', false, 'Incomplete'],
  ['unproven', false, 'Count not confirmed'],
] as const)('%s without grounds, and of a range that goes on %s: %s', (kind, soFar, name) => {
  expect(verdictName({ kind, soFar })).toBe(name)
  expect(isOfEarlierRule({ kind, soFar })).toBe(kind === 'complete')
})

test('what has no verdict is not finished', () => {
  expect(verdictName(null)).toBe('Not finished')
})

test('badges are as many as there is to say', () => {
  expect(verdictNames({ kind: 'partial', soFar: true })).toEqual(['Incomplete', 'So far'])
  expect(verdictNames({ kind: 'complete', soFar: true, grounds: provedEvidence })).toEqual(['So far'])
})

test.each([
  ['partial', true, 'Incomplete: stopped after 5 events.', 'Incomplete, so far. Stopped after 5 events.'],
  [
    'unproven',
    false,
    'Count not confirmed: the service counts its page.',
    'Count not confirmed. The service counts its page.',
  ],
  ['complete', false, 'All 3 events read.', 'All 3 events read.'],
] as const)('%s, so far %s: "%s" is said once in a line: "%s"', (kind, soFar, sentence, line) => {
  expect(verdictLine({ kind, soFar, sentence, grounds: provedEvidence })).toBe(line)
})

const seen = (instant: string) => `<${instant}>`

test('a reading without a stop, whose clocks agree, says nothing', () => {
  expect(readingFactsWords({ stops: [], clock: null, begins: null }, null, seen)).toEqual([])
})

test('each stop, the clocks and a late beginning are a sentence each', () => {
  const stops = [
    { from: '1', to: '2' },
    { from: '3', to: '4' },
  ]
  const clock = { service: '5', computer: '6', used: 'computer' as const }
  expect(readingFactsWords({ stops, clock, begins: '7' }, null, seen)).toEqual([
    'Stopped from <1> to <2>: events that were amended in between may not show.',
    'Stopped from <3> to <4>: events that were amended in between may not show.',
    "The service's clock showed <5> when this computer's showed <6>; the computer's clock is used.",
    'The service kept deleting its oldest events: the snapshot begins at <7>.',
  ])
})

test('what the reasons of a verdict tell is not told again; an early end tells of no stop before it', () => {
  const facts = {
    stops: [{ from: '1', to: '2' }],
    clock: { service: '5', computer: '6', used: 'service' as const },
    begins: '7',
  }
  const reasons = ['stopped', 'clocks', 'begins'].map((code) => ({ code, words: '' }))
  expect(readingFactsWords(facts, { grounds: provedEvidence, reasons }, seen)).toEqual([])
  expect(readingFactsWords(facts, { grounds: provedEvidence, reasons: reasons.slice(0, 2) }, seen)).toHaveLength(1)
  expect(readingFactsWords(facts, { reasons: reasons.slice(0, 1) }, seen)).toHaveLength(3)
})
