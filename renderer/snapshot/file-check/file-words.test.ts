import { expect, test } from 'vitest'
import { lineDifference } from '../../../shared/figures/ledger.ts'
import { checkedWords, isAllMatched } from '../../../shared/snapshot/checked-words.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { type LedgerLine, type Outcome, outcomeWords } from '../../../shared/snapshot/snapshot-ledger.ts'
import { isProved, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { checkedLedger } from '../store/fixtures/checked-ledger.ts'
import { firstGroup, moneyKindWords, periodWords, readPeriod } from './file-words.ts'

const verdict = { kind: 'complete', soFar: false, sentence: '', reasons: [], grounds: undefined } as const

/** So many lines, and events of what the snapshot alone has, in each group. */
function ledgerOf(counts: Partial<Record<Outcome, number>>) {
  const groups = checkedLedger().groups.map((group) => {
    const count = counts[group.outcome] ?? 0
    const isOfFile = group.outcome !== 'only-snapshot'
    return { ...group, lines: isOfFile ? count : 0, events: isOfFile ? 0 : count }
  })
  return checkedLedger({ groups, lines: groups.reduce((sum, { lines }) => sum + lines, 0) })
}

test('the outcome is a sentence, in one number and in many', () => {
  expect(checkedWords(ledgerOf({ matched: 3_220 }), true)).toBe(
    'All 3,220 lines match, and no event is missing from the file.',
  )
  expect(checkedWords(ledgerOf({ matched: 1 }), true)).toBe(
    'The only line matches, and no event is missing from the file.',
  )
  expect(
    checkedWords(ledgerOf({ matched: 317, differing: 2, 'only-file': 1, repeated: 1, 'only-snapshot': 1 }), true),
  ).toBe(
    '317 of 321 lines match. 2 differ, 1 has no such event, 1 is a second line for one event. 1 event is not in the file.',
  )
  const [first] = checkedLedger().groups
  const changed = first === undefined ? [] : [{ ...first, outcome: 'changed-id' as const, lines: 2 }]
  expect(checkedWords(checkedLedger({ groups: changed, lines: 2 }), true)).toBe(
    '0 of 2 lines match. 2 have an ID changed by a spreadsheet.',
  )
  expect(checkedWords(ledgerOf({ matched: 1, 'only-snapshot': 2 }), true)).toBe(
    '1 of 1 line matches. 2 events are not in the file.',
  )
})

test('of a snapshot that is not complete every outcome is of what was read', () => {
  expect(checkedWords(ledgerOf({ matched: 2 }), false)).toBe(
    'Of what was read: all 2 lines match, and no event is missing from the file.',
  )
  expect(checkedWords(ledgerOf({ differing: 2 }), false)).toBe('Of what was read: 0 of 2 lines match. 2 differ.')
  for (const { outcome } of checkedLedger().groups) expect(outcomeWords(outcome, false)).toMatch(/, of what was read$/)
  expect(outcomeWords('only-file', true)).toBe('No such event')
})

test('a snapshot is proven where it is complete, by the rule of today, and its range is over', () => {
  const whole = snapshotSummary()
  expect(isProved(verdictOf(whole))).toBe(true)
  if (whole.status.state !== 'finished') throw new Error('It is not finished.')
  const judged = (other: object) =>
    isProved(verdictOf(snapshotSummary({ status: { state: 'finished', verdict: { ...verdict, ...other } as never } })))
  const { grounds } = whole.status.verdict
  expect(judged({ grounds })).toBe(true)
  for (const other of [{ grounds, kind: 'partial' }, { grounds, kind: 'unproven' }, { grounds, soFar: true }, {}])
    expect(judged(other)).toBe(false)
  expect(isProved(verdictOf(snapshotSummary({ status: { state: 'reading' } as never })))).toBe(false)
})

test('what is wrong is looked at first, and nothing is wrong where all is matched', () => {
  expect(firstGroup(ledgerOf({ matched: 9, repeated: 1, 'only-snapshot': 3 }))).toBe('only-snapshot')
  expect(firstGroup(ledgerOf({ matched: 9, 'only-file': 1, differing: 1 }))).toBe('differing')
  expect(firstGroup(ledgerOf({ matched: 9 }))).toBe('matched')
  expect([isAllMatched(ledgerOf({ matched: 9 })), isAllMatched(ledgerOf({ matched: 9, 'only-snapshot': 1 }))]).toEqual([
    true,
    false,
  ])
})

test('a line differs by the file less the snapshot, exactly, and by nothing across two kinds or currencies of money', () => {
  const line = (file: LedgerLine['file'], snapshot: LedgerLine['snapshot']) =>
    lineDifference({ file, snapshot } as LedgerLine)
  const eur = (sum: string) => ({ of: 'worth', currency: 'EUR', sum }) as const
  expect(line(eur('999999999999999999.01'), eur('0.02'))).toBe('999999999999999998.99')
  expect(line(null, eur('12.5'))).toBe('-12.5')
  expect(line(eur('12.5'), null)).toBe('12.5')
  expect(line(null, null)).toBeNull()
  expect(line(eur('1'), { of: 'worth', currency: 'USD', sum: '1' })).toBeNull()
  expect(line(eur('1'), { of: 'debit', currency: 'EUR', sum: '1' })).toBeNull()
})

test('money says its currency and of which it is', () => {
  expect(moneyKindWords({ of: 'debit', currency: 'EUR' })).toBe('EUR, debits as sent')
  expect(moneyKindWords({ of: 'worth', currency: null })).toBe('(currency not set), by your price rules')
})

const NOW = '2026-11-22T15:00:00Z'
const read = (text: string) => readPeriod(text, 'Europe/Berlin', NOW)

test.each([
  ['2026-10', '2026-10-01', '2026-10-31'],
  ['October 2026', '2026-10-01', '2026-10-31'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['2026-10-01 to 2026-10-14', '2026-10-01', '2026-10-14'],
  ['2026-10-01 – 2026-10-14', '2026-10-01', '2026-10-14'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2026-10-05', '2026-10-05', '2026-10-05'],
])('%s is a period', (text, from, until) => {
  expect(read(text)).toEqual({ from, until })
})

test.each(['', 'soon', '2026-13', '2026-02-30', '2026-10-14 to 2026-10-01'])('“%s” is none', (text) => {
  expect(read(text)).toBeNull()
})

test('a month is said by its name, other days by their first and last', () => {
  expect(periodWords({ from: '2024-02-01', until: '2024-02-29' })).toBe('February 2024')
  expect(periodWords({ from: '2026-10-01', until: '2026-10-14' })).toBe('1 to 14 Oct 2026')
  expect(periodWords({ from: '2026-09-28', until: '2026-10-04' })).toBe('28 Sep 2026 to 4 Oct 2026')
  expect(periodWords({ from: '2026-10-05', until: '2026-10-05' })).toBe('5 Oct 2026')
})
