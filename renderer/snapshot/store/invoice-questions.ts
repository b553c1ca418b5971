// Questions about an invoice that was checked: its lines, what is on no line, one line explained, the events behind any of them.
import type { QueryFunctionContext, QueryKey } from '@tanstack/query-core'
import type {
  InvoiceAnswers,
  InvoiceLine,
  InvoiceLineQuestion,
  InvoiceLinesQuestion,
  InvoiceRowsOf,
  InvoiceRowsQuestion,
  InvoiceTableQuestion,
  InvoiceUnbilledQuestion,
  UnbilledGroup,
} from '../../../shared/snapshot/snapshot-invoice.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import type { Bridge } from '../../bridge.ts'
import { answerOrThrow, checkGoneError, newSlot, ROWS_A_QUESTION } from './file-questions.ts'

type AskedBridge = Pick<Bridge, 'fileCheck'>
type Drawn = InvoiceLinesQuestion | InvoiceUnbilledQuestion | InvoiceLineQuestion

/** Rejects with a NotLoadedError or a FailureError. @param question null: nothing is asked yet */
export function invoiceQuery<Question extends Drawn>(
  bridge: AskedBridge,
  snapshotId: string,
  question: Question | null,
) {
  type Answer = InvoiceAnswers[Question['ask']]
  return {
    queryKey: ['checked-invoice', question?.checkId ?? null, question],
    enabled: question !== null,
    queryFn: async ({ signal }: QueryFunctionContext): Promise<Answer> => {
      if (question === null) throw new TypeError('There is no question.')
      // Each question has a call of its own name.
      const ask = bridge.fileCheck[question.ask] as (
        input: { snapshotId: string; slot: string; question: Question },
        options: { signal: AbortSignal },
      ) => Promise<Asked<Answer>>
      return answerOrThrow(await ask({ snapshotId, slot: newSlot(), question }, { signal }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Of the same check, what was there before stays on screen until the next is there.
    placeholderData: (before: Answer | undefined, query: { queryKey: QueryKey } | undefined) =>
      query?.queryKey[1] === question?.checkId ? before : undefined,
  }
}

/** One line, explained, outside of what is drawn. */
export async function explainedLineOf(bridge: AskedBridge, snapshotId: string, checkId: string, at: number) {
  const question: InvoiceLineQuestion = { ask: 'invoiceLine', checkId, at }
  const answer = answerOrThrow(await bridge.fileCheck.invoiceLine({ snapshotId, slot: newSlot(), question }))
  if (answer.kind === 'gone') throw checkGoneError()
  return answer.explained
}

const PAGE = 100

/** The first lines, `most` at most, outside of what is drawn. */
export async function invoiceLinesOf(bridge: AskedBridge, snapshotId: string, checkId: string, most: number) {
  const lines: InvoiceLine[] = []
  for (;;) {
    const limit = Math.min(PAGE, most - lines.length)
    const question = { ask: 'invoiceLines', checkId, verdict: null, offset: lines.length, limit } as const
    const answer = answerOrThrow(await bridge.fileCheck.invoiceLines({ snapshotId, slot: newSlot(), question }))
    if (answer.kind === 'gone') throw checkGoneError()
    lines.push(...answer.lines)
    if (lines.length >= Math.min(answer.count, most) || answer.lines.length === 0) return lines
  }
}

/** The same of what is on no line. */
export async function unbilledOf(bridge: AskedBridge, snapshotId: string, checkId: string, most: number) {
  const groups: UnbilledGroup[] = []
  for (;;) {
    const limit = Math.min(PAGE, most - groups.length)
    const question = { ask: 'invoiceUnbilled', checkId, offset: groups.length, limit } as const
    const answer = answerOrThrow(await bridge.fileCheck.invoiceUnbilled({ snapshotId, slot: newSlot(), question }))
    if (answer.kind === 'gone') throw checkGoneError()
    groups.push(...answer.groups)
    if (groups.length >= Math.min(answer.count, most) || answer.groups.length === 0) return groups
  }
}

/** Rejects with a NotLoadedError or a FailureError: a `checkGoneError` if the check is not held any more. */
export async function invoiceRowsOf(bridge: AskedBridge, snapshotId: string, checkId: string, rows: InvoiceRowsOf) {
  const question: InvoiceRowsQuestion = { ask: 'invoiceRows', checkId, rows }
  const answer = answerOrThrow(await bridge.fileCheck.invoiceRows({ snapshotId, slot: newSlot(), question }))
  if (answer.kind === 'gone') throw checkGoneError()
  return answer
}

/** A table's first rows, `most` at most; `count`: all that there are. */
export async function invoiceTableOf(
  bridge: AskedBridge,
  snapshotId: string,
  table: Pick<InvoiceTableQuestion, 'checkId' | 'table' | 'isWhole'>,
  most: number,
) {
  const rows: Extract<InvoiceAnswers['invoiceTable'], { kind: 'table' }>['rows'] = []
  for (;;) {
    const limit = Math.min(ROWS_A_QUESTION, most - rows.length)
    const question: InvoiceTableQuestion = { ask: 'invoiceTable', ...table, offset: rows.length, limit }
    const answer = answerOrThrow(await bridge.fileCheck.invoiceTable({ snapshotId, slot: newSlot(), question }))
    if (answer.kind === 'gone') throw checkGoneError()
    rows.push(...answer.rows)
    if (rows.length >= Math.min(answer.count, most) || answer.rows.length === 0) {
      return { heads: answer.heads, rows, count: answer.count }
    }
  }
}
