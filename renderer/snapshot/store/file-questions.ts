// Questions about a file that was checked: a ledger's lines and groups; an invoice's lines, what is on none, and the
// events behind them. Answers hold as long as the check does.
import type { QueryClient } from '@tanstack/query-core'
import type {
  InvoiceEventsQuestion,
  InvoiceLinesQuestion,
  InvoiceRowsOf,
  InvoiceUnbilledQuestion,
} from '../../../shared/snapshot/snapshot-invoice.ts'
import type { FileLinesQuestion, FileRowsQuestion, LedgerLine } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { AnswerTo, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { type AskPage, ask, firstOf, snapshotKey } from './snapshot-query.ts'

type AskedBridge = Pick<Bridge, 'snapshots'>

/** Those that name a check which is held. */
type CheckQuestion = Extract<SnapshotQuestion, { checkId: string }>

/**
 * Forgets what was answered about the checks of a snapshot so far. Each worker counts its own: a later check of another
 * file may be called as one before it was.
 */
export const forgetChecks = (client: QueryClient, snapshotId: string) =>
  client.removeQueries({ queryKey: snapshotKey(snapshotId), predicate: ({ queryKey }) => isOfCheck(queryKey.at(-1)) })

const isOfCheck = (asked: unknown) => typeof asked === 'object' && asked !== null && 'checkId' in asked

/** Outside of what is drawn. Rejects with a NotLoadedError, or a FailureError, also where the check is gone. */
async function askHeld<Q extends CheckQuestion>(bridge: AskedBridge, snapshotId: string, question: Q) {
  const answer: { kind: string } = await ask(bridge, snapshotId, question)
  if (answer.kind === 'gone') {
    throw new FailureError({ kind: 'invalid', field: 'file', message: CHECK_GONE })
  }
  return answer as Exclude<AnswerTo<Q>, { kind: 'gone' }>
}

/** The events of a group of a ledger's lines. */
export const rowsOf = (bridge: AskedBridge, snapshotId: string, group: Omit<FileRowsQuestion, 'ask'>) =>
  askHeld(bridge, snapshotId, { ask: 'fileRows', ...group })

/** The events behind a line of an invoice, or behind what is on none. */
export const invoiceRowsOf = (bridge: AskedBridge, snapshotId: string, checkId: string, rows: InvoiceRowsOf) =>
  askHeld(bridge, snapshotId, { ask: 'invoiceRows', checkId, rows })

/** One line of an invoice, explained. */
export async function explainedLineOf(bridge: AskedBridge, snapshotId: string, checkId: string, at: number) {
  const answer = await askHeld(bridge, snapshotId, { ask: 'invoiceLine', checkId, at })
  return answer.explained
}

/** A ledger's group has so many. */
export const LINES_OF_GROUP = 5_000
/** A question about an invoice gets so many. */
const LINES_A_QUESTION = 1_000

/** Asks for lines of a group of a ledger. */
export const linesOfGroup =
  (
    bridge: AskedBridge,
    snapshotId: string,
    group: Omit<FileLinesQuestion, 'ask' | 'offset' | 'limit'>,
  ): AskPage<LedgerLine> =>
  async (part) => {
    const question: FileLinesQuestion = { ask: 'fileLines', ...group, ...part }
    const { lines, count } = await askHeld(bridge, snapshotId, question)
    return { rows: lines, count }
  }

/** The first lines of an invoice, `most` at most. */
export const invoiceLinesOf = (bridge: AskedBridge, snapshotId: string, checkId: string, most: number) =>
  firstOf(most, LINES_A_QUESTION, async (part) => {
    const question: InvoiceLinesQuestion = { ask: 'invoiceLines', checkId, verdict: null, ...part }
    const { lines, count } = await askHeld(bridge, snapshotId, question)
    return { rows: lines, count }
  })

/** The same of what is on no line. */
export const unbilledOf = (bridge: AskedBridge, snapshotId: string, checkId: string, most: number) =>
  firstOf(most, LINES_A_QUESTION, async (part) => {
    const question: InvoiceUnbilledQuestion = { ask: 'invoiceUnbilled', checkId, ...part }
    const { groups, count } = await askHeld(bridge, snapshotId, question)
    return { rows: groups, count }
  })

/** The same of the events of a line; `count`: all that there are. */
export async function lineEventsOf(
  bridge: AskedBridge,
  snapshotId: string,
  line: Pick<InvoiceEventsQuestion, 'checkId' | 'at'>,
  most: number,
) {
  let all = 0
  const events = await firstOf(most, LINES_A_QUESTION, async (part) => {
    const question: InvoiceEventsQuestion = { ask: 'invoiceEvents', ...line, ...part }
    const { events: rows, count } = await askHeld(bridge, snapshotId, question)
    all = count
    return { rows, count }
  })
  return { events, count: all }
}

/** It is said of a check that was made room for. */
export const CHECK_GONE = 'This check is no longer in memory. Check the file again.'
