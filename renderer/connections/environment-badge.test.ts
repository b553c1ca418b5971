import { expect, test } from 'vitest'
import { guessEnvironment } from './environment-badge.tsx'

test.each([
  ['http://127.0.0.1:8787', 'development'],
  ['http://localhost:3000/api', 'development'],
  ['http://[::1]:3000', 'development'],
  ['https://billing.dev.acme.example', 'development'],
  ['https://staging.acme.example', 'staging'],
  ['https://events-stg.acme.example', 'staging'],
  ['https://sandbox.acme.example/api', 'test'],
  ['https://uat-events.acme.example', 'test'],
  ['https://events.acme.example', 'production'],
  ['https://devices.acme.example', 'production'],
  ['https://contest.example', 'production'],
  ['https://acme.example/staging', 'production'],
  ['not a url', 'production'],
])('%s looks like %s', (baseUrl, environment) => {
  expect(guessEnvironment(baseUrl)).toBe(environment)
})
