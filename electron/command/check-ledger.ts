// A ledger from beginning to end: it is looked at, held against events, and what became of each line is printed.
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
import type { Questions } from '../backend/snapshots/questions/open-questions.ts'
import { visibleJson, visibleLine } from '../platform/visible-text.ts'
import type { LedgerArguments } from './check-arguments.ts'
import { foundOrEnd, printAllPages, readHeads, readInHand, STOPPED, showCheck } from './checked-file.ts'
import {
  type CheckEffects,
  type CheckEnd,
  type CheckMaterial,
  failed,
  needs,
  type SnapshotAtHand,
  withSnapshot,
} from './checked-snapshot.ts'

/** Ends with `needs` where options are missing, before events are read. */
export async function checkLedger(
  args: LedgerArguments,
  material: CheckMaterial<FileChoices>,
  effects: CheckEffects,
): Promise<CheckEnd> {
  const looked = await lookAhead(args, material)
  if (looked.kind !== 'ready') return looked
  return withSnapshot(args, effects, (snapshot) =>
    checkWith(snapshot, args, { ...material, choices: looked.choices }, effects),
  )
}

type Looked = { kind: 'ready'; choices: FileChoices } | CheckEnd

async function lookAhead(
  { columns, sent, rulesFile }: LedgerArguments,
  { file, rules, choices }: CheckMaterial<FileChoices>,
): Promise<Looked> {
  const read = await readHeads(file, choices, columns)
  if (read.kind !== 'heads') return read
  const proposed = meaningsProposed(read.beginning, { names: [] }, rules?.rules ?? NO_RULES)
  const meanings = read.columns?.map(({ means }) => means) ?? proposed
  const hasId = meanings.some((means) => means?.is === 'field' && means.field === 'eventId')
  if (!hasId && choices.key === null) {
    const isInvoice = seemsInvoice(proposedInvoiceMeanings(read.heads, sideColumn(read.beginning)), proposed)
    return needs(isInvoice ? SEEMS_INVOICE : `--columns, --key or --kind invoice: ${NO_ID.words}`)
  }
  if (
    meanings.some((means) => means !== null && MONEY.includes(means.is)) &&
    rulesFile === undefined &&
    sent === undefined
  ) {
    return needs(
      '--rules or --sent: the file has amounts. Give your price rules with --rules, or name the property that is their amount with --sent.',
    )
  }
  // Who types which column has the debits says that it is charged.
  const areSidesSaid = read.columns?.some(({ means }) => means.is === 'debit') === true
  const charged = choices.charged ?? (areSidesSaid ? 'debit' : null)
  return { kind: 'ready', choices: { ...choices, charged, columns: read.columns } }
}

const SEEMS_INVOICE = [
  '--kind invoice: the file seems to be one, with an item and an amount in each line, and no IDs of events.',
  'If it is a ledger, say with --key which columns together name one event.',
].join(' ')

/** Meanings of columns of money. */
const MONEY: readonly Meaning['is'][] = ['amount', 'debit', 'credit']

const ALL_EVENTS: Scope = { where: [], misses: true }

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>

async function checkWith(
  snapshot: SnapshotAtHand,
  { sent, range: { zone } }: LedgerArguments,
  { file, rules, choices }: CheckMaterial<FileChoices>,
  { progress, signal, print }: CheckEffects,
): Promise<CheckEnd> {
  const { questions, state, header } = snapshot
  const question: FileCheckQuestion = {
    ask: 'fileCheck',
    kind: 'ledger',
    fileId: '',
    // The zone of the range says nothing of the file, whose heads may name its own.
    choices: { ...NOTHING_CHOSEN, ...choices, zone: zone === undefined || zone === header.range.zone ? null : zone },
    scope: ALL_EVENTS,
    rules: rules?.text ?? null,
    inHand: readInHand(snapshot, ALL_EVENTS),
    sent: sent ?? null,
  }
  progress.show('Loading the events.')
  const asked = await questions.ask(question, 'check', signal, { file, report: showCheck(progress) })
  const outcome = foundOrEnd(asked, file)
  if (outcome.kind !== 'found') return outcome
  const { found } = outcome
  const isWhole = isProved(state.verdict)
  progress.say(visibleLine(checkedWords(found, isWhole)))
  const unread = unreadWords(found.columns, ({ means }) => (means.is === 'field' ? 'not a time' : 'not a number'))
  for (const said of [...unread, ...sharedWords(found), ...found.notes]) progress.say(visibleLine(said))
  const printed = await printLines(questions, found, isWhole, signal, print)
  if (!printed) return failed(STOPPED)
  for (const total of found.totals) {
    const { words, line, ...sums } = total
    print(`${visibleJson({ line, outcome: 'total', ...sums, words })}\n`)
  }
  print(`${visibleJson({ summary: summaryOf(found, state.verdict) })}\n`)
  return { kind: 'checked', agrees: isWhole && isAllMatched(found), comparesMoney: found.comparesMoney }
}

/** @returns whether all were */
const printLines = (
  questions: Questions,
  { checkId, columns }: Checked,
  isWhole: boolean,
  signal: AbortSignal,
  print: (text: string) => void,
): Promise<boolean> =>
  printAllPages(
    async (page) => {
      const question = { ask: 'fileLines', checkId, outcome: null, differsIn: null, ...page } as const
      const asked = await questions.ask(question, 'lines', signal)
      if (asked.kind !== 'answered' || asked.answer.kind === 'gone') return null
      return { all: asked.answer.lines, count: asked.answer.count }
    },
    (lines) => print(lines.map((line) => `${visibleJson(printed(line, columns, isWhole))}\n`).join('')),
  )

function printed(
  { line, outcome, eventId, changedFrom, repeats, cells }: LedgerLine,
  columns: Checked['columns'],
  isWhole: boolean,
) {
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
    ...(isWhole ? {} : { of: 'what was read' }),
  }
}

function summaryOf(found: Checked, verdict: SnapshotVerdict) {
  const { lines, comparesMoney, events, groups, equation, wholeMonths, version, columns, ambiguous, unknown, notes } =
    found
  return {
    words: checkedWords(found, isProved(verdict)),
    verdict: verdict.kind,
    ...(isProved(verdict) ? {} : { of: 'what was read' }),
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
