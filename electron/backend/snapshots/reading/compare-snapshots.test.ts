import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyHeader, anySlice } from '../fixtures/journal-contract.ts'
import { idOf, readingUnderTest } from '../fixtures/reading-under-test.ts'
import { memoryJournal } from '../memory-journal.ts'
import { NONE_MISSED, type SnapshotRow } from '../slice.ts'
import { compareSnapshots, type SnapshotChange } from './compare-snapshots.ts'

const row = (id: number, amount: number): SnapshotRow => ({
  source: `{"event_id":"e${id}","event_properties":{"amount":${amount}}}`,
  misses: NONE_MISSED,
})

async function journalOf(rows: SnapshotRow[], parts: number) {
  const journal = memoryJournal(anyHeader)
  for (let part = 0; part < parts; part += 1) {
    const own = rows.filter((_, index) => index % parts === part)
    await journal.commit({ slices: [anySlice(part + 1)], rows: { sliceId: part + 1, how: 'replace', rows: own } })
  }
  return journal
}

async function changesOf(changes: AsyncGenerator<SnapshotChange, void>): Promise<SnapshotChange[]> {
  const all: SnapshotChange[] = []
  for await (const change of changes) all.push(change)
  return all
}

const events = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 0, max: 40 }), amount: fc.integer({ min: 0, max: 2 }) }),
  { selector: ({ id }) => id },
)

test('finds what was added, is gone and was altered, however the slices lie', async () => {
  await fc.assert(
    fc.asyncProperty(events, events, fc.integer({ min: 1, max: 4 }), async (before, after, parts) => {
      const earlier = await journalOf(
        before.map(({ id, amount }) => row(id, amount)),
        parts,
      )
      const later = await journalOf(
        after.map(({ id, amount }) => row(id, amount)),
        5 - parts,
      )
      const found = await changesOf(compareSnapshots(earlier, later))
      const was = new Map(before.map(({ id, amount }) => [id, amount]))
      const is = new Map(after.map(({ id, amount }) => [id, amount]))
      const expected = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
        const [then, now] = [was.get(id), is.get(id)]
        if (then === now) return []
        if (then === undefined) return [`added ${id}`]
        return now === undefined ? [`gone ${id}`] : [`altered ${id} ${then} ${now}`]
      })
      expect(found.map(said).sort()).toEqual(expected.sort())
    }),
    { numRuns: 200 },
  )
})

function said(change: SnapshotChange): string {
  const number = ({ source }: SnapshotRow) => idOf({ source, misses: [] }).slice(1)
  const amount = ({ source }: SnapshotRow) => /"amount":(\d)/.exec(source)?.[1]
  switch (change.kind) {
    case 'added':
    case 'gone':
      return `${change.kind} ${number(change.row)}`
    case 'altered':
      return `altered ${number(change.before)} ${amount(change.before)} ${amount(change.after)}`
    case 'failed':
      return 'failed'
    default:
      return change satisfies never
  }
}

test('an arrival and a vanishing in one part, which counts cannot show, are found by reading again', async () => {
  const under = await readingUnderTest({ events: 1_200 })
  try {
    const range = { from: '2026-10-01T00:00:00Z', until: '2026-11-10T00:00:00Z' }
    const journal = under.journal({ range })
    await under.read(journal)
    const inIt = { created_at_from: '2026-10-20T00:00:00Z', created_at_to: '2026-10-22T00:00:00Z' }
    const [gone] = under.service.history().matches(inIt)
    if (gone === undefined) throw new Error('no events')
    under.service.remove(gone.eventId)
    const of = { customerId: 'cus_new', eventCode: 'api_calls', eventType: 'debit' as const, properties: [] }
    under.service.add([{ eventId: 'new', createdAt: '2026-10-21T00:00:00Z', ...of }])
    const again = under.journal({ range })
    const { outcome } = await under.read(again)
    expect(outcome).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
    expect(again.state().totalAtEnd?.total).toBe(journal.state().totalAtEnd?.total)
    const found = await changesOf(compareSnapshots(journal, again))
    const words = found.map((change) => ('row' in change ? `${change.kind} ${idOf(change.row)}` : change.kind))
    expect(words.sort()).toEqual(['added new', `gone ${gone.eventId}`].sort())
  } finally {
    await under.close()
  }
})
