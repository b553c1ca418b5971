import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import { anyRules } from '../../../../shared/worth/fixtures/any-month.ts'
import { createValuation } from '../../../../shared/worth/valuation.ts'
import type { EventWorth } from '../../../../shared/worth/value-event.ts'
import { worthEventReader } from '../../../../shared/worth/worth-event.ts'
import { anyEvents, eventText } from './fixtures/any-events.ts'
import { anyTurn, snapshotOf } from './fixtures/table-of.ts'
import { valueRows } from './value-rows.ts'

const KNOWN = ['rule', 'bin', 'worth', 'currency', 'quantity', 'unit', 'why', 'differs', 'isRounded'] as const

/** Without what a sum keeps of it besides. */
const knownWorth = (worth: EventWorth) => Object.fromEntries(KNOWN.map((name) => [name, worth[name]]))

test('rows of a table are worth what their events are', async () => {
  const options = {
    zone: 'Europe/Berlin',
    inHand: { from: null, until: null },
    unruled: { amount: 'amount', currency: 'currency' },
  }
  await fc.assert(
    fc.asyncProperty(anyEvents, anyRules, async (events, rules) => {
      const snapshot = await snapshotOf(events)
      const [ofRows, ofEvents] = [createValuation(rules, options), createValuation(rules, options)]
      const worths: ReturnType<typeof knownWorth>[] = []
      const rows = Uint32Array.from(events, (_, row) => row)
      await valueRows(snapshot, rows, ofRows, anyTurn, (_, worth) => worths.push(knownWorth(worth)))
      const readEvent = worthEventReader(ofEvents.names)
      const wanted = events.map((event) => {
        const read = parseEventText(eventText(event))
        if (!read.ok) throw new Error(read.problems.join())
        return knownWorth(ofEvents.add(readEvent(read.event)))
      })
      expect(worths).toEqual(wanted)
      expect(ofRows.worth()).toEqual(ofEvents.worth())
      expect(ofRows.lines()).toEqual(ofEvents.lines())
    }),
    runs(271, 100),
  )
})
