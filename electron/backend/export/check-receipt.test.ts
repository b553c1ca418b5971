import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { someMembers } from '../../../shared/event/fixtures/some-event.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { anyProperty } from '../../../shared/shape/expected-shapes.ts'
import { printShapes } from '../../../shared/shape/print-shapes.ts'
import { readShapes } from '../../../shared/shape/read-shapes.ts'
import { type Account, NO_ROWS, ROW_KINDS } from '../../../shared/snapshot/account.ts'
import { type AskedSample, sampleWords } from '../../../shared/snapshot/asked-sample.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import type { FileSubject } from './file-subject.ts'
import { valuingOf } from './file-worth.ts'
import { provedSubject } from './fixtures/proved-subject.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { RECEIPT_ENDING, type Receipt } from './receipt.ts'
import type { Verification } from './verify-file.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { writeEventFile } from './write-event-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

/** A file of so many rows, and its receipt. */
async function written(subject: FileSubject, rows: number): Promise<{ path: string; receipt: Receipt }> {
  const path = join(folder, 'all.ndjson')
  const events = Array.from(
    { length: rows },
    (_, at) => `{${someMembers({ eventId: `e${at}` })},"event_properties":{"amount":${at}}}`,
  )
  const order = { path, source: heldEvents(events), format: someFormats.ndjson, sums: [], subject, now: () => 0 }
  expect((await writeEventFile(order)).ok).toBe(true)
  return { path, receipt: JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')) }
}

async function verified(path: string, receipt: unknown): Promise<Verification> {
  await writeFile(path + RECEIPT_ENDING, JSON.stringify(receipt))
  return verifyReceipt(path)
}

const contradiction = { ok: false, reason: expect.stringMatching(/^The receipt contradicts itself\. .+\.$/) }

/** Of the reading, and all rows of its file but those that are left out. */
interface Genuine {
  subject: FileSubject
  rows: number
}

const someRows = fc.nat(4)
const anyPart = fc
  .record(
    Object.fromEntries(ROW_KINDS.map((moneyKind) => [moneyKind, someRows])) as Record<keyof Account, typeof someRows>,
  )
  .chain((account) => fc.nat(account.cameAgain).map((shared) => ({ account, shared })))

/** Whatever a reading may come to that is complete, written with misses or without, filtered or not. */
const anyGenuine: fc.Arbitrary<Genuine> = fc
  .record({
    parts: fc.array(anyPart, { maxLength: 3 }),
    includesMisses: fc.boolean(),
    hidden: fc.option(fc.nat(5), { nil: null }),
  })
  .map(({ parts, includesMisses, hidden }) => {
    const subject = { ...provedSubject(parts), includesMisses }
    const fitting = subject.slices.reduce((sum, { kept, missing }) => sum + kept - (includesMisses ? 0 : missing), 0)
    const rows = fitting - Math.min(fitting, hidden ?? 0)
    return { subject: { ...subject, filtered: hidden === null ? null : { words: 'a filter', of: fitting } }, rows }
  })

const withLaterEvents = (subject: FileSubject): FileSubject => ({
  ...subject,
  state: { ...subject.state, afterEnd: 7 },
})

/** One part that overlaps the other, and rows of every kind. */
const everyRowKind: Genuine = {
  subject: withLaterEvents(
    provedSubject([
      {
        account: {
          kept: 2,
          misses: 1,
          undated: 2,
          before: 1,
          after: 3,
          storedTwice: 2,
          otherText: 1,
          cameAgain: 4,
          gone: 1,
        },
        shared: 2,
        leftOut: { before: 1, after: 3, atEnd: 1 },
      },
      { account: { ...NO_ROWS, kept: 1, cameAgain: 1 } },
    ]),
  ),
  rows: 4,
}

/** Figures of `eventscope` that nothing else in it says: counts of another moment, and how the file differs. */
const SAID_ONCE = [
  'altered.cut',
  'altered.guards',
  'altered.halfPairs',
  'altered.withoutDateTime',
  'misfits',
  'read.requests',
  'totals.afterEnd',
  'totals.start.total',
]

type Path = (string | number)[]

/** Where each figure of a receipt is. */
function figuresOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return /^\d+$/.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    figuresOf(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function changedAt(receipt: Receipt, path: Path, change: (figure: string) => string): unknown {
  const copy = structuredClone(receipt)
  // biome-ignore lint/suspicious/noExplicitAny: any place of a JSON document
  const holder = path.slice(0, -1).reduce<any>((one, key) => one[key], copy.eventscope)
  const last = path.at(-1) ?? ''
  holder[last] = change(holder[last])
  return copy
}

test('what a reading comes to agrees with itself, and says so', async () => {
  await fc.assert(
    fc.asyncProperty(anyGenuine, async ({ subject, rows }) => {
      const { path, receipt } = await written(subject, rows)
      const verification = await verified(path, receipt)
      expect(verification).toMatchObject({ ok: true })
      const { received, counted } = receipt.eventscope.account ?? {}
      expect(verification.ok && verification.agrees.at(-1)).toBe(
        `the account: ${received} rows received, ${counted} counted`,
      )
      expect(verification.ok && verification.unchecked.join()).not.toMatch(/earlier version|does not hold/)
    }),
    runs(4, 60),
  )
})

test('no figure of it can be another, but those that it says once', async () => {
  const { path, receipt } = await written(everyRowKind.subject, everyRowKind.rows)
  expect(await verified(path, receipt)).toMatchObject({ ok: true })
  const figures = figuresOf(receipt.eventscope).filter((at) => at.join('.') !== 'receipt')
  const unnoticed = new Set<string>()
  for (const at of figures) {
    for (const change of [(figure: string) => `${BigInt(figure) + 1n}`, (figure: string) => `1${figure}`]) {
      const verification = await verified(path, changedAt(receipt, at, change))
      if (verification.ok) unnoticed.add(at.join('.'))
    }
  }
  expect(figures.length).toBeGreaterThan(45)
  expect([...unnoticed].sort()).toEqual(SAID_ONCE)
})

test('any one figure of any genuine receipt, changed by any amount, is refused', async () => {
  await fc.assert(
    fc.asyncProperty(anyGenuine, fc.nat(), fc.integer({ min: 1, max: 1_000 }), async ({ subject, rows }, nth, by) => {
      const { path, receipt } = await written(subject, rows)
      const figures = figuresOf(receipt.eventscope).filter((at) => !['receipt', ...SAID_ONCE].includes(at.join('.')))
      const at = figures[nth % figures.length] ?? []
      const changed = changedAt(receipt, at, (figure) => `${BigInt(figure) + BigInt(by)}`)
      expect(await verified(path, changed), at.join('.')).toMatchObject({ ok: false })
    }),
    runs(4, 120),
  )
})

test('an account whose rows are in other bins than in its parts, and one that lacks a part, is refused', async () => {
  const { path, receipt } = await written(everyRowKind.subject, everyRowKind.rows)
  const { account, slices } = receipt.eventscope
  if (account === undefined) throw new Error('It has one')
  const said = (more: Partial<Receipt['eventscope']>) =>
    verified(path, { ...receipt, eventscope: { ...receipt.eventscope, ...more } })
  const moved = (figure: string, by: bigint) => `${BigInt(figure) + by}`
  for (const [at, from] of ROW_KINDS.entries()) {
    const to = ROW_KINDS[(at + 1) % ROW_KINDS.length] ?? from
    const other = { ...account, [from]: moved(account[from], -1n), [to]: moved(account[to], 1n) }
    expect(await said({ account: other }), from).toEqual(contradiction)
  }
  // Both are kept, so nothing else of the receipt counts them apart.
  const other = { ...account, kept: moved(account.kept, -1n), otherText: moved(account.otherText, 1n) }
  expect(await said({ account: other })).toEqual(contradiction)
  for (const at of slices.keys()) expect(await said({ slices: slices.toSpliced(at, 1) })).toEqual(contradiction)
})

test('a line of what is left out that is missing, or one too many, is refused', async () => {
  const { path, receipt } = await written(everyRowKind.subject, everyRowKind.rows)
  const { leftOut } = receipt.eventscope
  expect(leftOut.length).toBeGreaterThan(6)
  for (const at of leftOut.keys()) {
    const changed = { ...receipt, eventscope: { ...receipt.eventscope, leftOut: leftOut.toSpliced(at, 1) } }
    expect(await verified(path, changed), leftOut[at]?.why).toEqual(contradiction)
    changed.eventscope.leftOut = [...leftOut, ...leftOut.slice(at, at + 1)]
    expect(await verified(path, changed), leftOut[at]?.why).toEqual(contradiction)
  }
})

test('that all events were read is refused where a piece of evidence, the account or a part is missing', async () => {
  const { path, receipt } = await written(everyRowKind.subject, everyRowKind.rows)
  const { proof, account, ...rest } = receipt.eventscope
  if (proof === undefined || rest.verdict === null) throw new Error('It is proved')
  const refused = async (eventscope: unknown, why: RegExp) =>
    expect(await verified(path, { ...receipt, eventscope })).toEqual({ ok: false, reason: expect.stringMatching(why) })
  await refused(
    { ...rest, account },
    /^The receipt contradicts itself\. .* all events were read, but of its evidence only "" holds/,
  )
  await refused({ ...rest, proof }, /all events were read, but it does not account for the rows/)
  await refused(rest, /all events were read, but of its evidence only "" holds/)
  for (const [at, ground] of proof.grounds.entries()) {
    const grounds = proof.grounds.with(at, { ...ground, holds: false })
    await refused({ ...rest, account, proof: { ...proof, grounds } }, /is what it says holds/)
    const evidence = proof.evidence.replace(ground.letter, '')
    await refused({ ...rest, account, proof: { evidence, grounds } }, /all events were read, but of its evidence only/)
  }
  await refused(
    { ...rest, account, proof: { ...proof, grounds: proof.grounds.slice(1) } },
    /of each of the five pieces of evidence, once/,
  )
  const unproven = { ...rest.verdict, kind: 'unproven' }
  await refused({ ...rest, account, proof, verdict: unproven }, /the words for it are those of another verdict/)
  await refused(
    { ...rest, account, proof, verdict: { ...rest.verdict, soFar: true } },
    /the words for it are those of another verdict/,
  )
  for (const state of ['waiting', 'reading', 'failed'] as const) {
    const slices = rest.slices.map((part) => ({ ...part, state }))
    await refused({ ...rest, account, proof, slices }, /all events were read, but part 1 was not/)
  }
})

test('the word of an earlier version for all events read is taken', async () => {
  const { path, receipt } = await written(everyRowKind.subject, everyRowKind.rows)
  const { verdict } = receipt.eventscope
  const said = (word: string) =>
    verified(path, { ...receipt, eventscope: { ...receipt.eventscope, verdict: { ...verdict, word } } })
  expect(verdict).toMatchObject({ word: 'All events read' })
  expect(await said('Complete')).toMatchObject({ ok: true })
  expect(await said('Incomplete')).toMatchObject({ ok: false })
})

test('one that is not complete agrees although counts differ, and names the evidence that does not hold', async () => {
  const { subject, rows } = everyRowKind
  const { verdict } = subject.state
  const grounds = verdict?.grounds?.map((ground) => ({ ...ground, holds: 'cd'.includes(ground.letter) }))
  if (verdict === null || grounds === undefined) throw new Error('It is proved')
  const state = { ...subject.state, verdict: { ...verdict, kind: 'unproven' as const, grounds } }
  const slices = subject.slices.map((part) => ({ ...part, after: 99 }))
  const { path, receipt } = await written({ ...subject, state, slices }, rows)
  const verification = await verified(path, receipt)
  expect(verification).toMatchObject({ ok: true })
  expect(verification.ok && verification.unchecked).toContain(
    'that nothing is missing: this evidence does not hold: a (counts before and after), b (independent count), e (witnesses)',
  )
})

test('one of a reading that was ended early is held against its account, and said to lack evidence', async () => {
  const { subject, rows } = everyRowKind
  const { grounds: _, ...ended } = {
    ...subject.state.verdict,
    kind: 'partial' as const,
    soFar: false,
    sentence: '',
    reasons: [],
  }
  const { path, receipt } = await written({ ...subject, state: { ...subject.state, verdict: ended } }, rows)
  const verification = await verified(path, receipt)
  expect(verification.ok && verification.unchecked.at(-1)).toMatch(
    /^that nothing is missing: the reading was ended before/,
  )
  expect(
    await verified(
      path,
      changedAt(receipt, ['slices', 0, 'kept'], () => '99'),
    ),
  ).toEqual(contradiction)
})

test('one that an earlier version wrote stays valid, and is said to lack the account and all evidence', async () => {
  const { path, receipt } = await written(someSubject, 3)
  expect(receipt.eventscope).not.toHaveProperty('account')
  expect(receipt.eventscope).not.toHaveProperty('worth')
  expect(receipt.eventscope).not.toHaveProperty('proof')
  expect(receipt.eventscope.slices[0]).not.toHaveProperty('account')
  // As that version called it.
  const earlier = { ...receipt.eventscope, verdict: { ...receipt.eventscope.verdict, word: 'Complete' } }
  const verification = await verified(path, { ...receipt, eventscope: earlier })
  expect(verification).toMatchObject({ ok: true })
  const unchecked = verification.ok ? verification.unchecked.join('\n') : ''
  expect(unchecked).toMatch(/an earlier version wrote the receipt, without an account\n/)
  expect(unchecked).toMatch(/without the evidence a \(counts before and after\), .*, e \(witnesses\)$/)
})

describe('a sample that was asked again', () => {
  const sample: AskedSample = {
    at: '2026-12-03T08:00:00Z',
    seed: 'a1',
    drawn: 3,
    of: 90,
    withoutId: 0,
    above: { property: 'amount', from: '100', events: 2 },
    differing: [{ eventId: 'e1', what: 'gone', fields: [], isDrawn: true }],
    differs: { drawn: 1, above: 0 },
  }

  test('is in the receipt with its words, and nothing in the receipt proves it', async () => {
    const { path, receipt } = await written({ ...someSubject, sample }, 3)
    expect(receipt.eventscope.sample).toMatchObject({ drawn: '3', of: '90', differ: '1', words: sampleWords(sample) })
    const verification = await verified(path, receipt)
    expect(verification.ok && verification.unchecked).toContain('what the service answered to the sample')
  })

  test.each([
    ['differ', '4'],
    ['drawn', '91'],
  ])('is refused where %s is more than there can be', async (name, figure) => {
    const { path, receipt } = await written({ ...someSubject, sample }, 3)
    expect(
      await verified(
        path,
        changedAt(receipt, ['sample', name], () => figure),
      ),
    ).toEqual(contradiction)
    const above = changedAt(receipt, ['sample', 'above', 'differ'], () => '3')
    expect(await verified(path, above)).toEqual(contradiction)
  })
})

describe('what events are worth', () => {
  /** The receipt of a file with an event in every money kind, or in every one but that of events without a rule. */
  async function valued({ isNetted }: { isNetted: boolean }) {
    const rule = (code: string, rest: string) =>
      `{"codes":["${code}"],"money":{"by":"amount","property":"amount"},"currency":{"property":"currency"},${rest}}`
    const read = readRules(`{"eventscopeRules":1,"rules":[
      ${rule('usage', '"effect":"as-sent"')},${rule('refund', '"effect":"reduces"')},
      ${rule('grant', '"effect":"balance"')},${rule('note', '"effect":"not-money"')}]}`)
    if (!read.ok) throw new Error(read.problems.join())
    const amounts = [
      ['usage', '"amount":10.50,"currency":"EUR"'],
      ['usage', '"amount":3,"currency":"USD"'],
      ['usage', '"amount":"text"'],
      ['refund', '"amount":4,"currency":"EUR"'],
      ['grant', '"amount":100'],
      ['note', ''],
      ...(isNetted ? [] : [['other', '"amount":7']]),
    ]
    const events = amounts.map(
      ([eventCode = '', properties = ''], at) =>
        `{${someMembers({ eventId: `e${at}`, eventCode })},"event_properties":{${properties}}}`,
    )
    const subject = provedSubject([{ account: { ...NO_ROWS, kept: events.length } }])
    const path = join(folder, 'all.ndjson')
    const valuing = valuingOf(read.rules, subject, { where: [], misses: false })
    const source = heldEvents(events)
    await writeEventFile({ path, source, format: someFormats.ndjson, sums: [], valuing, subject, now: () => 0 })
    return { path, receipt: JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')) as Receipt }
  }

  test('agrees where its bins are all events, and says that nothing proves the rules', async () => {
    const { path, receipt } = await valued({ isNetted: true })
    expect(receipt.eventscope.worth?.bins).toEqual({
      charged: '2',
      reduces: '1',
      balance: '1',
      'not-money': '1',
      'number-missing': '1',
      'no-rule': '0',
    })
    expect(receipt.eventscope.worth?.currencies).toMatchObject([
      { currency: 'EUR', net: '6.50', charged: '10.50', reduces: '-4.00' },
      { currency: 'USD', net: '3.00', charged: '3.00', reduces: '0.00' },
    ])
    const verification = await verified(path, receipt)
    expect(verification).toMatchObject({ ok: true })
    expect(verification.ok && verification.agrees).toContain(
      'what its events are worth: the groups add up to all events',
    )
    expect(verification.ok && verification.unchecked.join('\n')).toContain('the rules are not in the receipt')
  })

  test.each([true, false])('is refused where a figure of it is another; everything netted: %s', async (isNetted) => {
    const { path, receipt } = await valued({ isNetted })
    expect(await verified(path, receipt)).toMatchObject({ ok: true })
    const figures = figuresOf(receipt.eventscope.worth, ['worth']).filter((at) => at.at(-1) !== 'rules')
    expect(figures.length).toBeGreaterThan(9)
    for (const at of figures) {
      // What was granted is said once.
      if (at.at(-1) === 'sum') continue
      const changed = changedAt(receipt, at, (figure) => `${BigInt(figure) + 1n}`)
      expect(await verified(path, changed), at.join('.')).toEqual(contradiction)
    }
  })

  test('is refused where a net is not what it is made of, or is there although an event has no rule', async () => {
    for (const isNetted of [true, false]) {
      const { path, receipt } = await valued({ isNetted })
      const at = (name: string) => ['worth', 'currencies', 0, name]
      for (const name of isNetted ? ['net', 'charged', 'reduces'] : ['net']) {
        const changed = changedAt(receipt, at(name), () => '6.51')
        expect(await verified(path, changed), name).toEqual(contradiction)
      }
    }
  })

  test('is refused where it names a currency, or a reason, twice', async () => {
    const { path, receipt } = await valued({ isNetted: true })
    const { worth } = receipt.eventscope
    if (worth === undefined) throw new Error('It has one')
    const said = (more: object) => ({ ...receipt, eventscope: { ...receipt.eventscope, worth: { ...worth, ...more } } })
    const [euro, dollar] = worth.currencies
    // All other figures of it still go with each other.
    const split = { ...euro, events: '0', net: '2.00', charged: '2.00', reduces: '0.00' }
    expect(await verified(path, said({ currencies: [euro, dollar, split] }))).toEqual(contradiction)
    const [reason] = worth.numberMissing
    const reasons = [reason, { ...reason, events: '0' }]
    expect(await verified(path, said({ numberMissing: reasons }))).toEqual(contradiction)
  })

  test('is refused where its parts do not go with each other', async () => {
    const { path, receipt } = await valued({ isNetted: true })
    const inEuro = (sum: string, events: string) => [{ currency: 'EUR', sum, events }]
    const withPart = (name: string, part: unknown) => changedAt(receipt, ['worth', name], () => part as string)
    for (const fitting of [inEuro('-4.00', '1'), inEuro('-1', '1')]) {
      expect(await verified(path, withPart('negativeDebits', fitting))).toMatchObject({ ok: true })
    }
    const wrong: [string, unknown][] = [
      ['negativeDebits', inEuro('-4.01', '1')],
      ['negativeDebits', inEuro('-1', '2')],
      ['negativeDebits', [{ currency: 'USD', sum: '-0.01', events: '1' }]],
      ['differs', inEuro('1', '4')],
      ['notValued', [{ why: 'no-price', events: '1' }]],
    ]
    for (const [name, part] of wrong) {
      expect(await verified(path, withPart(name, part)), JSON.stringify(part)).toEqual(contradiction)
    }
  })

  test('of a stranger is read in no time: what is longer than any sum is refused unread', async () => {
    const { path, receipt } = await valued({ isNetted: true })
    const long = changedAt(receipt, ['worth', 'currencies', 0, 'net'], () => '9'.repeat(5_000_000))
    expect(await verified(path, long)).toEqual({ ok: false, reason: expect.stringMatching(/is not an Eventscope/) })
  })
})

describe('how many events are as expected', () => {
  async function judged() {
    const shapes = readShapes(
      printShapes({
        codes: ['usage'],
        shapes: [
          {
            code: 'usage',
            properties: [
              { ...anyProperty('amount'), required: true, kinds: ['number'], to: '9' },
              { ...anyProperty('unit'), required: true },
            ],
          },
        ],
      }),
    )
    if (!shapes.ok) throw new Error(shapes.problems.join())
    const events = ['"amount":1,"unit":"GB"', '"amount":10,"unit":"GB"', '"amount":"1"'].map(
      (properties, at) =>
        `{${someMembers({ eventId: `e${at}`, eventCode: 'usage' })},"event_properties":{${properties}}}`,
    )
    const path = join(folder, 'all.ndjson')
    const subject = provedSubject([{ account: { ...NO_ROWS, kept: events.length } }])
    const order = { path, source: heldEvents(events), format: someFormats.ndjson, sums: [], subject, now: () => 0 }
    await writeEventFile({ ...order, expected: shapes.shapes })
    return { path, receipt: JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')) as Receipt }
  }

  test('is refused where a figure of it is another', async () => {
    const { path, receipt } = await judged()
    const by = { 'unknown-code': '0', missing: '1', kind: '1', value: '0', range: '1', sign: '0' }
    expect(receipt.eventscope.shapes).toMatchObject({ expected: '1', unexpected: '2', by })
    expect(await verified(path, receipt)).toMatchObject({ ok: true })
    const changed = (at: string[], figure: string) =>
      verified(
        path,
        changedAt(receipt, ['shapes', ...at], () => figure),
      )
    for (const [at, figure] of [
      [['expected'], '2'],
      [['unexpected'], '3'],
      [['by', 'missing'], '3'],
    ] as const) {
      expect(await changed([...at], figure), at.join('.')).toEqual(contradiction)
    }
    const without = changedAt(receipt, ['shapes', 'by'], () => ({ ...by, missing: '0', kind: '0' }) as never)
    expect(await verified(path, without)).toEqual(contradiction)
  })
})
