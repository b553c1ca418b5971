import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { onlyOffered, ProbeResult } from './connection-form.tsx'

test('what was measured is not rounded up', () => {
  const report = { durationMs: 1_001, serviceDate: null, sawEvents: true, observations: [] }
  expect(renderToStaticMarkup(<ProbeResult report={report} />)).toContain(
    'The service answered in 1.0 s and has events.',
  )
})

test.each([
  ['berlin', 'Europe/Berlin'],
  [' Berlin ', 'Europe/Berlin'],
  ['europe', null],
  ['Europe/Berlin', null],
  ['', null],
  ['nowhere', null],
])('of "%s", Enter makes %s of the zones that are offered', (typed, zone) => {
  expect(onlyOffered(typed, ['Europe/Berlin', 'Europe/Paris', 'UTC'])).toBe(zone)
})
