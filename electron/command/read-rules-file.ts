// The file of `--rules`: text that rules are copied as.
import { resolve } from 'node:path'
import { printRules, readRules } from '../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import { readTextFile } from './read-text-file.ts'

/** More than the longest text of rules has in UTF-8. */
const MOST_BYTES = 32_000_000

/** `text`: as they are copied. `problems` are sentences that name the option, also where it cannot be read. */
type RulesFileReading = { ok: true; rules: WorthRules; text: string } | { ok: false; problems: string[] }

/** @param named as it was typed. @param startedIn absolute: what a relative path is meant from */
export async function readRulesFile(named: string, startedIn: string): Promise<RulesFileReading> {
  const read = await rulesIn(resolve(startedIn, named))
  return read.ok
    ? { ok: true, rules: read.rules, text: printRules(read.rules) }
    : { ok: false, problems: read.problems.map((problem) => `--rules ${named}: ${problem}`) }
}

async function rulesIn(path: string): Promise<ReturnType<typeof readRules>> {
  const read = await readTextFile(path, MOST_BYTES)
  switch (read.kind) {
    case 'text':
      return readRules(read.text)
    case 'too-long':
      return { ok: false, problems: ['This is too long for rules.'] }
    case 'not-utf-8':
      return { ok: false, problems: ['This is no text of rules: it is not UTF-8.'] }
    case 'unread':
      return { ok: false, problems: [read.words] }
    default:
      return read satisfies never
  }
}
