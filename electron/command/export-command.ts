// What an export does with its arguments, up to its exit code; the process around it is handed in.
import { resolve } from 'node:path'
import type { Keychain } from '../backend/keychain/keychain.ts'
import { visibleJson, visibleLine } from '../platform/visible-text.ts'
import type { ReadEffects } from './command-store.ts'
import { type ExportOutcome, exportAllMatches } from './export-all-matches.ts'
import { type ExportArguments, readExportArguments } from './export-arguments.ts'
import { readRulesFile } from './read-rules-file.ts'
import { readShapesFile } from './read-shapes-file.ts'

export interface CommandEffects extends Omit<ReadEffects, 'keychain' | 'folder'> {
  /** Called once the arguments are understood. */
  openKeychain: () => Promise<Keychain>
  /** The user-data folder where none is named. */
  defaultFolder: string
  /** As "npm run export --" or "eventscope export": for usage lines. */
  calledAs: string
  /** The worker that answers questions about a snapshot. */
  questionsWorker: URL
  /** Absolute: what relative paths are meant from. */
  startedIn: string
  /** Standard output: for the one JSON line at the end. Everything else goes to `progress`. */
  print: (text: string) => void
}

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

type WithFiles = { ok: true; args: ExportArguments } | { ok: false; problems: string[] }

/** Rules and shapes go with the order as their texts, so that a reading that is resumed goes by the same ones. */
async function withFiles(args: ExportArguments, startedIn: string): Promise<WithFiles> {
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
    default:
      return outcome satisfies never
  }
}

/** Quotes for a shell, if needed. */
function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
