import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Event, eventKey } from '../../shared/event/event.ts'
import {
  currentRow,
  inGridOrder,
  inPlaces,
  type Selection,
  selectedEvents,
  selectedShare,
  withSelected,
} from './use-row-selection.ts'

const event = (id: number | null, source = `{"n":${id}}`) =>
  ({ eventId: id === null ? null : `evt_${id}`, source }) as Event
const page = (first: number) => Array.from({ length: 10 }, (_, index) => event(first + index))
const NONE: Selection = new Map()
const withAll = (events: readonly Event[]) => withSelected(NONE, { page: events, chosen: events, isSelected: true })

describe('selection', () => {
  test('stays across pages and is a set of keys, whatever the clicks', () => {
    const steps = fc.array(
      fc.record({ first: fc.constantFrom(0, 10, 20), from: fc.nat(9), to: fc.nat(9), selected: fc.boolean() }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(steps, (clicks) => {
        let selection = NONE
        const truth = new Set<string>()
        for (const { first, from, to, selected } of clicks) {
          const range = page(first).slice(Math.min(from, to), Math.max(from, to) + 1)
          selection = withSelected(selection, { page: page(first), chosen: range, isSelected: selected })
          for (const each of range) selected ? truth.add(eventKey(each)) : truth.delete(eventKey(each))
        }
        expect(new Set(selection.keys())).toEqual(truth)
        expect(selectedEvents(selection)).toHaveLength(truth.size)
        const share = page(0).filter((each) => truth.has(eventKey(each))).length
        expect(selectedShare(selection, page(0))).toBe(share === 10 ? 'all' : share === 0 ? 'none' : 'some')
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test('nothing is changed in place', () => {
    const before = withAll(page(0))
    withSelected(before, { page: page(0), chosen: page(0), isSelected: false })
    expect(before.size).toBe(10)
  })

  test('events without an id are told apart by their source', () => {
    const selection = withAll([event(null, '{"a":1}'), event(null, '{"a":2}')])
    expect(selection.size).toBe(2)
  })

  test('an empty page has nothing selected', () => {
    expect(selectedShare(withAll(page(0)), [])).toBe('none')
  })

  test('a chosen row is found again after sorting, and in the rows of another answer', () => {
    const rows = page(0)
    const place = { row: 1, event: rows[1] ?? null }
    expect(currentRow(rows, place)).toBe(1)
    expect(currentRow(rows.toReversed(), place)).toBe(8)
    expect(currentRow([event(99), ...page(0)], place)).toBe(2)
    expect(currentRow(page(20), place)).toBeNull()
  })

  test('a row of a list that is not loaded whole stays where it is', () => {
    expect(currentRow(null, { row: 7, event: null })).toBe(7)
  })

  describe('rows of one ID', () => {
    const repeated = [event(1, '{"a":1}'), event(2), event(1, '{"a":2}'), event(1, '{"a":2}')]
    const ofOne = [repeated[0], repeated[2], repeated[3]]

    test('are selected together whichever is chosen, each of them is held, and they go together', () => {
      for (const chosen of ofOne) {
        const selection = withSelected(NONE, { page: repeated, chosen: chosen ? [chosen] : [], isSelected: true })
        expect(selectedEvents(selection)).toEqual(ofOne)
        expect(
          selectedEvents(
            withSelected(selection, { page: repeated, chosen: chosen ? [chosen] : [], isSelected: false }),
          ),
        ).toEqual([])
      }
    })

    test('are as many as the page has, when all of it is selected', () => {
      const selection = withAll(repeated)
      expect(selectedEvents(selection)).toHaveLength(4)
      expect(selectedShare(selection, repeated)).toBe('all')
    })

    test('are held once, however often other answers bring them', () => {
      const again = [event(1, '{"a":2}'), event(1, '{"a":3}')]
      const selection = withSelected(withAll(repeated), { page: again, chosen: again, isSelected: true })
      expect(selectedEvents(selection)).toEqual([...ofOne, again[1], repeated[1]])
    })
  })
})

test('selected rows come as they stand in the grid, then those of other pages; equal ones by their number', () => {
  const [a, b, c] = [event(1), event(2), event(3)] as const
  const selection = withSelected(withAll([b]), { page: [c, a, a], chosen: [c, a], isSelected: true })
  expect(selectedEvents(selection)).toEqual([b, c, a, a])
  expect(inGridOrder(selection, [a, b])).toEqual({ events: [a, b, c, a], elsewhere: 2 })
  expect(inGridOrder(selection, [])).toEqual({ events: [b, c, a, a], elsewhere: 4 })
  expect(inGridOrder(NONE, [a, b])).toEqual({ events: [], elsewhere: 0 })
})

test('selected rows of a list that is not loaded whole come by the places they were selected at, then the others', () => {
  const [a, b, c] = [event(1), event(2), event(3)] as const
  const places = new Map([
    ['evt_3', 4],
    ['evt_2', 9],
  ])
  expect(inPlaces(withAll([a, b, c]), places)).toEqual({ events: [c, b, a], elsewhere: 0 })
})
