// A column of the file beside what events say in its place: whether a line and an event are the same in it.
import type { DecimalSign, Meaning, TimeStep } from '../../../../shared/check/checked-file.ts'
import { zoneClock } from '../../../../shared/time/zone-clock.ts'
import type { FileTime } from '../../check/cell-text.ts'
import { jsonNumber } from '../../check/read-number.ts'
import { createDictionary, type Dictionary } from '../table/dictionary.ts'
import { type Column, type LoadedEvents, textAt } from '../table/loaded-events.ts'
import { createAmounts } from './ledger-amounts.ts'
import { type FileColumn, fileText, token } from './ledger-file.ts'

/** Numbers that are equal where the values are; 0: there is none. A cell may stand for two: a number, and its text. */
export interface Sameness {
  ofRow(row: number): number
  ofLine(line: number): number
  /** 0: it stands for one alone, as all cells do where this is absent. */
  otherOfLine?: (line: number) => number
  /** Whether there is nothing in the event to compare it with; absent: there always is. */
  ignores?: (row: number) => boolean
  /** Without numbers for all that there is; absent: by these. */
  same?: (line: number, row: number) => boolean
}

export interface ComparedColumn extends Sameness {
  file: FileColumn
  /** Null: nothing stands there. */
  rowText(row: number): string | null
  /** Of times: whether a cell names one that the clock shows twice; by the number of its value. */
  isTwice?: (code: number) => boolean
  /** What its cells should be and are not; by the number of their value, or null where any text will do. */
  isUnread: ((code: number) => boolean) | null
}

/** Whether cells are compared as numbers: amounts, and properties that are a number in some event. */
export const isNumberColumn = (means: Meaning, column: Column | null): boolean => {
  if (means.is === 'amount') return true
  if (means.is !== 'property' || column === null) return false
  const { values } = column
  for (let id = 1; id <= values.size; id += 1) if (values.kind(id) === 'number') return true
  return false
}

/** A JSON null says as little as a cell that is empty. */
function codeUnlessNull({ values }: Column): (code: number) => number {
  const none = values.find('null', 'null')
  return (code) => (code === none ? 0 : code)
}

/** Same where one of the numbers is, and where nothing is compared. */
export function isSame(column: Sameness, line: number, row: number): boolean {
  const { ofRow, ofLine, otherOfLine, ignores, same } = column
  if (same !== undefined) return same(line, row)
  const wanted = ofRow(row)
  return ofLine(line) === wanted || (wanted !== 0 && otherOfLine?.(line) === wanted) || ignores?.(row) === true
}

/** Of texts, which are the same to the letter. */
export function textColumn(file: FileColumn, column: Column): ComparedColumn {
  const codeOf = codeUnlessNull(column)
  return {
    file,
    ofRow: (row) => codeOf(column.codes[row] ?? 0),
    ofLine: (line) => file.codes[line] ?? 0,
    rowText: (row) => textAt(column, row),
    isUnread: null,
  }
}

/** Of a property that has numbers: these by their value, anything else to the letter. */
export function numberColumn(file: FileColumn, column: Column, decimal: DecimalSign): ComparedColumn {
  const amounts = createAmounts()
  const texts = createDictionary()
  const codeOf = codeUnlessNull(column)
  /** Texts have odd numbers, so that they never are those of a number. */
  const textId = (text: string) => texts.add(token('string', text)) * 2 + 1
  const numberId = (text: string) => {
    const id = amounts.of(text)
    return id === 0 ? textId(text) : id * 2
  }
  const { values } = column
  const ofEvents = idsOf(values, (id) => {
    const text = values.text(id)
    return values.kind(id) === 'number' ? numberId(text) : textId(text)
  })
  const ofCells = idsOf(file.dictionary, (id) => textId(file.dictionary.text(id)))
  const numbers = idsOf(file.dictionary, (id) => {
    const number = cellNumber(file.dictionary, id, decimal)
    return number === null ? 0 : numberId(number)
  })
  const hasText = Uint8Array.from(ofCells, (id, at) =>
    at > 0 && isAmong(values, file.dictionary.text(at)) && id !== 0 ? 1 : 0,
  )
  return {
    file,
    ofRow: (row) => ofEvents[codeOf(column.codes[row] ?? 0)] ?? 0,
    ofLine: (line) => {
      const code = file.codes[line] ?? 0
      return numbers[code] || (ofCells[code] ?? 0)
    },
    otherOfLine: (line) => {
      const code = file.codes[line] ?? 0
      return hasText[code] === 1 ? (ofCells[code] ?? 0) : 0
    },
    rowText: (row) => textAt(column, row),
    isUnread: (code) => code !== 0 && numbers[code] === 0 && hasText[code] === 0,
  }
}

const isAmong = (values: Dictionary, text: string) => values.find('string', text) !== 0

/** As a JSON number; null where the cell is none. */
export function cellNumber(values: Dictionary, id: number, decimal: DecimalSign): string | null {
  const kind = values.kind(id)
  if (kind === 'number') return values.text(id)
  return kind === 'string' ? jsonNumber(values.text(id), decimal) : null
}

/** 0 for the empty cell. */
function idsOf(values: Dictionary, idOf: (id: number) => number): Uint32Array {
  const ids = new Uint32Array(values.size + 1)
  for (let id = 1; id <= values.size; id += 1) ids[id] = idOf(id)
  return ids
}

const FINEST: readonly TimeStep[] = ['instant', 'second', 'minute', 'day']

/**
 * Of created_at: the same where the event lies in the stretch that the cell names, all cells taken as exactly as the most
 * exact one is written.
 * @param read a cell of it, times without an offset in `zone`
 * @param to how exactly a key has them; null: as written
 */
export function timeColumn(
  file: FileColumn,
  column: Column,
  { instants }: Pick<LoadedEvents, 'instants'>,
  read: (text: string) => FileTime | null,
  zone: string,
  to: TimeStep | null,
): ComparedColumn {
  const size = file.base?.size ?? 0
  const instantsOfFile = fileInstants(file, read)
  const step = to ?? finestStep(file, instants, instantsOfFile.finest)
  const stepOf = steps(step, zone)
  const secondOf = (code: number) =>
    (code <= size ? instants.seconds[code] : instantsOfFile.seconds[code - size]) ?? Number.NaN
  const fractionOf = (code: number) =>
    (code <= size ? instants.nanoseconds[code] : instantsOfFile.nanoseconds[code - size]) ?? 0
  /** What is not a time is only the same as the same text. */
  const isSameTime = (a: number, b: number): boolean => {
    if (a === b) return true
    const [one, other] = [secondOf(a), secondOf(b)]
    if (Number.isNaN(one) || Number.isNaN(other)) return false
    const again = instantsOfFile.again.get(a - size)
    const isStep = stepOf(one) === stepOf(other) || (again !== undefined && stepOf(again) === stepOf(other))
    return isStep && (step !== 'instant' || fractionOf(a) === fractionOf(b))
  }
  // Where a cell may be either of two times, both have its number.
  const numbered = instantsOfFile.again.size === 0 ? stepOf : foldedSteps(stepOf, zone)
  /** Made where lines are found by more than one comparison: a million instants are a number each. */
  let ids: Uint32Array | null = null
  const idOf = (code: number): number => {
    ids ??= timeIds(size + instantsOfFile.seconds.length, secondOf, fractionOf, numbered, step)
    return ids[code] ?? 0
  }
  return {
    file,
    ofRow: (row) => idOf(column.codes[row] ?? 0),
    ofLine: (line) => idOf(file.codes[line] ?? 0),
    same: (line, row) => isSameTime(file.codes[line] ?? 0, column.codes[row] ?? 0),
    rowText: (row) => textAt(column, row),
    isTwice: (code) => instantsOfFile.again.has(code - size),
    isUnread: (code) => code !== 0 && Number.isNaN(secondOf(code)),
  }
}

/** Of the cells that no event has as they stand. */
function fileInstants(file: FileColumn, read: (text: string) => FileTime | null) {
  const count = file.dictionary.size + 1
  const [seconds, nanoseconds] = [new Float64Array(count).fill(Number.NaN), new Uint32Array(count)]
  /** The second time that a cell can be, by the number of its value. */
  const again = new Map<number, number>()
  let finest = FINEST.length - 1
  for (let id = 1; id < count; id += 1) {
    const time = read(file.dictionary.text(id))
    if (time === null) continue
    seconds[id] = time.at.seconds
    nanoseconds[id] = time.at.nanoseconds
    if (time.again !== undefined) again.set(id, time.again.seconds)
    finest = Math.min(finest, FINEST.indexOf(time.step))
  }
  return { seconds, nanoseconds, again, finest }
}

/** What events have is exact to the second at least. */
function finestStep(file: FileColumn, { nanoseconds }: LoadedEvents['instants'], found: number): TimeStep {
  const size = file.base?.size ?? 0
  let finest = found
  for (let line = 0; line < file.codes.length && finest > 0; line += 1) {
    const code = file.codes[line] ?? 0
    if (code === 0 || code > size) continue
    finest = nanoseconds[code] !== 0 || fileText(file, code).includes('.') ? 0 : Math.min(finest, 1)
  }
  return FINEST[finest] ?? 'instant'
}

function timeIds(
  count: number,
  secondOf: (code: number) => number,
  fractionOf: (code: number) => number,
  stepOf: (seconds: number) => number,
  step: TimeStep,
): Uint32Array {
  const keys = createDictionary()
  const bytes = new Uint8Array(12)
  const view = new DataView(bytes.buffer)
  const ids = new Uint32Array(count + 1)
  for (let code = 1; code <= count; code += 1) {
    const second = secondOf(code)
    if (Number.isNaN(second)) continue
    view.setFloat64(0, stepOf(second))
    view.setUint32(8, step === 'instant' ? fractionOf(code) : 0)
    ids[code] = keys.add({ kind: 'number', bytes, start: 0, end: bytes.length })
  }
  // Texts that are not times get numbers of their own.
  for (let code = 1; code <= count; code += 1) if (ids[code] === 0) ids[code] = keys.size + code
  return ids
}

function steps(step: TimeStep, zone: string): (seconds: number) => number {
  const ahead = zoneClock(zone)
  switch (step) {
    case 'instant':
    case 'second':
      return (seconds) => seconds
    case 'minute':
      return (seconds) => Math.floor(seconds / 60)
    case 'day':
      return (seconds) => Math.floor((seconds + ahead(seconds)) / 86_400)
    default:
      return step satisfies never
  }
}

/** A clock goes back by two hours at most. */
const MOST_BACK = 7_200

/** As though each time that the clock shows twice were the first of the two. */
function foldedSteps(stepOf: (seconds: number) => number, zone: string): (seconds: number) => number {
  const ahead = zoneClock(zone)
  return (seconds) => {
    const before = ahead(seconds - MOST_BACK)
    const first = seconds - Math.max(0, before - ahead(seconds))
    return stepOf(ahead(first) === before ? first : seconds)
  }
}
