// What `npm run check` does with its arguments, up to its exit code; the process around it is handed in.
import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { type Asks, type FileChoices, MOST_FILE_BYTES, NOTHING_CHOSEN } from '../../shared/check/checked-file.ts'
import { type HeldFile, TOO_LARGE_WORDS } from '../backend/check/held-files.ts'
import { isSystemError } from '../backend/storage/system-error.ts'
import { type CheckArguments, readCheckArguments } from './check-arguments.ts'
import { type CheckEnd, type CheckMaterial, checkLedger } from './check-ledger.ts'
import type { CommandEffects } from './export-command.ts'
import { readRulesFile } from './read-rules-file.ts'
import { readTextFile, unreadWords } from './read-text-file.ts'
import { visibleLine } from './visible-text.ts'

/** @returns the exit code, as `--help` explains it */
export async function checkCommand(given: string[], effects: CommandEffects): Promise<number> {
  const { openKeychain, defaultFolder, startedIn, progress, signal } = effects
  const read = readCheckArguments(given)
  if (!read.ok) {
    progress.say(read.message)
    return read.code
  }
  const args = read.value
  const said = await saidInFiles(args, startedIn)
  if (!said.ok) {
    for (const problem of said.problems) progress.say(visibleLine(problem))
    return 2
  }
  const file = await heldFile(resolve(startedIn, args.file), args.file)
  if (typeof file === 'string') {
    progress.say(visibleLine(file))
    return 1
  }
  const end = await checkLedger(
    args,
    { ...said, file },
    {
      ...effects,
      keychain: await openKeychain(),
      folder: resolve(startedIn, args.userData ?? defaultFolder),
    },
  )
  progress.end()
  return signal.aborted && end.kind !== 'checked' ? 130 : tell(end, effects)
}

type SaidInFiles = { ok: true; rules: CheckMaterial['rules']; choices: FileChoices } | { ok: false; problems: string[] }

/** What the files of `--rules` and `--map` say. */
async function saidInFiles({ rulesFile, mapFile, ...args }: CheckArguments, startedIn: string): Promise<SaidInFiles> {
  const rules = rulesFile === undefined ? null : await readRulesFile(rulesFile, startedIn)
  if (rules?.ok === false) return rules
  const map = mapFile === undefined ? NO_NAMES : await readMap(resolve(startedIn, mapFile))
  if (typeof map === 'string') return { ok: false, problems: [`--map ${mapFile}: ${map}`] }
  return { ok: true, rules, choices: { ...NOTHING_CHOSEN, ...args.choices, ...map } }
}

type Names = Pick<FileChoices, 'customers' | 'codes'>
const NO_NAMES: Names = { customers: [], codes: [] }
const MOST_MAP_BYTES = 4 * 1024 * 1024

/** A sentence where it is no map. */
async function readMap(path: string): Promise<Names | string> {
  const read = await readTextFile(path, MOST_MAP_BYTES)
  switch (read.kind) {
    case 'text':
      return namesIn(read.text)
    case 'too-long':
      return 'This is longer than 4 MiB.'
    case 'not-utf-8':
      return 'This is not UTF-8.'
    case 'unread':
      return read.words
    default:
      return read satisfies never
  }
}

function namesIn(text: string): Names | string {
  try {
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true, skip_empty_lines: true })
    const wrong = rows.findIndex(({ of, said, is }) => (of !== 'customer' && of !== 'code') || !said || !is)
    if (wrong >= 0) return `Line ${wrong + 2} must have the columns of (customer or code), said and is.`
    const names = (wanted: string) =>
      rows.flatMap(({ of, said = '', is = '' }) => (of === wanted ? [{ said, is }] : []))
    return { customers: names('customer'), codes: names('code') }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return `${error.message}.`
  }
}

/** All of it; a sentence where it cannot be read, or is larger than a file may be. */
async function heldFile(path: string, name: string): Promise<HeldFile | string> {
  try {
    const { size } = statSync(path)
    if (size > MOST_FILE_BYTES) return `${name}: ${TOO_LARGE_WORDS}`
    const bytes = new SharedArrayBuffer(size)
    const into = new Uint8Array(bytes)
    let at = 0
    for await (const chunk of createReadStream(path, { end: Math.max(0, size - 1) }) as AsyncIterable<Buffer>) {
      into.set(chunk.subarray(0, size - at), at)
      at += chunk.length
    }
    return at < size ? `${name}: The file became shorter while it was read.` : { name, bytes }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return `${name}: ${unreadWords(error)}`
  }
}

/** The option that answers what is asked. */
const OPTION_OF: Record<Asks['ask'], string> = {
  separator: '--separator',
  decimal: '--decimal',
  encoding: '--encoding',
  sheet: '--sheet',
  columns: '--columns or --key',
}

function tell(end: CheckEnd, { progress }: CommandEffects): number {
  switch (end.kind) {
    case 'checked':
      return end.agrees ? 0 : 3
    case 'asks':
      for (const { ask, words } of end.asks) progress.say(visibleLine(`${OPTION_OF[ask]}: ${words}`))
      return 2
    case 'needs':
    case 'failed':
      progress.say(visibleLine(end.message))
      return end.kind === 'needs' ? 2 : 1
    default:
      return end satisfies never
  }
}
