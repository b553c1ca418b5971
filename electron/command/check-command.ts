// This is what `npm run check` does with its arguments, up to its exit code; the process around it is handed in.
import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Asks, MOST_FILE_BYTES, NOTHING_CHOSEN } from '../../shared/check/checked-file.ts'
import { isProved } from '../../shared/snapshot/verdict-name.ts'
import { type HeldFile, TOO_LARGE_WORDS } from '../backend/check/held-files.ts'
import { isSystemError } from '../backend/storage/disk-error.ts'
import { visibleJson, visibleLine } from '../platform/visible-text.ts'
import { type CheckArguments, readCheckArguments } from './check-arguments.ts'
import { type CheckEffects, type CheckEnd, failed, needs, withSnapshot } from './checked-snapshot.ts'
import type { CommandEffects } from './command-store.ts'
import { invoiceCheck } from './invoice-check.ts'
import { ledgerCheck } from './ledger-check.ts'
import { type OptionFileReading, readNamesFile, readRulesFile, unreadWords } from './option-files.ts'
import { type CheckMaterial, type KindOfCheck, ofWhat, printAllPages, readHeads } from './show-check.ts'

/** @returns the exit code, as `--help` explains it */
export async function checkCommand(given: string[], effects: CommandEffects): Promise<number> {
  const { openKeychain, defaultFolder, startedIn, progress, signal } = effects
  const read = readCheckArguments(given, effects.calledAs)
  if (!read.ok) {
    progress.say(read.message)
    return read.code
  }
  const args = read.value
  const inputFiles = await readInputFiles(args, startedIn)
  if (!inputFiles.ok) {
    for (const problem of inputFiles.problems) progress.say(visibleLine(problem))
    return 2
  }
  const file = await heldFile(resolve(startedIn, args.file), args.file)
  if (typeof file === 'string') {
    progress.say(visibleLine(file))
    return 1
  }
  const reading = {
    ...effects,
    keychain: await openKeychain(),
    folder: resolve(startedIn, args.userData ?? defaultFolder),
  }
  const end = await checked(args, { ...inputFiles, file }, reading)
  progress.end()
  return signal.aborted && end.kind !== 'checked' ? 130 : tell(end, args, effects)
}

/** Ends with `needs` where options are missing: before events are read, if the heads of the file show it. */
async function checked(args: CheckArguments, material: CheckMaterial, effects: CheckEffects): Promise<CheckEnd> {
  const reading = { ...NOTHING_CHOSEN, ...args.choices }
  // The same words twice, as columns mean other things in a ledger than in an invoice, and so have other types.
  switch (args.kind) {
    case 'ledger': {
      const read = await readHeads(material.file, reading, args.columns)
      return read.kind === 'heads' ? checkBy(ledgerCheck(args, material, read), args, effects) : read
    }
    case 'invoice': {
      const read = await readHeads(material.file, reading, args.columns)
      return read.kind === 'heads' ? checkBy(invoiceCheck(args, material, read), args, effects) : read
    }
  }
}

/** Opens the snapshot, has the file held against it, and prints what comes of it, as `check` has it for its kind. */
async function checkBy<Found>(
  check: KindOfCheck<Found>,
  args: CheckArguments,
  effects: CheckEffects,
): Promise<CheckEnd> {
  if (check.missing !== null) return needs(check.missing)
  const { progress, print, signal } = effects
  return withSnapshot(args, effects, async (snapshot) => {
    const missing = check.missingOf?.(snapshot) ?? null
    if (missing !== null) return needs(missing)
    progress.show('Loading the events.')
    const outcome = await check.find(snapshot, effects)
    if (outcome.kind !== 'found') return outcome
    const { found } = outcome
    const { verdict } = snapshot.state
    const isWhole = isProved(verdict)
    for (const said of check.says(found, isWhole)) progress.say(visibleLine(said))
    const say = (all: readonly object[]) => print(all.map((one) => `${visibleJson(one)}\n`).join(''))
    for (const page of check.pages(found, snapshot.questions, signal)) {
      const isPrinted = await printAllPages(page, (all) => say(all.map((one) => ({ ...one, ...ofWhat(isWhole) }))))
      if (!isPrinted) return failed('Stopped. Not all lines were printed.')
    }
    for (const one of check.ends(found, verdict)) say([one])
    return { kind: 'checked', agrees: isWhole && check.agrees(found), comparesMoney: check.comparesMoney(found) }
  })
}

/** Reads what the files of `--rules` and `--map` say. */
async function readInputFiles(
  { rulesFile, mapFile, kind }: CheckArguments,
  startedIn: string,
): Promise<OptionFileReading<Omit<CheckMaterial, 'file'>>> {
  const rules = rulesFile === undefined ? null : await readRulesFile(rulesFile, startedIn)
  if (rules?.ok === false) return rules
  const map = mapFile === undefined ? null : await readNamesFile(mapFile, startedIn, kind)
  if (map?.ok === false) return map
  return { ok: true, rules, names: map?.names ?? { customers: [], codes: [], items: [] } }
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

/** Names of sheets that are listed. */
const MOST_SHEETS = 50

/** The option that answers what is asked. */
const optionOf = (ask: Asks['ask'], kind: CheckArguments['kind']) =>
  ask === 'columns' && kind === 'ledger' ? '--columns or --key' : `--${ask}`

/** Tells what would come of the check by each reading that is asked for. */
const outcomesOf = (ask: Asks): string[] =>
  ask.ask !== 'amounts' && ask.ask !== 'charged' && ask.ask !== 'days' && ask.ask !== 'last-days'
    ? []
    : ask.choices.map(
        ({ choose, outcome }) =>
          `--${ask.ask} ${Object.values(choose).join('')}: ${outcome ?? 'something else is asked then.'}`,
      )

/** Says how the check ended. @returns the exit code */
function tell(end: CheckEnd, { kind }: CheckArguments, { progress }: CommandEffects): number {
  switch (end.kind) {
    case 'checked':
      if (!end.agrees) return 3
      return end.comparesMoney ? 0 : 4
    case 'asks':
      for (const one of end.asks) {
        const has = one.ask === 'sheet' ? ` It has: ${one.sheets.slice(0, MOST_SHEETS).join(', ')}.` : ''
        progress.say(visibleLine(`${optionOf(one.ask, kind)}: ${one.words}${has}`))
        for (const line of outcomesOf(one)) progress.say(visibleLine(line))
      }
      return 2
    case 'needs':
    case 'failed':
      progress.say(visibleLine(end.message))
      return end.kind === 'needs' ? 2 : 1
  }
}
