// Finds possible duplicates: rows that are equal in all that is compared, split into groups within a time window, each
// with a key that survives a recheck. A million rows are compared by numbers: each column has a code for each value,
// the codes of a row are mixed into a digest, rows with one digest are chained, and only those are looked at for being
// really alike.
import { createHash } from 'node:crypto'
import { readDecimal } from '../../../../shared/exact/decimal.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import type { DuplicateGroup, DuplicatesQuestion } from '../../../../shared/snapshot/snapshot-checks.ts'
import type { DuplicatesSought } from '../../../../shared/snapshot/snapshot-worth.ts'
import { compareInstants, parseInstant } from '../../../../shared/time/instant.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { isIdempotencyName, isIdentifierName } from '../../../../shared/worth/property-meanings.ts'
import { countedProperty } from '../../../../shared/worth/rule.ts'
import { meaningsOfRules } from '../../../../shared/worth/rules-of-meanings.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { createKeyedIndex, keyedHash } from '../keyed-index.ts'
import { type Column, fieldColumn, type LoadedEvents, rowInstants } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { inSteps, type Turn } from '../table/turn.ts'

/** `table.fields` has event ID, customer, code and type first: the last three are compared. */
const [FIRST_COMPARED, FIRST_NOT_COMPARED] = [1, 4]
/** Rows are looked at in steps of so many, between which other work has its turn. */
const ROWS_A_STEP = 5_000

/**
 * Lists of at least two rows that are alike: the same customer, code and type, and the same properties in any order,
 * except those named in `ignored`. Each list is in the order of `rows`; their times and IDs are not looked at.
 */
async function alikeRows(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  ignored: ReadonlySet<string>,
  turn: Turn,
): Promise<number[][]> {
  const { table } = snapshot
  const columns = [
    ...table.fields.slice(FIRST_COMPARED, FIRST_NOT_COMPARED).map(({ codes }) => codes),
    ...[...table.properties].filter(([name]) => !ignored.has(name)).map(([, column]) => codesByValue(column)),
  ]
  // `table.rest` is one digest of all properties of a row that have no column. With an ignored one among them, rows
  // that are alike may have two digests: it is left out then, and `reallyAlike` reads these properties.
  const isRestCompared = ![...ignored].some(
    (name) => !table.properties.has(name) && table.names.some((one) => one.name === name),
  )
  const [firstWords, secondWords] = await digests(rows, isRestCompared ? [...columns, table.rest] : columns, turn)
  const { heads, next } = await chains(firstWords, secondWords, turn)
  const lists: number[][] = []
  let worked = 0
  for (const head of heads) {
    const isAlone = next[head] === 0
    if (head === 0 || isAlone) continue
    const chained: number[] = []
    for (let place = head; place !== 0; place = next[place] ?? 0) chained.push(rows[place - 1] ?? 0)
    // A chain begins with its last row.
    chained.reverse()
    worked += chained.length
    if (worked > ROWS_A_STEP) {
      worked = 0
      await turn.breathe()
    }
    for (const list of reallyAlike(snapshot, chained, columns, ignored)) lists.push(list)
  }
  return lists
}

/** The codes of a column by row, where numbers of one value, such as 3 and 3.0, have one code. */
function codesByValue({ codes, values }: Column): Uint32Array {
  const bytes = values.bytes()
  const codeByNumber = new Map<string, number>()
  /** The code that takes the place of another one. */
  const replaced = new Map<number, number>()
  for (let code = 1; code <= values.size; code += 1) {
    if (values.kind(code) !== 'number' || !canBeShorter(bytes, values.start(code), values.end(code))) continue
    const read = readDecimal(values.text(code))
    if (read === null || read === 'beyond') continue
    const plain = plainNumber(read)
    const shared = values.find('number', plain) || (codeByNumber.get(plain) ?? code)
    codeByNumber.set(plain, shared)
    if (shared !== code) replaced.set(code, shared)
  }
  return replaced.size === 0 ? codes : codes.map((code) => replaced.get(code) ?? code)
}

/** Whether a number can be written shorter: it ends with a zero behind its point, has an exponent, or is -0. */
function canBeShorter(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > LONGEST_NUMBER) return false
  let hasPoint = false
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]
    if (byte === LOWER_E || byte === UPPER_E) return true
    if (byte === POINT) hasPoint = true
  }
  // A text of two bytes that ends with 0 may be -0; one such as 10 is read for nothing.
  return (hasPoint || end - start === 2) && bytes[end - 1] === ZERO_DIGIT
}

const [LOWER_E, UPPER_E, POINT, ZERO_DIGIT] = [0x65, 0x45, 0x2e, 0x30]

/** In bytes; a longer number is compared to the letter. */
const LONGEST_NUMBER = 2_000

/**
 * A 64-bit digest for each of `rows`, in two words, which mixes the codes that the row has in the columns; equal rows
 * have equal digests, and others nearly never. The multipliers are odd, so that no bit of a code is lost.
 */
async function digests(
  rows: Uint32Array,
  columns: readonly Uint32Array[],
  turn: Turn,
): Promise<[Uint32Array, Uint32Array]> {
  const firstWords = new Uint32Array(rows.length)
  const secondWords = new Uint32Array(rows.length)
  for (const codes of columns) {
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const code = codes[rows[at] ?? 0] ?? 0
        const first = Math.imul((firstWords[at] ?? 0) ^ code, 0x9e3779b1)
        firstWords[at] = first ^ (first >>> 15)
        const second = Math.imul((secondWords[at] ?? 0) + code + 0x7f4a7c15, 0x85ebca6b)
        secondWords[at] = second ^ (second >>> 13)
      }
    })
  }
  return [firstWords, secondWords]
}

/**
 * Chains rows that share a digest, the last one first. A row is named by its place in the list, counted from 1, so that
 * 0 can end a chain.
 * @returns `heads`: for each digest, which are numbered from 1, the place of the row with which its chain begins;
 * `next`: for each place the one that follows in its chain
 */
async function chains(firstWords: Uint32Array, secondWords: Uint32Array, turn: Turn) {
  const count = firstWords.length
  const heads = new Uint32Array(count + 1)
  const next = new Uint32Array(count + 1)
  const hashOf = (at: number) => keyedHash.pair(firstWords[at] ?? 0, secondWords[at] ?? 0)
  const index = createKeyedIndex((number) => hashOf((heads[number] ?? 0) - 1), { expected: count })
  await inSteps(count, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      let number = index.first(hashOf(at))
      for (; number !== 0; number = index.next()) {
        const head = (heads[number] ?? 0) - 1
        if (firstWords[head] === firstWords[at] && secondWords[head] === secondWords[at]) break
      }
      if (number === 0) number = index.add()
      next[at + 1] = heads[number] ?? 0
      heads[number] = at + 1
    }
  })
  return { heads, next }
}

/** Splits rows of one digest into those that are alike: different rows may share it, but nearly always none do. */
function reallyAlike(
  snapshot: LoadedSnapshot,
  rows: number[],
  columns: readonly Uint32Array[],
  ignored: ReadonlySet<string>,
): number[][] {
  const { rest } = snapshot.table
  const first = rows[0] ?? 0
  // Nearly all have no properties without a column (`rest` 0), and then nothing has to be read.
  const areAllAlike = rows.every((row) => rest[row] === 0 && columns.every((codes) => codes[row] === codes[first]))
  if (areAllAlike) return [rows]
  const lists = Map.groupBy(rows, (row) =>
    [...columns.map((codes) => codes[row]), restOf(snapshot, row, ignored)].join(),
  )
  return [...lists.values()].filter(({ length }) => length > 1)
}

/** The properties of a row that have no column, as one text, in an order that does not depend on the event's. */
function restOf({ table }: LoadedSnapshot, row: number, ignored: ReadonlySet<string>): string {
  if (table.rest[row] === 0) return ''
  const read = parseEventText(table.texts.text(row))
  if (!read.ok) return ''
  const rest = read.event.properties.filter(({ name }) => !table.properties.has(name) && !ignored.has(name))
  return JSON.stringify(rest.map(({ name, kind, text }) => [name, kind, text]).sort())
}

/**
 * The groups of possible duplicates among these rows, ordered by their first rows. `undated`: how many rows have no
 * time that can be read, and are in no group.
 */
export async function duplicateGroups(
  snapshot: LoadedSnapshot,
  all: Uint32Array,
  { windowSeconds, ignored }: DuplicatesSought,
  turn: Turn,
): Promise<{ groups: number[][]; undated: number }> {
  const { table } = snapshot
  const { codes: times } = fieldColumn(table, 'createdAt')
  const rows = all.filter((row) => !Number.isNaN(table.instants.seconds[times[row] ?? 0] ?? Number.NaN))
  const lists = await alikeRows(snapshot, rows, new Set(ignored), turn)
  const groups: number[][] = []
  for (const [at, list] of lists.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    // One at a time: there may be more groups than a call takes arguments.
    for (const group of groupsWithin(table, list, windowSeconds)) groups.push(group)
  }
  groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  await turn.breathe()
  return { groups, undated: all.length - rows.length }
}

/** Groups of rows with distinct IDs, the last at most `seconds` after the first; earliest first. */
function groupsWithin(table: LoadedEvents, alike: readonly number[], seconds: number): number[][] {
  const ids = fieldColumn(table, 'eventId')
  const instantOf = rowInstants(table)
  const at = (row: number) => instantOf(row) ?? { seconds: 0, nanoseconds: 0 }
  const rows = alike.toSorted((a, b) => compareInstants(at(a), at(b)) || a - b)
  const groups: number[][] = []
  let group: number[] = []
  let known = new Set<number>()
  const end = () => {
    if (group.length > 1) groups.push(group)
    group = []
    known = new Set()
  }
  for (const row of rows) {
    const first = group[0]
    if (first !== undefined) {
      const begun = at(first)
      if (compareInstants(at(row), { seconds: begun.seconds + seconds, nanoseconds: begun.nanoseconds }) > 0) end()
    }
    const id = ids.codes[row] ?? 0
    // Two rows with one ID are one event sent twice, which is another check.
    if (id !== 0 && known.has(id)) continue
    known.add(id)
    group.push(row)
  }
  end()
  return groups
}

/** What identifies a group in every reading: a digest of its IDs, in any order; an event without an ID has its text. */
export function groupKey({ texts, ...table }: LoadedEvents, group: readonly number[]): string {
  const ids = table.fields[0]
  const names = group.map((row) => {
    const id = ids?.codes[row] ?? 0
    return id === 0 ? `text ${texts.text(row)}` : `id ${ids?.values.text(id)}`
  })
  return createHash('sha256').update(JSON.stringify(names.sort())).digest('hex')
}

/**
 * Tells whether the values of each of these properties are the same in all events of the group, different, or mixed.
 */
export function identifiersOf(
  group: readonly number[],
  names: readonly string[],
  columns: ReadonlyMap<string, Column>,
) {
  const identifiers: DuplicateGroup['identifiers'] = []
  for (const name of names) {
    const codes = columns.get(name)?.codes ?? new Uint32Array()
    const codesOfGroup = group.map((row) => codes[row] ?? 0)
    const different = new Set(codesOfGroup)
    if (different.size === 1 && different.has(0)) continue
    const isEach = different.size === codesOfGroup.length && !different.has(0)
    identifiers.push({ name, values: different.size === 1 ? 'same' : isEach ? 'different' : 'mixed' })
  }
  return identifiers
}

/**
 * What the request identifiers of a group say: that one event was sent twice, that its events are several, or nothing.
 */
export function evidenceOf(identifiers: DuplicateGroup['identifiers']): DuplicateGroup['evidence'] {
  const keys = identifiers.filter(({ name }) => isIdempotencyName(name))
  if (keys.some(({ values }) => values === 'same')) return 'strong'
  return keys.some(({ values }) => values === 'different') ? 'against' : 'plain'
}

// Groups of events that are alike but for an identifier of their own, such as a transaction_id: one usage that was sent
// under several of them, or several usages that are right.

/** The commonest properties are taken for identifiers, as many as this. */
const MOST_IDENTIFIERS = 5
/** Values that are read to tell what a property holds. */
const MOST_READ = 1_000

/**
 * Groups of events that would be possible duplicates but for such an identifier.
 * @param duplicates groups of the same question that are possible duplicates: the later events of each are not looked
 * at, so that nothing is in both
 * @returns `names`: the identifiers in which events of these groups differ
 */
export async function groupsButFor(
  snapshot: LoadedSnapshot,
  all: Uint32Array,
  question: DuplicatesQuestion,
  { rules, duplicates }: { rules: WorthRules; duplicates: readonly (readonly number[])[] },
  turn: Turn,
): Promise<{ groups: number[][]; names: string[] }> {
  const identifiers = await ownIdentifiers(snapshot, all, namesWithMeaning(question, rules), turn)
  const repeated = new Set<number>()
  for (const group of duplicates) for (const row of group.slice(1)) repeated.add(row)
  // Events without an identifier are not compared with events that have it. So there is a subset of rows for each
  // combination of identifiers that an event has, which is a number with a bit for each of them: 5 for the first and
  // the third.
  const identifiersHeld = (row: number) =>
    identifiers.reduce((bits, [, { codes }], place) => bits | (codes[row] ? 1 << place : 0), 0)
  const subsets = new Map<number, number[]>()
  await inSteps(all.length, turn, (from, to) => {
    for (const row of all.subarray(from, to)) {
      const held = identifiersHeld(row)
      if (held === 0 || repeated.has(row)) continue
      const subset = subsets.get(held)
      if (subset === undefined) subsets.set(held, [row])
      else subset.push(row)
    }
  })

  const ignored = [...new Set([...question.ignored, ...identifiers.map(([name]) => name)])]
  const columns = await snapshot.properties(ignored, turn)
  const groups: number[][] = []
  const names = new Set<string>()
  for (const subset of subsets.values()) {
    const found = await duplicateGroups(snapshot, Uint32Array.from(subset), { ...question, ignored }, turn)
    for (const group of found.groups) {
      if (evidenceOf(identifiersOf(group, question.ignored, columns)) === 'against') continue
      groups.push(group)
      for (const [name, { codes }] of identifiers) {
        if (group.some((row) => codes[row] !== codes[group[0] ?? 0])) names.add(name)
      }
    }
  }
  groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  return { groups, names: identifiers.map(([name]) => name).filter((name) => names.has(name)) }
}

/** What is money, a quantity or a unit is no identifier, however rarely a value of it comes again. */
function namesWithMeaning({ ignored, unruled }: DuplicatesQuestion, rules: WorthRules): ReadonlySet<string> {
  return new Set([
    ...ignored,
    ...(unruled === null ? [] : [...unruled.measure.properties, ...unruled.units]),
    ...meaningsOfRules(rules).flatMap(({ name, meaning }) => (meaning === 'none' ? [] : [name])),
    ...rules.rules.flatMap(({ quantity }) => countedProperty(quantity) ?? []),
  ])
}

/** Properties that have another value in at least nine of ten rows that have them. */
async function ownIdentifiers(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  others: ReadonlySet<string>,
  turn: Turn,
): Promise<[name: string, Column][]> {
  const found: [string, Column][] = []
  for (const { name } of table.names) {
    const column = table.properties.get(name)
    if (column === undefined || others.has(name)) continue
    const seen = new Uint8Array(column.values.size + 1)
    let having = 0
    let different = 0
    await inSteps(rows.length, turn, (from, to) => {
      for (const row of rows.subarray(from, to)) {
        const code = column.codes[row] ?? 0
        if (code === 0) continue
        having += 1
        different += seen[code] === 0 ? 1 : 0
        seen[code] = 1
      }
    })
    if (having < 2 || different * 10 < having * 9 || !areIdentifiers(name, column)) continue
    if (found.push([name, column]) === MOST_IDENTIFIERS) break
  }
  return found
}

/** Numbers and times differ from event to event because the usage does, unless the name says they are identifiers. */
function areIdentifiers(name: string, { values }: Column): boolean {
  const isNamed = isIdentifierName(name)
  for (let id = 1; id <= Math.min(values.size, MOST_READ); id += 1) {
    const kind = values.kind(id)
    if (kind !== 'string' && !(isNamed && kind === 'number')) return false
    if (isNamed) continue
    const text = values.beginning(id, 100)
    if (readDecimal(text) !== null || parseInstant(text) !== null) return false
  }
  return true
}
