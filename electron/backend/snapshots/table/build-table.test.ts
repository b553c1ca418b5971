import { expect, test } from 'vitest'
import { buildTable } from './build-table.ts'

const ANY_TIME = { from: null, until: null, zone: 'UTC' }
const LENGTH = 100_000

test('counts the memory that values of properties take, beside the text that they stand in', () => {
  const text = 'x'.repeat(LENGTH)
  const plain = buildTable(2, ANY_TIME)
  plain.add(`{"event_property":{"a":"${text}"}}`, [])
  const builder = buildTable(2, ANY_TIME)
  builder.add(`{"event_properties":{"a":"${text}"}}`, [])
  expect(builder.memory() - plain.memory()).toBeGreaterThan(LENGTH)
  const before = builder.memory()
  builder.add(`{"event_properties":{${Array.from({ length: 100 }, (_, name) => `"${name}":1`).join()}}}`, [])
  expect(builder.memory() - before).toBeGreaterThan(100 * 2 * Uint32Array.BYTES_PER_ELEMENT)
})
