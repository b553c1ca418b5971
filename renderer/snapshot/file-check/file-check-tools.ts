// This is what the parts of "Check a file" need beside the file itself: what it is held against, where they lead, and
// the lines of an invoice that are drawn.
import { createSafeContext } from '@mantine/core'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { InvoiceLine, LineVerdict } from '../../../shared/snapshot/snapshot-invoice.ts'
import type { NamedRows } from '../../../shared/snapshot/snapshot-worth.ts'
import { notifyError, say } from '../../ui/notify.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { BoundaryReadings } from '../store/boundary-readings.ts'
import type { FileCheck } from '../store/file-check.ts'
import type {
  ChangedChoices,
  CheckedInvoice,
  CheckedInvoiceFile,
  ExplainedOf,
  FileCheckState,
  HeldAgainst,
} from '../store/file-check-state.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { invoiceFacts } from './file-words.ts'

export interface FileCheckTools extends Pick<SnapshotTabProps, 'onShowEvents'> {
  check: FileCheck
  edges: BoundaryReadings
  /** All of them, latest first. */
  snapshots: readonly SnapshotSummary[]
  /** A file would be held against this now. */
  against: HeldAgainst
  /** Chooses that, and has the file checked again. */
  onRecheck: (change: ChangedChoices) => void
  /** Properties, customers and event codes that events have, commonest first. */
  known: { properties: readonly string[]; customerId: readonly string[]; eventCode: readonly string[] }
  /** Opens the rules. */
  onRules: () => void
}

export const [FileCheckToolsProvider, useFileCheckTools] = createSafeContext<FileCheckTools>('No file is checked here')

/** A file that was checked, as what came of it is drawn. */
export interface ResultProps<Checked> {
  snapshot: SnapshotSummary
  fileName: string
  /** This says what is chosen for it, and which of its lines are on screen. */
  state: Pick<FileCheckState, 'choices' | 'shown'>
  checked: Checked
  /** Why the result is out of date; null: it is not. */
  stale: string | null
  onCheckAgain: () => void
}

/** Shows the events that a question names once it is answered, or says that they are too many. */
export function useShowNamed(): (asked: Promise<NamedRows>) => void {
  const { onShowEvents } = useFileCheckTools()
  const show = async (asked: Promise<NamedRows>) => {
    const { events, rows } = await asked
    if (rows.length < events)
      say(`${grouped(events)} events are too many to be shown by a condition. Narrow the snapshot first.`, 'refused')
    else onShowEvents(scopeOfRows(rows))
  }
  return (asked) => void show(asked).catch(notifyError)
}

/** A page of a table, and as much as a question takes. */
export const LINES_A_PAGE = 100
export const UNBILLED_A_PAGE = 50

/** `lines` null: not there, or not held any more, which `isGone` says. */
export function useInvoiceLines(
  snapshotId: string,
  checkId: string,
  page: { verdict: LineVerdict | null; offset: number } | null,
) {
  const question = page && ({ ask: 'invoiceLines', checkId, ...page, limit: LINES_A_PAGE } as const)
  const { answer, trouble, ...asked } = useSnapshotAnswer(snapshotId, question)
  const { lines = null, count = 0 } = answer?.kind === 'lines' ? answer : {}
  return { ...asked, lines, count, isGone: answer?.kind === 'gone', error: trouble }
}

/** A page of them from `offset` on; nothing is asked where the check found none. */
export function useUnbilled(snapshotId: string, { checkId, unbilled }: CheckedInvoice, offset: number) {
  const question = { ask: 'invoiceUnbilled', checkId, offset, limit: UNBILLED_A_PAGE } as const
  const { answer, trouble, retry } = useSnapshotAnswer(snapshotId, unbilled === 0 ? null : question)
  const { groups = [], count = unbilled } = answer?.kind === 'unbilled' ? answer : {}
  return { groups, count, error: trouble, retry }
}

/** Null while it is asked. @param at null: no line is explained */
export function useExplained(snapshotId: string, checkId: string, at: number | null) {
  const question = at === null ? null : ({ ask: 'invoiceLine', checkId, at } as const)
  const { answer, isBusy, trouble, retry } = useSnapshotAnswer(snapshotId, question)
  const explained = answer?.kind === 'line' ? answer.explained : null
  // While a line is asked for, the answer is still that of the line before.
  return {
    explained: at === null || explained?.line.at !== at ? null : explained,
    isGone: at !== null && answer?.kind === 'gone',
    isBusy: at !== null && isBusy && answer !== null,
    error: trouble,
    retry,
  }
}

const DIFFERS: ReadonlySet<LineVerdict> = new Set(['explained', 'unexplained'])

/** Tells what is explained at first: the first line that differs, else the first in doubt, else the first. */
export function firstExplained(lines: readonly InvoiceLine[], unbilled: number): ExplainedOf | null {
  const found = lines.find(({ verdict }) => DIFFERS.has(verdict)) ?? lines.find(({ verdict }) => verdict === 'in-doubt')
  if (found !== undefined) return { of: 'line', at: found.at }
  if (unbilled > 0) return { of: 'unbilled', at: 0 }
  const [first] = lines
  return first === undefined ? null : { of: 'line', at: first.at }
}

const FIRST_PAGE = { verdict: null, offset: 0 }

/** Says what it is, behind its name. Only its first page is looked at: else the periods are not known. */
export function useInvoiceFacts(snapshotId: string, checked: CheckedInvoiceFile): string {
  const { lines } = useInvoiceLines(snapshotId, checked.answer.checkId, FIRST_PAGE)
  return invoiceFacts(checked, checked.answer.lines > LINES_A_PAGE ? null : lines)
}

export const InvoiceFacts = ({ snapshotId, checked }: { snapshotId: string; checked: CheckedInvoiceFile }) =>
  useInvoiceFacts(snapshotId, checked)
