// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { SidePane } from './side-pane.tsx'

test('an overlay has the focus from its opening, before what it holds is loaded, and passes it on to that', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(() => root.unmount())
    page.remove()
  })
  const show = (open: boolean, held: ReactNode) =>
    act(() =>
      root.render(
        <MantineProvider>
          <button type="button">Row</button>
          <SidePane side="right" label="Details" overlay open={open} onClose={() => undefined}>
            {held}
          </SidePane>
        </MantineProvider>,
      ),
    )
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  await show(false, null)
  page.querySelector('button')?.focus()
  await show(true, null)
  expect(focused()).toBe('Details')
  // Here anything may have the focus; in a browser a box has it only with this.
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
  await show(true, <button type="button">Close</button>)
  // A mutation is heard of in a task of its own.
  await expect.poll(focused).toBe('Close')
  await show(false, null)
  expect(focused()).toBe('Row')
})
