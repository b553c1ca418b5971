import { expect, test } from 'vitest'
import type { InvoiceCheckQuestion } from '../../../../shared/snapshot/snapshot-invoice.ts'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { OCTOBER } from './fixtures/sample-october.ts'
import { writtenSnapshot } from './fixtures/written-snapshot.ts'
import { heldText, invoiceQuestion } from './invoice/fixtures/asked-invoice.ts'
import { openQuestions } from './open-questions.ts'

const workerFile = new URL('./worker/questions-worker.ts', import.meta.url)

const RULES = `{"eventscopeRules":1,"rules":[{"codes":["calls"],"effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"rate-card"}}],"prices":[{"code":"calls","currency":"EUR","price":"0.5"}]}`

const row = (id: string, time: string, quantity: number) => ({
  source: `{"event_id":"${id}","customer_id":"cus_1","event_code":"calls","event_type":"debit","created_at":"${time}","event_properties":{"quantity":${quantity}}}`,
  misses: [],
})
const october = [row('a', '2026-10-03T12:00:00Z', 100), row('b', '2026-10-31T12:00:00Z', 10)]
const late = row('c', '2026-10-20T12:00:00Z', 7)

/** Of one folder: the month with an event that came late, as it was closed, and the hours beside it. */
async function opened() {
  const folder = await temporaryFolder()
  const file = await writtenSnapshot(folder, 'now', [...october, late])
  await writtenSnapshot(folder, 'closed', october)
  await writtenSnapshot(folder, 'before', [row('x', '2026-09-30T21:30:00Z', 3)])
  await writtenSnapshot(folder, 'after', [row('y', '2026-10-31T23:30:00Z', 5), row('b', '2026-10-31T12:00:00Z', 10)])
  return openQuestions({ workerFile, ...file })
}

const question = (more: Partial<InvoiceCheckQuestion>): InvoiceCheckQuestion =>
  invoiceQuestion(
    { customer: 'cus_1', period: { from: '2026-10-01', until: '2026-10-31' } },
    { rules: RULES, wholeRange: OCTOBER, ...more },
  )

async function fitsOf(amount: string, more: Partial<InvoiceCheckQuestion>) {
  const questions = await opened()
  const file = heldText(`Item,Amount,Currency\nCalls,${amount},EUR\n`)
  const checked = await questions.ask(question(more), 'check', undefined, { file })
  if (checked.kind !== 'answered' || checked.answer.kind !== 'invoice') {
    await questions.close()
    return checked.kind === 'answered' ? checked.answer : checked
  }
  const { checkId } = checked.answer
  const lines = await questions.ask({ ask: 'invoiceLines', checkId, verdict: null, offset: 0, limit: 10 }, 'lines')
  await questions.close()
  if (lines.kind !== 'answered' || lines.answer.kind !== 'lines') throw new Error(JSON.stringify(lines))
  return lines.answer.lines[0]?.causes?.fits.map(({ code }) => code)
}

test('events that the closed snapshot does not have came late', async () => {
  expect(await fitsOf('55.00', { closed: 'closed' })).toContain('late-left-out')
  expect(await fitsOf('55.00', { closed: null })).not.toContain('late-left-out')
  expect(await fitsOf('55.00', { closed: 'none' })).not.toContain('late-left-out')
})

test('small readings of the hours beside the period are read, and what is not there is said', async () => {
  // In UTC the five calls after the end of Berlin's October are part of it; what the snapshot has itself counts once.
  expect(await fitsOf('61.00', { edges: { before: 'before', after: 'after' } })).toContain('utc')
  expect(await fitsOf('61.00', { edges: null })).not.toContain('utc')
  expect(await fitsOf('61.00', { edges: { before: 'before', after: 'gone' } })).toEqual({
    kind: 'refused',
    words: 'The snapshot of the hours beside the period no longer exists.',
  })
})
