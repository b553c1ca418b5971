import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsWithin } from './ids-within.ts'

const SEEN = ['evt_01JBRX7Q3M5T9V2W4Y6Z8A08C1', 'evt_02']
const UUID = '7b0f9c1e-5d1f-4c69-9d2e-0a1b2c3d4e5f'

test.each<[string, string, readonly string[], string[]]>([
  ['a sentence', 'Please look at evt_9, the customer cus_1 says it is wrong.', SEEN, ['evt_9']],
  ['two, with signs around them', 'Both (evt_9) and "evt_8". Thanks!', SEEN, ['evt_9', 'evt_8']],
  ['one twice', 'evt_9? Yes: evt_9', SEEN, ['evt_9']],
  ['a mail', `Hi,\n> event: evt_9\n> amount: 12.50 EUR\n\nRegards, Ann, +49 30 1234567`, SEEN, ['evt_9']],
  ['an address in it', 'see https://x.example/v1/events/evt_9 please', SEEN, ['evt_9']],
  ['a UUID, whatever was seen', `charged twice: ${UUID}`, SEEN, [UUID]],
  ['a ULID', 'this one: 01JBRX7Q3M5T9V2W4Y6Z8A08C1 thanks', [], ['01JBRX7Q3M5T9V2W4Y6Z8A08C1']],
  ['before any were seen', 'look at evt_9 of 2026-11-03', [], ['evt_9']],
  ['numbers where IDs are numbers', 'look at 100234 from 2026', ['100001'], ['100234']],
  ['IDs without a prefix', 'is f00dcafe01 wrong', ['abcdef0123'], ['f00dcafe01']],
])('%s', (_, text, seen, ids) => {
  expect(idsWithin(text, seen)).toEqual(ids)
})

test.each([
  ['3 Nov 2026'],
  ['last 7 days'],
  ['25 rows per page'],
  ['evt_9'],
  ['new york'],
  ['what is a GB-1 plan'],
  [''],
])('none in %j', (text) => {
  expect(idsWithin(text, SEEN)).toEqual([])
})

test('an ID is found wherever it stands between words', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}[,.!?:]?$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.array(word), fc.integer({ min: 1 }), (before, after, number) => {
      expect(idsWithin([...before, `evt_${number}`, ...after].join(' '), SEEN)).toEqual([`evt_${number}`])
    }),
  )
})
