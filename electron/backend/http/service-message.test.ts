import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../shared/fixtures/any-text.ts'
import { serviceMessage } from './service-message.ts'

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
  expect(serviceMessage('application/json', body)).toBe(words)
})

test('in HTML: its words, not its scripts', () => {
  const html =
    '<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>a{}</style></head><body><h1>nginx</h1><script>alert(1)</script><p>a &lt; b</p></body></html>'
  expect(serviceMessage('text/html', html)).toBe('502 Bad Gateway nginx a < b')
  expect(serviceMessage(null, html)).toBe('502 Bad Gateway nginx a < b')
})

test('is bounded, well-formed and without control characters, whatever came', () => {
  fc.assert(
    fc.property(anyText(3_000), fc.constantFrom('text/html', 'text/plain', null), (body, type) => {
      const words = serviceMessage(type, body)
      if (words === null) return
      expect(words.length).toBeLessThanOrEqual(2_000)
      expect(words.isWellFormed()).toBe(true)
      expect(words).not.toMatch(/[^\P{Cc}\n\t]/u)
    }),
    { seed: 2, numRuns: 60 },
  )
})

test('takes no time for a hostile body', () => {
  expect(serviceMessage('text/html', '<'.repeat(60_000))).toHaveLength(2_000)
  expect(serviceMessage('text/html', '<script '.repeat(8_000))).toBeNull()
  expect(serviceMessage('application/json', '['.repeat(30_000) + ']'.repeat(30_000))).toHaveLength(2_000)
})
