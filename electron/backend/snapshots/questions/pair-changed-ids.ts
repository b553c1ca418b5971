// Finds the events of lines whose ID a spreadsheet changed. Several IDs may have become one, so such a line is never
// taken for a repeated one, and its event is found among those whose ID can have become this: by customer, event code
// and time, else by amount.
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import {
  changesOf,
  type IdChange,
  isBeyondDoubles,
  looksChanged,
  SAME_DOUBLE,
  SAME_NUMBER,
} from '../../check/changed-ids.ts'
import { customerProposer } from '../../check/propose-names.ts'
import { type Dictionary, textsIn } from '../table/dictionary.ts'
import { type Column, textAt } from '../table/loaded-events.ts'
import type { Turn } from '../table/turn.ts'
import type { ComparedColumn, Sameness } from './ledger-columns.ts'
import { type FileColumn, fileText, type LedgerFile } from './ledger-file.ts'
import { NOT_A_NUMBER } from './ledger-line-money.ts'
import {
  type AskedRows,
  CHANGED_ID,
  DIFFERING,
  type Keys,
  type LedgerMatches,
  ledgerKeys,
  MATCHED,
  matchLedger,
  ONLY_FILE,
  ONLY_SNAPSHOT,
  REPEATED,
  rowOf,
} from './match-ledger.ts'
import { memoized } from './memoized.ts'

/**
 * IDs in the file that no event has as they stand. An ID is named by its code, the number of its value in the column.
 */
export interface ChangedIds {
  /** Those that a spreadsheet changed. */
  codes: ReadonlySet<number>
  /** For those that are the same number as an ID of the events, as 42 is 00042, the code of that ID; 0: of several. */
  sameNumbers: ReadonlyMap<number, number>
}

/**
 * Which IDs of a column a spreadsheet changed: those that look so by themselves, as 1.2E+17 does, and those that are
 * the same number as an ID of the events, or the double that a spreadsheet has in place of one.
 */
export function changedIds({ base, dictionary }: FileColumn): ChangedIds {
  const codes = new Set<number>()
  /** IDs of the file by the number that they are, and long ones by their double. */
  const [numbers, doubles] = [new Map<string, number[]>(), new Map<string, number[]>()]
  if (base === null) return { codes, sameNumbers: new Map() }
  for (let id = 1; id <= dictionary.size; id += 1) {
    const text = dictionary.text(id)
    const number = SAME_NUMBER.of(text)
    if (number === null) continue
    listIn(numbers, number).push(base.size + id)
    if (isBeyondDoubles(text)) listIn(doubles, SAME_DOUBLE.of(text) ?? '').push(base.size + id)
    if (looksChanged(text) !== null) codes.add(base.size + id)
  }
  const sameNumbers = new Map<number, number>()
  for (let id = 1; id <= base.size && numbers.size > 0; id += 1) {
    for (const code of numbers.get(SAME_NUMBER.of(base.text(id)) ?? '') ?? []) {
      codes.add(code)
      sameNumbers.set(code, sameNumbers.has(code) ? 0 : id)
    }
    // A file may have all digits of the double that stands in place of a long ID.
    if (doubles.size === 0) continue
    for (const code of doubles.get(SAME_DOUBLE.of(base.text(id)) ?? '') ?? []) codes.add(code)
  }
  return { codes, sameNumbers }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/**
 * The function gives the only customer that may be meant by one of the file that no event has: the one whose ID can
 * have become this, else the one whose words it has. Null: there is none, or there are several.
 * @param base the customers of the events
 * @param unknown those of the file that no event has
 */
export function customersProposed(base: Dictionary, unknown: readonly string[]): (said: string) => string | null {
  /** By a customer of the file, the one whose ID can have become this; null: there are several. */
  const found = new Map<string, string | null>()
  /** By way of changing IDs: the customers of the file by what that way makes of them. */
  const changes = new Map<string, { change: IdChange; saidBy: Map<string, string[]> }>()
  for (const said of unknown) {
    for (const change of changesOf(said)) {
      const becomes = change.of(said)
      if (becomes === null) continue
      const known = changes.get(change.name) ?? { change, saidBy: new Map<string, string[]>() }
      changes.set(change.name, known)
      listIn(known.saidBy, becomes).push(said)
    }
  }
  for (const { change, saidBy } of changes.values()) {
    for (let id = 1; id <= base.size; id += 1) {
      const text = base.text(id)
      for (const said of saidBy.get(change.of(text) ?? '') ?? []) {
        found.set(said, found.has(said) && found.get(said) !== text ? null : text)
      }
    }
  }
  const nearest = unknown.length === 0 ? () => null : customerProposer(textsIn(base))
  return (said) => found.get(said) ?? nearest(said)
}

/** A ledger whose lines were matched by the IDs as they stand. */
interface Found {
  file: LedgerFile
  ids: FileColumn
  changed: ChangedIds
  /** The IDs of the events. */
  eventIds: Column
  rows: AskedRows
  /** Columns of the file; null: it has no such column. */
  customer: ComparedColumn | null
  /** Event code and time. */
  others: readonly (ComparedColumn | null)[]
  amount: ComparedColumn | null
  currency: ComparedColumn | null
  /** All columns in which a line is held against its event. */
  compared: readonly ComparedColumn[]
}

/** One way to pair lines and events whose IDs become the same. Outcomes are numbers of `match-ledger`. */
interface Pairing {
  /** The columns in which they have to be the same besides. */
  key: readonly Sameness[]
  /** Of several with one key, those belong together that are the same in these. */
  columns: readonly Sameness[]
  /** The outcome of a line and an event that are the same in `columns`. */
  outcomeOfSame: number
  /** The outcome of others of one key; null: they do not belong together. */
  outcomeOfDiffering: number | null
  /** Whether a line is looked at; absent: each is. */
  isIn?: (line: number) => boolean
}

/**
 * Finds the events of lines whose ID a spreadsheet changed, among those that have no line yet.
 * @param matches of the IDs as they stand, which are changed
 * @returns these with the pairs found
 */
export async function pairChangedIds(matches: LedgerMatches, found: Found, turn: Turn): Promise<LedgerMatches> {
  const { file, ids, rows, amount, currency, compared, customer, others } = found
  const isOpen = openLines(matches, found)
  const lines: number[] = []
  for (let line = 0; line < file.lines; line += 1) if (isOpen(line)) lines.push(line)
  if (lines.length === 0) return matches
  const changes = new Map<string, IdChange>()
  for (const code of new Set(lines.map((line) => ids.codes[line] ?? 0))) {
    for (const change of changesOf(fileText(ids, code))) changes.set(change.name, change)
  }

  const changed = new Set<number>()
  const { ambiguous } = matches
  const keysOfChanges = new Map<string, Keys>()
  /** Pairs the lines and events that are still open by then. */
  async function pair(change: IdChange, pairing: Pairing): Promise<void> {
    const { key, columns, outcomeOfSame, outcomeOfDiffering, isIn } = pairing
    const ofIds = keysOfChanges.get(change.name) ?? (await changedKeys(found, change, lines, turn))
    keysOfChanges.set(change.name, ofIds)
    const left = lines.filter((line) => isOpen(line) && ofIds.ofLine(line) !== 0 && isIn?.(line) !== false)
    const open = rows.all.filter((row) => matches.rowOutcomes[row] === ONLY_SNAPSHOT && ofIds.ofRow(row) !== 0)
    if (left.length === 0 || open.length === 0) return
    // Lines are named by their place among those that are left.
    const here = (one: Sameness): Sameness => ofPlaces(one, left)
    const some = { all: open, of: rows.of }
    const keys = await ledgerKeys([ofIds, ...key].map(here), left.length, some, turn)
    const pairs = await matchLedger(left.length, some, keys, columns.map(here), turn)
    for (const [at, line] of left.entries()) {
      const row = rowOf(pairs, at)
      const paired = pairs.outcomes[at]
      const outcome = paired === MATCHED ? outcomeOfSame : paired === DIFFERING ? outcomeOfDiffering : null
      if (row === null || outcome === null) continue
      matches.outcomes[line] = outcome
      matches.rowOutcomes[row] = outcome
      matches.rows[line] = row + 1
      matches.repeats[line] = 0
      changed.add(line)
    }
    ambiguous.lines += pairs.ambiguous.lines
    ambiguous.events += pairs.ambiguous.events
  }

  const ofCustomer = customer === null ? [] : [tolerant(customer)]
  const ofOthers = others.filter((one) => one !== null)
  const pairings: Pairing[] = []
  if (customer !== null && ofOthers.length === others.length) {
    const key = [...ofCustomer, ...ofOthers]
    pairings.push({ key, columns: compared, outcomeOfSame: MATCHED, outcomeOfDiffering: DIFFERING })
  }
  if (amount !== null) {
    const { ofRow, ofLine, otherOfLine } = amount
    const columns = [amount, ...(currency === null ? [] : [currency])]
    // An amount that the rules take off may stand on either side of zero, as another number.
    for (const amountOf of [ofLine, ...(otherOfLine === undefined ? [] : [otherOfLine])]) {
      const key = [...ofCustomer, { ofRow, ofLine: amountOf }]
      // An empty cell has the id 0.
      const hasAmount = (line: number) => amountOf(line) > NOT_A_NUMBER
      pairings.push({ key, columns, outcomeOfSame: CHANGED_ID, outcomeOfDiffering: null, isIn: hasAmount })
    }
  }
  // The surer way goes first for all changes of IDs, as a line and an event are paired once.
  for (const pairing of pairings) for (const change of changes.values()) await pair(change, pairing)
  return { ...matches, changed }
}

/**
 * Whether a line has no event yet, and an ID that may be changed. Several IDs may have become one, so the lines that
 * seem to repeat another one are among them.
 */
function openLines({ outcomes }: LedgerMatches, { ids, changed }: Found): (line: number) => boolean {
  const looksLikeOne = memoized((code: number) => looksChanged(fileText(ids, code)) !== null)
  return (line) => {
    const code = ids.codes[line] ?? 0
    if (outcomes[line] === ONLY_FILE) return changed.codes.has(code)
    return outcomes[line] === REPEATED && looksLikeOne(code)
  }
}

/** The column of customers, where a customer whose own ID was changed is the same as the only one that it can be. */
function tolerant(customer: ComparedColumn): Sameness {
  const { file, ofRow } = customer
  const { sameNumbers } = changedIds(file)
  return {
    ofRow,
    ofLine: (line) => {
      const code = customer.ofLine(line)
      return sameNumbers.get(code) || code
    },
  }
}

/**
 * Keys that a line and an event share where one way of changing IDs makes one of both IDs.
 * @param lines those that are looked at: events whose ID becomes that of none of them have no key (0)
 */
async function changedKeys(
  { ids, eventIds, rows }: Found,
  change: IdChange,
  lines: readonly number[],
  turn: Turn,
): Promise<Keys> {
  const numbers = new Map<string, number>()
  const ofCodes = new Map<number, number>()
  for (const line of lines) {
    const code = ids.codes[line] ?? 0
    if (ofCodes.has(code)) continue
    const text = change.of(fileText(ids, code))
    if (text === null) continue
    numbers.set(text, numbers.get(text) ?? numbers.size + 1)
    ofCodes.set(code, numbers.get(text) ?? 0)
  }
  const ofRows = new Map<number, number>()
  for (const [at, row] of rows.all.entries()) {
    if (at % 16_384 === 0) await turn.breathe()
    const number = numbers.get(change.of(textAt(eventIds, row) ?? '') ?? '')
    if (number !== undefined) ofRows.set(row, number)
  }
  return { ofRow: (row) => ofRows.get(row) ?? 0, ofLine: (line) => ofCodes.get(ids.codes[line] ?? 0) ?? 0 }
}

/** A column that takes the place of a line in a list in place of the line. */
function ofPlaces(one: Sameness, lines: readonly number[]): Sameness {
  const { ofRow, ignores, otherOfLine, same } = one
  const lineAt = (place: number) => lines[place] ?? 0
  return {
    ofRow,
    ofLine: (place) => one.ofLine(lineAt(place)),
    ...(ignores && { ignores }),
    ...(otherOfLine && { otherOfLine: (place: number) => otherOfLine(lineAt(place)) }),
    ...(same && { same: (place: number, row: number) => same(lineAt(place), row) }),
  }
}

interface Noted extends Pick<Found, 'file'> {
  ids: FileColumn | null
  /** Which IDs a spreadsheet changed; null: lines are not found by IDs. */
  changed: ChangedIds | null
  matches: LedgerMatches
}

/**
 * A sentence on what a spreadsheet made of IDs, way by way, with how many lines have such an ID; none if it made
 * nothing.
 */
export function changedIdNotes({ file, ids, changed, matches }: Noted): string[] {
  if (ids === null || changed === null) return []
  const ways = new Map<keyof typeof WAY_WORDS, { lines: number; first: number }>()
  for (let line = 0; line < file.lines; line += 1) {
    const code = ids.codes[line] ?? 0
    if (!changed.codes.has(code) && !matches.changed.has(line)) continue
    const way = looksChanged(fileText(ids, code)) ?? 'otherwise'
    const known = ways.get(way)
    if (known === undefined) ways.set(way, { lines: 1, first: line })
    else known.lines += 1
  }
  if (ways.size === 0) return []
  const said = [...ways].map(([way, { lines, first }]) => {
    const text = fileText(ids, ids.codes[first] ?? 0).slice(0, LONGEST_SAMPLE)
    const such = lines === 1 ? '' : 'such as '
    return `${WAY_WORDS[way]} in ${countWords(lines, 'line')}, ${such}“${text}” on line ${grouped(file.lineNumbers[first] ?? 0)}`
  })
  return [
    `A spreadsheet changed event IDs: ${said.join('; ')}. Their events are looked for by customer, event code and time, else by the amount alone. Have the list exported again with IDs as text.`,
  ]
}

const LONGEST_SAMPLE = 100
const WAY_WORDS = {
  cut: 'the last digits became zeros',
  rounded: 'the last digits were rounded',
  otherwise: 'zeros in front were lost',
} as const
