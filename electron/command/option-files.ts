// The files that options name: rules (`--rules`), expected shapes (`--expect`), and names (`--map`). Anybody may have
// written them.
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import {
  type FileChoices,
  type InvoiceChoices,
  type ItemMeaning,
  NOT_FROM_EVENTS,
} from '../../shared/check/checked-file.ts'
import { isEmpty } from '../../shared/shape/expected-shapes.ts'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import { readShapes } from '../../shared/shape/read-shapes.ts'
import { printRules, readRules } from '../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import { isSystemError, type SystemError } from '../backend/storage/disk-error.ts'
import type { CheckArguments } from './check-arguments.ts'

/** `problems` are sentences that name the option. */
export type OptionFileReading<T> = ({ ok: true } & T) | { ok: false; problems: string[] }

/**
 * Reads text that rules are copied as, and returns it printed again.
 * @param named as it was typed. @param startedIn absolute: what a relative path is meant from
 */
export async function readRulesFile(
  named: string,
  startedIn: string,
): Promise<OptionFileReading<{ rules: WorthRules; text: string }>> {
  const file = await readText(resolve(startedIn, named), {
    mostBytes: 32_000_000,
    tooLong: 'This is too long for price rules.',
    notUtf8: 'This is not a set of price rules: it is not UTF-8.',
  })
  const read = file.ok ? readRules(file.text) : file
  return read.ok
    ? { ok: true, rules: read.rules, text: printRules(read.rules) }
    : refused('--rules', named, read.problems)
}

/**
 * Reads the JSON Schema that expected shapes are saved as, and returns it printed again. What is not understood is
 * refused: nobody looks at what a command in the night leaves out.
 */
export async function readShapesFile(named: string, startedIn: string): Promise<OptionFileReading<{ text: string }>> {
  const file = await readText(resolve(startedIn, named), {
    mostBytes: 4_000_000,
    tooLong: 'This is too long for expected shapes.',
    notUtf8: 'This is not a JSON Schema: it is not UTF-8.',
  })
  const read = file.ok ? readShapes(file.text) : file
  if (!read.ok) return refused('--expect', named, read.problems)
  const unclear = read.notUnderstood.map((words) => `This is not understood, and would not be checked: ${words}`)
  if (unclear.length > 0) return refused('--expect', named, unclear)
  if (isEmpty(read.shapes)) return refused('--expect', named, ['This schema expects nothing of an event.'])
  return { ok: true, text: printShapes(read.shapes) }
}

/** This says what a file calls customers, event codes and items, and what they are. */
export interface Names {
  customers: FileChoices['customers']
  /** A ledger has them. */
  codes: FileChoices['codes']
  /** An invoice has them. */
  items: InvoiceChoices['items']
}

type FileKind = CheckArguments['kind']

/** Reads a CSV file with the columns `of`, `said` and `is`. */
export async function readNamesFile(
  named: string,
  startedIn: string,
  kind: FileKind,
): Promise<OptionFileReading<{ names: Names }>> {
  const file = await readText(resolve(startedIn, named), {
    mostBytes: 4 * 1024 * 1024,
    tooLong: 'This is longer than 4 MiB.',
    notUtf8: 'This is not UTF-8.',
  })
  const read = file.ok ? namesIn(file.text, kind) : file
  return read.ok ? read : refused('--map', named, read.problems)
}

const COLUMNS_WORDS = {
  ledger: 'the columns of (customer or code), said and is',
  invoice: `the columns of (customer, code, not-from-events or total), said and is, which is one of ${NOT_FROM_EVENTS.join(', ')} where of is not-from-events`,
}

function namesIn(text: string, kind: FileKind): OptionFileReading<{ names: Names }> {
  const names: Names = { customers: [], codes: [], items: [] }
  try {
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true, skip_empty_lines: true })
    const mismatch = rows.findIndex((row) => !addName(row, kind, names))
    if (mismatch < 0) return { ok: true, names }
    return { ok: false, problems: [`Line ${mismatch + 2} must have ${COLUMNS_WORDS[kind]}.`] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, problems: [`${error.message}.`] }
  }
}

/** @returns whether the row says a name */
function addName({ of, said, is = '' }: Record<string, string>, kind: FileKind, names: Names): boolean {
  if (!said) return false
  if (kind === 'invoice' && of !== 'customer') {
    const means = itemMeaning(of, is)
    if (means !== null) names.items.push({ said, means })
    return means !== null
  }
  if ((of !== 'customer' && of !== 'code') || is === '') return false
  names[of === 'customer' ? 'customers' : 'codes'].push({ said, is })
  return true
}

function itemMeaning(of: string | undefined, is: string): ItemMeaning | null {
  if (of === 'total') return { is: 'total' }
  if (of === 'code') return is === '' ? null : { is: 'code', code: is }
  const what = of === 'not-from-events' ? NOT_FROM_EVENTS.find((one) => one === is) : undefined
  return what === undefined ? null : { is: 'not-from-events', what }
}

function refused(option: string, named: string, problems: readonly string[]): { ok: false; problems: string[] } {
  return { ok: false, problems: problems.map((problem) => `${option} ${named}: ${problem}`) }
}

/** A pipe is read to its end; of a file that is too long, no more than `mostBytes`. */
async function readText(
  path: string,
  { mostBytes, tooLong, notUtf8 }: { mostBytes: number; tooLong: string; notUtf8: string },
): Promise<OptionFileReading<{ text: string }>> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > mostBytes) return { ok: false, problems: [tooLong] }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return { ok: false, problems: [unreadWords(error)] }
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    return { ok: false, problems: [notUtf8] }
  }
}

/** Why a file that an option names cannot be read. */
export function unreadWords(error: SystemError): string {
  switch (error.code) {
    case 'ENOENT':
      return 'The file cannot be read: there is no such file.'
    case 'EISDIR':
      return 'The file cannot be read: this is a folder.'
    case 'EACCES':
    case 'EPERM':
      return 'The file cannot be read: this user may not read it.'
    default:
      return `The file cannot be read: ${error.message}.`
  }
}
