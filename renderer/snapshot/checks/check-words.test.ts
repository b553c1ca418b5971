import { expect, test } from 'vitest'
import { copiedTable } from '../../../shared/figures/figure-description.ts'
import type {
  AmountsDiffering,
  ChecksAnswer,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../shared/snapshot/snapshot-checks.ts'
import { MISMATCHES } from '../../../shared/snapshot/snapshot-condition.ts'
import { amountChoice } from '../../worth/amount-choice.ts'
import {
  alikeTitle,
  alikeWords,
  checksTable,
  duplicatesWords,
  eachWords,
  evidenceWords,
  groupsToCopy,
  groupTooMuch,
  identifierWords,
  mismatchWords,
  otherIdentifiers,
  unexpectedMoneyWords,
} from './check-words.ts'

const amount = amountChoice([], [], undefined)
const answer = (changed: Partial<DuplicatesAnswer>): DuplicatesAnswer => ({
  version: '0123456789ab',
  by: ['currency'],
  groups: [],
  offset: 0,
  groupCount: 2,
  marked: 0,
  against: 0,
  charged: [],
  credited: [],
  tooMuch: [{ sign: 'debit', units: ['EUR'], groups: 2, amount: '1249.00' }],
  undated: 0,
  butFor: null,
  ...changed,
})

test('what may be there twice is said by the rules, charged and credited apart, and never netted', () => {
  const figure = (evidence: 'key' | 'alike', currency: string, sum: string) => ({
    evidence,
    events: 1,
    rows: [1],
    sums: [{ currency, sum }],
    notInSums: [],
  })
  const charged = [figure('key', 'EUR', '480.00'), figure('alike', 'USD', '0.10')]
  const credited = [figure('key', 'EUR', '-49.60')]
  expect(duplicatesWords(answer({ charged, credited, tooMuch: [], against: 1 }), amount)).toBe(
    '2 groups may be duplicates. If one of each is right: 480.00 EUR charged too much; 0.10 USD charged too much by events that only look alike; 49.60 EUR credited too much. Genuine events can look like this. In 1 group each event has a key of its own: they are in no figure.',
  )
})

test('what may be there twice says which events are in none of its sums', () => {
  const part = { eventCode: 'build_minutes', property: 'quantity', otherSent: 0, quantities: [] }
  const parts = [{ ...part, why: 'text' as const, events: 1, sent: [{ text: '150', isText: true, events: 1 }] }]
  const figure = { evidence: 'key' as const, events: 2, rows: [1, 2], notInSums: [{ currency: 'GBP', parts }] }
  const words = 'without 1 event of build_minutes whose quantity is text: “150”'
  const said = (sums: { currency: string; sum: string }[]) =>
    duplicatesWords(answer({ charged: [{ ...figure, sums }], tooMuch: [] }), amount)
  expect(said([{ currency: 'GBP', sum: '3.15' }])).toContain(`3.15 GBP (${words}) charged too much.`)
  expect(said([{ currency: 'EUR', sum: '3.15' }])).toContain(`3.15 EUR charged too much, GBP ${words}.`)
  expect(said([])).toContain(`an amount that is not known charged too much, GBP ${words}.`)
})

test('what is alike but for an identifier is said with its money, and that it may be right', () => {
  const said = (names: string[]) =>
    alikeWords(
      { names, events: 3 },
      answer({ tooMuch: [{ sign: 'debit', units: ['USD'], groups: 2, amount: '37.5' }] }),
      amount,
    )
  expect(said(['transaction_id'])).toBe(
    '3 events more than once. If one of each is right: 37.50 USD too much, as sent (no price rule). Each has its own transaction_id, so they may be right.',
  )
  expect(said(['transaction_id', 'message_id'])).toContain('Each has its own transaction_id or message_id, so')
  expect(alikeTitle(['transaction_id', 'message_id'])).toBe('Alike but for transaction_id or message_id')
})

test('what has no rule is said as sent, apart for each unit and side', () => {
  expect(duplicatesWords(answer({}), amount)).toBe(
    '2 groups may be duplicates. If one of each is right: 1,249.00 EUR too much, as sent (no price rule). Genuine events can look like this.',
  )
  const tooMuch = [
    { sign: 'debit' as const, units: ['EUR'], groups: 1, amount: '1249.00' },
    { sign: 'debit' as const, units: ['USD'], groups: 1, amount: '0.10' },
    { sign: 'credit' as const, units: [null], groups: 1, amount: '5' },
    { sign: 'neither' as const, units: ['EUR'], groups: 1, amount: null },
  ]
  expect(duplicatesWords(answer({ groupCount: 4, marked: 3, tooMuch }), amount)).toBe(
    '1 group may be duplicates. If one of each is right: 1,249.00 EUR and 0.10 USD too much, as sent (no price rule); 5 (unit not set) credited too much, as sent (no price rule). Genuine events can look like this. 3 groups marked as legitimate.',
  )
  const apart = [
    { sign: 'debit' as const, units: [null], code: 'api_calls', groups: 1, amount: '250000' },
    { sign: 'debit' as const, units: [null], code: null, groups: 1, amount: '7' },
  ]
  expect(duplicatesWords(answer({ tooMuch: apart }), amount)).toContain(
    ': 250,000 api_calls (unit not set) and 7 no event code (unit not set) too much, as sent (no price rule).',
  )
  expect(duplicatesWords(answer({ tooMuch: [] }), amount)).toBe(
    '2 groups may be duplicates. Genuine events can look like this.',
  )
  expect(duplicatesWords(answer({ groupCount: 0 }), amount)).toBe('No events look like duplicates.')
  expect(duplicatesWords(answer({ marked: 2 }), amount)).toContain('Nothing else')
})

test('a group says what each is worth, or why it has none, and how much is too much', () => {
  const group = (changed: Partial<DuplicateGroup>): DuplicateGroup => ({
    key: '',
    events: [],
    count: 2,
    customerId: null,
    eventCode: null,
    eventType: null,
    moneyKind: 'charged',
    units: ['EUR'],
    amount: '40.00',
    tooMuch: '40.00',
    why: null,
    quantity: '100000',
    unit: null,
    sent: null,
    identifiers: [],
    evidence: 'plain',
    laterCredits: [],
    legitimate: null,
    ...changed,
  })
  const words = (changed: Partial<DuplicateGroup>) => [
    eachWords(group(changed), amount),
    groupTooMuch(group(changed), amount)?.words ?? null,
  ]
  expect(words({})).toEqual(['40.00 EUR each', '40.00 EUR charged too much'])
  expect(words({ moneyKind: 'reduces', amount: '-49.60', tooMuch: '-49.60' })).toEqual([
    '−49.60 EUR each',
    '49.60 EUR credited too much',
  ])
  expect(words({ moneyKind: 'no-rule' })).toEqual(['40.00 EUR each as sent, no price rule', '40.00 EUR too much'])
  expect(words({ moneyKind: 'no-rule', eventType: 'credit' })[1]).toBe('40.00 EUR credited too much')
  const none = { amount: null, tooMuch: null }
  expect(words({ ...none, why: 'part-of-line', unit: 'GB' })).toEqual([
    'Billed by the month, not per event, 100,000 GB each',
    null,
  ])
  const sent = { text: '150', isText: true }
  expect(words({ ...none, moneyKind: 'number-missing', why: 'text', quantity: null, sent })[0]).toBe(
    'The number is text: “150”',
  )
  expect(words({ ...none, moneyKind: 'balance' })[0]).toBe('Prepaid grant, 100,000 each')
  expect(words({ ...none, moneyKind: 'not-money', quantity: null })[0]).toBe('Not in the total')
})

test('what unexpected events come to says what lacks money, and counts the rest that has none', () => {
  const part = { eventCode: 'sms', property: 'amount', events: 1, otherSent: 0, quantities: [] }
  const notIn = [{ ...part, why: 'text' as const, sent: [{ text: '5', isText: true, events: 1 }] }]
  const charged = [{ currency: 'EUR', events: 1, sum: '7.00' }]
  expect(unexpectedMoneyWords({ charged, reduces: [], without: 3, notIn })).toBe(
    '7.00 EUR charged, without 1 event of sms whose amount is text: “5”, 2 without an amount of their own',
  )
})

test('sums of many units are not all read out', () => {
  const tooMuch = ['A', 'B', 'C', 'D', 'E', 'F'].map((unit) => ({
    sign: 'debit' as const,
    units: [unit],
    groups: 1,
    amount: '1',
  }))
  expect(duplicatesWords(answer({ tooMuch }), amount)).toContain('1 A, 1 B, 1 C, 1 D and 2 other sums too much')
})

test('evidence is said for and against', () => {
  expect((['strong', 'against', 'plain'] as const).map((evidence) => evidenceWords({ evidence }))).toEqual([
    'Same idempotency key',
    'Different idempotency keys',
    null,
  ])
  const identifiers = [
    { name: 'request_id', values: 'different' as const },
    { name: 'key', values: 'same' as const },
  ]
  expect(identifierWords({ identifiers })).toBe('request_id differs, key is the same')
  const keys = [
    { name: 'idempotency_key', values: 'same' as const },
    { name: 'dedup_id', values: 'different' as const },
  ]
  const beside = (evidence: 'strong' | 'plain' | 'against') =>
    identifierWords({ identifiers: otherIdentifiers({ evidence, identifiers: [...identifiers, ...keys] }) })
  expect(beside('strong')).toBe('request_id differs, key is the same, dedup_id differs')
  expect(beside('against')).toBe('request_id differs, key is the same, idempotency_key is the same')
  expect(beside('plain')).toBe(identifierWords({ identifiers: [...identifiers, ...keys] }))
})

test('every mismatch has words of its own', () => {
  expect(new Set(MISMATCHES.map((mismatch) => mismatchWords(mismatch, 2))).size).toBe(MISMATCHES.length)
  expect(mismatchWords('event-id', 1)).toBe('has no valid event ID')
  expect(mismatchWords('customer-id', 2)).toBe('have no valid customer ID')
})

// As a table to copy.

const group = (at: number): DuplicateGroup => ({
  key: String(at),
  events: [{ row: at, eventId: `e${at}`, createdAt: '' }],
  count: 2,
  customerId: 'c',
  eventCode: 'api',
  eventType: 'credit',
  moneyKind: 'reduces',
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
  wholeRange: null,
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
  mismatches: [],
  mismatchEvents: 0,
  repeatedIds: [],
  repeatedIdCount: 0,
}
type Found = Parameters<typeof checksTable>[0]
const copied = (
  duplicates: DuplicatesAnswer,
  groups: readonly DuplicateGroup[],
  found: Partial<Pick<Found, 'alike' | 'others'>> = {},
) => copiedTable(checksTable({ duplicates, groups, alike: null, others, shapes: null, ...found }, amount))

test('all groups are copied, not those of the page that is shown', async () => {
  for (const count of [0, 1, 96, 500, 1_200]) {
    const { ask } = answering(count)
    const groups = await groupsToCopy(question, ask)
    expect(groups.map(({ key }) => Number(key))).toEqual(Array.from({ length: count }, (_, at) => at))
    expect(copied(answer({ groupCount: count }), groups).rows).toHaveLength(count)
  }
})

test('where there are too many, a line says how many of how many', async () => {
  const { ask, asked } = answering(23_456)
  const groups = await groupsToCopy(question, ask)
  expect([groups.length, asked.length]).toEqual([10_000, 20])
  const { rows } = copied(answer({ groupCount: 23_456 }), groups)
  expect(rows.at(-1)?.[1]).toEqual({ kind: 'string', text: '10,000 of 23,456 are listed' })
})

test('a line has what is too much as a size, its currency, and what speaks for it', () => {
  const { rows } = copied(answer({ groupCount: 1 }), [group(1)])
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
  const alike = { answer: answer({ groupCount: 3 }), butFor: { names: ['transaction_id'] }, groups: [group(2)] }
  const { rows } = copied(answer({ groupCount: 1 }), [group(1)], { alike })
  expect(rows.map((cells) => cells.slice(0, 2).map((cell) => cell?.text))).toEqual([
    ['Possible duplicates', 'api, credit, c'],
    ['Alike but for transaction_id', 'api, credit, c'],
    ['Alike but for transaction_id', '1 of 3 are listed'],
  ])
})

test('that a credit was doubled stands in the line also where no rule takes it', () => {
  const details = (changed: Partial<DuplicateGroup>) =>
    copied(answer({ groupCount: 1 }), [{ ...group(1), ...changed }]).rows[0]?.at(-1)?.text
  expect(details({ moneyKind: 'no-rule', amount: '49.60', tooMuch: '49.60' })).toContain(
    '; as sent, no price rule; credited; ',
  )
  expect(details({ moneyKind: 'no-rule', eventType: 'debit' })).not.toContain('credited')
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
  const { rows } = copied(answer({ groupCount: 0 }), [], { others: { ...others, differing } })
  expect(rows.map((cells) => cells.map((cell) => cell?.text ?? null).slice(1, 6))).toEqual([
    ['e1', '1', null, '8.00', 'EUR'],
    ['1 of 4 are listed', null, null, null, null],
    ['all of them', '4', null, '32.00', 'EUR'],
  ])
})
