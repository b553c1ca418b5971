// Draws the events of a sample: by the SHA-256 of seed and event ID, so that anybody can draw the same ones again, in
// whatever order events came.
import { hash } from 'node:crypto'
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import {
  MOST_SAMPLED,
  type SampleAnswer,
  type SampledEvent,
  type SampleQuestion,
} from '../../../../shared/snapshot/asked-sample.ts'
import type { Condition } from '../../../../shared/snapshot/snapshot-condition.ts'
import { fieldColumn } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { selectRows } from '../table/select-rows.ts'
import { inSteps, type Turn } from '../table/turn.ts'

/** All texts of one sample together have at most so many UTF-16 units. */
const MOST_CHARACTERS = 64 * 1024 * 1024
/** Hashes are slow: a step of them is shorter than others. */
const HASHES_AT_ONCE = 4_096

/**
 * The events of a sample, in the order of their IDs: those that are drawn, and those whose property is large enough to
 * be checked in any case. Events without an ID cannot be drawn.
 */
export async function answerSample(
  snapshot: LoadedSnapshot,
  question: SampleQuestion,
  turn: Turn,
): Promise<SampleAnswer> {
  const { table } = snapshot
  const { codes, values } = fieldColumn(table, 'eventId')
  // The later text of an ID that stands there twice is the amended one.
  const rowOf = new Uint32Array(values.size + 1)
  let withoutId = 0
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const code = codes[row] ?? 0
      if (code === 0) withoutId += 1
      else rowOf[code] = row
    }
  })
  const drawn = await drawnCodes(question, values.size, (code) => values.text(code), turn)
  const wanted = new Set(drawn)
  if (question.above !== null) {
    const { property, from } = question.above
    for (const condition of isAbove(question.above)) {
      for (const row of await selectRows(snapshot, { where: [condition], misses: true }, turn)) {
        const code = codes[row] ?? 0
        if (code !== 0) wanted.add(code)
        if (wanted.size > MOST_SAMPLED) {
          return {
            kind: 'too-many',
            words: `With all events whose ${property} is ${from} or more, more than ${grouped(MOST_SAMPLED)} would be checked. Choose a larger number.`,
          }
        }
      }
    }
  }
  const isDrawn = new Set(drawn)
  const events: SampledEvent[] = []
  let characters = 0
  for (const code of wanted) {
    await turn.breathe()
    const source = table.texts.text(rowOf[code] ?? 0)
    characters += source.length
    if (characters > MOST_CHARACTERS) {
      return {
        kind: 'too-many',
        words: `The texts of these ${grouped(wanted.size)} events are too long to be held at once. Check fewer.`,
      }
    }
    events.push({ eventId: values.text(code), source, isDrawn: isDrawn.has(code) })
  }
  events.sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
  return { kind: 'sampled', events, of: values.size, withoutId }
}

/** The codes of the IDs with the smallest hashes, as many as are drawn, or all. @param size how many IDs there are */
async function drawnCodes(
  { events, seed }: SampleQuestion,
  size: number,
  idOf: (code: number) => string,
  turn: Turn,
): Promise<number[]> {
  const ranks = new Float64Array(size)
  for (let from = 0; from < size; from += HASHES_AT_ONCE) {
    await turn.breathe()
    for (let at = from; at < Math.min(size, from + HASHES_AT_ONCE); at += 1) {
      // A double holds the first six bytes exactly, and two IDs of one snapshot hardly share them.
      ranks[at] = hash('sha256', `${seed}\n${idOf(at + 1)}`, 'buffer').readUIntBE(0, 6)
    }
  }
  const last = events >= size ? Number.POSITIVE_INFINITY : (ranks.slice().sort()[events - 1] ?? 0)
  const drawn: number[] = []
  for (let at = 0; at < size && drawn.length < events; at += 1) if ((ranks[at] ?? 0) <= last) drawn.push(at + 1)
  return drawn
}

/** Two conditions, of which a row meets one if its property is `from` or more, or as much below zero. */
function isAbove({ property, from }: NonNullable<SampleQuestion['above']>): Condition[] {
  const key = { of: 'property', name: property } as const
  return [
    { is: 'between', key, from, to: null },
    { is: 'between', key, from: null, to: `-${from}` },
  ]
}
