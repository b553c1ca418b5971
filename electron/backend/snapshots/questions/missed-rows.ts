// What is not in sums as sent: by group, the events whose number is missing and what they sent in place of one.
import type { NotInFigures } from '../../../../shared/snapshot/snapshot-totals.ts'
import { createNotInSum, type NotInSumTally } from '../../../../shared/worth/not-in-sum.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { MeasuredRows } from './measure-rows.ts'

/** Groups that say it: each takes a kilobyte. An answer has half as many lines. */
const MOST_TOLD = 20_000
/** Codes and values of one group that are counted before they are added up. */
const MOST_COUNTED = 64

/** Events of a group, by the number of their code and of what they sent. */
interface Counted {
  events: Map<number, number>
  tally: NotInSumTally
}

/** Takes rows that have no number. A million of them are counted by numbers, and only then put into words. */
export function createMissedRows({ table }: Pick<LoadedSnapshot, 'table'>, measured: MeasuredRows) {
  const groups = new Map<number, Counted>()
  const untold = new Map<number, number>()
  const { codes, values } = fieldColumn(table, 'eventCode')

  function addUp({ events, tally }: Counted): void {
    for (const [key, count] of events) {
      const code = Math.floor(key / measured.missingKinds)
      const missed = measured.missing(key % measured.missingKinds, code === 0 ? null : values.text(code))
      tally.add({ ...missed, events: count })
    }
    events.clear()
  }

  return {
    add(group: number, row: number): void {
      const known = groups.get(group)
      if (known === undefined && groups.size >= MOST_TOLD) {
        untold.set(group, (untold.get(group) ?? 0) + 1)
        return
      }
      const counted = known ?? { events: new Map<number, number>(), tally: createNotInSum() }
      if (known === undefined) groups.set(group, counted)
      const key = (codes[row] ?? 0) * measured.missingKinds + measured.missingOf(row)
      counted.events.set(key, (counted.events.get(key) ?? 0) + 1)
      if (counted.events.size > MOST_COUNTED) addUp(counted)
    },
    /** Null: everything is in the sum. */
    figures(group: number): NotInFigures | null {
      const counted = groups.get(group)
      if (counted !== undefined) addUp(counted)
      const more = untold.get(group) ?? 0
      return counted === undefined && more === 0 ? null : { parts: counted?.tally.figures() ?? [], untold: more }
    },
  }
}
