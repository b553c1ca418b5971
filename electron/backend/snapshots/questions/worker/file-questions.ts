// Questions about files that are held against a loaded snapshot. The latest ledger and the latest invoice that were checked are
// held, for the pages of their lines.
import { LRUCache } from 'lru-cache'
import type { InvoiceAnswers, InvoiceQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type {
  CheckProgress,
  FileAnswers,
  FileLinesQuestion,
  FileQuestion,
  FileRowsQuestion,
  FileTableQuestion,
} from '../../../../../shared/snapshot/snapshot-ledger.ts'
import type { HeldFile } from '../../../check/held-files.ts'
import { answerFileCheck } from '../answer-file-check.ts'
import { answerFileLines, answerFileRows, answerFileTable, type Listed, listedRows } from '../answer-file-lines.ts'
import { answerFileLook } from '../answer-file-look.ts'
import type { CheckedLedger } from '../checked-ledger.ts'
import { answerInvoiceCheck } from '../invoice/check-invoice.ts'
import type { CheckedInvoice } from '../invoice/checked-invoice.ts'
import { explainLine } from '../invoice/explain-line.ts'
import { invoiceLines, invoiceRows, invoiceTable, invoiceUnbilled } from '../invoice/invoice-pages.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import type { OtherSnapshots } from '../other-snapshots.ts'
import type { Turn } from '../turn.ts'

export interface FileQuestions {
  /**
   * Answers `gone` to what is asked of an earlier check, or of a line or group that there is not.
   * @param file the one that the question names; null where it names none
   * @param others those that the question names
   */
  answer(
    snapshot: LoadedSnapshot,
    question: FileQuestion,
    file: HeldFile | null,
    turn: Turn,
    report: (progress: CheckProgress) => void,
    others: OtherSnapshots,
  ): Promise<FileAnswers[keyof FileAnswers]>
}

const GONE = { kind: 'gone' } as const
const GONE_FILE = { kind: 'refused', words: 'This file is no longer in memory. Choose it again.' } as const

export function createFileQuestions(): FileQuestions {
  // One of each at a time: a ledger holds some ten bytes a line, an invoice the rows of its events.
  let ledger: { checkId: string; checked: CheckedLedger; lists: LRUCache<string, Listed> } | null = null
  let invoice: { checkId: string; checked: CheckedInvoice } | null = null
  let made = 0

  async function listed(question: FileLinesQuestion | FileRowsQuestion | FileTableQuestion, turn: Turn) {
    if (ledger === null || ledger.checkId !== question.checkId) return null
    const { checked, lists } = ledger
    const name = `${question.outcome} ${question.differsIn}`
    const list = lists.get(name) ?? (await listedRows(checked, question, turn))
    lists.set(name, list)
    return { checked, list }
  }

  async function ofInvoice(
    snapshot: LoadedSnapshot,
    question: Exclude<InvoiceQuestion, { ask: 'invoiceCheck' }>,
    turn: Turn,
  ): Promise<InvoiceAnswers[keyof InvoiceAnswers]> {
    if (invoice === null || invoice.checkId !== question.checkId) return GONE
    const { checked } = invoice
    switch (question.ask) {
      case 'invoiceLines':
        return invoiceLines(checked, question)
      case 'invoiceUnbilled':
        return invoiceUnbilled(checked, question)
      case 'invoiceLine': {
        const line = checked.lines[question.at]
        if (line === undefined) return GONE
        return { kind: 'line', explained: (await explainLine(line, checked, snapshot, turn)).explained }
      }
      case 'invoiceRows':
        return (await invoiceRows(checked, question.rows, snapshot, turn)) ?? GONE
      case 'invoiceTable':
        return invoiceTable(checked, snapshot, question)
      default:
        return question satisfies never
    }
  }

  return {
    async answer(snapshot, question, file, turn, report, others) {
      switch (question.ask) {
        case 'fileLook':
          return file === null ? GONE_FILE : answerFileLook(snapshot, question, file, turn)
        case 'fileCheck': {
          if (file === null) return GONE_FILE
          const { answer, ledger: checked } = await answerFileCheck(snapshot, question, file, turn, report)
          if (checked === null) return answer
          made += 1
          ledger = { checkId: String(made), checked, lists: new LRUCache({ max: 3 }) }
          return { ...answer, checkId: ledger.checkId }
        }
        case 'invoiceCheck': {
          if (file === null) return GONE_FILE
          const { answer, invoice: checked } = await answerInvoiceCheck(snapshot, question, file, turn, report, others)
          if (checked === null) return answer
          made += 1
          invoice = { checkId: `invoice ${made}`, checked }
          return { ...answer, checkId: invoice.checkId }
        }
        case 'fileLines': {
          const found = await listed(question, turn)
          return found === null ? GONE : answerFileLines(snapshot, found.checked, found.list, question)
        }
        case 'fileRows': {
          const found = await listed(question, turn)
          return found === null ? GONE : answerFileRows(found.checked, found.list)
        }
        case 'fileTable': {
          const found = await listed(question, turn)
          return found === null ? GONE : answerFileTable(snapshot, found.checked, found.list, question)
        }
        default:
          return ofInvoice(snapshot, question, turn)
      }
    },
  }
}
