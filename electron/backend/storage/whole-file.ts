// Writes a file where a user said, whole or not at all: to one beside it, synced, then renamed over it.
import { createHash, randomBytes } from 'node:crypto'
import { access, constants, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failed, type Result, succeeded } from '../../../shared/failure.ts'

export interface WrittenFile {
  bytes: number
  /** Of these bytes, in hexadecimal. */
  sha256: string
}

/**
 * Fails with `disk` and a sentence; then `path` is as it was before and nothing lies beside it. Only a file may be there
 * already, and one that may be written: no folder, and no link, whose target would stay as it was.
 * @param chunks pulled no faster than the disk takes them; what they throw is thrown on, with nothing left behind
 */
export async function writeWholeFile(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Result<WrittenFile>> {
  const unfit = await unfitTarget(path)
  if (unfit !== null) return refused(path, unfit)
  // Not named after the file, whose name may be as long as the file system takes.
  const temporary = join(dirname(path), `.eventscope-${randomBytes(9).toString('hex')}.part`)
  let done = false
  try {
    const written = await write(temporary, chunks)
    await onDisk(rename(temporary, path))
    done = true
    return succeeded(written)
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
    return refused(path, sentence(error.cause, path))
  } finally {
    if (!done) await rm(temporary, { force: true })
  }
}

async function write(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<WrittenFile> {
  const file = await onDisk(open(path, 'wx'))
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      await onDisk(file.writeFile(chunk))
    }
    await onDisk(file.sync())
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The operating system's refusal, told from whatever the chunks' source may throw. */
class DiskError extends Error {
  declare readonly cause: NodeJS.ErrnoException
}

function onDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new DiskError('A file could not be written', { cause })
  })
}

/** Why nothing can be put in the place of what is there; null when it can. */
async function unfitTarget(path: string): Promise<string | null> {
  try {
    const there = await lstat(path)
    if (there.isDirectory()) return 'It is a folder.'
    if (there.isSymbolicLink()) return 'It is a link to another file.'
    if (!there.isFile()) return 'It is no ordinary file.'
    await access(path, constants.W_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : sentence(error as NodeJS.ErrnoException, path)
  }
}

const refused = (path: string, why: string) => failed({ kind: 'disk', detail: `${path} was not written. ${why}` })

function sentence(error: NodeJS.ErrnoException, path: string): string {
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full.'
    case 'EFBIG':
      return 'The file is larger than this disk takes.'
    case 'ENOENT':
      return `There is no folder ${dirname(path)}.`
    case 'ENOTDIR':
      return `${dirname(path)} is no folder.`
    case 'EACCES':
    case 'EROFS':
      return `It may not be written to by you (${error.code}).`
    case 'EBUSY':
    case 'EPERM':
      return `It is open in another program or protected (${error.code}).`
    case 'ENAMETOOLONG':
      return 'Its name is longer than this disk takes.'
    default:
      return `${error.message}.`
  }
}
