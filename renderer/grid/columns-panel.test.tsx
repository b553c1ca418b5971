// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { type ColumnChoice, USUAL_COLUMNS } from './column-choice.ts'
import { ColumnsPanel } from './columns-panel.tsx'

test.each(['__proto__', 'only_elsewhere'])('%s can be a column although no row on screen has it', async (name) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(() => root.unmount())
    page.remove()
  })
  const chosen: ColumnChoice[] = []
  await act(() =>
    root.render(
      <MantineProvider>
        <ColumnsPanel
          choice={USUAL_COLUMNS}
          onChoice={(choice) => chosen.push(choice)}
          properties={['amount']}
          listNames={() => ['amount', 'region']}
        />
      </MantineProvider>,
    ),
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
