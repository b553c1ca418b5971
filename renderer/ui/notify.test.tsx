// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { mounted } from './fixtures/mounted.ts'
import { notifyNotice, notifyOffer, say, sayWithButton, unsay } from './notify.tsx'

/** The focus goes there from `from`, as by Tab: happy-dom tells nobody where it was. */
const enter = (button: HTMLElement | null | undefined, from: Element | null) =>
  act(() => {
    button?.focus()
    button?.dispatchEvent(new FocusEvent('focusin', { bubbles: true, relatedTarget: from }))
  })

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
  await enter(close('not known'), field)
  await act(() => close('not known')?.click())
  expect(document.activeElement).toBe(field)
  await act(() => field?.blur())
  await act(() => close('It is ready')?.click())
  expect([document.activeElement, closed.mock.calls.length]).toEqual([document.body, 1])
})

test('the button of what was said has given the focus back before it acts, also where other words came meanwhile', async () => {
  const { page } = await mounted(
    <MantineProvider env="test">
      <input />
      <Notifications />
    </MantineProvider>,
  )
  const field = page.querySelector('input')
  const focused: (Element | null)[] = []
  await act(() => sayWithButton('Added to the report.', 'Open report', () => focused.push(document.activeElement)))
  const open = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open report')
  await enter(open(), field)
  await act(() => open()?.click())
  expect(focused).toEqual([field])
  await act(() => sayWithButton('Saving', 'Open report', () => {}))
  await enter(open(), field)
  await act(() => {
    say('Saved')
    unsay()
  })
  expect(document.activeElement).toBe(field)
})
