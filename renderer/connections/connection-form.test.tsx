import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProbeResult } from './connection-form.tsx'

test('what was measured is not rounded up', () => {
  const report = { durationMs: 1_001, serviceDate: null, sawEvents: true, observations: [] }
  expect(renderToStaticMarkup(<ProbeResult report={report} />)).toContain(
    'The service answered in 1.0 s and has events.',
  )
})
