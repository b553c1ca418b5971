import { describe, expect, test } from 'vitest'
import { type Failure, failureSchema, mayBeAddress } from './failure.ts'
import { failureSentence, failureWords } from './failure-words.ts'
import { eachFailure } from './fixtures/each-failure.ts'

const all: Failure[] = Object.values(eachFailure).flat()

test('the list is complete: every kind that the schema knows', () => {
  expect(Object.keys(eachFailure).sort()).toEqual(
    failureSchema.options.map((option) => option.shape.kind.value as string).sort(),
  )
})

describe.each(all.map((failure) => [JSON.stringify(failure).slice(0, 60), failure] as const))('%s', (_, failure) => {
  const { title, cause, advice } = failureWords(failure)
  test('says what happened and what to do next', () => {
    expect(title).toMatch(/^\p{Lu}/u)
    expect(`${cause} ${advice}`.trim()).toMatch(/^\p{Lu}.*\.$/u)
    if (cause !== '') expect(cause).toMatch(/^\p{Lu}.*\.$/u)
    expect(`${title} ${cause} ${advice}`).not.toMatch(/undefined|null|NaN|\[object/)
  })
})

test('the words of the system and of the service are kept', () => {
  const ofSystem = all.filter((failure) => 'detail' in failure)
  const ofService = all.filter((failure) => 'http' in failure)
  expect(Math.min(ofSystem.length, ofService.length)).toBeGreaterThan(0)
  for (const failure of ofSystem) expect(failureWords(failure).detail).toBe(failure.detail)
  for (const failure of ofService) expect(failureWords(failure).http).toEqual(failure.http)
})

test('no two kinds say the same', () => {
  const titles = all.map((failure) => failureWords(failure).title)
  const kinds = new Map(titles.map((title, index) => [title, all[index]!.kind]))
  all.forEach((failure, index) => {
    expect(kinds.get(titles[index]!)).toBe(failure.kind)
  })
})

test('facts are in the words', () => {
  const text = (failure: Failure) => {
    const { title, cause, advice } = failureWords(failure)
    return `${title} ${cause} ${advice}`
  }
  expect(text(eachFailure['not-found'][0]!)).toContain('evt_9')
  expect(text(eachFailure['rate-limited'][0]!)).toContain('4 s')
  expect(text(eachFailure.redirect[0]!)).toContain('https://elsewhere.example')
  expect(text(eachFailure['too-large'][0]!)).toContain('larger than 16 MB')
  expect(text(eachFailure['too-large'][1]!)).toContain('more than 500,000 values')
  expect(text(eachFailure.timeout[0]!)).toContain('30 s')
})

test.each(all)('sentences that point at no control of the page: $kind', (failure) => {
  const sentence = failureSentence(failure)
  expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
  expect(sentence).not.toMatch(/undefined|null|NaN|\[object|\.\.|filters|selection|rows per page|“Replace/)
  if ('detail' in failure) expect(sentence).toContain(failure.detail)
  if ('http' in failure) expect(sentence).toContain(`(${failure.http.status}, down for maintenance, req_1)`)
})

test('where they go is said, and how much came', () => {
  expect(failureSentence(eachFailure.redirect[0]!)).toContain('To https://elsewhere.example. Redirects are never')
  expect(failureSentence(eachFailure.cut[0]!)).toBe('The answer broke off. Only 1,200 bytes arrived.')
  expect(failureSentence(eachFailure.disk[0]!)).toBe('A file could not be written or read: ENOSPC.')
  expect(failureSentence(eachFailure.invalid[0]!)).toBe('This name is taken.')
})

test('what is not known is not said, and a sentence that ends needs no full stop', () => {
  const attempted = { attempts: 1, durationMs: 1 }
  const http = { status: 503, requestId: null, serviceMessage: null }
  const busy: Failure = { kind: 'rate-limited', retryAfterMs: 0, http, ...attempted }
  expect(failureSentence(busy)).toBe('The service asks for fewer requests (503).')
  const lost: Failure = { kind: 'unreachable', reason: 'offline', detail: '', ...attempted }
  expect(failureSentence(lost)).toBe('This computer is offline.')
  expect(failureSentence({ kind: 'disk', detail: 'Disk full!' })).toBe(
    'A file could not be written or read: Disk full!',
  )
})

test.each(all)('another base URL is offered exactly where the advice names it: $kind', (failure) => {
  expect(mayBeAddress(failure)).toBe(failureWords(failure).advice.includes('base URL'))
})
