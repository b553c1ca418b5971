// What a file is made of: where its rows come from, which columns they have, how they are written, what is said of them.
import { type ColumnPick, wantedMembers } from '../../../shared/event/event-table.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ExportOptions } from '../../../shared/export/file-export.ts'
import type { Result } from '../../../shared/failure/failure.ts'
import type { SnapshotVerdict } from '../../../shared/snapshot/snapshot.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { type WantedSum, wantedSum } from '../../../shared/worth/property-sum.ts'
import type { SnapshotFile } from '../snapshots/store/snapshot-file.ts'
import type { CountedSource } from './event-source.ts'
import type { FileFormat } from './file-format.ts'
import type { KeptShapes } from './file-shapes.ts'
import type { FileSubject } from './file-subject.ts'
import type { Valuing } from './file-worth.ts'
import type { KeptRules } from './kept-rules.ts'
import type { AskRows } from './question-source.ts'

export interface ExportMaterial extends ColumnPick {
  source: CountedSource
  format: FileFormat
  sums: readonly WantedSum[]
  /** Null: there are no rules to value the events by. */
  valuing: Valuing | null
  /** The rules that are kept cannot be read. */
  areRulesUnreadable: boolean
  /** Null: nothing is expected of the events, or it is no business of the file. */
  expected: KeptShapes
  /** What the receipt says; null for a file without one. */
  subject: FileSubject | null
  fileName: string
  /** "3,914 of 312,440 events: type = credit". */
  words: string
  order: string
  /** Rows of the snapshot that fit its search, where a filter is set in it. */
  of: number | null
  /** What a receipt would say, also where there is none; null for rows of the screen. */
  snapshot: FileSubject | null
  verdict: SnapshotVerdict | null
  close(): Promise<void>
}

export interface MaterialEffects {
  now: () => number
  /** As "Eventscope 0.1.0". */
  program: string
  /** Fails with `disk` where there is none. */
  openSnapshot: (snapshotId: string) => Promise<Result<SnapshotFile>>
  /** Asks the loaded snapshot; `slot` is a name of the asker's own. */
  askRows: (snapshotId: string, slot: string) => AskRows
  /** What the user said of what a connection's events are worth. */
  rulesOf: (connectionId: string) => Promise<KeptRules>
  /** What the user expects of a connection's events. */
  shapesOf: (connectionId: string) => Promise<KeptShapes>
  /** Awaited between the steps of a file: what somebody waits for goes first. */
  turn: () => Promise<void>
}

/** Which columns there are and what is summed, as the options have it. */
export function columnsAndSums(
  { columns, properties, sums }: ExportOptions,
  meanings: PropertyMeanings,
): ColumnPick & { sums: readonly WantedSum[] } {
  const pick: ColumnPick = {
    ...(columns.are === 'chosen' ? { chosen: columns.columns } : {}),
    ...(columns.are === 'for-the-customer' ? { leave: columns.leave } : {}),
    together: properties === 'one',
  }
  // What is internal is not summed for a customer either.
  const isInternal = columns.are === 'for-the-customer' ? wantedMembers(pick).property : () => true
  return {
    ...pick,
    sums: sums.filter(isInternal).map((property) => wantedSum(property, meanings)),
  }
}

/** "1 row", "312,440 rows". */
export const rowsWords = (rows: number) => (rows === 1 ? '1 row' : `${grouped(rows)} rows`)
