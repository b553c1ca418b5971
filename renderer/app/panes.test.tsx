// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Event } from '../../shared/event/event.ts'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { type FiltersPane, type RowsPane, useFiltersPane, useRowsPane } from './panes.ts'

const EVENTS: readonly Event[] = [1, 2].map((number) => someEvent({ eventId: `evt_${number}` }))

/** The panes of a window as they are drawn last, and what its settings were changed to. */
async function panesOf(isNarrow: boolean) {
  const changed: unknown[] = []
  let drawn: { filters: FiltersPane; rows: RowsPane } | undefined
  const change = (part: unknown) => void changed.push(part)
  function Panes({ epoch, narrow }: { epoch: number; narrow: boolean }) {
    const filters = useFiltersPane(epoch, narrow, { filtersOpen: true }, change)
    drawn = { filters, rows: useRowsPane(epoch) }
    return <input ref={filters.firstField} aria-label="Customer ID" hidden={!filters.isOpen} />
  }
  const { draw } = await mounted(<Panes epoch={1} narrow={isNarrow} />)
  return {
    changed,
    now() {
      if (drawn === undefined) throw new Error('Nothing is drawn.')
      return drawn
    },
    draw: (epoch: number, narrow = isNarrow) => draw(<Panes epoch={epoch} narrow={narrow} />),
  }
}

test('beside the rows, the filters are opened and closed in the settings', async () => {
  const { changed, now } = await panesOf(false)
  expect(now().filters.isOpen).toBe(true)
  await act(() => {
    now().filters.toggle()
    now().filters.uncover()
  })
  expect(changed).toEqual([{ filtersOpen: false }])
})

test('as an overlay they open for one use, whatever the settings say, and another connection begins without', async () => {
  const { changed, now, draw } = await panesOf(true)
  expect(now().filters.isOpen).toBe(false)
  await act(() => now().filters.toggle())
  expect(now().filters.isOpen).toBe(true)
  await act(() => now().filters.uncover())
  expect(now().filters.isOpen).toBe(false)
  await act(() => now().filters.toggle())
  await draw(2)
  expect(now().filters.isOpen).toBe(false)
  expect(changed).toEqual([])
})

test('the function that every search calls stays the same as the filters open and close', async () => {
  const { now } = await panesOf(true)
  const { uncover } = now().filters
  await act(() => now().filters.toggle())
  expect(now().filters.uncover).toBe(uncover)
})

test('rows are selected beside those that are, until all or the connection are left', async () => {
  const { now, draw } = await panesOf(false)
  const selected = () => [...now().rows.selection.values()].flat()
  await act(() => now().rows.add(EVENTS.slice(0, 1)))
  await act(() => now().rows.add(EVENTS.slice(1)))
  expect(selected()).toEqual(EVENTS)
  await act(() => now().rows.clearSelection())
  expect(selected()).toEqual([])
  await act(() => now().rows.add(EVENTS))
  await act(() => now().rows.onShown.events(EVENTS))
  expect(now().rows.events).toEqual(EVENTS)
  await draw(2)
  expect([selected(), now().rows.events]).toEqual([[], []])
})
