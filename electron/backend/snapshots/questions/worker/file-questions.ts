// Questions about files that are held against a loaded snapshot. The latest checks are held, for the pages of their lines.
import { LRUCache } from 'lru-cache'
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
import { createInvoiceQuestions } from '../invoice/invoice-questions.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import type { OtherSnapshots } from '../other-snapshots.ts'
import type { Turn } from '../turn.ts'

export type FileAnswer = FileAnswers[keyof FileAnswers]

export interface FileQuestions {
  /** `file`: the one that the question names; null where it names none. */
  answer(
    snapshot: LoadedSnapshot,
    question: FileQuestion,
    file: HeldFile | null,
    turn: Turn,
    report: (progress: CheckProgress) => void,
    /** Those that the question names. */
    others: OtherSnapshots,
  ): Promise<FileAnswer>
}

/** One at a time: each holds some ten bytes a line. */
const MOST_CHECKS = 1

/** Holds one ledger and one invoice; what is asked of an earlier check is `gone`. */
export function createFileQuestions(): FileQuestions {
  const checks = new LRUCache<string, { ledger: CheckedLedger; lists: LRUCache<string, Listed> }>({ max: MOST_CHECKS })
  const invoices = createInvoiceQuestions()
  let made = 0

  async function listed(snapshotTurn: Turn, question: FileLinesQuestion | FileRowsQuestion | FileTableQuestion) {
    const check = checks.get(question.checkId)
    if (check === undefined) return null
    const name = `${question.outcome} ${question.differsIn}`
    const known = check.lists.get(name) ?? (await listedRows(check.ledger, question, snapshotTurn))
    check.lists.set(name, known)
    return { ledger: check.ledger, list: known }
  }

  return {
    async answer(snapshot, question, file, turn, report, others) {
      switch (question.ask) {
        case 'fileLook':
          return file === null ? GONE_FILE : answerFileLook(snapshot, question, file, turn)
        case 'fileCheck': {
          if (file === null) return GONE_FILE
          const { answer, ledger } = await answerFileCheck(snapshot, question, file, turn, report)
          if (ledger === null) return answer
          made += 1
          const checkId = String(made)
          checks.set(checkId, { ledger, lists: new LRUCache({ max: 3 }) })
          return { ...answer, checkId }
        }
        case 'fileLines': {
          const found = await listed(turn, question)
          return found === null ? GONE : answerFileLines(snapshot, found.ledger, found.list, question)
        }
        case 'fileRows': {
          const found = await listed(turn, question)
          return found === null ? GONE : answerFileRows(found.ledger, found.list)
        }
        case 'fileTable': {
          const found = await listed(turn, question)
          return found === null ? GONE : answerFileTable(snapshot, found.ledger, found.list, question)
        }
        case 'invoiceCheck':
        case 'invoiceLines':
        case 'invoiceUnbilled':
        case 'invoiceLine':
        case 'invoiceRows':
        case 'invoiceTable':
          return invoices.answer(snapshot, question, file, turn, report, others)
        default:
          return question satisfies never
      }
    },
  }
}

const GONE = { kind: 'gone' } as const
const GONE_FILE = { kind: 'refused', words: 'This file is no longer in memory. Choose it again.' } as const
