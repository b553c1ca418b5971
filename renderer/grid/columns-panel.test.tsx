// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
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

/** The panel over rows with these properties, of which the chosen ones are columns. */
async function panelOf(names: readonly string[], first: Partial<ColumnChoice>) {
  let choice: ColumnChoice = { ...USUAL_COLUMNS, ...first }
  function Panel() {
    const [now, onChoice] = useState(choice)
    choice = now
    return <ColumnsPanel choice={now} onChoice={onChoice} properties={now.properties ?? []} listNames={() => names} />
  }
  const { page } = await mounted(
    <MantineProvider env="test">
      <Panel />
    </MantineProvider>,
  )
  const labelled = (name: string) => page.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  return {
    choice: () => choice,
    labelled,
    isOff: (name: string) => labelled(name)?.getAttribute('aria-disabled') === 'true',
    async press(name: string) {
      labelled(name)?.focus()
      await act(async () => labelled(name)?.click())
    },
    key: (name: string, key: string) =>
      act(async () =>
        labelled(name)?.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true })),
      ),
  }
}

test('four columns can be pinned, and the last one goes no further down', async () => {
  const { press, isOff, key, choice } = await panelOf([], {
    properties: [],
    pinned: ['created', 'eventId', 'eventCode'],
  })
  expect(isOff('Pin: Type')).toBe(false)
  await press('Pin: Type')
  expect([choice().pinned, isOff('Pin: Customer ID')]).toEqual([['created', 'eventId', 'eventCode', 'type'], true])
  const before = choice()
  await key('Properties', 'ArrowDown')
  expect(choice()).toBe(before)
  expect(isOff('Move down: Properties')).toBe(true)
})

test('a property that is added leaves the focus to the next one', async () => {
  const { press, labelled } = await panelOf(['amount', 'region'], { properties: [] })
  await press('Add column amount')
  expect(document.activeElement === labelled('Add column region')).toBe(true)
  await press('Add column region')
  expect(document.activeElement === labelled('Find a property')).toBe(true)
})
