// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { Header } from './header.tsx'

async function header(
  narrow: boolean,
  filters: { open: boolean; count: number } | null,
  billing: string | null = null,
) {
  const chosen: string[] = []
  const { page } = await mounted(
    <MantineProvider env="test">
      <Header
        title="Acme"
        switcher={null}
        find={null}
        snapshots={null}
        narrow={narrow}
        filters={filters && { ...filters, toggle: () => chosen.push('filters') }}
        zones={{ shown: 'Europe/Berlin', billing }}
        onZone={(zone) => chosen.push(zone)}
        dialogs={{ settings: () => chosen.push('settings') }}
        onCases={() => chosen.push('reports')}
      />
    </MantineProvider>,
  )
  const named = (part: string) => page.querySelector<HTMLElement>(`button[aria-label*="${part}"]`)
  return { page, chosen, named, press: (part: string) => act(() => named(part)?.click()) }
}

test('the button of the filters says what it does, and how many are applied', async () => {
  const said = async (...of: Parameters<typeof header>) => {
    const button = (await header(...of)).named('filters')
    return [button?.getAttribute('aria-label'), button?.getAttribute('aria-expanded'), button?.textContent]
  }
  expect(await said(false, { open: true, count: 2 })).toEqual(['Hide filters, 2 applied', 'true', ''])
  expect(await said(false, { open: false, count: 2 })).toEqual(['Show filters, 2 applied', 'false', '2'])
  expect(await said(true, { open: true, count: 2 })).toEqual(['Show filters, 2 applied', 'true', 'Filters2'])
  expect(await said(true, { open: false, count: 0 })).toEqual(['Show filters', 'false', 'Filters'])
  expect(await said(false, null)).toEqual([undefined, undefined, undefined])
})

test('the zones begin with the billing zone and UTC, and are found by words of their names', async () => {
  const { page, chosen, press } = await header(false, null, 'America/New_York')
  await press('Time zone')
  const options = () => [...page.querySelectorAll<HTMLElement>('[role="option"]')]
  const names = () => options().map((option) => option.firstElementChild?.textContent)
  expect(names().slice(0, 2)).toEqual(['America/New York', 'UTC'])
  expect([options()[0]?.textContent?.includes('billing zone, -0'), new Set(names()).size]).toEqual([true, 60])
  expect(page.textContent).toMatch(/\d+ more: keep typing/)
  const search = page.querySelector('input[aria-label="Search time zones"]') as HTMLInputElement
  const type = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, text)
      search.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await type('york america')
  expect(names()).toEqual(['America/New York'])
  await type('New_Y')
  expect(names()).toEqual(['America/New York'])
  await type('atlantis')
  expect([names(), page.textContent?.includes('more: keep typing')]).toEqual([[], false])
  await type('york')
  await act(() => options()[0]?.click())
  expect(chosen).toEqual(['America/New_York'])
  expect(options()).toEqual([])
})
