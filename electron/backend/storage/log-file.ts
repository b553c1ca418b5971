// The log in the user-data folder: JSON lines, for this user only, never through a link. Three files, of which the
// first is written to. Each line is on the disk when `append` returns, so that the last ones before a crash are there.
import { constants, fstatSync, readSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, isSystemError } from './disk-error.ts'
import { type PrivateFile, privateFolder, privateFolderIn, withPrivate } from './private-file.ts'

export type LogFile = ReturnType<typeof createLogFile>

interface LogFileEffects {
  /** The user-data folder. */
  folder: string
  /** Told in a sentence why lines are not kept. */
  onTrouble: (why: string) => void
  /** The size of each file, in bytes. */
  mostBytes?: number
}

const MOST_BYTES = 5 * 1024 * 1024
const FILES = 3
/** Read back at most, for the latest lines. */
const TAIL_BYTES = 256 * 1024

/** A line of more than `mostBytes` (5 MiB when left out) is dropped, and nobody is told. */
export function createLogFile({ folder, onTrouble, mostBytes = MOST_BYTES }: LogFileEffects) {
  const place = join(folder, 'log')
  const pathOf = (number: number) => join(place, number === 0 ? 'eventscope.jsonl' : `eventscope.${number}.jsonl`)
  const path = pathOf(0)
  let isTold = false

  function tell(why: string) {
    if (!isTold) onTrouble(`The log cannot be kept: ${why}`)
    isTold = true
  }

  /** Null: the folder is not to be used. */
  function onDisk<T>(work: () => T): T | null {
    try {
      // Nothing starts without the user-data folder, which is said where it is opened.
      if ('why' in privateFolder(folder)) return null
      const opened = privateFolderIn(folder, 'log')
      if (!('why' in opened)) return work()
      tell(opened.why)
      return null
    } catch (error) {
      if (!isSystemError(error)) throw error
      if (!isMissing(error)) tell(error.message)
      return null
    }
  }

  function write(line: Buffer) {
    return withPrivate(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, ({ descriptor }) => {
      const isFull = fstatSync(descriptor).size + line.length > mostBytes
      if (!isFull) writeSync(descriptor, line)
      return isFull
    })
  }

  function read(from: string, most: number): string | null {
    const readEnd = ({ descriptor }: PrivateFile) => {
      const { size } = fstatSync(descriptor)
      const start = Math.max(0, size - most)
      const buffer = Buffer.alloc(size - start)
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, start))
    }
    return onDisk(() => withPrivate(from, constants.O_RDONLY, readEnd))
  }

  /** Whole or not at all: beside it first. */
  function replace(at: string, text: string) {
    const { O_WRONLY, O_CREAT, O_TRUNC } = constants
    withPrivate(`${at}.new`, O_WRONLY | O_CREAT | O_TRUNC, ({ descriptor }) => writeSync(descriptor, text))
    renameSync(`${at}.new`, at)
  }

  /** The oldest goes. A link among them is renamed, and never followed. */
  function rotate() {
    for (let number = FILES - 2; number >= 0; number -= 1) {
      try {
        renameSync(pathOf(number), pathOf(number + 1))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
  }

  return {
    /** The latest lines are there. */
    path,
    /** One line. If the disk refuses it, it is left out, and that is reported once. */
    append(record: Readonly<Record<string, string | number>>): void {
      const line = Buffer.from(`${JSON.stringify(record)}\n`)
      if (line.length > mostBytes) return
      onDisk(() => {
        if (!write(line)) return
        rotate()
        write(line)
      })
    },
    /** Passes every line of a file through `cleaned`; leaves files alone of whose whole text `isMeant` is false. */
    rewrite(isMeant: (text: string) => boolean, cleaned: (line: string) => string): void {
      for (let number = 0; number < FILES; number += 1) {
        const at = pathOf(number)
        const text = read(at, mostBytes)
        if (text !== null && isMeant(text)) onDisk(() => replace(at, text.split('\n').map(cleaned).join('\n')))
      }
    },
    /** The latest lines as they stand, at most so many; none where it cannot be read. */
    tail(most: number): string[] {
      return (read(path, TAIL_BYTES) ?? '')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .slice(-most)
    },
  }
}
