// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { act as doing } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FigureTable as Described, FigureColumn } from '../../../shared/figures/figure-description.ts'
import { numberValue, textValue } from '../../../shared/figures/figure-description.ts'
import { mounted } from '../fixtures/mounted.ts'
import { FigureTable } from './figure-table.tsx'

interface Line {
  name: string
  figures: (string | null)[]
}

const act = (of: string) => ({ act: { does: 'events' as const, of } })
const figure = (at: number): FigureColumn<Line, string> => ({
  id: `figure ${at}`,
  head: `Figure ${at}`,
  kind: 'number',
  isStop: true,
  cell: ({ name, figures }) => ({ value: numberValue(figures[at]), ...act(`${name} ${at}`) }),
})
const LINES: Line[] = [
  { name: 'a', figures: ['1', null, '3'] },
  { name: 'b', figures: [null, '2', '4'] },
  { name: 'c', figures: ['5', '6', null] },
]

const table = (stops: 'rows' | 'cells', explained = 'b'): Described<Line, string> => ({
  name: 'Lines',
  columns: [
    {
      id: 'name',
      head: 'Name',
      kind: 'text',
      isRowHead: true,
      isStop: true,
      cell: ({ name }) => ({
        value: textValue(name),
        act: { does: 'explain', of: name, ...(stops === 'rows' && { isPressed: name === explained }) },
      }),
    },
    ...(stops === 'cells' ? [figure(0), figure(1), figure(2)] : []),
  ],
  blocks: [
    {
      id: 'all',
      rows: LINES.map((line) => ({
        id: line.name,
        of: line,
        name: [line.name],
        ...(stops === 'rows' && { act: { does: 'explain' as const, of: line.name } }),
      })),
    },
  ],
  scaleOver: 'table',
  stops,
})

async function pressedIn(stops: 'rows' | 'cells') {
  const acts: string[] = []
  const { page } = await mounted(
    <MantineProvider>
      <FigureTable table={table(stops)} region="Lines" onAct={({ of }) => acts.push(of)} />
    </MantineProvider>,
  )
  page.querySelector<HTMLElement>('[tabindex="0"]:not(section)')?.focus()
  const focused = () => document.activeElement?.textContent
  const press = async (key: string) => {
    const target = document.activeElement
    await doing(() => target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
    return focused()
  }
  return { page, acts, press }
}

test('from cell to cell there is one stop, and what is no figure is passed over', async () => {
  const { page, acts, press } = await pressedIn('cells')
  expect(page.querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
  expect(document.activeElement?.textContent).toBe('1')
  expect(await press('ArrowRight')).toBe('3')
  expect(await press('ArrowRight')).toBe('3')
  expect(await press('ArrowDown')).toBe('4')
  expect(await press('ArrowDown')).toBe('4')
  expect(await press('Home')).toBe('2')
  expect(await press('ArrowLeft')).toBe('b')
  expect(await press('PageDown')).toBe('c')
  expect(await press('End')).toBe('6')
  expect(page.querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
  expect(acts).toEqual([])
})

test('from row to row each is pressed, and only the rows are', async () => {
  const { acts, press } = await pressedIn('rows')
  expect(document.activeElement?.textContent).toBe('b')
  expect(await press('ArrowDown')).toBe('c')
  expect(await press('ArrowDown')).toBe('c')
  expect(await press('Home')).toBe('a')
  expect(await press('ArrowRight')).toBe('a')
  expect(await press('End')).toBe('c')
  expect(acts).toEqual(['c', 'a', 'c'])
})

test('of many rows those in sight are drawn, also where nothing draws the table again', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => height.mockRestore())
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: `${at}`,
    of: { name: `${at}`, figures: [] },
    name: [`${at}`],
  }))
  const { page } = await mounted(
    <MantineProvider>
      <FigureTable table={{ ...table('cells'), blocks: [{ id: 'all', rows }] }} region="Lines" />
    </MantineProvider>,
  )
  const drawn = page.querySelectorAll('tbody tr[aria-rowindex]').length
  expect(drawn).toBeGreaterThan(600 / 30)
  expect(drawn).toBeLessThan(100)
})
