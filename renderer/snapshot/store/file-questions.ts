// Questions about a file that was checked: a ledger's lines and groups; an invoice's lines, what is on none, and the events behind
// them. Answers hold as long as the check does.
import type { QueryFunctionContext, QueryKey } from '@tanstack/query-core'
import type {
  InvoiceEventsQuestion,
  InvoiceLinesQuestion,
  InvoiceRowsOf,
  InvoiceUnbilledQuestion,
} from '../../../shared/snapshot/snapshot-invoice.ts'
import type { FileLinesQuestion, FileRowsQuestion } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { AnswerTo, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { ask } from './snapshot-query.ts'

type AskedBridge = Pick<Bridge, 'snapshots'>

/** Those that name a check which is held. */
type CheckQuestion = Extract<SnapshotQuestion, { checkId: string }>

/**
 * A page of lines of a ledger or of an invoice, of what is on none, or one line explained: as a query, which rejects with a
 * NotLoadedError or a FailureError.
 * @param question null: nothing is asked yet
 */
export function checkQuery<Q extends CheckQuestion>(bridge: AskedBridge, snapshotId: string, question: Q | null) {
  return {
    queryKey: ['checked-file', question?.checkId ?? null, question],
    enabled: question !== null,
    queryFn: ({ signal }: QueryFunctionContext): Promise<AnswerTo<Q>> => {
      if (question === null) throw new TypeError('There is no question.')
      return ask(bridge, snapshotId, question, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Of the same check, what was there before stays on screen until the next is there.
    placeholderData: (before: AnswerTo<Q> | undefined, query: { queryKey: QueryKey } | undefined) =>
      query?.queryKey[1] === question?.checkId ? before : undefined,
  }
}

/** Outside of what is drawn. Rejects with a NotLoadedError, or with a FailureError, also where the check is not held any more. */
async function askHeld<Q extends CheckQuestion>(bridge: AskedBridge, snapshotId: string, question: Q) {
  const answer: { kind: string } = await ask(bridge, snapshotId, question)
  if (answer.kind === 'gone') {
    const message = 'This check is no longer in memory. Check the file again.'
    throw new FailureError({ kind: 'invalid', field: 'file', message })
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

const ROWS_A_QUESTION = 5_000
const LINES_A_QUESTION = 1_000

type AskPage<Row> = (part: { offset: number; limit: number }) => Promise<{ rows: readonly Row[]; count: number }>

/** Page after page, until all are there, or `most`: at least one, even if it is empty. */
async function* pagesOf<Row>(most: number, aPage: number, page: AskPage<Row>): AsyncGenerator<readonly Row[]> {
  let offset = 0
  for (;;) {
    const { rows, count } = await page({ offset, limit: Math.min(aPage, most - offset) })
    yield rows
    offset += rows.length
    if (offset >= Math.min(count, most) || rows.length === 0) return
  }
}

async function firstOf<Row>(most: number, aPage: number, page: AskPage<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pagesOf(most, aPage, page)) all.push(...rows)
  return all
}

/** All lines of a group of a ledger, or `most`, piece by piece: at least one piece, even if the group is empty. */
export const ledgerPieces = (
  bridge: AskedBridge,
  snapshotId: string,
  group: Omit<FileLinesQuestion, 'ask' | 'offset' | 'limit'>,
  most = Number.POSITIVE_INFINITY,
) =>
  pagesOf(most, ROWS_A_QUESTION, async (part) => {
    const question: FileLinesQuestion = { ask: 'fileLines', ...group, ...part }
    const { lines, count } = await askHeld(bridge, snapshotId, question)
    return { rows: lines, count }
  })

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
