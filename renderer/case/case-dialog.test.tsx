// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { type Case, emptyCase } from '../../shared/case/case.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { rememberedOf } from '../ui/use-remembered.tsx'
import { CaseDialog, unmaskedWords } from './case-dialog.tsx'
import { CASE_LIST, keptCase } from './kept-case.ts'

const empty = emptyCase('00112233445566778899aabbccddeeff')

test.each<[string, Partial<Case['details']>, Case['items']]>([
  ['the title', { title: 'Nordlicht, October' }, []],
  ['what was typed for the customer', { claim: 'Egress is too high.' }, []],
  ['what was typed for the customer', { ticket: '4711' }, []],
  ['1 note', {}, [{ is: 'note', id: 'n', text: 'Ask Ben.', isInternal: true }]],
  ['properties and tables', {}, [{ is: 'event', id: 'e', title: 'Event', source: '{}', customerId: null, from: [] }]],
])('where customers are masked, it is told to read %s', (words, details, items) => {
  const known = { ...empty, details: { ...empty.details, ...details }, items }
  expect(unmaskedWords(known)).toMatch(new RegExp(`Other names are not: read ${words} before you save\\.$`))
})

test('what was chosen for one report is not chosen for another', async () => {
  // A test has happy-dom's document, but not the listeners of its window.
  vi.stubGlobal('addEventListener', document.addEventListener.bind(document))
  const cases = ['Egress', 'Refunds'].map((name, at) => ({ id: `${at}`, name }))
  const list = rememberedOf('chosen', CASE_LIST)
  list.change({ open: '0', cases })
  const source = '{"event_properties":{"region":"eu-1"}}'
  const event = { is: 'event', id: 'e', title: 'Event', source, customerId: 'cus_1', from: [] } as const
  for (const { id } of cases)
    rememberedOf('chosen', keptCase(id)).change({ is: 'case', case: { ...empty, items: [{ ...event, from: [] }] } })
  await mounted(
    <MantineProvider env="test">
      <CaseDialog opened connectionId="chosen" onClose={() => {}} />
    </MantineProvider>,
  )
  const labelled = (words: string) =>
    [...document.querySelectorAll('label')].find(({ textContent }) => textContent === words)
      ?.control as HTMLInputElement
  await act(() => labelled('For the customer').click())
  await act(() => labelled('region').click())
  expect(labelled('region').checked).toBe(true)
  await act(() => list.change({ open: '1', cases }))
  expect(labelled('For a colleague').checked).toBe(true)
  await act(() => labelled('For the customer').click())
  expect(labelled('region').checked).toBe(false)
})
