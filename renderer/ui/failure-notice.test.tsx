import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Failure } from '../../shared/failure/failure.ts'
import { eachFailure } from '../../shared/failure/fixtures/each-failure.ts'
import { FailureNotice, staleWords } from './failure-notice.tsx'

const over = (failure: Failure, what: 'rows' | 'no rows' | 'event') => {
  const { title, cause, advice } = staleWords(failure, { what, at: '12:03' })
  return `${title} ${cause} ${advice}`
}

test.each(Object.values(eachFailure).flat())('what stays on screen is named, with its age: $kind', (failure) => {
  expect(over(failure, 'rows')).toContain('12:03')
  expect(over(failure, 'rows')).not.toMatch(/the event (on screen|as of)/i)
  expect(over(failure, 'event')).toMatch(/the event (on screen is from|as of) 12:03/i)
  expect(over(failure, 'event')).not.toMatch(/rows on screen/)
  expect(over(failure, 'no rows')).toMatch(/the empty list on screen is from 12:03|cached at 12:03/i)
  expect(over(failure, 'no rows')).not.toMatch(/rows on screen/)
})

test('where nobody answered, what is shown comes first, then what happened', () => {
  const { title, cause, advice } = staleWords(eachFailure.timeout[0]!, { what: 'event', at: '12:03' })
  expect(title).toBe('No answer – showing the event as of 12:03')
  expect(cause).toBe('No answer within 30 s.')
  expect(advice).toMatch(/^Try again/)
})

test('only a computer without a network is called offline', () => {
  const titles = eachFailure.unreachable.map((failure) => staleWords(failure, { what: 'rows', at: '12:03' }).title)
  expect(titles.filter((title) => title.startsWith('Offline'))).toHaveLength(1)
})

const drawn = (failure: Failure, kept: 'rows' | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <FailureNotice
        failure={failure}
        onRetry={() => undefined}
        onReplaceToken={() => undefined}
        kept={kept && { what: kept, at: '12:03' }}
      />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>/gs, '')

const attempts = { attempts: 4, durationMs: 3_000 }
const detail = 'the system’s own words'
const http = { status: 503, requestId: 'req-0815', serviceMessage: 'the database sleeps' }

/** What a search can fail with, and what has to be read of it. A spec shows one of each kind above rows that stay. */
test.each<[Failure, ...RegExp[]]>([
  [{ kind: 'unreachable', reason: 'refused', detail, ...attempts }, /Nothing answers/, /may be down/, /own words/],
  [
    { kind: 'unreachable', reason: 'unknown-host', detail, ...attempts },
    /host name is not known/,
    /Check the base URL/,
  ],
  [
    { kind: 'unreachable', reason: 'certificate', detail, ...attempts },
    /certificate is not trusted/,
    /Nothing was sent/,
  ],
  [{ kind: 'unreachable', reason: 'reset', detail, ...attempts }, /connection broke/i, /Try again/],
  [{ kind: 'unreachable', reason: 'offline', detail, ...attempts }, /computer is offline/, /Connect to a network/],
  [{ kind: 'unreachable', reason: 'proxy', detail, ...attempts }, /proxy does not let/, /Check the proxy settings/],
  [{ kind: 'unreachable', reason: 'other', detail, ...attempts }, /cannot be reached/, /Check the network/],
  [{ kind: 'malformed-response', reason: 'encoding', detail, ...attempts }, /cannot be decompressed/, /own words/],
  [
    { kind: 'malformed-response', reason: 'headers', detail, ...attempts },
    /headers of the answer are too large/,
    /Tell whoever runs the service/,
  ],
  [
    { kind: 'malformed-response', reason: 'protocol', detail, ...attempts },
    /The answer is not HTTP/,
    /port of the base URL/,
  ],
  [{ kind: 'timeout', phase: 'headers', afterMs: 30_000, ...attempts }, /No answer within 30 s/, /narrow the filters/],
  [{ kind: 'timeout', phase: 'body', afterMs: 30_000, ...attempts }, /stopped coming/],
  [{ kind: 'timeout', phase: 'total', afterMs: 30_000, ...attempts }, /all attempts included/],
  [{ kind: 'rate-limited', retryAfterMs: 120_000, http, ...attempts }, /fewer requests/, /in 120 s|in 2 min/],
  [
    { kind: 'service-error', retryAfterMs: null, http, ...attempts },
    /The service failed \(503\)/,
    /Status 503/,
    /req-0815/,
  ],
  [{ kind: 'too-large', bound: 'bytes', limit: 33_554_432, ...attempts }, /larger than 32 MB/, /fewer rows per page/],
  [{ kind: 'cut', receivedBytes: 1234, ...attempts }, /broke off/, /1,234 bytes/],
  [{ kind: 'no-token', connectionId: 'x' }, /no API key/, /Enter one/],
  [{ kind: 'no-connection', connectionId: 'x' }, /no longer exists/, /Choose another/],
  [{ kind: 'bridge', reason: 'session-over', detail: '' }, /session is over/, /new link/],
])('%j tells what to do next, with a way on', (failure, ...words) => {
  for (const kept of ['rows', null] as const) {
    const markup = drawn(failure, kept)
    for (const word of words) expect(markup).toMatch(word)
    // Without a key there is nothing to ask with.
    const isKeyless = failure.kind === 'no-token'
    expect([markup.includes('Retry<'), markup.includes('Enter API key<')]).toEqual([!isKeyless, isKeyless])
  }
})
