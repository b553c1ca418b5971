// The file that is checked, ledger or invoice: what its first lines tell, the check itself, and its results page by page.
import type { FileChoices, Refusal } from '../../shared/check/checked-file.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { scopeInHand } from '../../shared/snapshot/scopes.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { CheckProgress } from '../../shared/snapshot/snapshot-ledger.ts'
import type { Asked } from '../../shared/snapshot/snapshot-question.ts'
import type { InHand } from '../../shared/snapshot/snapshot-worth.ts'
import type { HeldFile } from '../backend/check/held-files.ts'
import { openFile } from '../backend/check/open-file.ts'
import { type Beginning, readBeginning } from '../backend/snapshots/questions/ledger-file.ts'
import { takeTurns } from '../backend/snapshots/questions/turn.ts'
import { type CheckEnd, failed, needs, type SnapshotAtHand } from './checked-snapshot.ts'
import type { ProgressLine } from './progress-line.ts'

/** Where the reader of the output left before its last line. */
export const STOPPED = 'Stopped. Not all lines were printed.'

export interface Heads<M> {
  kind: 'heads'
  heads: string[]
  beginning: Beginning
  /** A sentence that names them. */
  has: string
  /** As `--columns` says it; null: it is left to their names. */
  columns: { column: number; means: M }[] | null
}

/** Everything that its first lines tell. Before any event is read: what has to be chosen changes nothing. */
export async function readHeads<M>(
  file: HeldFile,
  choices: Pick<FileChoices, 'separator' | 'encoding' | 'sheet' | 'headLine' | 'hidden'>,
  wanted: readonly { head: string; means: M }[] | undefined,
): Promise<Heads<M> | CheckEnd> {
  const turn = takeTurns(new AbortController().signal)
  const opened = await openFile(file, choices, turn)
  if (opened.kind === 'asks') return opened
  if (opened.kind !== 'opened') return failed(`${file.name}: ${opened.words}`)
  const beginning = await readBeginning(opened, choices, turn)
  if (typeof beginning === 'string') return failed(`${file.name}: ${beginning}`)
  const { heads } = beginning
  const has = `It has: ${heads.slice(0, 50).join(', ')}.`
  const none = wanted?.find(({ head }) => !heads.includes(head))
  if (none !== undefined) return needs(`--columns: the file has no column “${none.head}”. ${has}`)
  const columns = wanted?.map(({ head, means }) => ({ column: heads.indexOf(head), means })) ?? null
  return { kind: 'heads', heads, beginning, has, columns }
}

/** How much of all there is what was read is, under these conditions. */
export function readInHand({ header, state }: Pick<SnapshotAtHand, 'header' | 'state'>, scope: Scope): InHand {
  const { search, range, begunAt } = header
  const { until, begins, clock, verdict } = state
  return scopeInHand({ search, range, until, begunAt, begins, clock, status: { state: 'finished', verdict } }, scope)
}

/** For a check's `report`. */
export const showCheck =
  (progress: Pick<ProgressLine, 'show'>) =>
  ({ phase, done, of }: CheckProgress): void =>
    progress.show(
      phase === 'comparing'
        ? `Comparing ${grouped(of ?? 0)} lines.`
        : `Reading the file: ${grouped(done)}${of === null ? '' : ` of ${grouped(of)}`}`,
    )

/** What was found, or how the check ends without. */
export function foundOrEnd<Found extends { kind: 'checked' | 'invoice' }>(
  asked: Asked<Found | Refusal | { kind: 'no-rules'; problems: string[] }>,
  file: HeldFile,
): { kind: 'found'; found: Found } | CheckEnd {
  if (asked.kind === 'dropped') return failed('Stopped. Nothing was checked.')
  if (asked.kind === 'refused') return failed(refusedWords(asked.because))
  const { answer } = asked
  switch (answer.kind) {
    case 'asks':
      return answer
    case 'no-rules':
      return needs(`--rules: ${answer.problems.join(' ')}`)
    case 'refused':
    case 'receipt':
      return failed(`${file.name}: ${answer.words}`)
    default:
      return { kind: 'found', found: answer }
  }
}

/** Why the events could not be asked. */
function refusedWords(because: { kind: string; words?: string; rows?: number; most?: number }): string {
  if (because.kind === 'too-many') {
    return `The snapshot has ${grouped(because.rows ?? 0)} events, and at most ${grouped(because.most ?? 0)} can be checked. Narrow it by days or customers.`
  }
  return because.words ?? 'The snapshot was closed.'
}

/** Prints the results of a check page by page, of `count` on all pages. @returns false if the check is no longer held before its last page */
export async function printAllPages<One>(
  page: (at: { offset: number; limit: number }) => Promise<{ all: readonly One[]; count: number } | null>,
  say: (all: readonly One[]) => void,
): Promise<boolean> {
  let offset = 0
  for (;;) {
    const found = await page({ offset, limit: PAGE })
    if (found === null) return false
    say(found.all)
    offset += found.all.length
    if (offset >= found.count || found.all.length === 0) return true
  }
}

const PAGE = 100
