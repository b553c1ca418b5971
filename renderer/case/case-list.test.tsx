// @vitest-environment happy-dom
import { MantineProvider, Modal } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { CaseList } from './case-list.tsx'

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
