// A checked invoice on standard output: a JSON line for each of its lines, for what is on none, and a summary.
import { invoiceWords } from '../../shared/snapshot/checked-words.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import type { InvoiceAnswer, InvoiceLine } from '../../shared/snapshot/snapshot-invoice.ts'
import { isProved } from '../../shared/snapshot/verdict-name.ts'
import { moneyText } from '../../shared/worth/money-text.ts'
import type { Questions } from '../backend/snapshots/questions/open-questions.ts'
import { visibleJson } from '../platform/visible-text.ts'
import { printAllPages } from './checked-file.ts'
import type { CheckEffects } from './checked-snapshot.ts'

type Checked = Extract<InvoiceAnswer, { kind: 'invoice' }>

/** @returns whether all of it was */
export async function printInvoice(
  questions: Questions,
  answer: Checked,
  verdict: SnapshotVerdict,
  { print, signal }: Pick<CheckEffects, 'print' | 'signal'>,
): Promise<boolean> {
  const { checkId } = answer
  const ofWhat = isProved(verdict) ? {} : { of: 'what was read' }
  const say = (all: readonly object[]) => print(all.map((one) => `${visibleJson({ ...one, ...ofWhat })}\n`).join(''))
  const areLinesPrinted = await printAllPages(
    async (page) => {
      const question = { ask: 'invoiceLines', checkId, verdict: null, ...page } as const
      const asked = await questions.ask(question, 'lines', signal)
      if (asked.kind !== 'answered' || asked.answer.kind === 'gone') return null
      return { all: asked.answer.lines, count: asked.answer.count }
    },
    (lines) => say(lines.map(printedLine)),
  )
  if (!areLinesPrinted) return false
  const areGroupsPrinted = await printAllPages(
    async (page) => {
      const asked = await questions.ask({ ask: 'invoiceUnbilled', checkId, ...page }, 'unbilled', signal)
      if (asked.kind !== 'answered' || asked.answer.kind === 'gone') return null
      return { all: asked.answer.groups, count: asked.answer.count }
    },
    (groups) =>
      say(
        groups.map(({ customerId, eventCode, period, worth }) => ({
          unbilled: { customerId, eventCode, period, ...worth },
        })),
      ),
  )
  if (!areGroupsPrinted) return false
  print(`${visibleJson({ summary: summaryOf(answer, verdict, ofWhat) })}\n`)
  return true
}

/** What is nothing, or follows from the verdict, is left out. */
function printedLine(shown: InvoiceLine) {
  const { line, verdict, difference, currency, words, why, doubt, paper, alsoOn, inUtc, causes } = shown
  const differs = difference !== null && /[1-9]/.test(difference)
  const isPlain = (verdict === 'agrees' && inUtc === null) || verdict === 'total' || verdict === 'not-from-events'
  return {
    line,
    verdict,
    ...(differs ? { difference, currency } : {}),
    ...(doubt === null ? {} : { doubt, currency }),
    ...(isPlain ? {} : { words }),
    ...(isPlain || why === '' ? {} : { why }),
    ...(paper.length === 0 ? {} : { paper }),
    ...(alsoOn === null ? {} : { alsoOn }),
    ...(inUtc === null ? {} : { inUtc }),
    ...(causes === null
      ? {}
      : {
          causes: causes.fits.map(({ code, words: shortly, worth }) => ({
            code,
            words: shortly,
            worth: moneyText(worth, currency),
          })),
          tried: causes.tried,
          ...(causes.unasked === 0 ? {} : { unasked: causes.unasked }),
        }),
  }
}

function summaryOf(answer: Checked, verdict: SnapshotVerdict, ofWhat: object) {
  return {
    words: invoiceWords(answer, isProved(verdict)),
    verdict: verdict.kind,
    ...ofWhat,
    lines: answer.lines,
    events: answer.events,
    snapshotEvents: answer.of,
    rules: answer.version,
    agrees: answer.agrees,
    verdicts: Object.fromEntries(answer.verdicts.map((one) => [one.verdict, one.lines])),
    paper: answer.paper,
    equation: answer.equation,
    unbilled: answer.unbilled,
    billedTwice: answer.billedTwice,
    surelyTwice: answer.surelyTwice,
    inUtc: answer.inUtc,
    answering: answer.answering,
    columns: answer.columns.map(({ head, means, unread }) => ({
      head,
      means,
      unread: unread.cells,
      ...(unread.cells === 0 ? {} : { unreadCells: unread.samples }),
    })),
    unknown: answer.names.flatMap((name) => {
      const isKnown = name.of === 'customer' ? name.is !== null : name.means !== null
      return isKnown ? [] : [{ of: name.of, said: name.said, lines: name.lines }]
    }),
    notes: answer.notes,
  }
}
