import { describe, expect, test } from 'vitest'
import type { Condition } from '../../../../shared/snapshot/snapshot-condition.ts'
import { anyTurn, snapshotOfTexts } from '../questions/fixtures/table-of.ts'
import { selectRows } from './select-rows.ts'

const CODE = { of: 'field', field: 'eventCode' } as const
const eventOf = (code: string, misses: string[] = []) => ({
  source: JSON.stringify({ event_code: code, created_at: '2026-11-01T00:00:00Z', event_properties: {} }),
  misses,
})

/** Rows 0 and 3 are calls, 1 and 4 mails; 4 and 5 miss a filter. */
const EVENTS = [
  eventOf('call'),
  eventOf('mail'),
  eventOf('fax'),
  eventOf('call'),
  eventOf('mail', ['customer_id']),
  eventOf('fax', ['customer_id']),
]
const CALLS: Condition = { is: 'one-of', key: CODE, values: [{ kind: 'string', text: 'call' }], zone: null }

async function selected(where: Condition[], misses = true): Promise<number[]> {
  return [...(await selectRows(await snapshotOfTexts(EVENTS), { where, misses }, anyTurn))]
}

describe('the rows of a scope', () => {
  test('are all without a condition, or those that miss no filter', async () => {
    expect(await selected([])).toEqual([0, 1, 2, 3, 4, 5])
    expect(await selected([], false)).toEqual([0, 1, 2, 3])
  })

  test('are those that are named, each once, in the order of the snapshot, and none that it does not have', async () => {
    const named: Condition = { is: 'rows', rows: [4, 1, 6, 4, 2 ** 32, 0] }
    expect(await selected([named])).toEqual([0, 1, 4])
    expect(await selected([named], false)).toEqual([0, 1])
    expect(await selected([{ is: 'rows', rows: [] }])).toEqual([])
  })

  test('meet every condition, wherever one that names rows stands', async () => {
    const named: Condition = { is: 'rows', rows: [3, 2, 1] }
    expect(await selected([CALLS, named])).toEqual([3])
    expect(await selected([named, CALLS])).toEqual([3])
    expect(await selected([named, { is: 'rows', rows: [5, 2, 0, 3] }])).toEqual([2, 3])
  })

  test('are all others where a condition is turned round', async () => {
    const noCalls: Condition = { ...CALLS, not: true }
    expect(await selected([noCalls])).toEqual([1, 2, 4, 5])
    expect(await selected([{ is: 'rows', rows: [3, 2, 0] }, noCalls])).toEqual([2])
    expect(await selected([CALLS, noCalls])).toEqual([])
  })

  test('know no number in a period', async () => {
    const key = { of: 'time', every: 'day' } as const
    expect(await selected([{ is: 'number', key, number: '1' }])).toEqual([])
    expect(await selected([{ is: 'number', key, number: '1', not: true }])).toEqual([0, 1, 2, 3, 4, 5])
  })
})
