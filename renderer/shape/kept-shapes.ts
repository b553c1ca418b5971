// shape/ in the page is what events of a connection are expected to look like: kept, changed, copied, saved and read.
// They are kept as the JSON Schema that is copied. One that cannot be read, or not all of it, stays until it is
// changed.
import { useMemo } from 'react'
import { type ExpectedShapes, isEmpty, LONGEST_SHAPES, NO_SHAPES } from '../../shared/shape/expected-shapes.ts'
import { eventJudge } from '../../shared/shape/judge-event.ts'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import { readShapes } from '../../shared/shape/read-shapes.ts'
import type { Remembered } from '../ui/remembered-value.ts'
import { useRemembered } from '../ui/use-remembered.tsx'

export interface KeptShapes {
  /** None while the text cannot be read. */
  shapes: ExpectedShapes
  /** It is as it is kept; null: nothing is expected. */
  text: string | null
  /** Why it cannot be read, a sentence each. */
  problems: readonly string[]
}

const NOTHING: KeptShapes = { shapes: NO_SHAPES, text: null, problems: [] }

/** The same object for the same text, as several parts of the page read it. */
export function readKeptShapes(text: string): KeptShapes {
  if (text === '') return NOTHING
  if (last?.text === text) return last
  const read = readShapes(text)
  const problems = read.ok ? read.notUnderstood : read.problems
  last = { shapes: read.ok && problems.length === 0 ? read.shapes : NO_SHAPES, text, problems }
  return last
}

let last: KeptShapes | null = null

/** Shapes as they are kept; a sentence where there is too much of them for that. */
export function keptShapes(shapes: ExpectedShapes): KeptShapes | string {
  if (isEmpty(shapes)) return NOTHING
  const text = printShapes(shapes)
  return text.length <= LONGEST_SHAPES
    ? { shapes, text, problems: [] }
    : 'This is more than can be kept: expected shapes take 1,048,576 characters at most. Drop some lines.'
}

export const EXPECTED_SHAPES: Remembered<KeptShapes> = {
  name: 'expected-shapes',
  read: (text) => readKeptShapes(text ?? ''),
  write: ({ text }) => text ?? '',
}

/** Says what of an event is not as expected for its connection; null: nothing is expected, or not known yet. */
export function useEventJudge(connectionId: string) {
  const [kept] = useRemembered(connectionId, EXPECTED_SHAPES)
  return useMemo(() => (kept === null || kept.text === null ? null : eventJudge(kept.shapes)), [kept])
}
