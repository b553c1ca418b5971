// @vitest-environment happy-dom
import { MantineProvider, Modal } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { emptyCase } from '../../shared/case/case.ts'
import { CaseEntries, CaseList } from './case-list.tsx'
import { drawnWithNames } from './fixtures/drawn-with-names.tsx'

test('Escape closes the question whether to delete, and leaves the dialog around it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const onClose = vi.fn()
  await act(async () =>
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <MantineProvider env="test">
        <Modal opened trapFocus={false} onClose={onClose}>
          <CaseList connectionId="c1" list={{ open: 'a', cases: [{ id: 'a', name: 'Egress' }] }} entries={2} />
        </Modal>
      </MantineProvider>,
    ),
  )
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await act(async () => button('Delete…')?.click())
  expect(document.activeElement).toBe(button('Keep it'))
  const pressed = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  await act(async () => document.activeElement?.dispatchEvent(pressed()))
  expect(button('Keep it')).toBeUndefined()
  expect(onClose).not.toHaveBeenCalled()
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
