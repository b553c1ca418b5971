// A ledger from the command line: what has to be said before events are read, how it is held against them, and what is
// printed of it.
import { type FileChoices, type Meaning, NOTHING_CHOSEN } from '../../shared/check/checked-file.ts'
import { checkedWords, isAllMatched, sharedWords, unreadWords } from '../../shared/snapshot/checked-words.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { FileCheckQuestion, LedgerAnswer, LedgerLine } from '../../shared/snapshot/snapshot-ledger.ts'
import { isProved } from '../../shared/snapshot/verdict-name.ts'
import { NO_RULES } from '../../shared/worth/worth-rules.ts'
import { proposedInvoiceMeanings, seemsInvoice } from '../backend/check/propose-columns.ts'
import { sideColumn } from '../backend/snapshots/questions/amount-sides.ts'
import { NO_ID } from '../backend/snapshots/questions/answer-file-look.ts'
import { meaningsProposed } from '../backend/snapshots/questions/ledger-file.ts'
import type { LedgerArguments } from './check-arguments.ts'
import {
  type CheckMaterial,
  foundOrEnd,
  type Heads,
  type KindOfCheck,
  ofWhat,
  readWholeRange,
  showCheck,
} from './show-check.ts'

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>

/** Puts together how the command checks a ledger, as `invoiceCheck` does for an invoice. */
export function ledgerCheck(
  args: LedgerArguments,
  { file, rules, names }: CheckMaterial,
  read: Heads<Meaning>,
): KindOfCheck<Checked> {
  const proposed = meaningsProposed(read.beginning, { names: [] }, rules?.rules ?? NO_RULES)
  const meanings = read.columns?.map(({ means }) => means) ?? proposed
  // Who types which column has the debits says that it is charged.
  const areSidesSaid = read.columns?.some(({ means }) => means.is === 'debit') === true
  const choices: FileChoices = {
    ...NOTHING_CHOSEN,
    ...args.choices,
    charged: args.choices.charged ?? (areSidesSaid ? 'debit' : null),
    columns: read.columns,
    customers: names.customers,
    codes: names.codes,
  }
  return {
    missing: missingOption(args, choices, read, meanings, proposed),
    async find(snapshot, { progress, signal }) {
      const { zone } = args.range
      const question: FileCheckQuestion = {
        ask: 'fileCheck',
        kind: 'ledger',
        // None: the file goes with the question, and is not held for a page.
        fileId: '',
        // The zone of the range says nothing of the file, whose heads may name its own.
        choices: { ...choices, zone: zone === undefined || zone === snapshot.header.range.zone ? null : zone },
        scope: ALL_EVENTS,
        rules: rules?.text ?? null,
        wholeRange: readWholeRange(snapshot, ALL_EVENTS),
        sent: args.sent ?? null,
      }
      const how = { file, report: showCheck(progress) }
      return foundOrEnd(await snapshot.questions.ask(question, 'check', signal, how), file)
    },
    says(found, isWhole) {
      const unread = unreadWords(found.columns, ({ means }) => (means.is === 'field' ? 'not a time' : 'not a number'))
      return [checkedWords(found, isWhole), ...unread, ...sharedWords(found), ...found.notes]
    },
    pages: ({ checkId, columns }, questions, signal) => [
      async (page) => {
        const question = { ask: 'fileLines', checkId, outcome: null, differsIn: null, ...page } as const
        const asked = await questions.ask(question, 'lines', signal)
        if (asked.kind !== 'answered' || asked.answer.kind === 'gone') return null
        return { all: asked.answer.lines.map((line) => printedLine(line, columns)), count: asked.answer.count }
      },
    ],
    ends: (found, verdict) => [
      ...found.totals.map(({ words, line, ...sums }) => ({ line, outcome: 'total', ...sums, words })),
      { summary: summaryOf(found, verdict) },
    ],
    agrees: isAllMatched,
    comparesMoney: ({ comparesMoney }) => comparesMoney,
  }
}

function missingOption(
  { rulesFile, sent }: LedgerArguments,
  { key }: FileChoices,
  { heads, beginning }: Heads<Meaning>,
  meanings: readonly (Meaning | null)[],
  proposed: ReturnType<typeof meaningsProposed>,
): string | null {
  const hasId = meanings.some((means) => means?.is === 'field' && means.field === 'eventId')
  if (!hasId && key === null) {
    const isInvoice = seemsInvoice(proposedInvoiceMeanings(heads, sideColumn(beginning)), proposed)
    return isInvoice ? SEEMS_INVOICE : `--columns, --key or --kind invoice: ${NO_ID.words}`
  }
  const hasMoney = meanings.some((means) => means !== null && MONEY.includes(means.is))
  return hasMoney && rulesFile === undefined && sent === undefined
    ? '--rules or --sent: the file has amounts. Give your price rules with --rules, or name the property that is their amount with --sent.'
    : null
}

const SEEMS_INVOICE = [
  '--kind invoice: the file seems to be one, with an item and an amount in each line, and no IDs of events.',
  'If it is a ledger, say with --key which columns together name one event.',
].join(' ')

/** Meanings of columns of money. */
const MONEY: readonly Meaning['is'][] = ['amount', 'debit', 'credit']

const ALL_EVENTS: Scope = { where: [], misses: true }

function printedLine({ line, outcome, eventId, changedFrom, repeats, cells }: LedgerLine, columns: Checked['columns']) {
  const differs = cells.flatMap(({ file, snapshot, differs: isOther }, at): [string, unknown][] =>
    isOther ? [[columns[at]?.head ?? '', { file, snapshot }]] : [],
  )
  return {
    line,
    outcome,
    eventId,
    ...(changedFrom === null ? {} : { changedFrom }),
    ...(repeats === null ? {} : { repeats }),
    ...(differs.length === 0 ? {} : { differs: Object.fromEntries(differs) }),
  }
}

function summaryOf(found: Checked, verdict: SnapshotVerdict) {
  const { lines, comparesMoney, events, groups, equation, wholeMonths, version, columns, ambiguous, unknown, notes } =
    found
  return {
    words: checkedWords(found, isProved(verdict)),
    verdict: verdict.kind,
    ...ofWhat(isProved(verdict)),
    comparesMoney,
    lines,
    totals: found.totals.length,
    answering: found.answering,
    events,
    rules: version,
    outcomes: Object.fromEntries(
      groups.map(({ outcome, money, linesWithout, eventsWithout, ...counts }) => [
        outcome,
        { ...counts, linesWithoutMoney: linesWithout, eventsWithoutMoney: eventsWithout, money },
      ]),
    ),
    equation,
    wholeMonths,
    columns: columns.map(({ head, differing, unread }) => ({
      head,
      differing,
      unread: unread.cells,
      ...(unread.cells === 0 ? {} : { unreadCells: unread.samples }),
    })),
    ambiguous,
    unknown,
    notes,
  }
}
