import { expect, test } from 'vitest'
import { createSessions, type PresentedSecrets, type SessionSecrets } from './sessions.ts'

const nobody: PresentedSecrets = { cookies: [], page: '' }
const never = Number.POSITIVE_INFINITY
const present = ({ cookie, page }: SessionSecrets): PresentedSecrets => ({ cookies: [cookie], page })

function opened(sessions: ReturnType<typeof createSessions>, token = sessions.launchToken(never)): SessionSecrets {
  const exchange = sessions.exchange(token, nobody)
  if (exchange.kind !== 'opened') throw new Error(exchange.kind)
  return exchange.secrets
}

test('a launch token has 192 bits and opens one session, of two secrets of 192 bits', () => {
  const sessions = createSessions(() => 0)
  const [one, two] = [sessions.launchToken(never), sessions.launchToken(never)]
  const secrets = opened(sessions, one)
  const all = [one, two, secrets.cookie, secrets.page]
  expect(new Set(all).size).toBe(4)
  for (const secret of all) expect(Buffer.from(secret, 'base64url')).toHaveLength(24)
  expect(sessions.sessionOf(present(secrets))).not.toBeNull()
  opened(sessions, two)
  expect(sessions.sessionOf(present(secrets))).not.toBeNull()
})

test('neither secret is enough alone, nor with that of another session', () => {
  const sessions = createSessions(() => 0)
  const [one, two] = [opened(sessions), opened(sessions)]
  for (const presented of [
    nobody,
    { cookies: [one.cookie], page: '' },
    { cookies: [], page: one.page },
    { cookies: [one.cookie], page: two.page },
    { cookies: [one.page], page: one.cookie },
    { cookies: [one.cookie], page: one.cookie },
    { cookies: [`${one.cookie}=`], page: one.page },
    { cookies: [one.cookie.toLowerCase()], page: one.page },
  ])
    expect(sessions.sessionOf(presented)).toBeNull()
})

test('a cookie that somebody planted before or behind ours locks nobody out', () => {
  const sessions = createSessions(() => 0)
  const { cookie, page } = opened(sessions)
  for (const cookies of [
    ['planted', cookie],
    [cookie, 'planted'],
    ['', 'x'.repeat(32), cookie, 'x'.repeat(10_000)],
  ])
    expect(sessions.sessionOf({ cookies, page })).not.toBeNull()
})

test('a token that is not ours opens nothing and ends nothing', () => {
  const sessions = createSessions(() => 0)
  const launch = sessions.launchToken(never)
  const secrets = opened(sessions, launch)
  for (const guess of ['', 'x', launch.slice(1), launch.toUpperCase(), `${launch}=`, secrets.cookie, secrets.page])
    expect(sessions.exchange(guess, nobody)).toEqual({ kind: 'refused', reason: 'unknown', endedNow: false })
  expect(createSessions(() => 0).exchange(launch, nobody)).toMatchObject({ reason: 'unknown' })
  expect(sessions.sessionOf(present(secrets))).not.toBeNull()
})

test('a token that was used before somebody else came with it ends the session that it opened', () => {
  const sessions = createSessions(() => 0)
  const launch = sessions.launchToken(never)
  const secrets = opened(sessions, launch)
  const other = opened(sessions)
  const { ended } = sessions.sessionOf(present(secrets)) ?? {}
  expect(ended?.aborted).toBe(false)
  expect(sessions.exchange(launch, present(other))).toEqual({ kind: 'refused', reason: 'used', endedNow: true })
  expect(ended?.aborted).toBe(true)
  expect(sessions.sessionOf(present(secrets))).toBeNull()
  expect(sessions.sessionOf(present(other))).not.toBeNull()
  // The session is over, even for the browser that it belonged to.
  expect(sessions.exchange(launch, present(secrets))).toEqual({ kind: 'refused', reason: 'used', endedNow: false })
})

test('a token presented again by its own session ends nothing; half of that session is somebody else', () => {
  const sessions = createSessions(() => 0)
  const launch = sessions.launchToken(never)
  const secrets = opened(sessions, launch)
  expect(sessions.exchange(launch, present(secrets))).toEqual({ kind: 'own' })
  expect(sessions.sessionOf(present(secrets))).not.toBeNull()
  expect(sessions.exchange(launch, { cookies: [secrets.cookie], page: '' })).toMatchObject({ reason: 'used' })
  expect(sessions.sessionOf(present(secrets))).toBeNull()
})

test('a token that expires opens nothing from then on, but its session goes on', () => {
  let now = 0
  const sessions = createSessions(() => now)
  const [early, late] = [sessions.launchToken(60_000), sessions.launchToken(60_000)]
  now = 59_999
  const secrets = opened(sessions, early)
  now = 60_000
  expect(sessions.exchange(late, nobody)).toEqual({ kind: 'refused', reason: 'expired', endedNow: false })
  expect(sessions.sessionOf(present(secrets))).not.toBeNull()
  expect(sessions.exchange(early, present(secrets))).toEqual({ kind: 'own' })
})

test('whoever only follows an address holds a session by its cookie, among any others, and by no other cookie', () => {
  const sessions = createSessions(() => 0)
  const [one, two] = [opened(sessions), opened(sessions)]
  const session = sessions.sessionOf(present(one))
  expect(session?.isHeldBy(['planted', one.cookie])).toBe(true)
  for (const cookies of [[], [two.cookie], [one.page]]) expect(session?.isHeldBy(cookies)).toBe(false)
})
