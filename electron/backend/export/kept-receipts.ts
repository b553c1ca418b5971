// Receipts of the files that were exported from this computer's windows, so that a file is known again without the one
// beside it. They name customers and sums: sealed, each in a file whose name gives nothing away.
import { constants, fstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredKey } from '../keychain/keychain.ts'
import { isSystemError } from '../storage/disk-error.ts'
import { privateFolderIn, withPrivate } from '../storage/private-file.ts'
import { type CacheCipher, cacheCipher } from '../storage/sealing.ts'
import { prepareWholeFile } from '../storage/whole-file.ts'
import type { FileMark } from './receipt.ts'

export type KeptReceipts = ReturnType<typeof createKeptReceipts>

interface KeptReceiptsEffects {
  /** The user-data folder. */
  folder: string
  /** 32 bytes; asked for once, when they are needed: the keychain may ask its user. */
  key: () => Promise<StoredKey>
  notice: (text: string) => void
}

const MOST_KEPT = 200
/** A longer receipt lies beside its file only. */
const MOST_CHARACTERS = 4 * 1024 * 1024
const MOST_BYTES = 4 * MOST_CHARACTERS
const ENDING = '.sealed'

/** Keeps the latest 200; a receipt of more than 4 Mi UTF-16 units is not kept. */
export function createKeptReceipts({ folder, key, notice }: KeptReceiptsEffects) {
  const place = join(folder, 'receipts')
  let asked: Promise<CacheCipher | null> | null = null
  const cipher = () => {
    asked ??= key().then((stored) => ('key' in stored ? cacheCipher(stored.key) : null))
    return asked
  }
  /** Receipts of this run for which there was no key to seal them by, latest last. */
  const held: { mark: FileMark; baseUrl: string; text: string }[] = []

  const writing = new Set<Promise<void>>()

  /** Latest last. */
  function names(): string[] {
    return onDisk([], () => {
      if (statSync(place, { throwIfNoEntry: false }) === undefined || 'why' in privateFolderIn(folder, 'receipts'))
        return []
      const files = readdirSync(place).filter((name) => name.endsWith(ENDING))
      const times = new Map(
        files.map((name) => [name, statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs ?? 0]),
      )
      return files.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0))
    })
  }

  function onDisk<T>(otherwise: T, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!isSystemError(error)) throw error
      notice(`The receipts that are kept on this computer cannot be used: ${error.message}.`)
      return otherwise
    }
  }

  async function write(sealing: CacheCipher, text: string, mark: FileMark, baseUrl: string): Promise<void> {
    const made = privateFolderIn(folder, 'receipts')
    if ('why' in made) return notice(`The receipt of an export was not kept on this computer: ${made.why}`)
    const name = [ofService(sealing, baseUrl), ofSize(sealing, mark.bytes), ofContent(sealing, mark)].join('-') + ENDING
    const file = await prepareWholeFile(join(place, name), [sealing.seal(text, Buffer.from(name))])
    const kept = file.ok ? await file.value.commit() : file
    if (!kept.ok)
      return notice('The receipt of an export was not kept on this computer. The one beside its file is whole.')
    for (const old of names().slice(0, -MOST_KEPT)) onDisk(null, () => rmSync(join(place, old), { force: true }))
  }

  return {
    /**
     * Keeps a receipt, for this run only if there is no key. A failure becomes a notice. @param baseUrl of its
     * connection
     */
    async keep(text: string, mark: FileMark, baseUrl: string): Promise<void> {
      if (text.length > MOST_CHARACTERS) return
      const sealing = await cipher()
      if (sealing === null) {
        held.push({ mark, baseUrl, text })
        held.splice(0, held.length - MOST_KEPT)
        return
      }
      const done = write(sealing, text, mark, baseUrl)
      writing.add(done)
      await done.finally(() => writing.delete(done))
    },
    /** Whether a file of this size may be one of them. */
    async expects(bytes: number): Promise<boolean> {
      if (held.some(({ mark }) => mark.bytes === bytes)) return true
      const all = names()
      const sealing = all.length === 0 ? null : await cipher()
      return sealing !== null && all.some((name) => name.split('-')[1] === ofSize(sealing, bytes))
    },
    /** The receipt's text; null where there is none. */
    async find(mark: FileMark): Promise<string | null> {
      const here = held.find((one) => one.mark.sha256 === mark.sha256 && one.mark.bytes === mark.bytes)
      if (here !== undefined) return here.text
      const all = names()
      const sealing = all.length === 0 ? null : await cipher()
      if (sealing === null) return null
      const end = `${ofSize(sealing, mark.bytes)}-${ofContent(sealing, mark)}${ENDING}`
      const name = all.findLast((one) => one.endsWith(end))
      const sealed = name === undefined ? null : onDisk(null, () => readSmall(join(place, name)))
      return sealed && sealing.open(sealed, Buffer.from(name ?? ''))
    },
    /** All of a service: its last connection is deleted. */
    async forget(baseUrl: string): Promise<void> {
      for (const one of held.filter((other) => other.baseUrl === baseUrl)) held.splice(held.indexOf(one), 1)
      const all = names()
      const sealing = all.length === 0 ? null : await cipher()
      if (sealing === null) return
      const gone = all.filter((name) => name.startsWith(`${ofService(sealing, baseUrl)}-`))
      for (const name of gone) onDisk(null, () => rmSync(join(place, name), { force: true }))
    },
    /** It waits until what is being written is on the disk, but for no keychain that asks its user. */
    end: async (): Promise<void> => void (await Promise.allSettled(writing)),
  }
}

// A receipt's name says of which service, which size and which content it is, to nobody who has not the key.

const NAME_BYTES = 16
const short = (name: Buffer) => name.toString('hex', 0, NAME_BYTES)
const ofService = (cipher: CacheCipher, baseUrl: string) => short(cipher.name(`receipts of ${baseUrl}`))
const ofSize = (cipher: CacheCipher, bytes: number) => short(cipher.name(`receipt of ${bytes} bytes`))
const ofContent = (cipher: CacheCipher, { sha256 }: FileMark) => short(cipher.name(`receipt of ${sha256}`))

/** Null where it is larger than one of ours. */
function readSmall(path: string): Buffer | null {
  return withPrivate(path, constants.O_RDONLY, ({ descriptor }) =>
    fstatSync(descriptor).size > MOST_BYTES ? null : readFileSync(descriptor),
  )
}
