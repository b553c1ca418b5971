// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, useMemo } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { type Bridge, FailureError } from '../bridge.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { firstToOpen, useConnectionActions, useConnections } from './use-connections.ts'

const one = (id: string, changed: Partial<Connection> = {}) =>
  ({
    id,
    name: id,
    origin: 'saved',
    baseUrl: `https://${id}.example`,
    account: 1,
    hiddenAccount: null,
    token: { place: 'memory', why: '' },
    ...changed,
  }) as Connection

test.each([
  ['nothing there', [], null, null],
  ['the only one', [one('a')], null, 'a'],
  ['none of several', [one('a'), one('b')], null, null],
  ['the last one opened', [one('a'), one('b')], 'b', 'b'],
  ['the last one is gone', [one('a'), one('b')], 'c', null],
  ["the variables' comes first", [one('a'), one('env', { origin: 'environment' })], 'a', 'env'],
])('%s', (_, list, last, opened) => {
  expect(firstToOpen(list, last, null)).toBe(opened)
})

test('the address goes before all of them, where its connection is still here', () => {
  const list = [one('a'), one('b'), one('env', { origin: 'environment' })]
  expect(firstToOpen(list, 'a', 'b')).toBe('b')
  expect(firstToOpen(list, 'a', 'gone')).toBe('env')
})

/** A window in which "a" is open and "b" is not, over a backend that answers when it is told to. */
async function windowOn(list = [one('a'), one('b')]) {
  const did: string[] = []
  const note = (what: string) => () => void did.push(what)
  /** Calls under way, oldest first. */
  const calls: { name: string; answer: (value: unknown) => void }[] = []
  const call = (name: string) => () => {
    did.push(name)
    const { promise, resolve } = Promise.withResolvers()
    calls.push({ name, answer: resolve })
    return promise
  }
  const bridge = {
    connections: { list: call('list'), exploreSampleData: call('sample'), decideAccount: call('decide') },
    cache: { clear: call('clear cache') },
  } as unknown as Bridge
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(() => queryClient.clear())
  let seen = {} as ReturnType<typeof useConnections> & { actions: ReturnType<typeof useConnectionActions> }
  const change = (last: { lastConnectionId: string | null }) => void did.push(`remember ${last.lastConnectionId}`)
  const backToLive = note('back to live')
  function Window() {
    const connections = useConnections(list, 'a')
    const { current, epoch } = connections
    // biome-ignore lint/correctness/useExhaustiveDependencies: another epoch is another session
    const session = useMemo(
      () =>
        ({
          search: { retry: note('ask again'), reveal: note('reveal') },
          details: { retry: note('ask again for the event') },
          answers: {
            async stopKeeping() {
              await null
              did.push('stop keeping')
            },
            clear: note('clear answers'),
          },
          adopt: ({ id }: Connection) => void did.push(`adopt ${id}`),
        }) as unknown as Parameters<typeof useConnectionActions>[2],
      [epoch, current?.id],
    )
    seen = {
      ...connections,
      actions: useConnectionActions({ bridge, queryClient }, connections, session, change, backToLive),
    }
    return null
  }
  await mounted(<Window />)
  return {
    queryClient,
    now: () => ({ open: seen.current?.id, epoch: seen.epoch, list: seen.list.map(({ id }) => id) }),
    current: () => seen.current,
    /** What was done since the last time. */
    did: () => did.splice(0),
    run: (action: (actions: typeof seen.actions) => unknown) => act(async () => void action(seen.actions)),
    answer: (name: string, value: unknown) =>
      act(async () =>
        calls
          .splice(
            calls.findIndex((one) => one.name === name),
            1,
          )[0]
          ?.answer(value),
      ),
    fail: (queryKey: string[], connectionId: string) =>
      act(async () => {
        const queryFn = () => Promise.reject(new FailureError({ kind: 'connection-changed', connectionId }))
        await queryClient.fetchQuery({ queryKey, queryFn }).catch(() => {})
      }),
  }
}

test('a connection whose key alone was changed stays on screen and asks again; one at another address starts over', async () => {
  const { run, did, now } = await windowOn()
  await run(({ saved }) => saved(one('a', { account: 2 }), false))
  expect(did()).toEqual(['adopt a', 'ask again', 'ask again for the event', 'remember a'])
  await run(({ saved }) => saved(one('a', { account: 2, name: 'Acme' }), false))
  expect([did(), now().epoch]).toEqual([['remember a'], 0])
  await run(({ saved }) => saved(one('a', { account: 2, baseUrl: 'https://other.example' }), false))
  expect([did(), now().epoch]).toEqual([['back to live', 'remember a'], 1])
  await run(({ saved }) => saved(one('c'), false))
  expect([did(), now()]).toEqual([['back to live', 'remember c'], { open: 'c', epoch: 2, list: ['a', 'b', 'c'] }])
})

test('what is saved behind a form that is gone opens nothing else', async () => {
  const { run, did, now } = await windowOn()
  await run(({ saved }) => saved(one('b', { baseUrl: 'https://other.example' }), true))
  expect([did(), now()]).toEqual([[], { open: 'a', epoch: 0, list: ['a', 'b'] }])
  await run(({ saved }) => saved(one('a', { account: 2 }), true))
  expect(did()).toContain('ask again')
})

test('a new key for one that is not open any more asks nothing', async () => {
  const { run, did, now } = await windowOn()
  await run(({ replaced }) => replaced(one('b', { account: 2 })))
  expect([did(), now().open]).toEqual([[], 'a'])
})

test('sample data opens, unless another connection was opened meanwhile; it is not what opens next time', async () => {
  const { run, did, now, answer } = await windowOn()
  await run(({ exploreSampleData }) => exploreSampleData())
  await run(({ open }) => open('b'))
  expect(did()).toEqual(['sample', 'remember b', 'back to live'])
  await answer('sample', one('sample', { origin: 'sample' }))
  expect([did(), now()]).toEqual([[], { open: 'b', epoch: 1, list: ['a', 'b', 'sample'] }])
  await run(({ exploreSampleData }) => exploreSampleData())
  await answer('sample', one('sample', { origin: 'sample' }))
  expect([did(), now().open]).toEqual([['sample', 'back to live'], 'sample'])
})

test('with a forgotten key, or a deleted connection, its rows go and those of others stay', async () => {
  const { run, did, now, queryClient } = await windowOn()
  const keys = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey.join(' '))
  const keep = () => {
    for (const id of ['a', 'b']) for (const of of ['search', 'event']) queryClient.setQueryData([of, id, '1'], 'rows')
  }
  keep()
  await run(({ forgotten }) => forgotten(one('a', { token: { place: 'nowhere' } })))
  expect([keys(), now().epoch]).toEqual([['search b 1', 'event b 1'], 1])
  keep()
  await run(({ deleted }) => deleted('b', [one('a')]))
  expect(keys()).toEqual(expect.arrayContaining(['search a 1', 'event a 1']))
  expect([keys().length, did(), now()]).toEqual([2, ['remember null'], { open: 'a', epoch: 1, list: ['a'] }])
  await run(({ deleted }) => deleted('a', []))
  expect(now()).toEqual({ open: undefined, epoch: 2, list: [] })
})

test('hidden rows are shown where the account is the same, of the connection that is open', async () => {
  const { run, did, answer } = await windowOn()
  const decide = async (id: string, isSame: boolean) => {
    await run(({ decideAccount }) => decideAccount(id, isSame))
    await answer('decide', one(id))
    return did()
  }
  expect(await decide('a', true)).toEqual(['decide', 'adopt a', 'reveal'])
  expect(await decide('a', false)).toEqual(['decide', 'adopt a'])
  expect(await decide('b', true)).toEqual(['decide'])
})

test('the cache is cleared once nothing is kept any more, and then what is on screen; no rows are hidden after it', async () => {
  const { run, did, answer, current } = await windowOn([one('a', { hiddenAccount: 1 }), one('b')])
  await run(({ clearCache }) => clearCache())
  expect([did(), current()?.hiddenAccount]).toEqual([['stop keeping', 'clear cache'], 1])
  await answer('clear cache', null)
  expect([did(), current()?.hiddenAccount]).toEqual([['clear answers'], null])
})

test('what another window changed is used as soon as a call is refused for it, told once, and only of what is open', async () => {
  const { fail, did, answer, current } = await windowOn()
  await fail(['search', 'a', '1'], 'a')
  await fail(['event', 'a', '1'], 'a')
  expect(did()).toEqual(['list'])
  await answer('list', [one('a', { baseUrl: 'https://moved.example' }), one('b')])
  expect([did(), current()?.baseUrl]).toEqual([['back to live', 'remember a'], 'https://moved.example'])
  await fail(['search', 'b', '1'], 'b')
  await answer('list', [one('a'), one('b', { account: 2 })])
  expect([did(), current()?.id]).toEqual([['list'], 'a'])
})
