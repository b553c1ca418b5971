import { expect, test } from 'vitest'
import type { Bridge } from '../../bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { type ChecksStates, createChecksSession } from './checks-session.ts'

/** What is remembered, in memory. */
function memory(kept = new Map<string, string>()) {
  const remembered = {
    read: async ({ name }: { name: string }) => kept.get(name) ?? null,
    write: async ({ name, value }: { name: string; value: string }) => {
      kept.set(name, value)
      return null
    },
  }
  const bridge = { remembered } as unknown as Pick<Bridge, 'remembered'>
  const { later } = manualTimers()
  const open = () =>
    createChecksSession({ parts: createStateStore(), bridge, connectionId: 'c', later, onUnkept: () => {} })
  return { bridge, kept, remembered, open }
}

const key = (digit: string) => digit.repeat(64)

test('a mark is kept for the connection, over what another window kept meanwhile', async () => {
  const { open, kept } = memory()
  const [one, other] = [open(), open()]
  await one.refresh()
  expect(one.state().marks).toEqual([])
  await Promise.all([
    one.mark([{ key: key('a'), note: ' two seats \ud800' }]),
    other.mark([{ key: key('b'), note: '' }]),
  ])
  await one.mark([{ key: key('c'), note: 'c' }])
  await one.mark([{ key: key('a'), note: 'two seats' }])
  expect(JSON.parse(kept.get('legitimate-duplicates') ?? '')).toEqual([
    { key: key('b'), note: '' },
    { key: key('c'), note: 'c' },
    { key: key('a'), note: 'two seats' },
  ])
  expect(one.state().marks).toHaveLength(3)
  await other.unmark([key('c')])
  await one.refresh()
  expect(one.state().marks?.map((mark) => mark.key)).toEqual([key('b'), key('a')])
})

test('of several connections, each is looked at in its own way', () => {
  const parts = createStateStore<{ checks: ChecksStates }>()
  const { later } = manualTimers()
  const of = (connectionId: string) =>
    createChecksSession({ parts, bridge: memory().bridge, connectionId, later, onUnkept: () => {} })
  const [one, other] = [of('one'), of('other')]
  one.look({ amount: 'price' })
  other.look({ windowSeconds: 60 })
  expect([one.state(), other.state()]).toEqual([
    { marks: null, windowSeconds: 5, amount: 'price' },
    { marks: null, windowSeconds: 60, amount: undefined },
  ])
})

test('what cannot be read is not written over, and what has no room is refused in words', async () => {
  const { open, kept, remembered } = memory()
  const session = open()
  await session.refresh()
  const marks = Array.from({ length: 502 }, (_, at) => ({ key: String(at).padStart(64, '0'), note: 'n'.repeat(2_000) }))
  kept.set('legitimate-duplicates', JSON.stringify(marks))
  expect(await session.mark([{ key: key('a'), note: 'x'.repeat(9_000) }])).toMatchObject({
    ok: false,
    failure: { kind: 'invalid' },
  })
  expect(JSON.parse(kept.get('legitimate-duplicates') ?? '')).toHaveLength(502)
  remembered.read = async () => {
    throw new Error('The keyring is locked.')
  }
  expect(await session.mark([{ key: key('a'), note: '' }])).toMatchObject({ ok: false })
  expect(JSON.parse(kept.get('legitimate-duplicates') ?? '')).toHaveLength(502)
})

test('many are marked at once with one note, and let go of at once', async () => {
  const { open, kept } = memory()
  const session = open()
  await session.mark([{ key: key('a'), note: 'alone' }])
  const both = ['b', 'a'].map((digit) => ({ key: key(digit), note: 'test run' }))
  await session.mark([...both, ...both])
  expect(JSON.parse(kept.get('legitimate-duplicates') ?? '')).toEqual(both)
  await session.unmark([key('a'), key('b'), key('c')])
  expect(JSON.parse(kept.get('legitimate-duplicates') ?? '')).toEqual([])
})

test('no more than 10,000 are kept, all or none of those that are asked for, and the refusal says how many there are', async () => {
  const { open } = memory()
  const session = open()
  const marks = Array.from({ length: 10_001 }, (_, at) => ({ key: String(at).padStart(64, '0'), note: '' }))
  expect((await session.mark(marks.slice(0, 9_999))).ok).toBe(true)
  const refused = await session.mark(marks.slice(9_999))
  expect(refused.ok ? '' : refused.failure).toMatchObject({
    message: expect.stringContaining('10,000 marks are kept at most, and there are 9,999 already'),
  })
  expect(session.state().marks).toHaveLength(9_999)
  expect((await session.mark(marks.slice(9_999, 10_000))).ok).toBe(true)
  expect(session.state().marks).toHaveLength(10_000)
})
