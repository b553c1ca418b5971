import { describe, expect, test } from 'vitest'
import { type Failure, type FailureKind, failureSchema } from '../../shared/failure.ts'
import { failureWords, failureWordsOver } from './failure-words.ts'

const http = { status: 503, requestId: 'req_1', serviceMessage: 'down for maintenance' }
const attempted = { attempts: 3, durationMs: 900 }

/** One of each kind, and of each reason and phase. */
const failures: { [Kind in FailureKind]: (Failure & { kind: Kind })[] } = {
  unreachable: (['refused', 'unknown-host', 'certificate', 'reset', 'offline', 'proxy', 'other'] as const).map(
    (reason) => ({ kind: 'unreachable', reason, detail: 'ECONNX', ...attempted }),
  ),
  timeout: (['headers', 'body', 'total'] as const).map((phase) => ({
    kind: 'timeout',
    phase,
    afterMs: 30_000,
    ...attempted,
  })),
  cancelled: [{ kind: 'cancelled' }],
  'malformed-response': (['encoding', 'headers', 'protocol'] as const).map((reason) => ({
    kind: 'malformed-response',
    reason,
    detail: 'ECODEX',
    ...attempted,
  })),
  forbidden: [{ kind: 'forbidden', http: { ...http, status: 403 }, ...attempted }],
  'token-refused': [{ kind: 'token-refused', http, ...attempted }],
  'not-found': [{ kind: 'not-found', eventId: 'evt_9', http, ...attempted }],
  rejected: [{ kind: 'rejected', http, ...attempted }],
  'rate-limited': [4000, null].map((retryAfterMs) => ({ kind: 'rate-limited', retryAfterMs, http, ...attempted })),
  'service-error': [4000, null].map((retryAfterMs) => ({ kind: 'service-error', retryAfterMs, http, ...attempted })),
  redirect: ['https://elsewhere.example', null].map((location) => ({ kind: 'redirect', location, http, ...attempted })),
  'too-large': [
    { kind: 'too-large', bound: 'bytes', limit: 16 * 1024 * 1024, ...attempted },
    { kind: 'too-large', bound: 'values', limit: 500_000, ...attempted },
  ],
  cut: [{ kind: 'cut', receivedBytes: 1200, ...attempted }],
  'not-the-interface': [
    { kind: 'not-the-interface', problems: ['events: missing'], contentType: null, body: '{}', http, ...attempted },
  ],
  'no-token': [
    { kind: 'no-token', connectionId: 'a' },
    { kind: 'no-token', connectionId: 'a', why: 'The keyring is locked.' },
  ],
  'no-connection': [{ kind: 'no-connection', connectionId: 'a' }],
  'connection-changed': [{ kind: 'connection-changed', connectionId: 'a' }],
  invalid: [{ kind: 'invalid', field: 'name', message: 'This name is taken.' }],
  keychain: [{ kind: 'keychain', name: 'Secret Service', why: 'The keyring is locked. Unlock it, then try again.' }],
  disk: [{ kind: 'disk', detail: 'ENOSPC' }],
  bridge: (['session-over', 'link-used', 'link-expired', 'link-unknown', 'backend-gone', 'other'] as const).map(
    (reason) => ({
      kind: 'bridge',
      reason,
      detail: 'x',
    }),
  ),
}
const all: Failure[] = Object.values(failures).flat()

test('the list is complete: every kind that the schema knows', () => {
  expect(Object.keys(failures).sort()).toEqual(
    failureSchema.options.map((option) => option.shape.kind.value as string).sort(),
  )
})

describe.each(all.map((failure) => [JSON.stringify(failure).slice(0, 60), failure] as const))('%s', (_, failure) => {
  const { title, advice, detail, http: said } = failureWords(failure)
  test('says what happened and what to do next', () => {
    expect(title).toMatch(/^\p{Lu}/u)
    expect(advice).toMatch(/^\p{Lu}.*\.$/u)
    expect(`${title} ${advice}`).not.toMatch(/undefined|null|NaN|\[object/)
  })
  test('keeps the words of the system and of the service', () => {
    if ('detail' in failure) expect(detail).toBe(failure.detail)
    if ('http' in failure) expect(said).toEqual(failure.http)
  })
})

test('no two kinds say the same', () => {
  const titles = all.map((failure) => failureWords(failure).title)
  const kinds = new Map(titles.map((title, index) => [title, all[index]!.kind]))
  all.forEach((failure, index) => {
    expect(kinds.get(titles[index]!)).toBe(failure.kind)
  })
})

test('facts are in the words', () => {
  const text = (failure: Failure) => `${failureWords(failure).title} ${failureWords(failure).advice}`
  expect(text(failures['not-found'][0]!)).toContain('evt_9')
  expect(text(failures['rate-limited'][0]!)).toContain('4 s')
  expect(text(failures.redirect[0]!)).toContain('https://elsewhere.example')
  expect(text(failures['too-large'][0]!)).toContain('larger than 16 MB')
  expect(text(failures['too-large'][1]!)).toContain('more than 500,000 values')
  expect(text(failures.timeout[0]!)).toContain('30 s')
})

describe('over what stays on screen', () => {
  const over = (failure: Failure, what: 'rows' | 'event') => {
    const { title, advice } = failureWordsOver(failure, { what, at: '12:03' })
    return `${title} ${advice}`
  }

  test.each(all.map((failure) => [failure]))('it is named, with its age: $kind', (failure) => {
    expect(over(failure, 'rows')).toContain('12:03')
    expect(over(failure, 'rows')).not.toMatch(/the event (on screen|as of)/i)
    expect(over(failure, 'event')).toMatch(/the event (on screen is that of|as of) 12:03/i)
    expect(over(failure, 'event')).not.toMatch(/rows on screen/)
  })
})
