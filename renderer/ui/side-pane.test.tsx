// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { mounted } from './fixtures/mounted.ts'
import { SidePane } from './side-pane.tsx'

test('an overlay has the focus from its opening, before what it holds is loaded, and passes it on to that', async () => {
  const pane = (open: boolean, held: ReactNode) => (
    <MantineProvider>
      <button type="button">Row</button>
      <SidePane side="right" label="Details" overlay open={open} onClose={() => undefined}>
        {held}
      </SidePane>
    </MantineProvider>
  )
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const { page, draw } = await mounted(pane(false, null))
  page.querySelector('button')?.focus()
  await draw(pane(true, null))
  expect(focused()).toBe('Details')
  // Here anything may have the focus; in a browser a box has it only with this.
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
  await draw(pane(true, <button type="button">Close</button>))
  // A mutation is heard of in a task of its own.
  await expect.poll(focused).toBe('Close')
  await draw(pane(false, null))
  expect(focused()).toBe('Row')
})
