// Questions about files that are held against a loaded snapshot. The latest ledger and the latest invoice that were
// checked are held, for the pages of their lines.
import { LRUCache } from 'lru-cache'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import type { Answers, Ask, QuestionOf } from '../../../../../shared/snapshot/snapshot-question.ts'
import { GONE_FILE, type HeldFile } from '../../../check/held-files.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import type { Turn } from '../../table/turn.ts'
import { answerFileCheck } from '../answer-file-check.ts'
import { answerFileLines, answerFileRows, type Listed, listedRows } from '../answer-file-lines.ts'
import { answerFileLook } from '../answer-file-look.ts'
import type { CheckedLedger } from '../checked-ledger.ts'
import { answerInvoiceCheck } from '../invoice/check-invoice.ts'
import type { CheckedInvoice } from '../invoice/checked-invoice.ts'
import { explainLine } from '../invoice/explain-line.ts'
import { invoiceEvents, invoiceLines, invoiceRows, invoiceUnbilled } from '../invoice/invoice-pages.ts'
import type { OtherSnapshots } from '../other-snapshots.ts'

export type FileAsk = Extract<Ask, `file${string}` | `invoice${string}`>

/** What a question about a file is answered from. */
interface FileAsked {
  snapshot: LoadedSnapshot
  /** The file that the question names; null: it names none, or it is gone. */
  file: HeldFile | null
  turn: Turn
  report: (progress: CheckProgress) => void
  /** The other snapshots that the question names. */
  others: OtherSnapshots
}

/** Answers by question. It is `gone` where an earlier check is asked about, or a line or group that there is not. */
export type FileQuestions = { [A in FileAsk]: (question: QuestionOf<A>, asked: FileAsked) => Promise<Answers[A]> }

const GONE = { kind: 'gone' } as const
const REFUSED_GONE = { kind: 'refused', words: GONE_FILE } as const

export function createFileQuestions(): FileQuestions {
  // One of each at a time: a ledger holds some ten bytes a line, an invoice the rows of its events.
  let ledger: { checkId: string; checked: CheckedLedger; lists: LRUCache<string, Listed> } | null = null
  let invoice: { checkId: string; checked: CheckedInvoice } | null = null
  let made = 0

  /** The lines of a group of the checked ledger; null: another one was checked since. */
  async function listed(question: QuestionOf<'fileLines' | 'fileRows'>, turn: Turn) {
    if (ledger === null || ledger.checkId !== question.checkId) return null
    const { checked, lists } = ledger
    const name = `${question.outcome} ${question.differsIn}`
    const list = lists.get(name) ?? (await listedRows(checked, question, turn))
    lists.set(name, list)
    return { checked, list }
  }

  /** An answer about the checked invoice. Null is answered with `gone`, as is another check than the last. */
  function ofInvoice<Question extends { checkId: string }, Answer>(
    answer: (checked: CheckedInvoice, question: Question, asked: FileAsked) => Answer | Promise<Answer | null>,
  ) {
    return async (question: Question, asked: FileAsked) =>
      invoice?.checkId === question.checkId ? ((await answer(invoice.checked, question, asked)) ?? GONE) : GONE
  }

  return {
    fileLook: async (question, { snapshot, file, turn }) =>
      file === null ? REFUSED_GONE : answerFileLook(snapshot, question, file, turn),
    async fileCheck(question, { snapshot, file, turn, report }) {
      if (file === null) return REFUSED_GONE
      const { answer, checked } = await answerFileCheck(snapshot, question, file, turn, report)
      if (checked === null) return answer
      made += 1
      ledger = { checkId: String(made), checked, lists: new LRUCache({ max: 3 }) }
      return { ...answer, checkId: ledger.checkId }
    },
    async fileLines(question, { snapshot, turn }) {
      const found = await listed(question, turn)
      return found === null ? GONE : answerFileLines(snapshot, found.checked, found.list, question)
    },
    async fileRows(question, { turn }) {
      const found = await listed(question, turn)
      return found === null ? GONE : answerFileRows(found.checked, found.list)
    },
    async invoiceCheck(question, { snapshot, file, turn, report, others }) {
      if (file === null) return REFUSED_GONE
      const { answer, checked } = await answerInvoiceCheck(snapshot, question, file, turn, report, others)
      if (checked === null) return answer
      made += 1
      invoice = { checkId: `invoice ${made}`, checked }
      return { ...answer, checkId: invoice.checkId }
    },
    invoiceLines: ofInvoice(invoiceLines),
    invoiceUnbilled: ofInvoice(invoiceUnbilled),
    invoiceLine: ofInvoice(async (checked, { at }, { snapshot, turn }) => {
      const line = checked.lines[at]
      if (line === undefined) return null
      return { kind: 'line', explained: (await explainLine(line, checked, snapshot, turn)).explained }
    }),
    invoiceRows: ofInvoice((checked, { rows }, { snapshot, turn }) => invoiceRows(checked, rows, snapshot, turn)),
    invoiceEvents: ofInvoice((checked, question, { snapshot }) => invoiceEvents(checked, snapshot, question)),
  }
}
