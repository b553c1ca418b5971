// One export from start to end: a new or resumed reading, kept in the store until its file and receipt are in place.
import { randomUUID } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { type Result, succeeded } from '../../shared/failure/failure.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import { exportMatches } from '../backend/export/export-matches.ts'
import { readFolder } from '../backend/export/kept-days.ts'
import { RECEIPT_ENDING } from '../backend/export/receipt.ts'
import { readSnapshot } from '../backend/snapshots/reading/read-snapshot.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-header.ts'
import type { SnapshotEntry } from '../backend/snapshots/store/snapshot-entry.ts'
import type { SnapshotFile } from '../backend/snapshots/store/snapshot-file.ts'
import type { SnapshotStore } from '../backend/snapshots/store/snapshot-store.ts'
import { prepareWholeFile } from '../backend/storage/whole-file.ts'
import { type ChosenConnection, chooseConnection } from './chosen-connection.ts'
import { connectionEffects, openCommandStore, type ReadEffects, readingEffects } from './command-store.ts'
import type { ExportArguments } from './export-arguments.ts'
import { type ExportOrder, newOrder, resumedOrder } from './export-order.ts'
import { readingProgress } from './progress-line.ts'
import { orderedMaterial, type WrittenExport, writeSnapshotFile } from './write-snapshot-file.ts'

export type ExportOutcome =
  | { kind: 'written'; written: WrittenExport }
  /** No file was written, and an old one is untouched. `message` names the fault; `resumable`: `--resume` can continue. */
  | { kind: 'failed'; message: string; resumable: boolean }
  /** An option does not fit. */
  | { kind: 'refused'; message: string }
  /** Aborted by `signal`. `message` says how far it got. */
  | { kind: 'stopped'; message: string; resumable: boolean }

/** @param path of the file, absolute */
export async function exportAllMatches(
  args: ExportArguments,
  path: string,
  effects: ReadEffects,
): Promise<ExportOutcome> {
  const { now, signal } = effects
  // Check the order before making the folder, so that a bad one changes nothing.
  const order = args.resume || isInBillingZone(args) ? null : newOrder(args, path, 'UTC')
  if (order?.ok === false) return refused(order.message)
  const place = await ((await isForFolder(args, path)) ? readFolder(path) : checkPlace(path))
  if (!place.ok) return failed(failureSentence(place.failure))
  const opened = await openCommandStore(effects)
  if (!opened.ok) return failed(opened.message)
  const { store, entries } = opened
  try {
    const begun = args.resume ? (entries.find((entry) => isFor(entry, path)) ?? null) : null
    const choose = (header: SnapshotHeader | null) =>
      chooseConnection(args.connection, header, { ...effects, ...opened, ...connectionEffects(effects) })
    const taken = await takeUp({ args, begun, path, store, choose, now })
    if (taken.kind !== 'taken') return taken
    const resumable = store.thisRunOnly === null
    const end = await readAndWrite(taken.file, taken.chosen, { ...effects, resumable, openSnapshot: store.open })
    await taken.file.close()
    if (end.kind === 'written') for (const entry of store.list()) if (isFor(entry, path)) store.delete(entry.id)
    return signal.aborted && end.kind === 'failed' ? { ...end, kind: 'stopped' } : end
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
  return resume && ((await lstat(path).catch(() => null))?.isDirectory() ?? false)
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

interface TakingUp {
  args: ExportArguments
  /** The latest reading begun for this file, if it is to be continued. */
  begun: Extract<SnapshotEntry, { kind: 'readable' }> | null
  path: string
  store: SnapshotStore
  choose: (header: SnapshotHeader | null) => ReturnType<typeof chooseConnection>
  now: () => number
}

type Taken = { kind: 'taken'; file: SnapshotFile; chosen: ChosenConnection } | ExportOutcome

async function takeUp({ args, begun, path, store, choose, now }: TakingUp): Promise<Taken> {
  if (args.resume) {
    if (begun?.header.file === undefined) {
      return refused(`--resume: no reading was started for ${path}, or its file already exists. Leave --resume out.`)
    }
    const resumed = resumedOrder(args, begun.header, begun.header.file)
    if (!resumed.ok) return refused(resumed.message)
  }
  const choice = await choose(begun?.header ?? null)
  if (!choice.ok) return choice.code === 2 ? refused(choice.message) : failed(choice.message, begun !== null)
  const { chosen } = choice
  const read = args.resume ? null : newOrder(args, path, chosen.billingZone ?? 'UTC')
  if (read?.ok === false) return refused(read.message)
  const file = read === null ? store.resume(begun?.id ?? '') : begin(store, read.order, chosen, now())
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
  const outcome = await exportMatches({
    read: () => readSnapshot(journal, reading, signal, (seen) => progress.show(readingProgress(seen, now()))),
    material: () => orderedMaterial(journal.header, openSnapshot, effects),
    write: (material) => writeSnapshotFile(journal.header, material, effects),
  })
  switch (outcome.kind) {
    case 'stopped':
      return { kind: 'stopped', message: `Stopped while reading: ${keptWords(journal)}`, resumable }
    case 'paused':
    case 'unwritten':
      return failed(`${failureSentence(outcome.because)} ${keptWords(journal)}`, resumable)
    case 'written':
      return outcome
    default:
      return outcome satisfies never
  }
}

function keptWords(journal: SnapshotFile): string {
  const events = journal.slices().reduce((sum, { kept }) => sum + kept, 0)
  return `${grouped(events)} events have been read so far.`
}
