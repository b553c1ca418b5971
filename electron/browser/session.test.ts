import { expect, test } from 'vitest'
import { createSessions } from './session.ts'

test('a launch token has 192 bits and is good once', () => {
  const sessions = createSessions()
  const [one, two] = [sessions.launchToken(), sessions.launchToken()]
  expect(Buffer.from(one, 'base64url')).toHaveLength(24)
  expect(one).not.toBe(two)
  const secret = sessions.exchange(one)
  expect(secret).not.toBeNull()
  expect(secret).not.toBe(one)
  expect(sessions.exchange(one)).toBeNull()
  expect(sessions.isOpen(secret ?? '')).toBe(true)
  expect(sessions.exchange(two)).not.toBeNull()
  expect(sessions.isOpen(secret ?? '')).toBe(true)
})

test('nothing else opens a session', () => {
  const sessions = createSessions()
  const launch = sessions.launchToken()
  for (const guess of ['', 'x', launch.slice(1), launch.toUpperCase(), `${launch}=`])
    expect(sessions.exchange(guess)).toBeNull()
  for (const guess of ['', launch, 'undefined']) expect(sessions.isOpen(guess)).toBe(false)
  expect(createSessions().exchange(launch)).toBeNull()
})
