// What a reading holds beside its journal: the slices as the disk has them, and when it was stopped.
import { expect, test } from 'vitest'
import { failed } from '../../../../../shared/failure/failure.ts'
import { anyHeader, anySlice } from '../../fixtures/journal-contract.ts'
import { memoryJournal } from '../../fixtures/memory-journal.ts'
import { UNREAD } from '../../reading-state.ts'
import type { SnapshotJournal } from '../../snapshot-journal.ts'
import { openReading } from './reading.ts'
import type { ReadingEffects } from './requests.ts'

const effects: ReadingEffects = {
  search: async () => failed({ kind: 'cancelled' }),
  now: () => Date.UTC(2026, 11, 1, 12),
  elapsed: () => 0,
  wait: async () => undefined,
  random: () => 0,
}

async function opened(journal: SnapshotJournal) {
  const reading = await openReading(journal, effects, new AbortController().signal, () => undefined)
  if (!reading.ok) throw new Error(reading.failure.kind)
  return reading.value
}

test('slices that the disk refuses are as they were, and so is what they come to', async () => {
  const journal = memoryJournal(anyHeader)
  await journal.commit({ slices: [anySlice(1, { kept: 0, missing: 0 })] })
  let isFull = false
  const reading = await opened({
    ...journal,
    commit: async (change) => (isFull ? failed({ kind: 'disk', detail: 'The disk is full.' }) : journal.commit(change)),
  })
  const leftOut = { before: 2, after: 3, atEnd: 1 }
  const read = { ...anySlice(1, { kept: 7, missing: 4 }), leftOut }
  expect(await reading.commit({ slices: [read] })).toBe(true)
  expect(reading.progress()).toMatchObject({ events: 7, leftOut: 5, misfits: 4 })
  isFull = true
  expect(await reading.commit({ slices: [anySlice(2, { kept: 9 })], dropped: [1] })).toBe(false)
  expect([...reading.slices]).toEqual([[1, read]])
  expect(reading.progress()).toMatchObject({ events: 7, leftOut: 5, misfits: 4 })
  expect(reading.requests.haltedBy()).toMatchObject({ kind: 'disk' })
})

test('of many stops the latest are kept', async () => {
  const journal = memoryJournal(anyHeader)
  const stops = Array.from({ length: 100 }, (_, at) => ({ from: `${at}`, to: `${at}` }))
  await journal.commit({ state: { ...UNREAD, proof: 2, method: 'offset', keptAt: '2026-12-01T11:00:00.000Z', stops } })
  const kept = (await opened(journal)).state.stops
  expect(kept).toHaveLength(100)
  expect([kept[0], kept.at(-1)]).toEqual([
    stops[1],
    { from: '2026-12-01T11:00:00.000Z', to: '2026-12-01T12:00:00.000Z' },
  ])
})

test('a slice is never given an id that another had', async () => {
  const journal = memoryJournal(anyHeader)
  await journal.commit({ slices: [anySlice(7, { kept: 0 }), anySlice(3, { kept: 0 })] })
  expect((await opened(journal)).newSlice({ from: null, to: null }).id).toBe(8)
})
