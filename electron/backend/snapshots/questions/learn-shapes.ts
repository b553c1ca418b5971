// Proposes what could be expected of events: what at least 99 of 100 events of a code show, and counts those that do
// not.
import {
  LONGEST_NAME,
  MOST_CODES,
  MOST_OF_A_CODE,
  type PropertyShape,
} from '../../../../shared/shape/expected-shapes.ts'
import type { UnexpectedValue } from '../../../../shared/shape/judge-event.ts'
import {
  LEARNED_FROM,
  LEARNED_PERCENT,
  type LearnAnswer,
  type LearnedException,
  type LearnedLine,
  type LearnQuestion,
} from '../../../../shared/snapshot/snapshot-shapes.ts'
import { type CodeRows, rowsByCode } from './group-rows.ts'
import { type LearnedProperty, learnProperty, seenColumn } from './learn-property.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import type { Turn } from './turn.ts'
import { exampleOf, visitUnexpected } from './unexpected-rows.ts'

const MOST_LINES = 2_000
/** Codes that are listed although nothing is learned of them. */
const MOST_RARE_CODES = 100

/**
 * A line for each code and property, 2,000 at most: the commonest code first, and within a code the property that most
 * events have.
 */
export async function learnShapes(
  snapshot: LoadedSnapshot,
  { scope }: LearnQuestion,
  turn: Turn,
): Promise<LearnAnswer> {
  const { table } = snapshot
  const rows = await selectRows(snapshot, scope, turn)
  const all = await rowsByCode(snapshot, rows, turn)
  const common = all
    .filter(isCommon)
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .slice(0, MOST_CODES)
  const rare = all.filter((one) => !isCommon(one)).toSorted((a, b) => b.rows.length - a.rows.length)
  const names = table.names.filter(({ name }) => table.properties.has(name) && name.length <= LONGEST_NAME)
  const types = fieldColumn(table, 'eventType')
  const lines: LearnedLine[] = []
  const lineCounts = new Map<string, number>()
  for (const { name } of names) {
    const column = table.properties.get(name)
    if (column === undefined) continue
    const seen = seenColumn(column, types)
    for (const ofCode of common) {
      await turn.breathe()
      const count = lineCounts.get(ofCode.code) ?? 0
      const learned = count < MOST_OF_A_CODE ? learnProperty(name, ofCode.rows, seen) : null
      if (learned === null) continue
      lineCounts.set(ofCode.code, count + 1)
      lines.push(await withExceptions(snapshot, ofCode, learned, turn))
    }
  }
  const place = new Map(common.map(({ code }, at) => [code, at]))
  const inOrder = lines.toSorted((a, b) => (place.get(a.code) ?? 0) - (place.get(b.code) ?? 0) || b.present - a.present)
  return {
    events: rows.length,
    codes: common.map(({ code, rows: codeRows }) => ({ code, events: codeRows.length })),
    rareCodes: rare.slice(0, MOST_RARE_CODES).map(({ code, rows: codeRows }) => ({
      code,
      events: codeRows.length,
      example: exampleOf(table, null, codeRows[0] ?? 0),
    })),
    lines: inOrder.slice(0, MOST_LINES),
    lineCount: lines.length,
    otherProperties: table.names.length - names.length,
  }
}

const isCommon = (one: CodeRows): one is CodeRows & { code: string } =>
  one.code !== null && one.code.length <= LONGEST_NAME && one.rows.length >= LEARNED_FROM

/** The proposal, loosened until at most one event in a hundred does not fit it, and what those show instead. */
async function withExceptions(
  snapshot: LoadedSnapshot,
  ofCode: CodeRows & { code: string },
  { shape: proposed, present }: LearnedProperty,
  turn: Turn,
): Promise<LearnedLine> {
  const most = Math.floor((ofCode.rows.length * (100 - LEARNED_PERCENT)) / 100)
  let shape = proposed
  for (;;) {
    const found = new Map<UnexpectedValue, LearnedException>()
    await visitUnexpected(snapshot, [{ of: ofCode, shape }], turn, (_, column) => (row, { what }) => {
      if (what === 'unknown-code') return
      const known = found.get(what)
      if (known !== undefined) known.events += 1
      else found.set(what, { what, events: 1, example: exampleOf(snapshot.table, column, row) })
    })
    const exceptions = [...found.values()]
    const sum = exceptions.reduce((all, { events }) => all + events, 0)
    const next = sum <= most ? null : looser(shape)
    if (next === null) return { code: ofCode.code, events: ofCode.rows.length, present, shape, exceptions }
    shape = next
  }
}

/** The shape without one of its demands; null where none can be dropped. */
function looser(shape: PropertyShape): PropertyShape | null {
  if (shape.signs.credit !== null || shape.signs.debit !== null)
    return { ...shape, signs: { credit: null, debit: null } }
  if (shape.from !== null || shape.to !== null) return { ...shape, from: null, to: null }
  if (shape.values !== null) return { ...shape, values: null }
  return shape.kinds.length > 0 && shape.required ? { ...shape, kinds: [] } : null
}
