// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { settingsSchema } from '../../shared/contract/settings.ts'
import { mounted } from './fixtures/mounted.ts'
import { clampWidth, SidePane } from './side-pane.tsx'

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

test('every width that a drag ends with can be kept as it is', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -5000, max: 5000 }), (width) => {
      const kept = clampWidth(width)
      expect(settingsSchema.partial().parse({ detailsWidth: kept }).detailsWidth).toBe(kept)
      if (width >= 280 && width <= 900) expect(Math.abs(kept - width)).toBeLessThanOrEqual(0.5)
    }),
    { seed: 20261120 },
  )
})
