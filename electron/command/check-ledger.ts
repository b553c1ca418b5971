// One check from beginning to end: the file is looked at, the events are read or their snapshot found, and what became of
// each line is printed.
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type Asks, type FileChoices, NOTHING_CHOSEN } from '../../shared/check/checked-file.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { failureSentence } from '../../shared/failure/failure-sentence.ts'
import { scopeInHand } from '../../shared/snapshot/scope-in-hand.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { FileCheckQuestion, LedgerAnswer, LedgerLine } from '../../shared/snapshot/snapshot-ledger.ts'
import { readSnapshotRange } from '../../shared/snapshot/snapshot-range.ts'
import type { InHand } from '../../shared/snapshot/snapshot-worth.ts'
import { NO_RULES, type WorthRules } from '../../shared/worth/worth-rules.ts'
import type { HeldFile } from '../backend/check/held-files.ts'
import { openFile } from '../backend/check/open-file.ts'
import { meaningsProposed, readBeginning } from '../backend/snapshots/questions/ledger-heads.ts'
import { openQuestions, type Questions } from '../backend/snapshots/questions/open-questions.ts'
import { takeTurns } from '../backend/snapshots/questions/turn.ts'
import { readSnapshot } from '../backend/snapshots/reading/read-snapshot.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-header.ts'
import { isLeftover, type SnapshotEntry } from '../backend/snapshots/store/snapshot-entry.ts'
import type { CheckArguments } from './check-arguments.ts'
import { chooseConnection } from './chosen-connection.ts'
import {
  type CommandStore,
  connectionEffects,
  openCommandStore,
  type ReadEffects,
  readingEffects,
} from './command-store.ts'
import type { CommandEffects } from './export-command.ts'
import { rangeWords } from './export-order.ts'
import { readingProgress } from './progress-line.ts'
import { visibleJson, visibleLine } from './visible-text.ts'

export type CheckEnd =
  /** `agrees`: every line matched, nothing is only in the snapshot, and that is complete. */
  | { kind: 'checked'; agrees: boolean }
  | { kind: 'asks'; asks: Asks[] }
  /** An option is missing or does not fit. */
  | { kind: 'needs'; message: string }
  | { kind: 'failed'; message: string }

export interface CheckMaterial {
  file: HeldFile
  /** Null: there are none. */
  rules: { rules: WorthRules; text: string } | null
  choices: FileChoices
}

type Effects = ReadEffects & Pick<CommandEffects, 'print'>

const workerFile = new URL('../backend/snapshots/questions/worker/questions-worker.ts', import.meta.url)

export async function checkLedger(args: CheckArguments, material: CheckMaterial, effects: Effects): Promise<CheckEnd> {
  // Before anything is read: what has to be chosen changes nothing.
  const looked = await lookAhead(args, material)
  if (looked.kind !== 'ready') return looked
  const opened = await openCommandStore(effects)
  if (!opened.ok) return { kind: 'failed', message: opened.message }
  const { store } = opened
  try {
    const found = args.snapshot === undefined ? await readNew(args, opened, effects) : keptSnapshot(args, opened)
    if (found.kind !== 'ready') return found
    const file = store.fileOf(found.id)
    if (!file.ok) return { kind: 'failed', message: failureSentence(file.failure) }
    const questions = openQuestions({ workerFile, ...file.value, id: found.id, pathOf: store.pathOf })
    // The worker alone keeps no process alive.
    const awake = setInterval(() => undefined, 60_000)
    try {
      return await checkWith(questions, found, args, { ...material, choices: looked.choices }, effects)
    } finally {
      clearInterval(awake)
      await questions.close()
      await found.drop?.()
    }
  } finally {
    await store.end()
  }
}

type Looked = { kind: 'ready'; choices: FileChoices } | CheckEnd

/** Everything that its first lines tell. */
async function lookAhead(
  { columns, sent, rulesFile }: CheckArguments,
  { file, rules, choices }: CheckMaterial,
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

/** `drop`: deletes it, where it was read for this check; until then it is locked. */
type Found = ({ kind: 'ready'; id: string; drop?: () => Promise<void> } & HeldEvents) | CheckEnd

/** What lines are held against. */
interface HeldEvents {
  verdict: SnapshotVerdict
  /** Of what it is all there is. */
  inHand: InHand
}

function keptSnapshot({ snapshot: name, connection }: CheckArguments, { entries }: CommandStore): Found {
  type Readable = Extract<SnapshotEntry, { kind: 'readable' }>
  const readable = entries.filter(
    (entry): entry is Readable => entry.kind === 'readable' && entry.header.file === undefined && !isLeftover(entry),
  )
  const named = readable.filter(
    ({ label, header }) => label.name === name && (connection === undefined || header.connection.name === connection),
  )
  const [only] = named
  if (only === undefined) {
    const names = readable.map(({ label }) => label.name)
    const there = names.length === 0 ? 'There are none yet.' : `The snapshots are: ${names.slice(0, 50).join(', ')}.`
    return { kind: 'needs', message: `--snapshot: there is no snapshot “${name}”. ${there}` }
  }
  if (named.length > 1) {
    return {
      kind: 'needs',
      message: `--connection: ${named.length} connections have a snapshot “${name}”. Name the one that is meant.`,
    }
  }
  const { verdict } = only.state
  if (verdict === null) return { kind: 'failed', message: `The snapshot “${name}” is not finished.` }
  return { kind: 'ready', id: only.id, ...heldEvents(only.header, only.state, verdict) }
}

/** A snapshot for this check alone, which goes with it. */
async function readNew(args: CheckArguments, opened: CommandStore, effects: Effects): Promise<Found> {
  const { now, progress, signal } = effects
  const { store } = opened
  const choice = await chooseConnection(args.connection, null, { ...effects, ...opened, ...connectionEffects(effects) })
  if (!choice.ok) return { kind: choice.code === 2 ? 'needs' : 'failed', message: choice.message }
  const { chosen } = choice
  const range = readSnapshotRange({ zone: chosen.billingZone ?? 'UTC', ...args.range })
  if (!range.ok) return { kind: 'needs', message: rangeWords(args.range, range) }
  const id = randomUUID()
  const header: SnapshotHeader = {
    id,
    connection: chosen.connection,
    search: { propertyFilters: [], ...args.search },
    range: range.range,
    begunAt: new Date(now()).toISOString(),
    accountMark: chosen.accountMark,
    forCheck: true,
  }
  const begun = store.begin(header, `Check of ${basename(args.file).slice(0, 100)} ${id}`)
  if (!begun.ok) return { kind: 'failed', message: failureSentence(begun.failure) }
  const journal = begun.value
  const outcome = await readSnapshot(journal, readingEffects(chosen.access, effects), signal, (seen) =>
    progress.show(readingProgress(seen, now())),
  )
  const state = journal.state()
  const { verdict } = state
  const drop = async () => {
    await journal.close()
    store.delete(id)
  }
  if (outcome.kind === 'finished' && verdict !== null) {
    return { kind: 'ready', id, ...heldEvents(header, state, verdict), drop }
  }
  await drop()
  const message =
    outcome.kind === 'paused' ? failureSentence(outcome.because) : 'Stopped while reading. Nothing was checked.'
  return { kind: 'failed', message }
}

function heldEvents(
  { search, range, begunAt }: SnapshotHeader,
  { until, begins, clock }: Extract<SnapshotEntry, { kind: 'readable' }>['state'],
  verdict: SnapshotVerdict,
): HeldEvents {
  const taken = { search, range, until, begunAt, begins, clock, status: { state: 'finished' as const, verdict } }
  return { verdict, inHand: scopeInHand(taken, ALL_EVENTS) }
}

const ALL_EVENTS: Scope = { where: [], misses: true }

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>

async function checkWith(
  questions: Questions,
  { verdict, inHand }: HeldEvents,
  { sent, range: { zone } }: CheckArguments,
  { file, rules, choices }: CheckMaterial,
  { progress, signal, print }: Effects,
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
      const isWhole = verdict.kind === 'complete'
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
    ...(verdict.kind === 'complete' ? {} : { of: 'what was read' }),
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

function refusedWords(because: { kind: string; words?: string; rows?: number; most?: number }): string {
  if (because.kind === 'too-many') {
    return `The snapshot has ${grouped(because.rows ?? 0)} events; ${grouped(because.most ?? 0)} are the most that can be checked. Narrow it by days or customers.`
  }
  return because.words ?? 'The snapshot was closed.'
}
