// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { mounted } from './fixtures/mounted.ts'
import { notifyNotice, notifyOffer } from './notify.tsx'

test('a notice that is closed gives the focus back to where it was before, unless it did not have it', async () => {
  const { page } = await mounted(
    <MantineProvider env="test">
      <input />
      <Notifications />
    </MantineProvider>,
  )
  const field = page.querySelector('input')
  const closed = vi.fn()
  await act(() => {
    notifyNotice('The zone is not known.')
    notifyOffer({ id: 'ready', words: 'It is ready.', action: 'Open', onAction: () => {}, onClose: closed })
  })
  const close = (words: string) =>
    [...document.querySelectorAll('[role="status"]')]
      .find(({ textContent }) => textContent?.includes(words))
      ?.querySelector<HTMLElement>('.mantine-Notification-closeButton')
  const enter = (button: HTMLElement | null | undefined, from: Element | null) =>
    act(() => {
      button?.focus()
      button?.dispatchEvent(new FocusEvent('focusin', { bubbles: true, relatedTarget: from }))
    })
  await enter(close('not known'), field)
  await act(() => close('not known')?.click())
  expect(document.activeElement).toBe(field)
  await act(() => field?.blur())
  await act(() => close('It is ready')?.click())
  expect([document.activeElement, closed.mock.calls.length]).toEqual([document.body, 1])
})
