// This is what a reading that nobody took was made for: a snapshot whose days are rechecked or whose month's edges an
// invoice needs, or a file of all matches. It is kept as long as that, shown with it and deleted with it.
import { z } from 'zod'

export const madeForSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('snapshot'), snapshotId: z.string() }),
  /** `isOver`: the file is written, so nobody needs the reading once its export is listed no more. */
  z.object({ of: z.literal('export'), fileName: z.string(), isOver: z.boolean() }),
])
export type MadeFor = z.infer<typeof madeForSchema>

/** It is as much of a snapshot as says whether it stands for itself. */
interface Made {
  id: string
  madeFor: MadeFor | null
  /** Null: it is not marked as closed. */
  closed: object | null
}

/** Which snapshots a list shows as its own: also one whose owner is gone, and one that was closed since. */
export function listedSnapshots<One extends Made>(all: readonly One[]): One[] {
  const ids = new Set(all.map(({ id }) => id))
  return all.filter((one) => {
    const owner = ownerOf(one)
    return owner === null || (owner.of === 'snapshot' && !ids.has(owner.snapshotId))
  })
}

/** Those that were made for a snapshot, which are shown with it and go with it. */
export const madeForSnapshot = <One extends Made>(all: readonly One[], snapshotId: string): One[] =>
  all.filter((one) => {
    const owner = ownerOf(one)
    return owner?.of === 'snapshot' && owner.snapshotId === snapshotId
  })

/** Null of one that stands for itself. A month that is closed is somebody's, whatever it was read for. */
export const ownerOf = ({ madeFor, closed }: Pick<Made, 'madeFor' | 'closed'>): MadeFor | null =>
  closed === null ? madeFor : null
