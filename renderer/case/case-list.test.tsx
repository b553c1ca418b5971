// @vitest-environment happy-dom
import { MantineProvider, Modal } from '@mantine/core'
import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type Case, emptyCase } from '../../shared/case/case.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { CaseEntries, CaseList, OpenName } from './case-list.tsx'
import { drawnWithNames } from './fixtures/drawn-with-names.tsx'

test('Escape and “Keep it” close the question whether to delete, lead back to its button, and leave the dialog around it', async () => {
  const onClose = vi.fn()
  await mounted(
    <MantineProvider env="test">
      <Modal opened trapFocus={false} onClose={onClose}>
        <CaseList connectionId="c1" list={{ open: 'a', cases: [{ id: 'a', name: 'Egress' }] }} entries={2} />
      </Modal>
    </MantineProvider>,
  )
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await act(async () => button('Delete…')?.click())
  expect(document.activeElement).toBe(button('Keep it'))
  const pressed = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  await act(async () => document.activeElement?.dispatchEvent(pressed()))
  expect(button('Keep it')).toBeUndefined()
  expect(document.activeElement).toBe(button('Delete…'))
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => button('Delete…')?.click())
  await act(async () => button('Keep it')?.click())
  expect(document.activeElement).toBe(button('Delete…'))
  await act(async () => button('Delete…')?.dispatchEvent(pressed()))
  expect(onClose).toHaveBeenCalledOnce()
})

test('an entry has the name of its customer behind the ID', () => {
  const known = emptyCase('00112233445566778899aabbccddeeff')
  const event = { is: 'event', title: '2 Oct 2026, api_calls', source: '{"event_id":"evt_1"}', from: [] } as const
  const items = ['cus_nordlicht', 'cus_other', null].map((customerId, at) => ({
    ...event,
    from: [],
    id: `${at}`,
    customerId,
  }))
  const drawn = drawnWithNames(
    <MantineProvider env="test">
      <CaseEntries known={{ ...known, items }} refused={[]} onChange={() => {}} />
    </MantineProvider>,
  )
  expect(drawn).toContain('event evt_1 of cus_nordlicht Nordlicht Logistik')
  expect(drawn).toContain('event evt_1 of cus_other 2 Oct')
  expect(drawn).toContain('event evt_1 Note')
})

const note = (id: string) => ({ is: 'note' as const, id, text: id, isInternal: false })

/** What is typed in, as React hears of it. */
const type = (field: HTMLInputElement | HTMLTextAreaElement | null | undefined, text: string) =>
  act(() => {
    if (!field) throw new Error('There is no such field')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** The entries of a report, changed as its user changes them. */
async function entriesOf(...ids: string[]) {
  let known: Case = { ...emptyCase('00112233445566778899aabbccddeeff'), items: ids.map(note) }
  function Entries() {
    const [now, change] = useState(known)
    known = now
    return <CaseEntries known={now} refused={[]} onChange={change} />
  }
  const { page } = await mounted(
    <MantineProvider env="test">
      <Entries />
    </MantineProvider>,
  )
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
  const field = () => page.querySelector('textarea')
  return {
    known: () => known,
    ids: () => known.items.map(({ id }) => id),
    field,
    type: (text: string) => type(field(), text),
    isOff: (name: string) => button(name)?.disabled,
    press: (name: string) => act(async () => button(name)?.click()),
    focus: (name: string) => act(async () => button(name)?.focus()),
    focused: () => document.activeElement,
  }
}

test('entries are moved a place at a time, no further than to either end, and removed one at a time', async () => {
  const { ids, press, isOff } = await entriesOf('a', 'b', 'c')
  await press('Move down: a')
  expect(ids()).toEqual(['b', 'a', 'c'])
  await press('Move up: c')
  expect(ids()).toEqual(['b', 'c', 'a'])
  expect(['Move up: b', 'Move down: b', 'Move down: a'].map(isOff)).toEqual([true, false, true])
  await press('Remove: c')
  expect(ids()).toEqual(['b', 'a'])
})

test('where an entry was removed, the focus is on the next one, then on the last, then in the note', async () => {
  const { focus, press, focused } = await entriesOf('a', 'b', 'c')
  for (const [removed, then] of [
    ['Remove: b', 'Remove: c'],
    ['Remove: c', 'Remove: a'],
  ] as const) {
    await focus(removed)
    await press(removed)
    expect(focused()?.getAttribute('aria-label')).toBe(then)
  }
  await press('Remove: a')
  expect(focused()?.tagName).toBe('TEXTAREA')
})

test('a note goes into the report and leaves its field; one that is too long stays there', async () => {
  const some = await entriesOf('a')
  await some.type(' Ask Ben. ')
  await some.press('Add note')
  expect(some.known().items.at(-1)).toMatchObject({ is: 'note', text: 'Ask Ben.', isInternal: true })
  expect(some.field()?.value).toBe('')
  const long = 'x'.repeat(20_001)
  await some.type(long)
  await some.press('Add note')
  expect([some.ids().length, some.field()?.value === long]).toEqual([2, true])
})

test('a report is renamed by what was typed, also where it is closed meanwhile; by blanks or its own name it is not', async () => {
  const renamed: string[] = []
  const nameOf = (id: string) => (
    <MantineProvider env="test">
      <OpenName key={id} name={id} entries={0} onName={async (name) => void renamed.push(name)} onDelete={() => {}} />
    </MantineProvider>
  )
  const { page, draw } = await mounted(nameOf('Egress'))
  const field = () => page.querySelector('input')
  const leave = () => act(async () => field()?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  for (const text of ['  ', ' Egress ']) {
    await type(field(), text)
    await leave()
  }
  expect([renamed, field()?.value]).toEqual([[], 'Egress'])
  await type(field(), ' Tokens ')
  await draw(nameOf('Halden'))
  expect([renamed, field()?.value]).toEqual([['Tokens'], 'Halden'])
})

test('what was typed as the name of one report is not there in another', async () => {
  const cases = ['a', 'b'].map((id) => ({ id, name: `Report ${id}` }))
  const listOf = (open: string) => (
    <MantineProvider env="test">
      <CaseList connectionId="c1" list={{ open, cases }} entries={0} />
    </MantineProvider>
  )
  const { page, draw } = await mounted(listOf('a'))
  const field = () => page.querySelector('input')
  await type(field(), 'Report about')
  await draw(listOf('b'))
  expect(field()?.value).toBe('Report b')
})
