import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Event, eventKey } from '../../../shared/event.ts'
import { rangeOf, type Selection, selectedShare, withSelected } from './row-selection.ts'

const event = (id: number | null, source = `{"n":${id}}`) =>
  ({ eventId: id === null ? null : `evt_${id}`, source }) as Event
const page = (first: number) => Array.from({ length: 10 }, (_, index) => event(first + index))
const NONE: Selection = new Map()

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
          const range = rangeOf(page(first), from, to)
          expect(range).toHaveLength(Math.abs(from - to) + 1)
          selection = withSelected(selection, range, selected)
          for (const each of range) selected ? truth.add(eventKey(each)) : truth.delete(eventKey(each))
        }
        expect(new Set(selection.keys())).toEqual(truth)
        const share = page(0).filter((each) => truth.has(eventKey(each))).length
        expect(selectedShare(selection, page(0))).toBe(share === 10 ? 'all' : share === 0 ? 'none' : 'some')
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test('nothing is changed in place', () => {
    const before = withSelected(NONE, page(0), true)
    withSelected(before, page(0), false)
    expect(before.size).toBe(10)
  })

  test('events without an id are told apart by their source', () => {
    const selection = withSelected(NONE, [event(null, '{"a":1}'), event(null, '{"a":2}')], true)
    expect(selection.size).toBe(2)
  })

  test('a range without a beginning is the row alone; an empty page has nothing selected', () => {
    expect(rangeOf(page(0), null, 3).map(eventKey)).toEqual(['evt_3'])
    expect(selectedShare(withSelected(NONE, page(0), true), [])).toBe('none')
  })
})
