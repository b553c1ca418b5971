import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someName, somePlace } from './fixtures/some-place.ts'
import { copiedSearch, type Place, placeParams, readCopiedSearch, readPlace } from './place.ts'

test('a place is read back from what it is written as, whatever is in it', () => {
  fc.assert(
    fc.property(somePlace, (wanted) => {
      expect(readPlace(new URLSearchParams(placeParams(wanted).toString()))).toEqual({ ok: true, place: wanted })
    }),
  )
})

test('an open event with an ID longer than an address should be is left out of it', () => {
  const wanted: Place = {
    filters: { propertyFilters: [] },
    limit: 50,
    offset: 0,
    sort: null,
    columns: null,
    event: null,
  }
  for (const [length, event] of [
    [2_000, 'x'.repeat(2_000)],
    [2_001, null],
  ] as const) {
    const params = placeParams({ ...wanted, event: 'x'.repeat(length) })
    expect(readPlace(new URLSearchParams(params.toString()))).toEqual({ ok: true, place: { ...wanted, event } })
  }
})

test('a copied search is one line that is read back out of any text, without the page and the open event', () => {
  fc.assert(
    fc.property(somePlace, someName, (wanted, name) => {
      const line = copiedSearch({ name, baseUrl: 'https://a.example/b?c' }, wanted)
      expect(line).not.toMatch(/\s/)
      for (const text of [`see: "x" ${line} thanks`, `<${line}>,`, `"${line}".`, `hey, ${line}, thanks`]) {
        expect(readCopiedSearch(text)).toEqual({
          name,
          baseUrl: 'https://a.example/b?c',
          reading: { ok: true, place: { ...wanted, offset: 0, event: null } },
        })
      }
    }),
  )
})

test('a zone that is not known here says nothing, nor does a search without one, as earlier versions kept it', () => {
  for (const text of ['customer_id=a&zone=Mars%2FOlympus_Mons', 'customer_id=a']) {
    const reading = readPlace(new URLSearchParams(text))
    expect(reading.ok && 'zone' in reading.place).toBe(false)
  }
})

test('an event ID is no copied search', () => {
  expect(readCopiedSearch('evt_1')).toBeNull()
})

describe('what does not fit is said, part by part', () => {
  test.each([
    ['nonsense=1', '“nonsense” is not part of a search.'],
    ['customer_id=a&customer_id=b', '“customer_id” occurs twice.'],
    ['event_type=refund', '“event_type” must be credit or debit.'],
    ['created_at_from=yesterday', '“created_at_from” is not a time in UTC such as 2026-11-20T14:52:57Z.'],
    ['created_at_to=2026-11-03T00:00:00%2B01:00', '“created_at_to” is not a time in UTC such as 2026-11-20T14:52:57Z.'],
    [
      'created_at_from=2026-11-21T00:00:00Z&created_at_to=2026-11-20T00:00:00Z',
      '“created_at_from” is after “created_at_to”.',
    ],
    [`customer_id=${'x'.repeat(2_001)}`, '“customer_id” is longer than 2,000 characters.'],
    [
      `property=["a","string","${'x'.repeat(2_001)}"]`,
      'The name or the value of a property filter is longer than 2,000 characters.',
    ],
    ['property=amount', '“property” cannot be read.'],
    ['property=["amount","number","many"]', 'The filter for the property “amount” is not valid.'],
    [
      'property=["a","string","1"]&property=["a","string","2"]',
      'Two property filters have the same name: a JSON object would keep only one of them.',
    ],
    ['limit=1000', '“limit” must be a number from 1 to 100.'],
    ['offset=-1', '“offset” must be a number from 0 up.'],
    ['sort=created', '“sort” cannot be read.'],
    ['columns={}', '“columns” cannot be read.'],
  ])('%s', (params, problem) => {
    expect(readPlace(new URLSearchParams(params))).toEqual({ ok: false, problems: [problem] })
  })

  test('and the first five of them', () => {
    const reading = readPlace(new URLSearchParams('a=1&b=1&c=1&d=1&e=1&f=1'))
    expect(reading.ok ? [] : reading.problems).toHaveLength(5)
  })
})
