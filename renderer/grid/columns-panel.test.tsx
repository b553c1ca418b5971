// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { mounted } from '../ui/fixtures/mounted.ts'
import { type ColumnChoice, USUAL_COLUMNS } from './column-choice.ts'
import { ColumnsPanel } from './columns-panel.tsx'

test.each(['__proto__', 'only_elsewhere'])('%s can be a column although no row on screen has it', async (name) => {
  const chosen: ColumnChoice[] = []
  const { page } = await mounted(
    <MantineProvider>
      <ColumnsPanel
        choice={USUAL_COLUMNS}
        onChoice={(choice) => chosen.push(choice)}
        properties={['amount']}
        listNames={() => ['amount', 'region']}
      />
    </MantineProvider>,
  )
  const field = page.querySelector<HTMLInputElement>('[aria-label="Find a property"]') as HTMLInputElement
  const type = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const offered = () =>
    [...page.querySelectorAll('[aria-label="Columns to add"] button')].map((one) => one.getAttribute('aria-label'))
  // What is on the page, or is a column, is no other.
  await type('region')
  expect(offered()).toEqual(['Add column region'])
  await type('amount')
  expect(offered()).toEqual([])
  await type(name)
  expect(offered()).toEqual([`Add column ${name}`])
  expect(page.textContent).toContain('not in these rows')
  await act(() => page.querySelector<HTMLElement>('[aria-label="Columns to add"] button')?.click())
  expect(chosen.at(-1)?.properties).toEqual(['amount', name])
})
