import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Case } from '../../shared/case/case.ts'
import { egressFacts, LETTERHEAD, lineEntry, nordlichtCase } from '../../shared/case/fixtures/nordlicht-letter.ts'
import { NamesContext } from '../ui/customer-name.tsx'
import { LetterFields } from './letter-fields.tsx'

const nothing = () => {}

const drawn = (...facts: ReturnType<typeof egressFacts>[]) => drawnOf({}, facts)

const drawnOf = (details: Partial<Case['details']>, facts = [egressFacts()]) =>
  renderToStaticMarkup(
    fieldsOf({ ...nordlichtCase('en', details), items: facts.map((one, at) => lineEntry(one, `line-${at}`)) }),
  )

const fieldsOf = (known: Case) => (
  <MantineProvider>
    <LetterFields
      known={known}
      customers={['cus_nordlicht']}
      customerId="cus_nordlicht"
      properties={[]}
      letterhead={LETTERHEAD}
      at="2026-11-20T12:00:00Z"
      onCustomer={nothing}
      onProperties={nothing}
      onLetterhead={nothing}
      onChange={nothing}
    />
  </MantineProvider>
)

test('of several lines that an earlier version kept, it is not claimed that the letter leaves out what differs besides one', () => {
  const claim = 'the letter does not say this:'
  const tokens = egressFacts({ item: 'Tokens', beside: ['Besides “Tokens”, this invoice differs by: 3.00 EUR.'] })
  expect(drawn(egressFacts())).toContain(claim)
  const both = drawn(egressFacts(), tokens)
  expect(both).toContain('Besides “Tokens”')
  expect(both).not.toContain(claim)
  const sides = { tooMuch: '3', tooLittle: '0', notBilled: '0', inDoubt: '0' }
  const invoice = (part: string) => ({ checkId: '1', part, all: { ...sides, tooMuch: '154' }, own: sides })
  const lines = ['Egress', 'Tokens'].map((item) => egressFacts({ item, invoice: invoice(item), beside: [] }))
  expect(drawn(...lines)).toContain(claim)
  expect(drawn(...lines)).toContain(
    'Besides “Egress” and “Tokens”, this invoice differs by: 148.00 EUR charged too much.',
  )
})

test('sentences that were changed in the other language are said to be kept there', () => {
  const edited = [{ id: 'en title', text: 'Your October' }]
  const words = '1 sentence that you changed in English stays there. Here you see Eventscope’s own wording.'
  const text = (html: string) => html.replaceAll('<!-- -->', '')
  expect(text(drawnOf({ language: 'de', edited }))).toContain(words)
  expect(text(drawnOf({ language: 'en', edited }))).not.toContain('that you changed in')
  const both = [...edited, { id: 'de title', text: 'Ihr Oktober' }]
  expect(text(drawnOf({ language: 'de', edited: both }))).not.toContain('that you changed in')
})

test('the customer of the letter is chosen by ID and name', () => {
  const html = renderToStaticMarkup(
    <NamesContext value={new Map([['cus_nordlicht', 'Nordlicht Logistik']])}>
      {fieldsOf(nordlichtCase('en'))}
    </NamesContext>,
  )
  expect(html).toContain('value="cus_nordlicht, Nordlicht Logistik"')
})
