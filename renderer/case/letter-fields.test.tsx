// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Case } from '../../shared/case/case.ts'
import { egressFacts, LETTERHEAD, lineEntry, nordlichtCase } from '../../shared/case/fixtures/nordlicht-letter.ts'
import { NamesContext } from '../ui/customer-name.tsx'
import { mounted } from '../ui/fixtures/mounted.ts'
import { LetterFields } from './letter-fields.tsx'

const nothing = () => {}

const drawn = (...facts: ReturnType<typeof egressFacts>[]) => drawnOf({}, facts)

const drawnOf = (details: Partial<Case['details']>, facts = [egressFacts()]) =>
  renderToStaticMarkup(
    fieldsOf({ ...nordlichtCase('en', details), items: facts.map((one, at) => lineEntry(one, `line-${at}`)) }),
  )

const fieldsOf = (known: Case, onChange: (known: Case) => void = nothing) => (
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
      onChange={onChange}
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

/** The fields of a report, changed as its user changes them. */
async function filledIn(details: Partial<Case['details']> = {}, items = nordlichtCase('en').items) {
  let known: Case = { ...nordlichtCase('en', details), items }
  function Fields() {
    const [now, change] = useState(known)
    known = now
    return fieldsOf(now, change)
  }
  const { page } = await mounted(<Fields />)
  const labelled = (label: string) =>
    [...page.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor ?? ''
  const field = (label: string) => document.getElementById(labelled(label)) as HTMLTextAreaElement | null
  const put = (change: () => unknown) => act(async () => void change())
  return {
    page,
    details: () => known.details,
    field,
    type: (label: string, text: string) =>
      put(() => {
        const one = field(label)
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value')?.set?.call(one, text)
        one?.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    press: (name: string) =>
      put(() =>
        [...page.querySelectorAll('button')]
          .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
          ?.click(),
      ),
    tick: (label: string) => put(() => field(label)?.click()),
    async choose(label: string, option: string) {
      await put(() => field(label)?.click())
      await put(() =>
        [...document.querySelectorAll<HTMLElement>('[role="option"]')]
          .find(({ textContent }) => textContent === option)
          ?.click(),
      )
    },
  }
}

test('a sentence that is changed is kept once, as it was typed last, and not where it is as written again', async () => {
  const { type, press, details, field, page } = await filledIn()
  const again = page.querySelector('fieldset:last-of-type label')?.textContent ?? ''
  const written = field(again)?.value ?? ''
  await type(again, 'One.')
  await type(again, 'Two.')
  expect(details().edited.map(({ text }) => text)).toEqual(['Two.'])
  await press(`As written: ${again}`)
  expect([details().edited, field(again)?.value]).toEqual([[], written])
  // Its button is gone.
  expect(document.activeElement).toBe(field(again))
  await type(again, 'One.')
  await type(again, written)
  expect(details().edited).toEqual([])
})

test('a conclusion that was chosen is chosen in the other language as well', async () => {
  const chosen = 'This is still being checked.'
  const { choose, details } = await filledIn({ conclusion: chosen })
  await choose('Language of the letter', 'German')
  expect(details()).toMatchObject({ language: 'de', conclusion: expect.not.stringMatching(/^(?:This .*)?$/) })
  await choose('Language of the letter', 'English')
  expect(details().conclusion).toBe(chosen)
})

test('a conclusion that was typed stays in the other language', async () => {
  const { choose, details } = await filledIn({ conclusion: 'As I said.' })
  await choose('Language of the letter', 'German')
  expect(details()).toMatchObject({ language: 'de', conclusion: 'As I said.' })
})

test('a conclusion is confirmed as it stands, until that is taken back', async () => {
  const { tick, details } = await filledIn({ conclusion: 'As I said.' })
  await tick('I confirm the conclusion as it stands')
  expect(details().confirmed).toBe('As I said.')
  await tick('I confirm the conclusion as it stands')
  expect(details().confirmed).toBe('')
})

test('nothing is confirmed where there is no conclusion', async () => {
  const { field } = await filledIn({ conclusion: '', confirmed: '' })
  const box = document.getElementById(field('I confirm the conclusion as it stands')?.id ?? '') as HTMLInputElement
  expect([box.checked, box.disabled]).toEqual([false, true])
})

test('properties of tables and of events are offered, each once', () => {
  const line = { ...lineEntry(egressFacts()), properties: ['region', 'tier'] }
  const sent = '{"event_properties":{"tier":"gold","zone":"eu"}}'
  const event = { is: 'event' as const, id: 'e', title: 'Event', source: sent, customerId: null, from: [] }
  const html = renderToStaticMarkup(fieldsOf({ ...nordlichtCase('en'), items: [line, event] }))
  expect([...html.matchAll(/type="checkbox"[^>]* value="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'region',
    'tier',
    'zone',
  ])
})
