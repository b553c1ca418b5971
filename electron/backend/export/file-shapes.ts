// How many events of a file are as expected, as its receipt and the command's last line say it.
import type { TableRow } from '../../../shared/event/event-table.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ExpectedShapes, isEmpty } from '../../../shared/shape/expected-shapes.ts'
import { eventJudge, UNEXPECTED, type Unexpected } from '../../../shared/shape/judge-event.ts'
import { shapesVersion } from '../../../shared/shape/print-shapes.ts'
import { readShapes } from '../../../shared/shape/read-shapes.ts'
import type { ReceiptContent } from './receipt.ts'

export type FileShapes = NonNullable<ReceiptContent['shapes']>

/** Judges a file's rows, one after the other. */
export function createFileShapes(shapes: ExpectedShapes) {
  const judge = eventJudge(shapes)
  const by = Object.fromEntries(UNEXPECTED.map((what) => [what, 0])) as Record<Unexpected, number>
  let [expected, unexpected] = [0, 0]
  return {
    add(row: TableRow): void {
      const found = judge(row)
      if (found.length === 0) expected += 1
      else unexpected += 1
      for (const what of new Set(found.map((one) => one.what))) by[what] += 1
    },
    result: (): FileShapes => ({
      shapes: shapesVersion(shapes),
      expected: String(expected),
      unexpected: String(unexpected),
      by: Object.fromEntries(UNEXPECTED.map((what) => [what, String(by[what])])) as FileShapes['by'],
    }),
  }
}

/** A connection's events are expected to look so; null: nothing is expected. Kept ones may be old or damaged. */
export type KeptShapes = ExpectedShapes | 'unreadable' | null

/** @param text as they are remembered */
export function readKeptShapes(text: string | null): KeptShapes {
  if (text === null || text === '') return null
  const read = readShapes(text)
  if (!read.ok || read.notUnderstood.length > 0) return 'unreadable'
  return isEmpty(read.shapes) ? null : read.shapes
}

/** "12 of 3,220 events are not as expected (version 0c1f…)." */
export function shapesSentence({ shapes, expected, unexpected }: FileShapes): string {
  const all = grouped(Number(expected) + Number(unexpected))
  if (unexpected === '0') return `All ${all} events are as expected (version ${shapes}).`
  return `${grouped(Number(unexpected))} of ${all} events ${unexpected === '1' ? 'is' : 'are'} not as expected (version ${shapes}).`
}

/** The same in lines, with what the events do not meet. */
export function shapesLines(shapes: FileShapes): [name: string, words: string][] {
  const missed = UNEXPECTED.filter((what) => shapes.by[what] !== '0')
  return [
    ['Expected shapes', shapesSentence(shapes)],
    ...missed.map((what): [string, string] => [
      `Not as expected: ${UNEXPECTED_NAMES[what]}`,
      countWords(Number(shapes.by[what]), 'event'),
    ]),
  ]
}

const UNEXPECTED_NAMES: Record<Unexpected, string> = {
  'unknown-code': 'the event code is not known',
  missing: 'a property is missing',
  kind: 'a property is of another kind',
  value: 'a property has another value',
  range: 'a number is outside its range',
  sign: 'a number has another sign',
}
