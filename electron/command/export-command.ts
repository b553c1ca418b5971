// This is what an export does with its arguments, up to its exit code; the process around it is handed in.
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { countWords, plural } from '../../shared/exact/grouped-digits.ts'
import { type Failure, type Result, succeeded } from '../../shared/failure/failure.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import { checkDayFolder } from '../backend/export/day-folder.ts'
import { RECEIPT_ENDING } from '../backend/export/receipt.ts'
import { readSnapshot } from '../backend/snapshots/reading/read-snapshot.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-journal.ts'
import type { SnapshotFile } from '../backend/snapshots/store/snapshot-file.ts'
import type { SnapshotEntry } from '../backend/snapshots/store/snapshot-list.ts'
import type { SnapshotStore } from '../backend/snapshots/store/snapshot-store.ts'
import { prepareWholeFile } from '../backend/storage/whole-file.ts'
import { visibleJson, visibleLine } from '../platform/visible-text.ts'
import {
  type ChosenConnection,
  type CommandEffects,
  type CommandStore,
  chooseConnection,
  openCommandStore,
  type ReadEffects,
  readingEffects,
} from './command-store.ts'
import {
  type ExportArguments,
  type ExportOrder,
  newOrder,
  readExportArguments,
  resumeMismatch,
} from './export-arguments.ts'
import { type OptionFileReading, readRulesFile, readShapesFile } from './option-files.ts'
import { readingProgress } from './progress-line.ts'
import { type WrittenExport, writeSnapshotFile } from './write-snapshot-file.ts'

/** @returns the exit code, as `--help` explains it */
export async function exportCommand(given: string[], effects: CommandEffects): Promise<number> {
  const { openKeychain, defaultFolder, startedIn, progress } = effects
  const read = readExportArguments(given, effects.calledAs)
  if (!read.ok) {
    progress.say(read.message)
    return read.code
  }
  const asked = await withFiles(read.value, startedIn)
  if (!asked.ok) {
    for (const problem of asked.problems) progress.say(visibleLine(problem))
    return 2
  }
  const { args } = asked
  const outcome = await exportAllMatches(args, resolve(startedIn, args.out), {
    ...effects,
    keychain: await openKeychain(),
    folder: resolve(startedIn, args.userData ?? defaultFolder),
  })
  progress.end()
  return tell(outcome, args, effects)
}

/** Rules and shapes go with the order as their texts, so that a reading that is resumed goes by the same ones. */
async function withFiles(
  args: ExportArguments,
  startedIn: string,
): Promise<OptionFileReading<{ args: ExportArguments }>> {
  const { rulesFile, expectFile } = args
  const rules = rulesFile === undefined ? null : await readRulesFile(rulesFile, startedIn)
  const expect = expectFile === undefined ? null : await readShapesFile(expectFile, startedIn)
  const problems = [rules, expect].flatMap((read) => (read === null || read.ok ? [] : read.problems))
  if (problems.length > 0) return { ok: false, problems }
  const file = {
    ...args.file,
    ...(rules?.ok ? { rules: rules.text } : {}),
    ...(expect?.ok ? { expect: expect.text } : {}),
  }
  return { ok: true, args: { ...args, file } }
}

/** Says how the export ended. @returns the exit code */
function tell(outcome: ExportOutcome, { out, userData }: ExportArguments, effects: CommandEffects): number {
  const { print, progress, calledAs } = effects
  switch (outcome.kind) {
    case 'written':
      print(`${visibleJson(outcome.written)}\n`)
      return outcome.written.verdict === 'complete' && (outcome.written.misfits ?? 0) === 0 ? 0 : 3
    case 'refused':
      progress.say(outcome.message)
      return 2
    case 'failed':
    case 'stopped': {
      progress.say(outcome.message)
      const more = userData === undefined ? '' : ` --user-data ${quoted(userData)}`
      if (outcome.resumable) progress.say(`To continue: ${calledAs} --out ${quoted(out)} --resume${more}`)
      return outcome.kind === 'failed' ? 1 : 130
    }
  }
}

/** Quotes for a shell, if needed. */
function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

type ExportOutcome =
  | { kind: 'written'; written: WrittenExport }
  /** No file was written; an old one is untouched. `message` names the fault; `resumable`: `--resume` can continue. */
  | { kind: 'failed'; message: string; resumable: boolean }
  /** An option does not fit. */
  | { kind: 'refused'; message: string }
  /** Aborted by `signal`. `message` says how far it got. */
  | { kind: 'stopped'; message: string; resumable: boolean }

/**
 * One export from start to end: a new or resumed reading, kept in the store until its file and receipt are in place.
 * @param path of the file, absolute
 */
async function exportAllMatches(args: ExportArguments, path: string, effects: ReadEffects): Promise<ExportOutcome> {
  // Check the order before making the folder, so that a bad one changes nothing.
  // A resumed reading has its order, and that of a billing zone is known once its connection is: `takeUp` checks them.
  const isCheckedLater = args.resume || isInBillingZone(args)
  const order = isCheckedLater ? null : newOrder(args, path, 'UTC')
  if (order?.ok === false) return refused(order.message)
  const place = await ((await isForFolder(args, path)) ? checkDayFolder(path) : checkPlace(path))
  if (!place.ok) return failed(failureSentence(place.failure))
  const opened = await openCommandStore(effects)
  if (!opened.ok) return failed(opened.message)
  const { store } = opened
  try {
    const taken = await takeUp(args, path, opened, effects)
    if (taken.kind !== 'taken') return taken
    const resumable = store.thisRunOnly === null
    const end = await readAndWrite(taken.file, taken.chosen, { ...effects, resumable, openSnapshot: store.open })
    await taken.file.close()
    if (end.kind === 'written') for (const entry of store.list()) if (isFor(entry, path)) store.delete(entry.id)
    return effects.signal.aborted && end.kind === 'failed' ? { ...end, kind: 'stopped' } : end
  } finally {
    await store.end()
  }
}

/** The range's days are those of the connection's billing zone, so they can only be read once that is known. */
const isInBillingZone = ({ connection, range }: ExportArguments) => connection !== undefined && range.zone === undefined

const refused = (message: string): ExportOutcome => ({ kind: 'refused', message })
const failed = (message: string, resumable = false): ExportOutcome => ({ kind: 'failed', message, resumable })

/** A resumed reading already knows whether it is for a folder. */
async function isForFolder({ file, resume }: ExportArguments, path: string): Promise<boolean> {
  if (file.partition !== undefined) return true
  return resume && ((await stat(path).catch(() => null))?.isDirectory() ?? false)
}

/** Checks that file and receipt can be written there, before hours of reading; leaves nothing behind. */
async function checkPlace(path: string): Promise<Result<null>> {
  for (const one of [path, path + RECEIPT_ENDING]) {
    const prepared = await prepareWholeFile(one, [])
    if (!prepared.ok) return prepared
    await prepared.value.drop()
  }
  return succeeded(null)
}

function isFor(entry: SnapshotEntry, path: string): entry is Extract<SnapshotEntry, { kind: 'readable' }> {
  return entry.kind === 'readable' && entry.header.file?.path === path
}

type Taken = { kind: 'taken'; file: SnapshotFile; chosen: ChosenConnection } | ExportOutcome

/** Begins a reading, or goes on with the latest one that was begun for this file. */
async function takeUp(args: ExportArguments, path: string, opened: CommandStore, effects: ReadEffects): Promise<Taken> {
  const { store, entries } = opened
  const begun = args.resume ? (entries.find((entry) => isFor(entry, path)) ?? null) : null
  if (args.resume) {
    if (begun?.header.file === undefined) {
      return refused(`--resume: no reading was started for ${path}, or its file already exists. Leave --resume out.`)
    }
    const mismatch = resumeMismatch(args, begun.header, begun.header.file)
    if (mismatch !== null) return refused(mismatch)
  }
  const choice = await chooseConnection(args.connection, begun?.header ?? null, opened, effects)
  if (!choice.ok) return choice.code === 2 ? refused(choice.message) : failed(choice.message, begun !== null)
  const { chosen } = choice
  const read = args.resume ? null : newOrder(args, path, chosen.billingZone ?? 'UTC')
  if (read?.ok === false) return refused(read.message)
  const file = read === null ? store.resume(begun?.id ?? '') : begin(store, read.order, chosen, effects.now())
  if (!file.ok) return failed(failureSentence(file.failure), begun !== null)
  return { kind: 'taken', file: file.value, chosen }
}

function begin(store: SnapshotStore, { search, range, file }: ExportOrder, chosen: ChosenConnection, now: number) {
  const id = randomUUID()
  const { connection, accountMark } = chosen
  const begunAt = new Date(now).toISOString()
  const header: SnapshotHeader = { id, connection, search, range, begunAt, file: { ...file, accountMark } }
  return store.begin(header, `${basename(file.path).slice(0, 120)} ${id}`)
}

async function readAndWrite(
  journal: SnapshotFile,
  { access }: ChosenConnection,
  effects: ReadEffects & { resumable: boolean; openSnapshot: SnapshotStore['open'] },
): Promise<ExportOutcome> {
  const { now, progress, signal, resumable, openSnapshot } = effects
  const reading = readingEffects(access, effects)
  const notWritten = (because: Failure) => failed(`${failureSentence(because)} ${keptWords(journal)}`, resumable)
  const end = await readSnapshot(journal, reading, signal, (seen) => progress.show(readingProgress(seen, now())))
  if (end.kind === 'stopped') return { ...end, message: `Stopped while reading: ${keptWords(journal)}`, resumable }
  if (end.kind === 'paused') return notWritten(end.because)
  const written = await writeSnapshotFile(journal.header, openSnapshot, effects)
  return written.ok ? { kind: 'written', written: written.value } : notWritten(written.failure)
}

function keptWords(journal: SnapshotFile): string {
  const events = journal.slices().reduce((sum, { kept }) => sum + kept, 0)
  return `${countWords(events, 'event')} ${plural(events, 'has', 'have')} been read so far.`
}
