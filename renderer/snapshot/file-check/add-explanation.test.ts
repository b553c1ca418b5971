import { expect, test } from 'vitest'
import { emptyCase } from '../../../shared/case/case.ts'
import { casePages } from '../../../shared/case/case-pages.ts'
import { explainedItem } from './add-explanation.tsx'

const explanation = {
  title: 'Build minutes, +16.00',
  under: 'line 7 · 18 causes tried, 1 fits: the only one',
  sums: [
    { words: '14,000, sum of 31 events, Berlin’s October', figure: '14,000', tone: 'plain' as const },
    { words: '12,000 at 0.008', figure: '96.00', tone: 'dim' as const },
    { words: 'Refund', figure: '−1,150.05', tone: 'plain' as const },
    { words: 'On the invoice', figure: '–', tone: 'plain' as const },
    { words: 'Included forgotten', figure: '+16.00', tone: 'cause' as const },
  ],
  notes: ['At the price of cus_other.'],
}
const source = [['Source', 'Acme, https://api.example.com; snapshot October']] as const

test('its figures are exact, and a customer sees the walk but not what is said besides', () => {
  const item = explainedItem(explanation, 'cus_nord', source)
  expect(item.rows.map(([, figure]) => figure)).toEqual([
    { number: '14000' },
    { number: '96.00' },
    { number: '-1150.05' },
    '–',
    { number: '16.00', isDifference: true },
  ])
  const known = { ...emptyCase('00112233445566778899aabbccddeeff'), items: [item] }
  const facts = { program: '', at: '', diagnostics: [] }
  const made = casePages(known, { is: 'customer', customerId: 'cus_nord', properties: [] }, facts)
  const text = JSON.stringify(made)
  expect(text).toContain('Berlin’s October')
  expect(text).toContain('the only one')
  for (const hidden of ['cus_other', 'api.example.com']) expect(text).not.toContain(hidden)
  expect(casePages(known, { is: 'customer', customerId: 'cus_2', properties: [] }, facts).ok).toBe(false)
  const nobodys = { ...known, items: [explainedItem(explanation, null, source)] }
  expect(casePages(nobodys, { is: 'customer', customerId: 'cus_nord', properties: [] }, facts).ok).toBe(false)
})
