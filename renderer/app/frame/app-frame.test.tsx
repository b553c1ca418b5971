// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { AppFrame, AppProviders, StartFailure } from './app-frame.tsx'

const around = (content: React.ReactNode) => (
  <AppProviders scheme="light" nonce="" queryClient={new QueryClient()}>
    {content}
  </AppProviders>
)

test('an error of ours stands in place of the page, cut where it is long', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  function Breaks(): never {
    throw Object.assign(new Error('no rows'), { stack: `no rows at ${'x'.repeat(20_000)}` })
  }
  const { page } = await mounted(around(<Breaks />))
  const alert = page.querySelector('[role="alert"]')
  expect(alert?.querySelector('h1')?.textContent).toBe('Something went wrong inside Eventscope')
  const said = alert?.querySelector('pre')?.textContent ?? ''
  expect([said.startsWith('no rows at x'), said.length < 11_000]).toEqual([true, true])
  expect(alert?.querySelector('button')?.textContent).toBe('Reload')
})

test('a page that cannot start offers to reload where that can help', async () => {
  const offers = async (failure: Parameters<typeof StartFailure>[0]['failure']) => {
    const { page } = await mounted(around(<StartFailure failure={failure} />))
    return [...page.querySelectorAll('button')].some(({ textContent }) => textContent === 'Reload')
  }
  expect(await offers({ kind: 'bridge', reason: 'backend-gone', detail: '' })).toBe(true)
  expect(await offers({ kind: 'bridge', reason: 'session-over', detail: '' })).toBe(false)
})

test('what covers the panes makes them inert, and the focus is back where it was once that has gone', async () => {
  const frame = (over: React.ReactNode | null) =>
    around(
      <AppFrame
        environment="test"
        narrow={false}
        header={null}
        filters={{ content: null, open: true, close: () => {} }}
        results={<button type="button">Row</button>}
        details={{ content: null, width: 400, resize: () => {}, close: () => {} }}
        over={over}
        below={<button type="button">Reading</button>}
      />,
    )
  const { page, draw } = await mounted(frame(null))
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLElement
  const row = button('Row')
  await act(() => row.focus())
  await draw(frame(<button type="button">Snapshot</button>))
  expect(row.closest('[inert]')).not.toBeNull()
  await act(() => row.blur())
  await draw(frame(null))
  expect([row.closest('[inert]'), document.activeElement]).toEqual([null, row])
  // What has the focus by then keeps it.
  await draw(frame(<i />))
  await act(() => button('Reading').focus())
  await draw(frame(null))
  expect(document.activeElement).toBe(button('Reading'))
})
