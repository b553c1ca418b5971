import { expect, test } from 'vitest'
import { type Case, emptyCase } from '../../shared/case/case.ts'
import { unmaskedWords } from './case-dialog.tsx'

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
