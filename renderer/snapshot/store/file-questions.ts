// Questions about a file that was checked: a ledger's lines and groups; an invoice's lines, what is on none, and the events behind
// them. Answers hold as long as the check does.
import type { QueryFunctionContext, QueryKey } from '@tanstack/query-core'
import type {
  InvoiceAnswers,
  InvoiceLineQuestion,
  InvoiceLinesQuestion,
  InvoiceRowsOf,
  InvoiceTableQuestion,
  InvoiceUnbilledQuestion,
} from '../../../shared/snapshot/snapshot-invoice.ts'
import type {
  FileAnswers,
  FileLinesQuestion,
  FileRowsQuestion,
  FileTableQuestion,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { answerOrThrow, newSlot } from './snapshot-query.ts'

type AskedBridge = Pick<Bridge, 'fileCheck'>
type Ask<Question, Answer> = (
  input: { snapshotId: string; slot: string; question: Question },
  options?: { signal: AbortSignal },
) => Promise<Asked<Answer>>

/** As a query; it rejects with a NotLoadedError or a FailureError. @param question null: nothing is asked yet */
function checkQuery<Question extends { checkId: string }, Answer>(
  snapshotId: string,
  question: Question | null,
  ask: Ask<Question, Answer>,
) {
  return {
    queryKey: ['checked-file', question?.checkId ?? null, question],
    enabled: question !== null,
    queryFn: async ({ signal }: QueryFunctionContext): Promise<Answer> => {
      if (question === null) throw new TypeError('There is no question.')
      return answerOrThrow(await ask({ snapshotId, slot: newSlot(), question }, { signal }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Of the same check, what was there before stays on screen until the next is there.
    placeholderData: (before: Answer | undefined, query: { queryKey: QueryKey } | undefined) =>
      query?.queryKey[1] === question?.checkId ? before : undefined,
  }
}

/** A page of lines of a ledger. */
export const linesQuery = (bridge: AskedBridge, snapshotId: string, question: FileLinesQuestion | null) =>
  checkQuery(snapshotId, question, bridge.fileCheck.lines)

type Drawn = InvoiceLinesQuestion | InvoiceUnbilledQuestion | InvoiceLineQuestion

/** A page of lines of an invoice, of what is on none, or one line explained. */
export function invoiceQuery<Question extends Drawn>(
  { fileCheck }: AskedBridge,
  snapshotId: string,
  question: Question | null,
) {
  type AskDrawn = Ask<Question, InvoiceAnswers[Question['ask']]>
  // Each question has a call of its own name.
  return checkQuery<Question, InvoiceAnswers[Question['ask']]>(snapshotId, question, (input, options) =>
    (fileCheck[input.question.ask] as AskDrawn)(input, options),
  )
}

/** Outside of what is drawn. Rejects with a NotLoadedError, or with a FailureError, also where the check is not held any more. */
async function ask<Question, Answer extends { kind: string }>(
  call: Ask<Question, Answer>,
  snapshotId: string,
  question: Question,
): Promise<Exclude<Answer, { kind: 'gone' }>> {
  const answer = answerOrThrow(await call({ snapshotId, slot: newSlot(), question }))
  if (answer.kind === 'gone') {
    const message = 'This check is no longer in memory. Check the file again.'
    throw new FailureError({ kind: 'invalid', field: 'file', message })
  }
  return answer as Exclude<Answer, { kind: 'gone' }>
}

/** The events of a group of a ledger's lines. */
export const rowsOf = (bridge: AskedBridge, snapshotId: string, group: Omit<FileRowsQuestion, 'ask'>) =>
  ask(bridge.fileCheck.rows, snapshotId, { ask: 'fileRows', ...group })

/** The events behind a line of an invoice, or behind what is on none. */
export const invoiceRowsOf = (bridge: AskedBridge, snapshotId: string, checkId: string, rows: InvoiceRowsOf) =>
  ask(bridge.fileCheck.invoiceRows, snapshotId, { ask: 'invoiceRows', checkId, rows })

/** One line of an invoice, explained. */
export async function explainedLineOf(bridge: AskedBridge, snapshotId: string, checkId: string, at: number) {
  const answer = await ask(bridge.fileCheck.invoiceLine, snapshotId, { ask: 'invoiceLine', checkId, at })
  return answer.explained
}

const ROWS_A_QUESTION = 5_000
const LINES_A_QUESTION = 100

type Table = Extract<FileAnswers['fileTable'], { kind: 'table' }>
type TableOfGroup = Omit<FileTableQuestion, 'ask' | 'offset' | 'limit'>

/** All lines of a group as rows of a table, piece by piece: at least one piece, even if the group is empty. */
export async function* tablePieces(
  bridge: AskedBridge,
  snapshotId: string,
  group: TableOfGroup,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Table> {
  let offset = 0
  for (;;) {
    const limit = Math.min(ROWS_A_QUESTION, most - offset)
    const question: FileTableQuestion = { ask: 'fileTable', ...group, offset, limit }
    const answer = await ask(bridge.fileCheck.table, snapshotId, question)
    yield answer
    offset += answer.rows.length
    if (offset >= Math.min(answer.count, most) || answer.rows.length === 0) return
  }
}

/** The first lines of a group as rows of a table, `most` at most; `count`: all that there are. */
export async function tableOf(bridge: AskedBridge, snapshotId: string, group: TableOfGroup, most: number) {
  const rows: Table['rows'] = []
  let heads: string[] = []
  let count = 0
  for await (const piece of tablePieces(bridge, snapshotId, group, most)) {
    rows.push(...piece.rows)
    ;({ heads, count } = piece)
  }
  return { heads, rows, count }
}

/** Page after page, until all are there, or `most`. */
async function firstOf<Row>(
  most: number,
  aPage: number,
  page: (part: { offset: number; limit: number }) => Promise<{ rows: readonly Row[]; count: number }>,
): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const { rows, count } = await page({ offset: all.length, limit: Math.min(aPage, most - all.length) })
    all.push(...rows)
    if (all.length >= Math.min(count, most) || rows.length === 0) return all
  }
}

/** The first lines of an invoice, `most` at most. */
export const invoiceLinesOf = (bridge: AskedBridge, snapshotId: string, checkId: string, most: number) =>
  firstOf(most, LINES_A_QUESTION, async (part) => {
    const question: InvoiceLinesQuestion = { ask: 'invoiceLines', checkId, verdict: null, ...part }
    const { lines, count } = await ask(bridge.fileCheck.invoiceLines, snapshotId, question)
    return { rows: lines, count }
  })

/** The same of what is on no line. */
export const unbilledOf = (bridge: AskedBridge, snapshotId: string, checkId: string, most: number) =>
  firstOf(most, LINES_A_QUESTION, async (part) => {
    const question: InvoiceUnbilledQuestion = { ask: 'invoiceUnbilled', checkId, ...part }
    const { groups, count } = await ask(bridge.fileCheck.invoiceUnbilled, snapshotId, question)
    return { rows: groups, count }
  })

/** A table's first rows, `most` at most; `count`: all that there are. */
export async function invoiceTableOf(
  bridge: AskedBridge,
  snapshotId: string,
  table: Pick<InvoiceTableQuestion, 'checkId' | 'table' | 'isWhole'>,
  most: number,
) {
  let heads: string[] = []
  let count = 0
  const rows = await firstOf(most, ROWS_A_QUESTION, async (part) => {
    const question: InvoiceTableQuestion = { ask: 'invoiceTable', ...table, ...part }
    const page = await ask(bridge.fileCheck.invoiceTable, snapshotId, question)
    ;({ heads, count } = page)
    return page
  })
  return { heads, rows, count }
}
