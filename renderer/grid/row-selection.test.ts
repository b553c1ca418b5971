import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Event, eventKey } from '../../shared/event/event.ts'
import { inGridOrder, rangeOf, type Selection, selectedEvents, selectedShare, withSelected } from './row-selection.ts'

const event = (id: number | null, source = `{"n":${id}}`) =>
  ({ eventId: id === null ? null : `evt_${id}`, source }) as Event
const page = (first: number) => Array.from({ length: 10 }, (_, index) => event(first + index))
const NONE: Selection = new Map()
const withAll = (events: readonly Event[]) => withSelected(NONE, events, events, true)

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
          const range = rangeOf(page(first), event(first + from), to)
          expect(range).toHaveLength(Math.abs(from - to) + 1)
          selection = withSelected(selection, page(first), range, selected)
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
    withSelected(before, page(0), page(0), false)
    expect(before.size).toBe(10)
  })

  test('events without an id are told apart by their source', () => {
    const selection = withAll([event(null, '{"a":1}'), event(null, '{"a":2}')])
    expect(selection.size).toBe(2)
  })

  test('a range without a beginning is the row alone; an empty page has nothing selected', () => {
    expect(rangeOf(page(0), null, 3).map(eventKey)).toEqual(['evt_3'])
    expect(selectedShare(withAll(page(0)), [])).toBe('none')
  })
  test('a range begins at the row that was chosen, also after sorting, and in the rows of another answer', () => {
    const rows = page(0)
    const [, anchor = null] = rows
    const keys = (events: readonly Event[], row: number) => rangeOf(events, anchor, row).map(eventKey)
    expect(keys(rows, 3)).toEqual(['evt_1', 'evt_2', 'evt_3'])
    expect(keys(rows.toReversed(), 7)).toEqual(['evt_2', 'evt_1'])
    expect(keys([event(99), ...page(0)], 0)).toEqual(['evt_99', 'evt_0', 'evt_1'])
    expect(keys(page(20), 3)).toEqual(['evt_23'])
  })

  describe('rows of one ID', () => {
    const repeated = [event(1, '{"a":1}'), event(2), event(1, '{"a":2}'), event(1, '{"a":2}')]
    const ofOne = [repeated[0], repeated[2], repeated[3]]

    test('are selected together whichever is chosen, each of them is held, and they go together', () => {
      for (const chosen of ofOne) {
        const selection = withSelected(NONE, repeated, chosen ? [chosen] : [], true)
        expect(selectedEvents(selection)).toEqual(ofOne)
        expect(selectedEvents(withSelected(selection, repeated, chosen ? [chosen] : [], false))).toEqual([])
      }
    })

    test('are as many as the page has, when all of it is selected', () => {
      const selection = withAll(repeated)
      expect(selectedEvents(selection)).toHaveLength(4)
      expect(selectedShare(selection, repeated)).toBe('all')
    })

    test('are held once, however often other answers bring them', () => {
      const again = [event(1, '{"a":2}'), event(1, '{"a":3}')]
      const selection = withSelected(withAll(repeated), again, again, true)
      expect(selectedEvents(selection)).toEqual([...ofOne, again[1], repeated[1]])
    })
  })
})

test('selected rows come as they stand in the grid, then those of other pages; equal ones by their number', () => {
  const [a, b, c] = [event(1), event(2), event(3)] as const
  const selection = withSelected(withSelected(NONE, [b], [b], true), [c, a, a], [c, a], true)
  expect(selectedEvents(selection)).toEqual([b, c, a, a])
  expect(inGridOrder(selection, [a, b])).toEqual({ events: [a, b, c, a], elsewhere: 2 })
  expect(inGridOrder(selection, [])).toEqual({ events: [b, c, a, a], elsewhere: 4 })
  expect(inGridOrder(NONE, [a, b])).toEqual({ events: [], elsewhere: 0 })
})
