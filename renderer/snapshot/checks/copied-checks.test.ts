import { expect, test } from 'vitest'
import type {
  AmountsDiffering,
  ChecksAnswer,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../shared/snapshot/snapshot-checks.ts'
import { amountChoice } from '../../worth/amount-choice.ts'
import { copiedChecks, groupsToCopy } from './copied-checks.ts'

const group = (at: number): DuplicateGroup => ({
  key: String(at),
  events: [{ row: at, eventId: `e${at}`, createdAt: '' }],
  count: 2,
  customerId: 'c',
  eventCode: 'api',
  eventType: 'credit',
  bin: 'reduces',
  units: ['EUR'],
  amount: '-49.60',
  tooMuch: '-49.60',
  why: null,
  quantity: null,
  unit: null,
  sent: null,
  identifiers: [],
  evidence: 'strong',
  laterCredits: [],
  legitimate: null,
})

const question: DuplicatesQuestion = {
  ask: 'duplicates',
  scope: { where: [], misses: false },
  windowSeconds: 5,
  ignored: [],
  rules: '',
  inHand: null,
  unruled: null,
  legitimate: [],
  offset: 40,
  limit: 20,
}

/** A snapshot with so many groups. */
function answering(count: number) {
  const asked: [offset: number, limit: number][] = []
  const ask = async ({ offset, limit }: DuplicatesQuestion) => {
    asked.push([offset, limit])
    const size = Math.max(0, Math.min(limit, count - offset))
    return { groups: Array.from({ length: size }, (_, at) => group(offset + at)), groupCount: count }
  }
  return { asked, ask }
}

const none: AmountsDiffering = { events: 0, rows: [], sums: [], listed: [] }
const others: ChecksAnswer = {
  version: 'v',
  isCompared: true,
  differing: none,
  roundedOnly: none,
  notCompared: [],
  events: 0,
  mixedKinds: [],
  misfits: [],
  misfitEvents: 0,
  repeatedIds: [],
  repeatedIdCount: 0,
}
const answer = (groupCount: number): DuplicatesAnswer => ({
  version: 'v',
  by: [],
  groups: [],
  offset: 0,
  groupCount,
  marked: 0,
  against: 0,
  charged: [],
  credited: [],
  tooMuch: [],
  undated: 0,
  butFor: null,
})
const amount = amountChoice([], [], undefined)

test('all groups are copied, not those of the page that is shown', async () => {
  for (const count of [0, 1, 96, 500, 1_200]) {
    const { ask } = answering(count)
    const groups = await groupsToCopy(question, ask)
    expect(groups.map(({ key }) => Number(key))).toEqual(Array.from({ length: count }, (_, at) => at))
    expect(copiedChecks(answer(count), groups, others, null, amount).rows).toHaveLength(count)
  }
})

test('where there are too many, a line says how many of how many', async () => {
  const { ask, asked } = answering(23_456)
  const groups = await groupsToCopy(question, ask)
  expect([groups.length, asked.length]).toEqual([10_000, 20])
  const { rows } = copiedChecks(answer(23_456), groups, others, null, amount)
  expect(rows.at(-1)?.[1]).toEqual({ kind: 'string', text: '10,000 of 23,456 are listed' })
})

test('a line has what is too much as a size, its currency, and what speaks for it', () => {
  const { rows } = copiedChecks(answer(1), [group(1)], others, null, amount)
  expect(rows.map((cells) => cells.map((cell) => cell?.text ?? null))).toEqual([
    [
      'Possible duplicates',
      'api, credit, c',
      '2',
      '-49.60',
      '49.60',
      'EUR',
      'Same idempotency key; credited; e1 and 1 more',
    ],
  ])
})

test('what is alike but for an identifier has lines of its own, below possible duplicates', () => {
  const alike = { answer: answer(3), butFor: { names: ['transaction_id'] }, groups: [group(2)] }
  const { rows } = copiedChecks(answer(1), [group(1)], others, null, amount, alike)
  expect(rows.map((cells) => cells.slice(0, 2).map((cell) => cell?.text))).toEqual([
    ['Possible duplicates', 'api, credit, c'],
    ['Alike but for transaction_id', 'api, credit, c'],
    ['Alike but for transaction_id', '1 of 3 are listed'],
  ])
})

test('that a credit was doubled stands in the line also where no rule takes it', () => {
  const details = (changed: Partial<DuplicateGroup>) =>
    copiedChecks(answer(1), [{ ...group(1), ...changed }], others, null, amount).rows[0]?.at(-1)?.text
  expect(details({ bin: 'no-rule', amount: '49.60', tooMuch: '49.60' })).toContain(
    '; as sent, no price rule; credited; ',
  )
  expect(details({ bin: 'no-rule', eventType: 'debit' })).not.toContain('credited')
})

test('amounts that differ are listed with what they are more, and summed by currency', () => {
  const differing: AmountsDiffering = {
    events: 4,
    rows: [],
    sums: [{ currency: 'EUR', events: 4, sum: '32.00' }],
    listed: [
      { row: 1, eventId: 'e1', createdAt: '', customerId: 'c', eventCode: 'egress', more: '8.00', currency: 'EUR' },
    ],
  }
  const { rows } = copiedChecks(answer(0), [], { ...others, differing }, null, amount)
  expect(rows.map((cells) => cells.map((cell) => cell?.text ?? null).slice(1, 6))).toEqual([
    ['e1', '1', null, '8.00', 'EUR'],
    ['1 of 4 are listed', null, null, null, null],
    ['all of them', '4', null, '32.00', 'EUR'],
  ])
})
