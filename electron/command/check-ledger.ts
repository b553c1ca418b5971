// A ledger from beginning to end: it is looked at, held against events, and what became of each line is printed.

import { type FileChoices, NOTHING_CHOSEN } from '../../shared/check/checked-file.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { scopeInHand } from '../../shared/snapshot/scope-in-hand.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { FileCheckQuestion, LedgerAnswer, LedgerLine } from '../../shared/snapshot/snapshot-ledger.ts'
import type { InHand } from '../../shared/snapshot/snapshot-worth.ts'
import { isProved } from '../../shared/snapshot/verdict-name.ts'
import { NO_RULES } from '../../shared/worth/worth-rules.ts'
import { openFile } from '../backend/check/open-file.ts'
import { meaningsProposed, readBeginning } from '../backend/snapshots/questions/ledger-heads.ts'
import type { Questions } from '../backend/snapshots/questions/open-questions.ts'
import { takeTurns } from '../backend/snapshots/questions/turn.ts'
import { visibleJson, visibleLine } from '../platform/visible-text.ts'
import type { LedgerArguments } from './check-arguments.ts'
import {
  type CheckEffects,
  type CheckEnd,
  type CheckMaterial,
  refusedWords,
  type SnapshotAtHand,
  withSnapshot,
} from './checked-snapshot.ts'

export async function checkLedger(
  args: LedgerArguments,
  material: CheckMaterial<FileChoices>,
  effects: CheckEffects,
): Promise<CheckEnd> {
  // Before anything is read: what has to be chosen changes nothing.
  const looked = await lookAhead(args, material)
  if (looked.kind !== 'ready') return looked
  return withSnapshot(args, effects, ({ questions, header, state }) =>
    checkWith(questions, heldEvents({ header, state }), args, { ...material, choices: looked.choices }, effects),
  )
}

type Looked = { kind: 'ready'; choices: FileChoices } | CheckEnd

/** Everything that its first lines tell. */
async function lookAhead(
  { columns, sent, rulesFile }: LedgerArguments,
  { file, rules, choices }: CheckMaterial<FileChoices>,
): Promise<Looked> {
  const opened = await openFile(file, choices)
  if (opened.kind === 'asks') return opened
  if (opened.kind !== 'opened') return { kind: 'failed', message: `${file.name}: ${opened.words}` }
  const beginning = await readBeginning(opened, choices, takeTurns(new AbortController().signal))
  if (typeof beginning === 'string') return { kind: 'failed', message: `${file.name}: ${beginning}` }
  const { heads } = beginning
  const none = columns?.find(({ head }) => !heads.includes(head))
  if (none !== undefined) {
    return {
      kind: 'needs',
      message: `--columns: the file has no column “${none.head}”. It has: ${heads.slice(0, 50).join(', ')}.`,
    }
  }
  const meant = columns?.map(({ head, means }) => ({ column: heads.indexOf(head), means })) ?? null
  const proposed = meaningsProposed(heads, { names: [] }, rules?.rules ?? NO_RULES)
  const hasAmount = (meant?.map(({ means }) => means) ?? proposed).some((means) => means?.is === 'amount')
  if (hasAmount && rulesFile === undefined && sent === undefined) {
    const message =
      '--rules or --sent: the file has amounts. Say by rules what events are worth, or by --sent which property is their amount.'
    return { kind: 'needs', message }
  }
  return { kind: 'ready', choices: { ...choices, columns: meant } }
}

/** What lines are held against. */
interface HeldEvents {
  verdict: SnapshotVerdict
  /** Of what it is all there is. */
  inHand: InHand
}

function heldEvents({ header, state }: Pick<SnapshotAtHand, 'header' | 'state'>): HeldEvents {
  const { search, range, begunAt } = header
  const { until, begins, clock, verdict } = state
  const taken = { search, range, until, begunAt, begins, clock, status: { state: 'finished' as const, verdict } }
  return { verdict, inHand: scopeInHand(taken, ALL_EVENTS) }
}

const ALL_EVENTS: Scope = { where: [], misses: true }

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>

async function checkWith(
  questions: Questions,
  { verdict, inHand }: HeldEvents,
  { sent, range: { zone } }: LedgerArguments,
  { file, rules, choices }: CheckMaterial<FileChoices>,
  { progress, signal, print }: CheckEffects,
): Promise<CheckEnd> {
  const question: FileCheckQuestion = {
    ask: 'fileCheck',
    kind: 'ledger',
    fileId: '',
    choices: { ...NOTHING_CHOSEN, ...choices, zone: zone ?? choices.zone },
    scope: ALL_EVENTS,
    rules: rules?.text ?? null,
    inHand,
    sent: sent ?? null,
  }
  progress.show('Loading the events.')
  const asked = await questions.ask(question, 'check', signal, {
    file,
    report: ({ phase, done, of }) =>
      progress.show(
        phase === 'comparing'
          ? `Comparing ${grouped(of ?? 0)} lines.`
          : `Reading the file: ${grouped(done)}${of === null ? '' : ` of ${grouped(of)}`}`,
      ),
  })
  if (asked.kind === 'dropped') return { kind: 'failed', message: 'Stopped. Nothing was checked.' }
  if (asked.kind === 'refused') return { kind: 'failed', message: refusedWords(asked.because) }
  const { answer } = asked
  switch (answer.kind) {
    case 'asks':
      return answer
    case 'no-rules':
      return { kind: 'needs', message: `--rules: ${answer.problems.join(' ')}` }
    case 'refused':
    case 'receipt':
      return { kind: 'failed', message: `${file.name}: ${answer.words}` }
    case 'checked': {
      const isWhole = isProved(verdict)
      const printed = await printLines(questions, answer, isWhole, signal, print)
      if (!printed) return { kind: 'failed', message: 'Stopped. Not all lines were printed.' }
      for (const note of answer.notes) progress.say(visibleLine(note))
      print(`${visibleJson({ summary: summaryOf(answer, verdict) })}\n`)
      const others = answer.groups.filter(({ outcome }) => outcome !== 'matched')
      return { kind: 'checked', agrees: isWhole && others.every(({ lines, events }) => lines === 0 && events === 0) }
    }
    default:
      return answer satisfies never
  }
}

const PAGE = 100

/** @returns whether all were */
async function printLines(
  questions: Questions,
  { checkId, columns }: Checked,
  isWhole: boolean,
  signal: AbortSignal,
  print: (text: string) => void,
): Promise<boolean> {
  for (let offset = 0; ; ) {
    const question = { ask: 'fileLines', checkId, outcome: null, differsIn: null, offset, limit: PAGE } as const
    const asked = await questions.ask(question, 'lines', signal)
    if (asked.kind !== 'answered' || asked.answer.kind === 'gone') return false
    const { lines, count } = asked.answer
    print(lines.map((line) => `${visibleJson(printed(line, columns, isWhole))}\n`).join(''))
    offset += lines.length
    if (offset >= count || lines.length === 0) return true
  }
}

function printed(
  { line, outcome, eventId, repeats, cells }: LedgerLine,
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
    ...(repeats === null ? {} : { repeats }),
    ...(differs.length === 0 ? {} : { differs: Object.fromEntries(differs) }),
    ...(isWhole ? {} : { of: 'what was read' }),
  }
}

function summaryOf(
  { lines, events, groups, equation, wholeMonths, version, columns, ambiguous, unknown, notes }: Checked,
  verdict: SnapshotVerdict,
) {
  return {
    verdict: verdict.kind,
    ...(isProved(verdict) ? {} : { of: 'what was read' }),
    lines,
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
    columns: columns.map(({ head, differing, unread }) => ({ head, differing, unread: unread.cells })),
    ambiguous,
    unknown,
    notes,
  }
}
