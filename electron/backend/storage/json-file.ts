// A small JSON document on disk: written completely or not at all, and never overwritten if it cannot be understood.
import { randomBytes } from 'node:crypto'
import { constants, fstatSync, readFileSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { isMissing, isSystemError, UntrustedFileError } from './disk-error.ts'
import { underFileLock } from './file-lock.ts'
import { withPrivate } from './private-file.ts'

/** Every document in the user-data folder needs these. */
export interface UserDataEffects {
  /** The user-data folder. */
  folder: string
  now: () => number
  /** Receives, in words, what happened to a document that could not be read. */
  notice: (text: string) => void
}

interface JsonFileOptions<T> extends UserDataEffects {
  /** The file's. */
  name: string
  /** The version written here; 1 when left out. Documents with a higher one are left alone. */
  version?: number
  schema: z.ZodType<T>
}

/** This is what follows the document's name while it is written. */
const PART = /^\.[0-9a-f]{12}\.tmp$/

/** Far more than any document of ours. */
const MOST_BYTES = 16 * 1024 * 1024

const envelopeSchema = z.object({ version: z.int().min(1), content: z.unknown() })

/** `change` checks nothing: what does not fit `schema`, or is larger than 16 MiB, is set aside by the next `read`. */
export function jsonFile<T>({ folder, name, version = 1, schema, now, notice }: JsonFileOptions<T>) {
  const path = join(folder, name)
  return { read, change }

  /** Null if there is none. A corrupt one is set aside with a notice, as none; a newer one is a `disk` failure. */
  async function read(): Promise<Result<T | null>> {
    let text: string
    try {
      text = readText()
    } catch (error) {
      return isMissing(error) ? succeeded(null) : diskFailure(error)
    }
    const envelope = envelopeSchema.safeParse(parseJson(text))
    if (envelope.success && envelope.data.version > version) {
      const detail = `${path} was written by a newer Eventscope (format ${envelope.data.version}) and is left as it is.`
      return failed({ kind: 'disk', detail })
    }
    const content = envelope.success ? schema.safeParse(envelope.data.content) : envelope
    return content.success ? succeeded(content.data as T) : setAside()
  }

  /** Empty if the file is too large to be ours. */
  function readText(): string {
    return withPrivate(path, constants.O_RDONLY, ({ descriptor, wasWritable }) => {
      if (wasWritable) notice(`Other users of this computer could write ${path} until now. Check its contents.`)
      return fstatSync(descriptor).size > MOST_BYTES ? '' : readFileSync(descriptor, 'utf8')
    })
  }

  async function setAside(): Promise<Result<null>> {
    const aside = `${path}.unreadable-${new Date(now()).toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`
    try {
      await rename(path, aside)
    } catch (error) {
      return diskFailure(error)
    }
    notice(`${name} could not be understood. It was set aside as ${aside}; Eventscope starts without it.`)
    return succeeded(null)
  }

  /**
   * Replaces the document with what `changed` returns (temporary file and rename, readable by this user only) and
   * returns it. No other process can change it meanwhile.
   */
  async function change(changed: (before: T | null) => T): Promise<Result<T>> {
    try {
      const done = await underFileLock(`${path}.lock`, async () => {
        await removeParts()
        const before = await read()
        return before.ok ? write(changed(before.value)) : before
      })
      return done ?? failed({ kind: 'disk', detail: `Another Eventscope is busy with ${name}. Try again.` })
    } catch (error) {
      if (error instanceof UntrustedFileError) return diskFailure(error)
      throw error
    }
  }

  /** Temporary files of killed processes: nobody else writes this document now. One that cannot be removed stays. */
  async function removeParts(): Promise<void> {
    const isPart = (entry: string) => entry.startsWith(`${name}.`) && PART.test(entry.slice(name.length))
    for (const entry of await readdir(folder).catch(() => [])) {
      if (isPart(entry)) await rm(join(folder, entry), { force: true }).catch(() => undefined)
    }
  }

  async function write(value: T): Promise<Result<T>> {
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      const text = `${JSON.stringify({ version, content: value }, null, 2)}\n`
      await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true })
      await rename(temporary, path)
      return succeeded(value)
    } catch (error) {
      await rm(temporary, { force: true })
      return diskFailure(error)
    }
  }
}

/** Undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Turns a system error into a value; anything else is a bug and is thrown. */
function diskFailure(error: unknown): ReturnType<typeof failed> {
  if (isSystemError(error)) return failed({ kind: 'disk', detail: error.message })
  throw error
}
