// What the suite makes of its observations.
import { expect, test } from 'vitest'
import { createReport, reportText } from './report.ts'

test('a rule that was broken once is broken, and names three things that were seen', () => {
  const report = createReport()
  for (const seen of ['a', 'a', 'b', 'c', 'd', 'e']) report.expect('unique-id', false, () => seen)
  report.expect('unique-id', true, () => 'nothing')
  report.expect('event-shape', true, () => 'nothing')
  report.cannotCheck('event-shape', 'there are none')
  report.cannotCheck('fetch-event', 'the service holds no event')
  const of = (id: string) => report.results().find((rule) => rule.id === id)
  expect(of('unique-id')).toMatchObject({ verdict: 'broken', details: ['a', 'b', 'c', '… and 2 more'] })
  expect(of('event-shape')).toMatchObject({ verdict: 'kept', details: [] })
  expect(of('fetch-event')).toMatchObject({ verdict: 'unchecked', details: ['the service holds no event'] })
  expect(of('limit-cap')).toMatchObject({ verdict: 'unchecked', details: ['no event of the service tells'] })
  report.gap('4.2', 'What total counts', 'all matches')
  const result = { rules: report.results(), gaps: report.gaps(), requests: 7, stopped: 'The service went away.' }
  const text = reportText(result, 'http://127.0.0.1:1')
  expect(text).toMatch(/BROKEN .*\n {23}a\n {23}b\n {23}c\n {23}… and 2 more\n/)
  expect(text).toContain('§4.2   What total counts  all matches')
  const left = result.rules.length - 2
  expect(text).toContain(
    `1 rules kept, 1 broken, ${left} unchecked, in 7 requests.\nStopped early: The service went away.\n`,
  )
})
