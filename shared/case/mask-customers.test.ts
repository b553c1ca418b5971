import { describe, expect, test } from 'vitest'
import { growthProblems } from '../exact/fixtures/linear-work.ts'
import { createMasker } from './mask-customers.ts'

const KEY = '00112233445566778899aabbccddeeff'
const masked = (text: string, ...customers: string[]) => createMasker(customers, KEY)(text)

describe('in a text', () => {
  test.each([
    ['a hyphen', 'cus-1', 'for cus-1, not cus-12 nor acus-1', 'for customer A, not cus-12 nor acus-1'],
    ['words joined to it', 'cus_1', 'evt_cus_1_2026, cus_12', 'evt_customer A_2026, cus_12'],
    ['a prefix', 'cus_nord', 'key nord-api_calls-1 of Nord', 'key customer A-api_calls-1 of customer A'],
    ['Base64', 'cus_nörd', `id ${Buffer.from('{"c":"cus_nörd"}').toString('base64')}`, 'id customer A='],
    ['Base64 of addresses', 'cus_???>', `at ${Buffer.from('a cus_???>').toString('base64url')}.`, 'at customer A.'],
    ['all that means something in a pattern', '^$.*+?()[]{}|/\\-', 'a ^$.*+?()[]{}|/\\- b', 'a customer A b'],
    ['no letter', '😀', 'of 😀.', 'of customer A.'],
    ['no letter, beside a word', '-', 'a-b - c', 'a-b customer A c'],
    ['no letter, many times', '--', 'a---', 'a-customer A'],
    ['an edge that is no letter', '#12', 'customer#12#123', 'customercustomer A#123'],
    ['half a character', '\ud83d', 'of \ud83d', 'of customer A'],
    ['escapes of its own', '\\u0041%41', 'of \\u0041%41', 'of customer A'],
    ['the escapes of JSON', 'Mü/"1"', 'sent {"c":"M\\u00fc\\/\\"1\\""}: 200', 'sent {"c":"customer A"}: 200'],
    ['an address', 'a ü😀', 'GET /events/a%20%C3%BC%f0%9f%98%80?x=%ff', 'GET /events/customer A?x=%ff'],
    ['JSON in an address', 'a"ü', '?q=%7B%22c%22%3A%22a%5C%22%5Cu00fc%22%7D', '?q=%7B%22c%22%3A%22customer A%22%7D'],
  ])('an ID with %s', (_, id, text, expected) => expect(masked(text, id)).toBe(expected))

  test('of IDs that begin, end or overlap each other none is left', () => {
    const ids = ['a', 'a b', 'b c', 'c', 'c d e', 'd']
    for (const text of ['a b c', 'a b c d', 'a b c d e', 'd c b a', 'c d c d e']) {
      expect(masked(text, ...ids).replaceAll(/customer [A-F]/g, '')).toMatch(/^[ b]*$/)
    }
    expect(masked('cus-1-2 cus-1', 'cus-1', 'cus-1-2').split(' customer ')).toHaveLength(2)
  })
})

test('of two IDs that begin at one place, one of them only where escapes are read, the longer is meant', () => {
  const letter = (text: string) => masked(text, 'a', 'a b')
  expect(letter('a b')).not.toBe(letter('a'))
  expect(letter('a%20b')).toBe(letter('a b'))
})

describe('a name that a file has for a customer', () => {
  const names = [
    { said: 'Nörd Logistik', is: 'cus_nord' },
    { said: 'Acme  Ltd', is: 'cus_other' },
    { said: ' - ', is: 'cus_other' },
    { said: '', is: 'cus_nord' },
  ]
  const hidden = (text: string, customers = ['cus_nord']) => createMasker(customers, KEY, names)(text)

  test.each([
    ['as it is said', 'of Nörd Logistik.'],
    ['in other case', 'of NÖRD LOGISTIK.'],
    ['in small letters', 'of nörd logistik.'],
    ['decomposed', 'of No\u0308rd Logistik.'.replace('\\u0308', '\u0308')],
    ['joined by hyphens', 'of nörd-logistik.'],
    ['joined by underscores', 'of NÖRD_LOGISTIK.'],
    ['in an address', 'of N%C3%B6rd%20Logistik.'],
    ['in a query', 'of N%C3%B6rd+Logistik.'],
    ['as JSON in JSON', 'of N\\\\u00f6rd Logistik.'],
  ])('is masked %s', (_, text) => expect(hidden(text)).toBe('of customer A.'))

  test('also in Base64, and not within a word', () => {
    expect(hidden(`of ${Buffer.from('a Nörd Logistik').toString('base64')}.`)).toMatch(/^of customer A=*\.$/)
    expect(hidden('Nörd Logistiker - Nörd')).toBe('Nörd Logistiker - Nörd')
  })

  test('of a customer whom no entry names has a letter behind theirs, and so has the ID', () => {
    expect(hidden('cus_nord, Acme  Ltd, acme-ltd, cus_other')).toBe('customer A, customer B, customer B, customer B')
    expect(hidden('Acme  Ltd', [])).toMatch(/^customer [AB]$/)
  })

  test('where two are alike, the one that is said of longer text goes first, and an ID goes before a name', () => {
    const alike = [
      { said: 'cus_b', is: 'cus_a' },
      { said: 'cus_b Ltd', is: 'cus_a' },
    ]
    const letter = (text: string) => createMasker(['cus_a', 'cus_b'], KEY, alike)(text)
    expect(letter('cus_b')).not.toBe(letter('cus_a'))
    expect(letter('cus_b Ltd')).toBe(letter('cus_a'))
  })
})

describe('in JSON', () => {
  test.each([
    [
      'names, values and what is nested',
      '{"a":[{"\\u0061-1" : "a-1"}, "\\/"]}',
      '{"a":[{"customer A" : "customer A"}, "\\/"]}',
    ],
    ['JSON in a string', '{"a":"{\\"c\\":\\"\\\\u0061-1\\"}"}', '{"a":"{\\"c\\":\\"customer A\\"}"}'],
    ['text that only looks like it', '{"a":"\\u0061-1"', '{"a":"customer A"'],
  ])('%s', (_, source, expected) => expect(masked(source, 'a-1')).toBe(expected))

  test('an ID that looks like what stands between values takes none of it away', () => {
    expect(masked('{"a":"b","c":"\\",\\"c\\":\\""}', '","c":"')).toBe('{"a":"b","c":"customer A"}')
  })

  test('a number that is one becomes a string', () => {
    expect(masked('{"customer":12,"other":123,"true":true}', '12', 'true')).toMatch(
      /^{"customer":"customer ([AB])","other":123,"customer (?!\1)[AB]":"customer [AB]"}$/,
    )
  })
})

const repeated = (piece: string) => (length: number) => piece.repeat(length / piece.length)
const TEXTS = Object.fromEntries(['a', '-', 'a-', '\\u0061%61'].map((piece) => [piece, repeated(piece)]))

test.each<[string, (text: string) => unknown]>([
  ['texts', (text) => masked(text, 'a', '-', 'a-a')],
  ['JSON in JSON', (text) => masked(JSON.stringify([JSON.stringify([text])]), 'a', '-', 'a-a')],
  ['IDs', (text) => masked(text, text, `${text}-`, text.slice(1), text.slice(0, text.length / 2), '-a')],
  [
    'names',
    (text) =>
      createMasker(['a'], KEY, [
        { said: text, is: 'a' },
        { said: `${text} a`, is: 'b' },
      ])(text),
  ],
  ['many IDs', (text) => masked(text, ...Array.from({ length: text.length / 10 }, (_, at) => `a-${at}`))],
])('work with %s grows as they do', (_, work) => expect(growthProblems(work, TEXTS)).toEqual([]))
