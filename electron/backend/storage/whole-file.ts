// Writes a file where a user said, whole or not at all: to one beside it, synced, then renamed over it.
import { createHash, randomBytes } from 'node:crypto'
import { access, constants, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { DISK_FULL } from '../../../shared/failure/failure-words.ts'
import { isMissing, isSystemError, type SystemError } from './disk-error.ts'

export interface WrittenFile {
  bytes: number
  /** The hash of these bytes, in hexadecimal. */
  sha256: string
}

/** Written and synced to a temporary file beside the target, untouched until `commit`. To be dropped without it. */
export interface PreparedFile extends WrittenFile {
  commit(): Promise<Result<null>>
  /** Leaves nothing behind; after `commit`, the file alone. */
  drop(): Promise<void>
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** This is what nobody else may read, as long as its user does not say otherwise. */
const OWN = 0o600

/**
 * Fails with `disk` and a sentence; then `path` is as it was before and nothing is left beside it. A file alone may be
 * there already, and one that may be written: no folder, and no link, whose target would stay as it was. It keeps its
 * permissions; a new file is for this user only.
 * @param chunks pulled one ahead of the disk, and not changed once handed over; what they throw is thrown on, with
 * nothing left behind
 * @param name of the temporary file, which must not be there; of random letters when left out
 */
export async function prepareWholeFile(path: string, chunks: Chunks, name = partName()): Promise<Result<PreparedFile>> {
  const target = await lookAt(path)
  if ('unfit' in target) return refused(path, target.unfit)
  const temporary = join(dirname(path), name)
  const drop = () => rm(temporary, { force: true })
  try {
    const written = await write(temporary, chunks, target.mode)
    return succeeded({ ...written, commit: () => putInPlace(temporary, path), drop })
  } catch (error) {
    await drop()
    if (!(error instanceof DiskError)) throw error
    return refused(path, diskSentence(error.cause, path))
  }
}

/** It does not follow the file's name, which may already be as long as the file system allows. */
const partName = () => `.eventscope-${randomBytes(9).toString('hex')}.part`

/** Whether a file's name is one of a temporary file that was never renamed, as a killed process leaves it. */
export const isPart = (name: string): boolean => /^\.eventscope-[0-9a-f]{18}\.part$/.test(name)

async function putInPlace(temporary: string, path: string): Promise<Result<null>> {
  try {
    await rename(temporary, path)
    return succeeded(null)
  } catch (error) {
    await rm(temporary, { force: true })
    if (!isSystemError(error)) throw error
    return refused(path, diskSentence(error, path))
  }
}

/** @param mode who may read it once it is whole */
async function write(path: string, chunks: Chunks, mode: number): Promise<WrittenFile> {
  const file = await onDisk(open(path, 'wx', OWN))
  const hash = createHash('sha256')
  let bytes = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const chunk of gathered(chunks)) {
      hash.update(chunk)
      bytes += chunk.length
      await writing
      // The next one is made meanwhile; a refusal is told when that one is there.
      writing = onDisk(file.writeFile(chunk))
      writing.catch(() => undefined)
    }
    await writing
    if (mode !== OWN) await onDisk(file.chmod(mode))
    await onDisk(file.sync())
  } finally {
    await writing.catch(() => undefined)
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Bytes that are written at once: what a compressor gives in small chunks would be a call of the system each. */
const LEAST_WRITTEN = 128 * 1024

async function* gathered(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let small: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    small.push(chunk)
    length += chunk.length
    if (length < LEAST_WRITTEN) continue
    yield small.length === 1 ? chunk : Buffer.concat(small)
    small = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(small)
}

/**
 * An error of the operating system while it writes, which becomes a failure. One of the chunks' source is thrown on.
 */
class DiskError extends Error {
  declare readonly cause: SystemError
}

function onDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw isSystemError(cause) ? new DiskError('A file could not be written', { cause }) : cause
  })
}

/** Why the target cannot be replaced, or the permissions that what replaces it gets. */
async function lookAt(path: string): Promise<{ unfit: string } | { mode: number }> {
  try {
    const there = await lstat(path)
    if (there.isDirectory()) return { unfit: 'It is a folder.' }
    if (there.isSymbolicLink()) return { unfit: 'It is a link to another file.' }
    if (!there.isFile()) return { unfit: 'It is not an ordinary file.' }
    await access(path, constants.W_OK)
    return { mode: there.mode & 0o777 }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return isMissing(error) ? { mode: OWN } : { unfit: diskSentence(error, path) }
  }
}

const refused = (path: string, why: string) => failed({ kind: 'disk', detail: `${path} was not written. ${why}` })

export const notFolderWords = (path: string): string => `${path} is not a folder.`

/** Tells what the system says of a file or folder that it does not write, for people. */
export function diskSentence(error: SystemError, path: string): string {
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${DISK_FULL}.`
    case 'EFBIG':
      return 'The file is larger than this disk allows.'
    case 'ENOENT':
      return `There is no folder ${dirname(path)}.`
    case 'ENOTDIR':
      return notFolderWords(dirname(path))
    case 'EACCES':
    case 'EROFS':
      return `You may not write to it (${error.code}).`
    case 'EBUSY':
    case 'EPERM':
      return `It is open in another program or protected (${error.code}).`
    case 'ENAMETOOLONG':
      return 'Its name is longer than this disk allows.'
    default:
      return `${error.message}.`
  }
}
