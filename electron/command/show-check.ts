// The file that is checked, ledger or invoice: what its first lines tell, what the check of a kind is, and its results
// page by page.
import type { FileChoices, Unchecked } from '../../shared/check/checked-file.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { wholeRangeOf } from '../../shared/snapshot/scopes.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { CheckProgress } from '../../shared/snapshot/snapshot-ledger.ts'
import type { Asked } from '../../shared/snapshot/snapshot-question.ts'
import type { WholeRange } from '../../shared/snapshot/snapshot-worth.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import type { HeldFile } from '../backend/check/held-files.ts'
import { openFile } from '../backend/check/open-file.ts'
import { type Beginning, readBeginning } from '../backend/snapshots/questions/ledger-file.ts'
import type { Questions } from '../backend/snapshots/questions/open-questions.ts'
import { takeTurns } from '../backend/snapshots/table/turn.ts'
import { type CheckEffects, type CheckEnd, failed, needs, type SnapshotAtHand } from './checked-snapshot.ts'
import type { Names } from './option-files.ts'
import type { ProgressLine } from './progress-line.ts'

/** A file is checked with this. */
export interface CheckMaterial {
  file: HeldFile
  /** Null: there are none. */
  rules: { rules: WorthRules; text: string } | null
  names: Names
}

/** How a file of one kind is held against events, and what is told of it. */
export interface KindOfCheck<Found> {
  /** Which option is missing, in a sentence, by the file's heads before any event is read; null: none is. */
  missing: string | null
  /** The same of what was read. */
  missingOf?(snapshot: SnapshotAtHand): string | null
  find(snapshot: SnapshotAtHand, effects: CheckEffects): Promise<{ kind: 'found'; found: Found } | CheckEnd>
  /** Tells what came of it and what to know of it, a sentence each. */
  says(found: Found, isWhole: boolean): string[]
  /** All that is printed of its lines, in this order; `ofWhat` stands behind each of them. */
  pages(found: Found, questions: Questions, signal: AbortSignal): AskPage[]
  /** Gives what is printed last. */
  ends(found: Found, verdict: SnapshotVerdict): object[]
  /** Whether all of it agrees with the events that were read. */
  agrees(found: Found): boolean
  /** Whether amounts were compared: where none were, agreement says less, by another exit code. */
  comparesMoney(found: Found): boolean
}

/** A page of what is printed, of `count` on all pages; null: the check is not held any more. */
export type AskPage = (at: {
  offset: number
  limit: number
}) => Promise<{ all: readonly object[]; count: number } | null>

export interface Heads<M> {
  kind: 'heads'
  heads: string[]
  beginning: Beginning
  /** A sentence that names them. */
  has: string
  /** `--columns` says them; null: they are left to their names. */
  columns: { column: number; means: M }[] | null
}

/** Everything that its first lines tell. It is read before any event is: what has to be chosen changes nothing. */
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
export function readWholeRange({ header, state }: Pick<SnapshotAtHand, 'header' | 'state'>, scope: Scope): WholeRange {
  const { search, range, begunAt } = header
  const { until, begins, clock, verdict } = state
  return wholeRangeOf({ search, range, until, begunAt, begins, clock, status: { state: 'finished', verdict } }, scope)
}

/** A check's `report` is made of it. */
export const showCheck =
  (progress: Pick<ProgressLine, 'show'>) =>
  ({ phase, done, of }: CheckProgress): void =>
    progress.show(
      phase === 'comparing'
        ? `Comparing ${grouped(of ?? 0)} lines.`
        : `Reading the file: ${grouped(done)}${of === null ? '' : ` of ${grouped(of)}`}`,
    )

/** Tells what was found, or how the check ends without. */
export function foundOrEnd<Found extends { kind: 'checked' | 'invoice' }>(
  asked: Asked<Found | Unchecked>,
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

/** Prints them page by page. @returns false if the check is no longer held before the last page */
export async function printAllPages(page: AskPage, say: (all: readonly object[]) => void): Promise<boolean> {
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

/** Says, where not all events were read, what a figure is of. */
export const ofWhat = (isWhole: boolean) => (isWhole ? {} : { of: 'what was read' })
