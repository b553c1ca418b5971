import { expect, test } from 'vitest'
import { type Failure, failureCourse } from './failure.ts'
import { eachFailure } from './fixtures/each-failure.ts'

const all: Failure[] = Object.values(eachFailure).flat()
const kindsWhere = (holds: (failure: Failure) => boolean) => [
  ...new Set(
    all.filter(holds).map((failure) => ('reason' in failure ? `${failure.kind} ${failure.reason}` : failure.kind)),
  ),
]

test('a reading waits for whatever a page asks for once more', () => {
  const courses = all.map(failureCourse).filter(({ retry }) => retry)
  expect(courses.length).toBeGreaterThan(0)
  for (const { reading } of courses) expect(reading).toBe('wait')
})

test('old rows are shown only where the page looks again', () => {
  const courses = all.map(failureCourse).filter(({ offline }) => offline)
  expect(courses.length).toBeGreaterThan(0)
  for (const { lookAgain } of courses) expect(lookAgain).toBe(true)
})

test('a reading halts where only somebody can help', () => {
  expect(kindsWhere((failure) => failureCourse(failure).reading === 'halt')).toEqual([
    'unreachable unknown-host',
    'unreachable certificate',
    'unreachable proxy',
    'unreachable other',
    'forbidden',
    'token-refused',
    'no-token',
    'no-connection',
    'connection-changed',
    'disk',
  ])
})

test('a reading waits where it may pass, and otherwise goes on without these rows', () => {
  expect(kindsWhere((failure) => failureCourse(failure).reading === 'wait')).toEqual([
    'unreachable refused',
    'unreachable reset',
    'unreachable offline',
    'timeout',
    'malformed-response encoding',
    'malformed-response headers',
    'malformed-response protocol',
    'rate-limited',
    'service-error',
    'cut',
  ])
})

test('no request is tried again once the time for all attempts is over', () => {
  const isTriedAgain = eachFailure.timeout.map((failure) => [failure.phase, failureCourse(failure).retry])
  expect(isTriedAgain).toEqual([
    ['headers', true],
    ['body', true],
    ['total', false],
  ])
})

test('the page is loaded again unless it needs a new launch link', () => {
  expect(kindsWhere((failure) => !failureCourse(failure).reload)).toEqual([
    'bridge session-over',
    'bridge link-used',
    'bridge link-expired',
    'bridge link-unknown',
  ])
})
