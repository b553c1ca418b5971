// Days of a closed snapshot that were read again, as one sum: what it is worth with these days as they are now, less what it
// is worth. Lines of a month are in it, which no day has by itself.
import {
  CHANGE_KINDS,
  type RecheckedAnswer,
  type RecheckedQuestion,
} from '../../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import { changedWorth } from './changed-worth.ts'
import type { Differences } from './compare-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import type { Turn } from './turn.ts'

/** @param days of each the closed snapshot against the day: what the day lacks is "added" in them */
export async function answerRechecked(
  closed: LoadedSnapshot,
  days: readonly Differences[],
  { scope: asked, worth: valuedBy }: RecheckedQuestion,
  turn: Turn,
): Promise<RecheckedAnswer> {
  // Chosen rows are of one of the snapshots, and mean nothing in the others.
  const scope: Scope = { ...asked, where: asked.where.filter(({ is }) => is !== 'rows') }
  const rows = await selectRows(closed, scope, turn)
  const isIn = new Uint8Array(closed.table.rows)
  for (const row of rows) isIn[row] = 1
  const wasThere = (changed: readonly number[]) => Uint32Array.from(changed.filter((row) => isIn[row] === 1))
  const gone = days.flatMap(({ added }) => added)
  const altered = days.flatMap((day) => day.altered.map(([, row]) => row))
  const isChanged = new Uint8Array(closed.table.rows)
  for (const row of [...gone, ...altered]) isChanged[row] = 1
  const isThere = async (of: (day: Differences) => readonly number[]) => {
    const sides = []
    for (const day of days) sides.push({ snapshot: day.before, rows: await rowsIn(day.before, of(day), scope, turn) })
    return sides
  }
  const none: [] = []
  const { worth, all } = await changedWorth(
    {
      same: { snapshot: closed, rows: rows.filter((row) => isChanged[row] === 0) },
      before: {
        gone: [{ snapshot: closed, rows: wasThere(gone) }],
        altered: [{ snapshot: closed, rows: wasThere(altered) }],
        added: none,
      },
      after: {
        gone: none,
        altered: await isThere((day) => day.altered.map(([row]) => row)),
        added: await isThere((day) => day.gone),
      },
    },
    { ...valuedBy, by: [] },
    turn,
  )
  const unvalued = CHANGE_KINDS.flatMap((kind) => worth[kind].unvalued)
  return {
    kind: 'compared',
    version: worth.version,
    all,
    unvalued: unvalued.reduce((sum, { before, after }) => sum + Math.max(before, after), 0),
  }
}

async function rowsIn(
  snapshot: LoadedSnapshot,
  wanted: readonly number[],
  scope: Scope,
  turn: Turn,
): Promise<Uint32Array> {
  const isWanted = new Set(wanted)
  return (await selectRows(snapshot, scope, turn)).filter((row) => isWanted.has(row))
}
