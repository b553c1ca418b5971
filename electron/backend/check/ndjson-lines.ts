// Lines of JSON objects: one a line, as Eventscope exports events and as many programs log. Objects in them are opened
// one level deep, under names such as event_properties.amount.
import { LONGEST_LINE, MOST_COLUMNS } from '../../../shared/check/checked-file.ts'
import { type ExactMember, type ExactNode, parseExact } from '../../../shared/exact/exact-json.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import {
  type Breathing,
  cellText,
  type ReadCell,
  type ReadLines,
  type TextSource,
  textChunks,
  tooManyColumns,
} from './read-lines.ts'

/** Lines that have to be lines of JSON before the file is taken for a list of them. */
const FIRST_LINES = 1_000
const NEWLINE = 0x0a
/** Members of one line. */
const MOST_VALUES = 10_000

/**
 * The names in all lines, in the order first seen; a sentence if the first are not lines of JSON. A later one that is
 * none is told where the lines are read.
 */
export async function ndjsonHeads(source: TextSource, turn: Breathing): Promise<string[] | string> {
  const heads = new Set<string>()
  let lines = 0
  for await (const { line, text } of textLines(source)) {
    const read = text === null ? tooLong(line) : membersOf(text, line)
    if (typeof read === 'string') return lines < FIRST_LINES ? read : [...heads]
    for (const { name } of read) heads.add(name)
    if (heads.size > MOST_COLUMNS) return tooManyColumns(heads.size)
    lines += 1
    if (lines % 256 === 0) await turn.breathe()
  }
  return [...heads]
}

/** Names that are not among the heads are left out. */
export function ndjsonLines(source: TextSource, heads: readonly string[]): ReadLines {
  const places = new Map(heads.map((name, place) => [name, place]))
  return async (take, turn, report) => {
    let steps = 0
    for await (const { line, text, read } of textLines(source)) {
      const members = text === null ? tooLong(line) : membersOf(text, line)
      if (typeof members === 'string') return members
      const cells: ReadCell[] = heads.map(() => null)
      const given = new Set<number>()
      for (const { name, cell } of members) {
        const place = places.get(name)
        if (place === undefined) continue
        cells[place] = given.has(place) ? bothOf(cells[place] ?? null, cell) : cell
        given.add(place)
      }
      if (!take(line, cells)) return null
      steps += 1
      if (steps % 256 === 0) {
        report?.(read)
        await turn.breathe()
      }
    }
    return null
  }
}

/** The cell of a name that stands twice in one object: as nobody knows which is meant, it is a text that says both. */
const bothOf = (one: ReadCell, other: ReadCell): ReadCell =>
  `“${cellText(one)}” and “${cellText(other)}”, as its name stands twice`

interface Member {
  name: string
  cell: ReadCell
}

function membersOf(text: string, line: number): Member[] | string {
  const read = parseExact(text, { depth: 2, values: MOST_VALUES })
  if (!read.ok) {
    if (read.why === 'too-many-values') return `Line ${grouped(line)} has more than ${grouped(MOST_VALUES)} values.`
    return line === 1
      ? 'The first line is not a whole JSON object. Save the file as NDJSON: one object per line.'
      : `Line ${grouped(line)} is not a JSON object.`
  }
  if (read.value.kind !== 'object') return `Line ${grouped(line)} is not a JSON object.`
  return read.value.members.flatMap(({ name, value }) =>
    value.kind === 'object' ? value.members.map((inner) => named(inner, `${name}.`)) : [named({ name, value }, '')],
  )
}

const named = ({ name, value }: ExactMember, before: string): Member => ({ name: before + name, cell: cellOf(value) })

function cellOf(value: ExactNode): ReadCell {
  if (value.kind === 'string') return value.text
  if (value.kind === 'number') return { number: value.source }
  return value.kind === 'null' ? null : value.source
}

const tooLong = (line: number) => `Line ${grouped(line)} is longer than 1 MiB.`

/** Lines that are not empty; `text` null: longer than a line may be. */
async function* textLines(source: TextSource) {
  let rest: Buffer = Buffer.alloc(0)
  let line = 0
  for (const { chunk, read } of textChunks(source)) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = all.indexOf(NEWLINE); end >= 0; end = all.indexOf(NEWLINE, start)) {
      line += 1
      const text = textOf(all, start, end)
      if (text !== '') yield { line, text, read }
      start = end + 1
    }
    rest = all.subarray(start)
    if (rest.length > LONGEST_LINE) {
      yield { line: line + 1, text: null, read }
      return
    }
  }
  const text = textOf(rest, 0, rest.length)
  if (text !== '') yield { line: line + 1, text, read: source.bytes.length }
}

const textOf = (bytes: Buffer, start: number, end: number) =>
  end - start > LONGEST_LINE ? null : bytes.toString('utf8', start, end).trim()
