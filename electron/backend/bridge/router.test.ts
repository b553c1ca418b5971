import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { CACHE_LIMITS, type CacheOwner } from '../cache/cache.ts'
import { deferredCache, memoryCache } from '../cache/open-cache.ts'
import { implementBridge } from './implement-bridge.ts'
import { cacheCalls, type WithOwner } from './router.ts'

test('what comes before the cache is cleared is not written after it', async () => {
  const found = Promise.withResolvers<CacheOwner>()
  let lookedUp = 0
  const withOwner: WithOwner = async (_, __, use) => {
    lookedUp += 1
    return use(await found.promise)
  }
  const cache = deferredCache(Promise.resolve(memoryCache(Date.now, CACHE_LIMITS, null)))
  const calls = createRouterClient(cacheCalls(implementBridge(expect.unreachable), { cache, withOwner }))
  const write = () =>
    Promise.all([
      calls.write({ connectionId: 'one', key: 'page', value: 'rows' }),
      calls.recordFirstSeen({ connectionId: 'one', account: 1, events: [{ eventId: 'evt_1', source: '{}' }] }),
    ])
  const late = write()
  await expect.poll(() => lookedUp).toBe(2)
  await calls.clear()
  found.resolve({ connectionId: 'one', account: 1 })
  await late
  expect((await calls.status()).entries).toBe(0)
  await write()
  expect((await calls.status()).entries).toBe(2)
})
