// The folder of days on the disk: what may be replaced in it, which is what its receipt names, and nothing else; and
// that one export at a time writes into it. The day of events without a readable time is null.
import { lstat, mkdir, opendir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { isMissing, isSystemError, toMissing, UntrustedFileError } from '../storage/disk-error.ts'
import { underPassingLock } from '../storage/file-lock.ts'
import { readOrdinaryFile } from '../storage/ordinary-file.ts'
import { diskSentence, isPart, notFolderWords, prepareWholeFile } from '../storage/whole-file.ts'
import { exportRefusal } from './delivery.ts'
import { dayFile, dayFolder, dayOfFolder, FOLDER_RECEIPT } from './folder-receipt.ts'
import { DAY_FILE, type FolderReceipt, folderReceiptSchema, MOST_DAYS, MOST_RECEIPT_BYTES } from './receipt.ts'

/** A folder holds this before another export. */
export interface DayFolderBefore {
  /** Null where the folder is new or empty, or its first export was killed. */
  receipt: FolderReceipt | null
  /** Days whose files the receipt does not name, of an export that was killed, or may have been. */
  begun: ReadonlySet<string | null>
}

/** The days whose files may be replaced or removed. */
export const ownDays = ({ receipt, begun }: DayFolderBefore): ReadonlySet<string | null> =>
  new Set([...(receipt?.eventscope.days ?? []).map(({ day }) => day), ...begun])

/** The failure of an export that the user has to change, in a sentence. */
export const refusal = (message: string) => failed(exportRefusal(message))

/**
 * Fails with `invalid`, and the name of what is not ours, where the folder holds something else, and with `disk` where
 * nothing can be written there: both show before hours of reading. Leaves nothing behind.
 */
export function checkDayFolder(path: string): Promise<Result<null>> {
  const isKept = false
  return inMadeFolder(path, isKept, async () => {
    const before = await readDayFolder(path)
    if (!before.ok) return before
    const prepared = await prepareWholeFile(join(path, FOLDER_RECEIPT), [])
    if (!prepared.ok) return prepared
    await prepared.value.drop()
    return succeeded(null)
  })
}

interface DayFolderUse {
  signal?: AbortSignal | undefined
  /** Another export is writing there: told once. */
  onWait?: (() => void) | undefined
}

/**
 * Does `work` in the folder, which is made where it is missing, while no other export does. What killed exports left is
 * removed first. Fails as `checkDayFolder`, or with `cancelled` while it waits; a folder that was made for a work that
 * fails is gone again.
 */
export function inDayFolder<T>(
  path: string,
  { signal, onWait }: DayFolderUse,
  work: (before: DayFolderBefore) => Promise<Result<T>>,
): Promise<Result<T>> {
  const isKept = true
  return inMadeFolder(path, isKept, async () => {
    const done = await underPassingLock(join(path, LOCK), { signal, onWait }, async () => {
      const before = await readDayFolder(path)
      if (!before.ok) return before
      await tidy(path)
      return work(before.value)
    })
    return done ?? failed({ kind: 'cancelled' })
  })
}

/** Hidden, so that no engine reads them; beside the receipt. */
const LOCK = '.eventscope.lock'
const BEGUN = '.eventscope-days.json'
/** This is what the files beside the receipt are called until they are whole: one export at a time writes them. */
const PART_OF_RECEIPT = '.eventscope-receipt.part'
const PART_OF_CHARGES = '.eventscope-charges.part'
const PART_OF_BEGUN = '.eventscope-days.part'

/** Prepares the folder's receipt as `prepareWholeFile` does. */
export const prepareReceipt = (path: string, text: string) =>
  prepareWholeFile(join(path, FOLDER_RECEIPT), [Buffer.from(text)], PART_OF_RECEIPT)

/** Prepares a file of charges as `prepareWholeFile` does: it stands beside the receipt that names it. */
export const prepareChargesFile = (path: string, name: string, bytes: Uint8Array) =>
  prepareWholeFile(join(path, name), [bytes], PART_OF_CHARGES)

/** Removes a file of charges that the receipt named. */
export const removeCharges = (path: string, name: string) => removed(join(path, name))

/**
 * Says that files of these days may be there without the receipt's naming them; of none, that nothing of the kind is.
 * Written before the first of them is put in its place: of a killed export nothing else would tell which files are
 * ours.
 */
export async function writeBegun(path: string, days: ReadonlySet<string | null>): Promise<Result<null>> {
  if (days.size === 0) return removed(join(path, BEGUN))
  const text = JSON.stringify({ eventscopeDays: 1, files: [...days].map(dayFile) })
  const prepared = await prepareWholeFile(join(path, BEGUN), [Buffer.from(text)], PART_OF_BEGUN)
  return prepared.ok ? prepared.value.commit() : prepared
}

const begunSchema = z.object({
  eventscopeDays: z.literal(1),
  // Days of several exports, where these were killed one after the other.
  files: z.array(z.string().regex(DAY_FILE)).max(4 * MOST_DAYS),
})

/** Removes the file of a day, and the day's folder where nothing else is in it. */
export async function removeDay(path: string, day: string | null): Promise<Result<null>> {
  const done = await removed(join(path, dayFile(day)))
  if (done.ok) await removeEmpty(join(path, dayFolder(day)))
  return done
}

/** Makes a day's folder; null where it was there. Fails with `disk` where something else is. */
export function makeDay(path: string, day: string | null): Promise<Result<string | null>> {
  const folder = join(path, dayFolder(day))
  return onDisk(folder, async () => {
    const there = await lstat(folder).catch(toMissing)
    if (there?.isDirectory()) return succeeded(null)
    if (there !== null) return failed({ kind: 'disk', detail: notFolderWords(folder) } satisfies Failure)
    await mkdir(folder)
    return succeeded(folder)
  })
}

/** A folder that holds something stays. */
export async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (!isSystemError(error)) throw error
  }
}

const removed = (path: string) =>
  onDisk(path, async () => {
    await rm(path, { force: true })
    return succeeded(null)
  })

/** What the system refuses of `path` is a failure in words; what Node says of a mistake of ours is not. */
async function onDisk<T>(path: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UntrustedFileError) return failed({ kind: 'disk', detail: error.message })
    if (!isSystemError(error) || error.code.startsWith('ERR_')) throw error
    return failed({ kind: 'disk', detail: `${path} was not written. ${diskSentence(error, path)}` })
  }
}

async function readDayFolder(path: string): Promise<Result<DayFolderBefore>> {
  const receipt = await readOwn(path, FOLDER_RECEIPT, ownReceiptSchema)
  if (!receipt.ok) return receipt
  const begun = await readOwn(path, BEGUN, begunSchema)
  if (!begun.ok) return begun
  const begunDays = (begun.value?.files ?? []).map((file) => dayOfFolder(dirname(file)) ?? null)
  const before = { receipt: receipt.value, begun: new Set(begunDays) }
  const stranger = await strangerIn(path, before)
  return stranger === null ? succeeded(before) : refusal(stranger)
}

/** Makes the folder, and those above it that are missing. They go again where `work` fails, or they are not kept. */
async function inMadeFolder<T>(path: string, isKept: boolean, work: () => Promise<Result<T>>): Promise<Result<T>> {
  const made: string[] = []
  let isDone = false
  try {
    return await onDisk(path, async () => {
      const unfit = await whyNoFolder(path)
      if (unfit !== null) return refusal(unfit)
      await makeFolders(path, made)
      const result = await work()
      isDone = isKept && result.ok
      return result
    })
  } finally {
    if (!isDone) for (const folder of made.reverse()) await removeEmpty(folder)
  }
}

/** One by one: Node's `recursive` never returns where a folder answers that it is not there, as /proc does. */
async function makeFolders(path: string, made: string[]): Promise<void> {
  if ((await stat(path).catch(toMissing)) !== null) return
  const parent = dirname(path)
  if (parent !== path) await makeFolders(parent, made)
  try {
    await mkdir(path)
    made.push(path)
  } catch (error) {
    // Another export has just made it.
    if (!(await stat(path).catch(toMissing))?.isDirectory()) throw error
  }
}

/** Null where it is one, or nothing is there. */
async function whyNoFolder(path: string): Promise<string | null> {
  try {
    const there = await stat(path)
    return there.isDirectory() ? null : `${path} is not a folder. Choose another name.`
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOTDIR') return `${path} cannot be there: ${diskSentence(error, path)}`
    if (!isMissing(error)) throw error
    const link = await lstat(path).catch(toMissing)
    return link === null ? null : `${path} is a link that leads nowhere. Choose another name.`
  }
}

/** What is in a file of ours beside the days; null where it is not there. Fails where it is another's. */
async function readOwn<T>(path: string, name: string, schema: z.ZodType<T>): Promise<Result<T | null>> {
  const read = await readOrdinaryFile(join(path, name), { mostBytes: MOST_RECEIPT_BYTES, refusesLinks: true })
  if (read === null) return succeeded(null)
  if ('unfit' in read) return refusal(`${read.unfit} Choose another folder.`)
  const ours = parseKept(read.text, schema)
  return ours === null ? refusal(`${path} has another ${name}. Choose another folder.`) : succeeded(ours)
}

/** Each day once, with its file and an export. */
const ownReceiptSchema = folderReceiptSchema.refine(({ resources, eventscope: { days, exports } }) => {
  const areOurs = days.every(({ day, export: at }, place) => resources[place]?.path === dayFile(day) && at in exports)
  return areOurs && days.length === resources.length && new Set(days.map(({ day }) => day)).size === days.length
})

/** Whether a name is that of any engine's folder of a day, however it writes it. */
const isOfDays = (name: string) => /^dt=/i.test(name)

/** A sentence that names the first thing in the folder that is not ours; null where there is none. */
async function strangerIn(path: string, before: DayFolderBefore): Promise<string | null> {
  const names = await readdir(path, { withFileTypes: true })
  // A folder that was exported before may hold other files, such as notes, which stay.
  if (before.receipt === null && names.some(({ name }) => !name.startsWith('.') && !isOfDays(name))) {
    return `${path} holds other files. Choose an empty folder, or one that was exported before.`
  }
  const ourDays = ownDays(before)
  for (const entry of names) {
    if (!isOfDays(entry.name)) continue
    const day = dayOfFolder(entry.name)
    if (day === undefined || !entry.isDirectory()) return strangerWords(path, entry.name, entry.isSymbolicLink())
    for await (const file of await opendir(join(path, entry.name))) {
      const name = `${entry.name}/${file.name}`
      const isOurs = isPart(file.name) || (name === dayFile(day) && ourDays.has(day))
      if (!isOurs || !file.isFile()) return strangerWords(path, name, file.isSymbolicLink())
    }
  }
  return null
}

const strangerWords = (path: string, name: string, isLink: boolean) =>
  `${path} holds ${name}, ${isLink ? 'a link' : `which its ${FOLDER_RECEIPT} does not name`}. Move it away, or choose another folder.`

/** Removes the temporary files and the empty folders of killed exports: nobody else writes here now. */
async function tidy(path: string): Promise<void> {
  for (const name of [PART_OF_RECEIPT, PART_OF_CHARGES, PART_OF_BEGUN]) await rm(join(path, name), { force: true })
  for (const name of await readdir(path)) {
    if (dayOfFolder(name) === undefined) continue
    const folder = join(path, name)
    for (const file of await readdir(folder)) if (isPart(file)) await rm(join(folder, file), { force: true })
    await removeEmpty(folder)
  }
}
