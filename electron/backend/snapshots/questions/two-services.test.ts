// Before a cut-over: two reference services hold the same events under other IDs, but for one in a hundred. What
// differs is found by a key, all of it and nothing else.
import { expect, test } from 'vitest'
import type { EventRecord } from '../../../../service/event-record.ts'
import { sampleEvents } from '../../../../service/sample-events.ts'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { EventPart } from '../../../../shared/snapshot/snapshot-changes.ts'
import { BEGIN, idOf, readingUnderTest } from '../fixtures/reading-under-test.ts'
import type { SnapshotRow } from '../time-slice.ts'
import { type ComparedAs, compareRows } from './compare-rows.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const EVENTS = isLong ? 100_000 : 3_000
const KEY = (['customerId', 'eventCode', 'eventType', 'createdAt'] as const).map(
  (field): EventPart => ({ of: 'field', field }),
)

/** What is done with every hundredth event of the one service in the other, in turn. */
const WAYS = ['left out', 'another amount', 'another customer', 'without its region', 'twice'] as const

async function readFrom(records: EventRecord[]): Promise<SnapshotRow[]> {
  const reading = await readingUnderTest({ records, keepHistory: false })
  try {
    const { outcome, rows } = await reading.read(reading.journal())
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    return rows
  } finally {
    await reading.close()
  }
}

async function* whole(rows: readonly SnapshotRow[]): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  yield succeeded(rows)
}

test(`of ${EVENTS} events exactly what differs is found`, async () => {
  const old = [...sampleEvents({ count: EVENTS, seed: 28, now: BEGIN - 60_000 })]
  const onlyOld: string[] = []
  const onlyNew: string[] = []
  const differing: string[] = []
  const made = old.flatMap((event, at): EventRecord[] => {
    const renamed = { ...event, eventId: `new-${at}` }
    if (at % 100 !== 50) return [renamed]
    const { eventId, properties } = event
    switch (WAYS[((at - 50) / 100) % WAYS.length]) {
      case 'left out':
        onlyOld.push(eventId)
        return []
      case 'another amount': {
        differing.push(`${eventId} ${renamed.eventId} event_properties.amount`)
        const other = properties.map((one) => (one.name === 'amount' ? { ...one, text: `${one.text}1` } : one))
        return [{ ...renamed, properties: other }]
      }
      case 'another customer':
        onlyOld.push(eventId)
        onlyNew.push(renamed.eventId)
        return [{ ...renamed, customerId: `${event.customerId}-2` }]
      case 'without its region':
        differing.push(`${eventId} ${renamed.eventId} event_properties.region`)
        return [{ ...renamed, properties: properties.filter(({ name }) => name !== 'region') }]
      default:
        onlyNew.push(`new-${at}-again`)
        return [renamed, { ...renamed, eventId: `new-${at}-again` }]
    }
  })
  const [here, there] = [await readFrom(made), await readFrom(old)]
  expect([here.length, there.length]).toEqual([made.length, old.length])
  const idAt = (rows: readonly SnapshotRow[]) => (at: number | undefined) => {
    const row = rows[at ?? -1]
    return row === undefined ? '' : idOf(row)
  }
  const as: ComparedAs = { sameness: 'meaning', key: KEY, ignored: [{ of: 'field', field: 'eventId' }], within: null }
  const outcome = await compareRows(await snapshotOfTexts(here), whole(there), as, anyTurn)
  if (outcome.kind !== 'compared') throw new Error(outcome.kind)
  const { added, gone, altered, rowsBefore, fieldsOf, fieldNames, facts } = outcome.differences
  // Of two that are the same either is the one too many.
  expect(added.map(idAt(here)).map(withoutAgain).sort()).toEqual(onlyNew.map(withoutAgain).sort())
  expect(gone.map((row) => idAt(there)(rowsBefore[row])).sort()).toEqual(onlyOld.sort())
  const found = altered.map(([before, after], at) => {
    const fields = (fieldsOf[at] ?? []).map((field) => fieldNames[field])
    return `${idAt(there)(rowsBefore[before])} ${idAt(here)(after)} ${fields.join()}`
  })
  expect(found.sort()).toEqual(differing.sort())
  expect(facts.keyless).toEqual({ here: 0, there: 0 })
  expect(differing.length + onlyOld.length + onlyNew.length).toBeGreaterThanOrEqual(EVENTS / 100)
}, 1_200_000)

const withoutAgain = (id: string) => id.replace(/-again$/, '')
