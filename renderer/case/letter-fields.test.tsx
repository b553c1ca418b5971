import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { egressFacts, LETTERHEAD, lineEntry, nordlichtCase } from '../../shared/case/fixtures/nordlicht-letter.ts'
import { LetterFields } from './letter-fields.tsx'

const nothing = () => {}

const drawn = (...facts: ReturnType<typeof egressFacts>[]) =>
  renderToStaticMarkup(
    <MantineProvider>
      <LetterFields
        known={{ ...nordlichtCase('en'), items: facts.map((one, at) => lineEntry(one, `line-${at}`)) }}
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
    </MantineProvider>,
  )

test('of several lines, it is not claimed that the letter leaves out what differs besides one of them', () => {
  const claim = 'the letter does not say this:'
  const tokens = egressFacts({ item: 'Tokens', beside: ['Besides “Tokens”, this invoice differs by: 3.00 EUR.'] })
  expect(drawn(egressFacts())).toContain(claim)
  const both = drawn(egressFacts(), tokens)
  expect(both).toContain('Besides “Tokens”')
  expect(both).not.toContain(claim)
})
