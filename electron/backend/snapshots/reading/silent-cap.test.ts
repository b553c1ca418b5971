// A service that gives fewer events than were asked for and does not say so: its short pages are not the end.
import { expect, test } from 'vitest'
import { readingUnderTest } from '../fixtures/reading-under-test.ts'
import { readSnapshot } from './read-snapshot.ts'

const MOST = 20

test.each([
  ['counts the page', 'of the page', null],
  ['counts the page and echoes the limit that was asked for', 'of the page', 'as asked'],
  ['counts nothing', 'none', null],
  ['counts nothing and echoes the limit that was asked for', 'none', 'as asked'],
  ['counts all matches', 'of all', null],
] as const)('is read to the end where it %s', async (_, counts, echoed) => {
  const under = await readingUnderTest({ events: 60 })
  const search: typeof under.effects.search = async (request, signal) => {
    const answer = await under.effects.search({ ...request, limit: Math.min(request.limit, MOST) }, signal)
    if (!answer.ok) return answer
    const { page } = answer.value
    const total = counts === 'none' ? null : counts === 'of all' ? page.total : page.events.length
    return { ...answer, value: { ...answer.value, page: { ...page, total, limit: echoed && request.limit } } }
  }
  try {
    const journal = under.journal()
    const outcome = await readSnapshot(journal, { ...under.effects, search }, new AbortController().signal)
    if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
    expect(journal.slices().reduce((sum, { kept }) => sum + kept, 0)).toBe(60)
    expect(outcome.verdict.kind).toBe(counts === 'of all' ? 'complete' : 'unproven')
  } finally {
    await under.close()
  }
})
