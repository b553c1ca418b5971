// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { PeriodChoices } from './period-choices.tsx'

async function calendar(
  days: { from: string | null; to: string | null; today: string | null },
  chosen: string | null = null,
) {
  const picked: string[][] = []
  const { page } = await mounted(
    <MantineProvider env="test">
      <PeriodChoices
        choices={['Today', 'Yesterday'].map((label) => ({ label, choose: () => picked.push([label]) }))}
        chosen={chosen}
        days={days}
        onPick={(...range) => picked.push(range)}
      />
    </MantineProvider>,
  )
  const buttons = () => [...page.querySelectorAll<HTMLElement>('button')]
  const named = (name: string) => buttons().find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
  return {
    page,
    picked,
    says: () => page.querySelector('[role="status"]')?.textContent,
    press: (name: string) => act(() => named(name)?.click()),
    pressed: () =>
      buttons()
        .filter((one) => one.getAttribute('aria-pressed') === 'true')
        .map(({ textContent }) => textContent),
    current: () => [...page.querySelectorAll('[aria-current="date"]')].map((one) => one.getAttribute('aria-label')),
    level: () => page.textContent?.match(/(?:January|February|October|November|December) \d{4}/)?.[0],
    selected: () => page.querySelectorAll('[data-selected]').length,
  }
}

test('the first day picked begins the range, the second ends it, which may be the same; it says which comes next', async () => {
  const { picked, says, press } = await calendar({ from: null, to: null, today: '2026-11-20' })
  expect(says()).toBe('Pick the first day')
  await press('3 November 2026')
  expect([picked, says()]).toEqual([[], 'Pick the last day, or the same day again'])
  await press('5 November 2026')
  expect(picked).toEqual([['2026-11-03', '2026-11-05']])
  await press('7 November 2026')
  await press('7 November 2026')
  expect(picked[1]).toEqual(['2026-11-07', '2026-11-07'])
})

test('it opens at the range that stands, an open one as its one day, and marks today', async () => {
  const ofRange = await calendar({ from: '2026-10-03', to: '2026-12-05', today: '2026-11-20' })
  expect(ofRange.level()).toBe('October 2026')
  const open = await calendar({ from: '2026-11-03', to: null, today: '2026-11-20' })
  expect([open.selected(), open.current()]).toEqual([1, ['20 November 2026']])
  // The next day that is picked begins another range.
  await open.press('7 November 2026')
  expect([open.picked, open.says()]).toEqual([[], 'Pick the last day, or the same day again'])
  expect((await calendar({ from: null, to: '2026-12-05', today: '2026-11-20' })).level()).toBe('December 2026')
  expect((await calendar({ from: null, to: null, today: '2026-02-20' })).level()).toBe('February 2026')
})

test('the period that is asked for is the one that is pressed', async () => {
  const { picked, pressed, press } = await calendar({ from: null, to: null, today: null }, 'Yesterday')
  expect(pressed()).toEqual(['Yesterday'])
  await press('Today')
  expect(picked).toEqual([['Today']])
})
