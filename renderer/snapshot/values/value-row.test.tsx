import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { copiedTable } from '../../../shared/figures/figure-description.ts'
import { conditionSchema } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValueSummary } from '../../../shared/snapshot/snapshot-rows.ts'
import { copiedForSpreadsheet } from '../../ui/clipboard.ts'
import {
  kindCounts,
  listedKeys,
  nameOfKey,
  scopeOfCode,
  scopeOfKind,
  scopeOfValue,
  ValueRow,
  valuesTable,
} from './value-row.tsx'

function rowOf(text: string): string {
  const of = { of: 'property', name: 'note' } as const
  const summary: ValueSummary = {
    key: of,
    kinds: { string: 3 },
    distinct: 1,
    commonest: [{ value: { kind: 'string', text }, count: 3 }],
    numbers: null,
    texts: { smallest: text, largest: text },
  }
  return renderToStaticMarkup(
    <MantineProvider>
      <table>
        <tbody>
          <ValueRow
            index={0}
            of={of}
            summary={summary}
            scope={{ where: [], misses: false }}
            measure={() => {}}
            onShowEvents={() => {}}
          />
        </tbody>
      </table>
    </MantineProvider>,
  )
}

test('the events of a value are shown by it, unless it is only the beginning of one', () => {
  const whole = rowOf('x'.repeat(2_000))
  expect(whole).toContain('Show 3 events where note is xxx')
  expect(whole).toContain('Show the events with the largest note')
  const cut = rowOf(`${'x'.repeat(2_000)}…`)
  expect(cut).not.toMatch(/where note is xxx|with the (?:smallest|largest) note/)
  expect(cut.match(/Too long for a condition: over 2,000 characters/g)).toHaveLength(3)
  expect(cut).toContain('×3')
  // How many are strings can be asked for all the same.
  expect(cut).toContain('Show 3 events where note is string')
})

const copied = (...summaries: ValueSummary[]) => copiedTable(valuesTable(summaries))

const amount: ValueSummary = {
  key: { of: 'property', name: '=amount' },
  kinds: { missing: 9_000, string: 3, number: 4_208 },
  distinct: 17,
  commonest: [{ value: { kind: 'number', text: '0.10' }, count: 12 }],
  numbers: { smallest: '-1e400', largest: '9007199254740993' },
  texts: { smallest: '7', largest: 'x\ud800' },
}

test('kinds stand commonest first, what is missing last', () => {
  expect(kindCounts(amount)).toEqual([
    { kind: 'number', count: 4_208 },
    { kind: 'string', count: 3 },
    { kind: 'missing', count: 9_000 },
  ])
})

test('a number that is cut is copied as the text that it is', () => {
  const cut = `${'7'.repeat(2_000)}…`
  const [line] = copied({
    ...amount,
    commonest: [{ value: { kind: 'number', text: cut }, count: 1 }],
    numbers: { smallest: '1', largest: cut },
  }).rows
  expect(line?.slice(-6, -2)).toEqual([
    { kind: 'string', text: cut },
    { kind: 'number', text: '1' },
    { kind: 'number', text: '1' },
    { kind: 'string', text: cut },
  ])
})

test('a copied line has every count, exact figures, and runs nowhere as a formula', () => {
  const [heads = '', line = ''] = copiedForSpreadsheet(copied(amount)).text.split('\r\n')
  expect(heads.split('\t')).toHaveLength(line.split('\t').length)
  expect(line.split('\t')).toEqual([
    "'=amount",
    'property',
    ...['3', '4208', '0', '0', '0', '0', '9000', '17', '0.10', '12'],
    '-1e400',
    '9007199254740993',
    '7',
    'x\ufffd',
  ])
  const none = copied({ ...amount, commonest: [], numbers: null, texts: null }).rows[0]
  expect(none?.slice(-6)).toEqual([null, null, null, null, null, null])
})

const names = [
  { name: 'amount', rows: 9 },
  { name: 'event_id', rows: 2 },
]
const scope = { where: [], misses: true }

test('a property named like a field stands beside it, and what is typed narrows both', () => {
  expect(listedKeys(names, '').map(nameOfKey)).toEqual([
    'event_id',
    'customer_id',
    'event_code',
    'event_type',
    'created_at',
    'amount',
    'event_id',
  ])
  expect(listedKeys(names, ' EVENT_I').map(({ of }) => of)).toEqual(['field', 'property'])
})

test('each count has the condition that its events fulfil', () => {
  const key = { of: 'property' as const, name: 'amount' }
  const made = [
    scopeOfKind(scope, key, 'missing'),
    scopeOfKind(scope, key, 'repeated'),
    scopeOfValue(scope, key, { kind: 'number', text: '1.0' }),
    scopeOfCode(scope, null),
    scopeOfCode(scope, 'api_calls'),
  ]
  expect(made.map(({ where }) => where[0]?.is)).toEqual(['missing', 'kind', 'one-of', 'one-of', 'one-of'])
  for (const { where, misses } of made) {
    expect(conditionSchema.safeParse(where[0]).success).toBe(true)
    expect(misses).toBe(true)
  }
  expect(scopeOfCode(scope, undefined)).toBe(scope)
})
