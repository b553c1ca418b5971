import { expect, test } from 'vitest'
import { memoryRemembered } from '../ui/fixtures/memory-remembered.ts'
import { CUSTOMER_NAMES, rememberCustomerNames, SHOWN_NAMES } from './customer-names.ts'

const place = { connectionId: 'c', name: 'customer-names' }

async function after(...checks: { said: string; is: string }[][]) {
  const { calls } = memoryRemembered()
  for (const names of checks) await rememberCustomerNames(calls, 'c', names)
  return CUSTOMER_NAMES.read(await calls.read(place))
}

test('names of all checks are kept, the latest first; what is said of one last holds, and an ID is no name', async () => {
  const a = { said: 'Nordlicht Logistik', is: 'cus_nordlicht' }
  const b = { said: 'Halden', is: 'cus_halden' }
  expect(await after([a], [b, { said: 'cus_1', is: 'cus_1' }], [])).toEqual([b, a])
  expect(await after([{ ...a, is: 'cus_other' }, b], [a])).toEqual([a, b])
})

test('no more are kept than a case can take along, and what is no list is none', async () => {
  const many = Array.from({ length: 12_000 }, (_, at) => ({ said: `n${at}`, is: 'c' }))
  expect(await after(many)).toHaveLength(10_000)
  const long = Array.from({ length: 100 }, (_, at) => ({ said: `${at}${'x'.repeat(9_000)}`, is: 'c' }))
  const kept = await after(long)
  expect(kept.length).toBeGreaterThan(50)
  expect(JSON.stringify(kept).length).toBeLessThan(600_000)
  expect(CUSTOMER_NAMES.read('{')).toEqual([])
})

test('what is shown beside an ID is masked, however many names files have had since', async () => {
  const { calls } = memoryRemembered()
  const shown = [{ said: 'Nordlicht Logistik', is: 'cus_nordlicht' }]
  await calls.write({ connectionId: 'c', name: SHOWN_NAMES.name, value: JSON.stringify(shown) })
  await rememberCustomerNames(
    calls,
    'c',
    Array.from({ length: 12_000 }, (_, at) => ({ said: `n${at}`, is: 'c' })),
  )
  expect(CUSTOMER_NAMES.read(await calls.read(place))).toEqual(expect.arrayContaining(shown))
})
