// Questions about an invoice that is held against a loaded snapshot. The latest one that was checked is held.
import { LRUCache } from 'lru-cache'
import type { InvoiceAnswers, InvoiceQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import type { HeldFile } from '../../../check/held-files.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import type { OtherSnapshots } from '../other-snapshots.ts'
import type { Turn } from '../turn.ts'
import { answerInvoiceCheck } from './check-invoice.ts'
import type { CheckedInvoice } from './checked-invoice.ts'
import { explainLine } from './explain-line.ts'
import { invoiceLines, invoiceRows, invoiceUnbilled } from './invoice-pages.ts'
import { invoiceTable } from './invoice-table.ts'

export interface InvoiceQuestions {
  /** `file`: the one that the question names; null where it names none. */
  answer(
    snapshot: LoadedSnapshot,
    question: InvoiceQuestion,
    file: HeldFile | null,
    turn: Turn,
    report: (progress: CheckProgress) => void,
    others: OtherSnapshots,
  ): Promise<InvoiceAnswers[keyof InvoiceAnswers]>
}

/** One at a time: each holds the rows of its events. */
const MOST_CHECKS = 1

/** `gone`: it is about an earlier check, or a line or group that there is not. */
export function createInvoiceQuestions(): InvoiceQuestions {
  const checks = new LRUCache<string, CheckedInvoice>({ max: MOST_CHECKS })
  let made = 0

  return {
    async answer(snapshot, question, file, turn, report, others) {
      if (question.ask === 'invoiceCheck') {
        if (file === null) return GONE_FILE
        const { answer, invoice } = await answerInvoiceCheck(snapshot, question, file, turn, report, others)
        if (invoice === null) return answer
        made += 1
        const checkId = `invoice ${made}`
        checks.set(checkId, invoice)
        return { ...answer, checkId }
      }
      const invoice = checks.get(question.checkId)
      if (invoice === undefined) return GONE
      switch (question.ask) {
        case 'invoiceLines':
          return invoiceLines(invoice, question)
        case 'invoiceUnbilled':
          return invoiceUnbilled(invoice, question)
        case 'invoiceLine': {
          const line = invoice.lines[question.at]
          return line === undefined
            ? GONE
            : { kind: 'line', explained: (await explainLine(line, invoice, snapshot, turn)).explained }
        }
        case 'invoiceRows':
          return (await invoiceRows(invoice, question.rows, snapshot, turn)) ?? GONE
        case 'invoiceTable':
          return invoiceTable(invoice, snapshot, question)
        default:
          return question satisfies never
      }
    },
  }
}

const GONE = { kind: 'gone' } as const
const GONE_FILE = { kind: 'refused', words: 'This file is no longer in memory. Choose it again.' } as const
