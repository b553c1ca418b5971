import { expect, test } from 'vitest'
import { createActivity } from './activity.ts'

const facts = {
  startedAt: '2026-11-20T12:00:00.000Z',
  connectionName: 'A',
  method: 'GET',
  url: 'https://a.example',
  body: null,
} as const

test('keeps the last 200, newest first, and follows each to its end', () => {
  const activity = createActivity()
  const notes = Array.from({ length: 250 }, (_, at) => activity.start({ ...facts, url: `https://a.example/${at}` }))
  const entries = activity.list()
  expect(entries).toHaveLength(200)
  expect(entries[0]).toEqual({
    ...facts,
    id: 250,
    url: 'https://a.example/249',
    durationMs: null,
    attempts: 0,
    outcome: { state: 'running' },
  })
  expect(entries.at(-1)?.url).toBe('https://a.example/50')
  notes[249]?.attempt(2)
  notes[249]?.finish({ state: 'answered', status: 200, bytes: 7 }, 40)
  notes[0]?.finish({ state: 'failed', failure: { kind: 'cancelled' } }, 1)
  expect(activity.list()[0]).toMatchObject({
    attempts: 2,
    durationMs: 40,
    outcome: { state: 'answered', status: 200, bytes: 7 },
  })
  expect(activity.list()).toHaveLength(200)
  expect(entries[0]?.outcome).toEqual({ state: 'running' })
})
