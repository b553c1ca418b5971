// A column of the file beside what events say in its place: whether a line and an event are the same in it. Values are
// compared by numbers. A *code* is the number of a cell's or an event's value in its column (0: nothing is there):
// those up to the size of the events' dictionary (`FileColumn.base`) are values that events have, those above it stand
// only in the file. An *id* is made here of a code, so that equal values have equal ids however they are written.
import type { DecimalSign, Meaning, TimeStep } from '../../../../shared/check/checked-file.ts'
import { zoneClock } from '../../../../shared/time/zone-clock.ts'
import type { FileTime } from '../../check/file-times.ts'
import { jsonNumber } from '../../check/read-number.ts'
import { createDictionary, type Dictionary } from '../table/dictionary.ts'
import { type Column, type LoadedEvents, textAt } from '../table/loaded-events.ts'
import { createAmounts } from './ledger-amounts.ts'
import { type FileColumn, fileText, token } from './ledger-file.ts'

/** How the values of a column are compared: by ids that are equal where the values are, and 0 where there is none. */
export interface Sameness {
  /** The id of an event's value. */
  ofRow(row: number): number
  /** The id of a cell's value. */
  ofLine(line: number): number
  /** A second id: a cell such as 0042 may stand for a number and for a text. 0, or absent: it stands for one value. */
  otherOfLine?: (line: number) => number
  /** Whether the event has nothing to compare a cell with, so that any cell is the same; absent: it always has. */
  ignores?: (row: number) => boolean
  /**
   * Whether a line and a row are the same, where that takes more than their ids, or less than to make the ids of all
   * values; absent: their ids are compared.
   */
  same?: (line: number, row: number) => boolean
}

export interface ComparedColumn extends Sameness {
  file: FileColumn
  /** The text of what an event says in this column; null: nothing. */
  rowText(row: number): string | null
  /** In a column of times: whether cells with this code name one that the clock shows twice; absent: none does. */
  isTwice?: (code: number) => boolean
  /** Whether the cells with this code are not what the column should hold, such as a number; null: any text will do. */
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

/**
 * The function leaves codes of events as they are, but makes 0 of a JSON null, which says as little as an empty cell.
 */
function codeUnlessNull({ values }: Column): (code: number) => number {
  const none = values.find('null', 'null')
  return (code) => (code === none ? 0 : code)
}

/** Whether a line and an event are the same in a column: one of their ids is, or there is nothing to compare. */
export function isSame(column: Sameness, line: number, row: number): boolean {
  const { ofRow, ofLine, otherOfLine, ignores, same } = column
  if (same !== undefined) return same(line, row)
  const wanted = ofRow(row)
  return ofLine(line) === wanted || (wanted !== 0 && otherOfLine?.(line) === wanted) || ignores?.(row) === true
}

/** A column of texts, which are the same where they are so to the letter: their codes serve as ids. */
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

/**
 * A property that is a number in some event: numbers are compared by their value, anything else to the letter.
 * @param decimal the decimal sign of the file's numbers
 */
export function numberColumn(file: FileColumn, column: Column, decimal: DecimalSign): ComparedColumn {
  const amounts = createAmounts()
  const texts = createDictionary()
  const codeOf = codeUnlessNull(column)
  /** Texts have odd ids and numbers even ones, so that a text is never the same as a number. */
  const textId = (text: string) => texts.add(token('string', text)) * 2 + 1
  const numberId = (text: string) => {
    const id = amounts.of(text)
    return id === 0 ? textId(text) : id * 2
  }
  const { values } = column
  const idsOfEvents = idsOf(values, (code) => {
    const text = values.text(code)
    return values.kind(code) === 'number' ? numberId(text) : textId(text)
  })
  const idsAsText = idsOf(file.dictionary, (code) => textId(file.dictionary.text(code)))
  /** 0 where the cell is no number. */
  const idsAsNumber = idsOf(file.dictionary, (code) => {
    const number = cellNumber(file.dictionary, code, decimal)
    return number === null ? 0 : numberId(number)
  })
  /** 1 where some event has the cell's text as a string. */
  const isTextOfEvents = idsOf(file.dictionary, (code) =>
    Number(values.find('string', file.dictionary.text(code)) !== 0),
  )
  return {
    file,
    ofRow: (row) => idsOfEvents[codeOf(column.codes[row] ?? 0)] ?? 0,
    ofLine: (line) => {
      const code = file.codes[line] ?? 0
      return idsAsNumber[code] || (idsAsText[code] ?? 0)
    },
    otherOfLine: (line) => {
      const code = file.codes[line] ?? 0
      return isTextOfEvents[code] === 1 ? (idsAsText[code] ?? 0) : 0
    },
    rowText: (row) => textAt(column, row),
    isUnread: (code) => code !== 0 && idsAsNumber[code] === 0 && isTextOfEvents[code] === 0,
  }
}

/** A cell's value as a JSON number; null where it is none. */
export function cellNumber(values: Dictionary, code: number, decimal: DecimalSign): string | null {
  const kind = values.kind(code)
  if (kind === 'number') return values.text(code)
  return kind === 'string' ? jsonNumber(values.text(code), decimal) : null
}

/** Ids by code; 0 for code 0, at which there is no value. */
function idsOf(values: Dictionary, idOf: (code: number) => number): Uint32Array {
  const ids = new Uint32Array(values.size + 1)
  for (let code = 1; code <= values.size; code += 1) ids[code] = idOf(code)
  return ids
}

/** How exactly a time is written, the most exact first. */
const FINEST_FIRST: readonly TimeStep[] = ['instant', 'second', 'minute', 'day']

/**
 * The column of created_at: a line and an event are the same where the event lies in the step that the cell names, such
 * as its minute; all cells are taken as exactly as the most exact one is written. A cell that the clock shows twice is
 * the same as an event at either time. What is not a time is the same only as the same text.
 * @param column created_at of the events, with `instants` by its codes
 * @param read reads a cell; times without an offset are in `zone`
 * @param to how exactly times of a key are compared; null: as exactly as they are written
 */
export function timeColumn(
  file: FileColumn,
  column: Column,
  { instants }: Pick<LoadedEvents, 'instants'>,
  read: (text: string) => FileTime | null,
  zone: string,
  to: TimeStep | null,
): ComparedColumn {
  const codesOfEvents = file.base?.size ?? 0
  const instantsOfFile = fileInstants(file, read)
  const step = to ?? finestStep(file, instants, instantsOfFile.finest)
  const stepOf = steps(step, zone)
  const secondOf = (code: number) =>
    (code <= codesOfEvents ? instants.seconds[code] : instantsOfFile.seconds[code - codesOfEvents]) ?? Number.NaN
  const fractionOf = (code: number) =>
    (code <= codesOfEvents ? instants.nanoseconds[code] : instantsOfFile.nanoseconds[code - codesOfEvents]) ?? 0
  const isSameTime = (ofCell: number, ofEvent: number): boolean => {
    if (ofCell === ofEvent) return true
    const [one, other] = [secondOf(ofCell), secondOf(ofEvent)]
    if (Number.isNaN(one) || Number.isNaN(other)) return false
    const secondTime = instantsOfFile.secondTimes.get(ofCell - codesOfEvents)
    const isStep = stepOf(one) === stepOf(other) || (secondTime !== undefined && stepOf(secondTime) === stepOf(other))
    return isStep && (step !== 'instant' || fractionOf(ofCell) === fractionOf(ofEvent))
  }
  // A cell has one id, and events at either of its two times have to have the same one.
  const stepOfId = instantsOfFile.secondTimes.size === 0 ? stepOf : foldedSteps(stepOf, zone)
  /** Made only once ids are asked for: lines compared with one row each need none, and a million take time. */
  let ids: Uint32Array | null = null
  const idOf = (code: number): number => {
    ids ??= timeIds(codesOfEvents + instantsOfFile.seconds.length, secondOf, fractionOf, stepOfId, step)
    return ids[code] ?? 0
  }
  return {
    file,
    ofRow: (row) => idOf(column.codes[row] ?? 0),
    ofLine: (line) => idOf(file.codes[line] ?? 0),
    same: (line, row) => isSameTime(file.codes[line] ?? 0, column.codes[row] ?? 0),
    rowText: (row) => textAt(column, row),
    isTwice: (code) => instantsOfFile.secondTimes.has(code - codesOfEvents),
    isUnread: (code) => code !== 0 && Number.isNaN(secondOf(code)),
  }
}

/** The times of cells that stand only in the file, by their number in its dictionary; NaN seconds: it is no time. */
function fileInstants(file: FileColumn, read: (text: string) => FileTime | null) {
  const count = file.dictionary.size + 1
  const [seconds, nanoseconds] = [new Float64Array(count).fill(Number.NaN), new Uint32Array(count)]
  /** The later time, in seconds, of a cell that the clock shows twice. */
  const secondTimes = new Map<number, number>()
  /** The most exact step of any cell, as its place in `FINEST_FIRST`. */
  let finest = FINEST_FIRST.length - 1
  for (let id = 1; id < count; id += 1) {
    const time = read(file.dictionary.text(id))
    if (time === null) continue
    seconds[id] = time.at.seconds
    nanoseconds[id] = time.at.nanoseconds
    if (time.again !== undefined) secondTimes.set(id, time.again.seconds)
    finest = Math.min(finest, FINEST_FIRST.indexOf(time.step))
  }
  return { seconds, nanoseconds, secondTimes, finest }
}

/**
 * The most exact step that any cell is written with. Cells that events have too are RFC 3339, so they are exact to the
 * second at least.
 * @param found that of the cells which stand only in the file, as its place in `FINEST_FIRST`
 */
function finestStep(file: FileColumn, { nanoseconds }: LoadedEvents['instants'], found: number): TimeStep {
  const size = file.base?.size ?? 0
  const [instantPlace, secondPlace] = [FINEST_FIRST.indexOf('instant'), FINEST_FIRST.indexOf('second')]
  let finest = found
  for (let line = 0; line < file.codes.length && finest > instantPlace; line += 1) {
    const code = file.codes[line] ?? 0
    if (code === 0 || code > size) continue
    const hasFraction = nanoseconds[code] !== 0 || fileText(file, code).includes('.')
    finest = hasFraction ? instantPlace : Math.min(finest, secondPlace)
  }
  return FINEST_FIRST[finest] ?? 'instant'
}

/** Ids of all times by code: equal for times in one step, such as one minute; instants by their fraction, too. */
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
  // A text that is not a time gets an id of its own, behind those of all times.
  for (let code = 1; code <= count; code += 1) if (ids[code] === 0) ids[code] = keys.size + code
  return ids
}

/** The function numbers the seconds since the epoch by their step: the second, the minute, or the day in a zone. */
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
  }
}

/** A clock goes back by two hours at most, in seconds. */
const MOST_BACK = 7_200

/**
 * `stepOf`, as though the second time of any that the clock shows twice were the first one: in Berlin, where 02:30
 * comes twice as summer time ends, 01:30 UTC has the step of 00:30 UTC.
 */
function foldedSteps(stepOf: (seconds: number) => number, zone: string): (seconds: number) => number {
  const ahead = zoneClock(zone)
  return (seconds) => {
    const aheadBefore = ahead(seconds - MOST_BACK)
    const wentBack = Math.max(0, aheadBefore - ahead(seconds))
    // The clock showed the same so much earlier, if it had not gone back by then.
    const first = seconds - wentBack
    return stepOf(ahead(first) === aheadBefore ? first : seconds)
  }
}
