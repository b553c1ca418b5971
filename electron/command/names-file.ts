// The file of `--map`: what a file calls customers, event codes and items, and what they are.
import { CsvError, parse } from 'csv-parse/sync'
import {
  type FileChoices,
  type InvoiceChoices,
  type ItemMeaning,
  NOT_FROM_EVENTS,
} from '../../shared/check/checked-file.ts'
import type { CheckArguments } from './check-arguments.ts'
import { readTextFile } from './read-text-file.ts'

export interface Names {
  customers: FileChoices['customers']
  /** Of a ledger. */
  codes: FileChoices['codes']
  /** Of an invoice. */
  items: InvoiceChoices['items']
}

export const NO_NAMES: Names = { customers: [], codes: [], items: [] }
const MOST_BYTES = 4 * 1024 * 1024

/** A sentence where it is no map. */
export async function readNamesFile(path: string, kind: CheckArguments['kind']): Promise<Names | string> {
  const read = await readTextFile(path, MOST_BYTES)
  switch (read.kind) {
    case 'text':
      return namesIn(read.text, kind)
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

const COLUMNS_WORDS = {
  ledger: 'the columns of (customer or code), said and is',
  invoice: `the columns of (customer, code, not-from-events or total), said and is, which is one of ${NOT_FROM_EVENTS.join(', ')} where of is not-from-events`,
}

function namesIn(text: string, kind: CheckArguments['kind']): Names | string {
  const names: Names = { customers: [], codes: [], items: [] }
  try {
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true, skip_empty_lines: true })
    for (const [at, row] of rows.entries()) {
      if (!take(row, kind, names)) return `Line ${at + 2} must have ${COLUMNS_WORDS[kind]}.`
    }
    return names
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return `${error.message}.`
  }
}

/** @returns whether it says a name */
function take({ of, said, is = '' }: Record<string, string>, kind: CheckArguments['kind'], names: Names): boolean {
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
