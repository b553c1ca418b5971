import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../shared/exact/fixtures/any-text.ts'
import { serviceMessage } from './service-call.ts'

const TOKEN = 'tok-7f3a9c/secret'

const messageOf = (contentType: string | null, body: string, isCut = false) =>
  serviceMessage({ contentType, bytes: new TextEncoder().encode(body), isCut }, TOKEN)

test.each([
  ['{"message":"No such customer."}', 'No such customer.'],
  ['{"error":"No."}', 'No.'],
  ['{"error":{"message":"No.","code":7}}', 'No.'],
  ['{"error":{"code":"invalid","field":"limit","message":"must be at most 100"}}', 'limit: must be at most 100'],
  ['{"type":"about:blank","title":"Bad Request","status":400,"detail":"limit is 500."}', 'limit is 500.'],
  ['{"title":"Bad Request"}', 'Bad Request'],
  ['{"errors":[{"message":"a is wrong"},{"detail":"b is wrong"}]}', 'a is wrong\nb is wrong'],
  ['{"detail":[{"loc":["body","limit"],"msg":"x"}],"message":"Invalid"}', 'Invalid'],
  ['"Just words"', 'Just words'],
  ['{"code":7}', '{"code":7}'],
  ['  plain words \r\n', 'plain words'],
  ['', null],
  [' \n ', null],
])('in JSON or text: %s', (body, words) => {
  expect(messageOf('application/json', body)).toBe(words)
})

test('in HTML: its words, not its scripts', () => {
  const html =
    '<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>a{}</style></head><body><h1>nginx</h1><script>alert(1)</script><p>a &lt; b</p></body></html>'
  expect(messageOf('text/html', html)).toBe('502 Bad Gateway nginx a < b')
  expect(messageOf(null, html)).toBe('502 Bad Gateway nginx a < b')
})

test('is bounded, well-formed and without control characters, whatever came', () => {
  fc.assert(
    fc.property(anyText(3_000), fc.constantFrom('text/html', 'text/plain', null), (body, type) => {
      const words = messageOf(type, body)
      if (words === null) return
      expect(words.length).toBeLessThanOrEqual(2_000)
      expect(words.isWellFormed()).toBe(true)
      expect(words).not.toMatch(/[^\P{Cc}\n\t]/u)
    }),
    { seed: 2, numRuns: 60 },
  )
})

test.each([
  ['application/json', '{"message":"Who is tok-7f3a9c\\/secret?"}', 'Who is •••?'],
  ['application/json', '{"error":{"field":"tok-7f3a9c\\u002Fsecret","message":"unknown"}}', '•••: unknown'],
  ['text/html', '<p>Who is tok&#45;7f3a9c&#x2F;secret?</p>', 'Who is •••?'],
  ['text/html', '<p>Who is to\u200bk-7f3a9c/sec\u00adret?</p>', 'Who is •••?'],
  ['application/json', '{"message":"Who is tok-7f3a\\u00009c/secret?"}', 'Who is •••?'],
  ['application/json', '{"message":"Who is tok\\u0026#45;7f3a9c/secret?"}', 'Who is •••?'],
])('brings no token back (%s): %s', (type, body, words) => {
  expect(messageOf(type, body)).toBe(words)
})

test.each([
  ['text/plain', 'Who is tok-7f3a9c/s', 'Who is •••'],
  ['text/html', '<p>Who is tok%2D7f3a9c%2', 'Who is •••%2'],
  ['application/json', '{"message":"Who is tok-7f3a9c\\u002', '{"message":"Who is •••\\u002'],
])('brings back no start of a token that the body was cut in (%s): %s', (type, body, words) => {
  expect(messageOf(type, body, true)).toBe(words)
})

test('comes to an end with a hostile body', () => {
  expect(messageOf('text/html', '<'.repeat(60_000))).toHaveLength(2_000)
  expect(messageOf('text/html', '<script '.repeat(8_000))).toBeNull()
  expect(messageOf('application/json', '['.repeat(30_000) + ']'.repeat(30_000))).toHaveLength(2_000)
})
