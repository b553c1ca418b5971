// Visits every row that is not as expected: goes through the rows of a code for each property that has a shape there,
// and judges each different value once.
import type { ExpectedShapes, PropertyShape } from '../../../../shared/shape/expected-shapes.ts'
import {
  type JudgedValue,
  UNEXPECTED,
  type Unexpected,
  type UnexpectedValue,
  valueJudge,
} from '../../../../shared/shape/judge-event.ts'
import type { UnexpectedExample } from '../../../../shared/snapshot/snapshot-shapes.ts'
import type { CodeRows } from '../table/group-rows.ts'
import { type Column, fieldColumn, type LoadedEvents, textAt } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { inSteps, type Turn } from '../table/turn.ts'

/** One thing that is expected of the rows of one code; `shape` is null where the code itself is not known. */
export interface Expectation {
  of: CodeRows
  shape: PropertyShape | null
}

/** A way in which a row does not meet an expectation. */
export interface Mismatch {
  what: Unexpected
  /** The kind of the row's value; null: it has none. */
  kind: JudgedValue['kind'] | null
}

/**
 * A visitor is called once for each expectation, and the function that it returns for each row that does not meet it.
 * `column`: of the property; null: the event code itself is not expected.
 */
export type Visit = (expectation: Expectation, column: Column | null) => (row: number, mismatch: Mismatch) => void

/** Properties without a column that are read from the texts in one pass: each takes four bytes a row meanwhile. */
const NAMES_AT_ONCE = 32

/** All that is expected of these rows. */
export function expectationsOf({ codes, shapes }: ExpectedShapes, byCode: readonly CodeRows[]): Expectation[] {
  const known = codes === null ? null : new Set(codes)
  const shapeOf = new Map(shapes.map((shape) => [shape.code, shape.properties]))
  return byCode.flatMap((of): Expectation[] => [
    ...(known === null || (of.code !== null && known.has(of.code)) ? [] : [{ of, shape: null }]),
    ...(of.code === null ? [] : (shapeOf.get(of.code) ?? [])).map((shape) => ({ of, shape })),
  ])
}

/** Goes through the rows of each expectation, in turns, and calls `visit` for those that do not meet it. */
export async function visitUnexpected(
  snapshot: LoadedSnapshot,
  expectations: readonly Expectation[],
  turn: Turn,
  visit: Visit,
): Promise<void> {
  const ofName = new Map<string, Expectation[]>()
  for (const expectation of expectations) {
    const { of, shape } = expectation
    if (shape === null) {
      const take = visit(expectation, null)
      await inSteps(of.rows.length, turn, (from, to) => {
        for (let at = from; at < to; at += 1) take(of.rows[at] ?? 0, UNKNOWN_CODE)
      })
      continue
    }
    const expectationsOfName = ofName.get(shape.name) ?? []
    ofName.set(shape.name, expectationsOfName)
    expectationsOfName.push(expectation)
  }
  const names = [...ofName.keys()]
  const withoutColumn = names.filter((name) => !snapshot.table.properties.has(name))
  const batches = [names.filter((name) => snapshot.table.properties.has(name))]
  for (let at = 0; at < withoutColumn.length; at += NAMES_AT_ONCE) {
    batches.push(withoutColumn.slice(at, at + NAMES_AT_ONCE))
  }
  for (const batch of batches) {
    const columns = await snapshot.properties(batch, turn)
    for (const name of batch) {
      const column = columns.get(name)
      if (column === undefined) throw new Error(`No column of ${name}`)
      for (const expectation of ofName.get(name) ?? []) {
        if (expectation.shape === null) continue
        const judge = columnJudge(snapshot.table, column, expectation.shape, expectation.of.rows.length)
        const take = visit(expectation, column)
        const { rows } = expectation.of
        await inSteps(rows.length, turn, (from, to) => {
          for (let at = from; at < to; at += 1) {
            const row = rows[at] ?? 0
            const what = judge(row)
            if (what === null) continue
            const id = column.codes[row] ?? 0
            take(row, MISMATCHES[what][id === 0 ? 'none' : column.values.kind(id)])
          }
        })
      }
    }
  }
}

const UNKNOWN_CODE: Mismatch = { what: 'unknown-code', kind: null }
const ALL_KINDS = ['string', 'number', 'boolean', 'null', 'json', 'repeated'] as const

/** Made once, as there may be a million of them. */
const MISMATCHES = Object.fromEntries(
  UNEXPECTED.map((what) => [
    what,
    { none: { what, kind: null }, ...Object.fromEntries(ALL_KINDS.map((kind) => [kind, { what, kind }])) },
  ]),
) as Record<Unexpected, Record<JudgedValue['kind'] | 'none', Mismatch>>

/** All that a value can be judged as; null: it is as expected. */
const JUDGEMENTS = [null, ...UNEXPECTED] as readonly (UnexpectedValue | null)[]

/** The event types by which signs are expected; null: neither of them. */
const TYPES = [null, 'credit', 'debit'] as const

/**
 * The function judges the value that a row has in a column, each different value once; null: it is as expected.
 * @param rows how many it will be asked for
 */
function columnJudge(
  table: LoadedEvents,
  { codes, values }: Column,
  shape: PropertyShape,
  rows: number,
): (row: number) => UnexpectedValue | null {
  const judge = valueJudge(shape)
  const types = fieldColumn(table, 'eventType')
  const [credit, debit] = [types.values.find('string', 'credit'), types.values.find('string', 'debit')]
  const isSigned = shape.signs.credit !== null || shape.signs.debit !== null
  /**
   * One object for all values, which reads the text only where it is asked for: most are judged by their kind alone.
   */
  const value = {
    id: 0,
    get kind() {
      return values.kind(this.id)
    },
    get text() {
      return values.text(this.id)
    },
  }
  /** @param id the number of the value; 0: none @param type its index in `TYPES` */
  const judged = (id: number, type: 0 | 1 | 2) => {
    value.id = id
    return judge(id === 0 ? null : value, TYPES[type])
  }
  const typeOf = (row: number) => {
    const type = isSigned ? (types.codes[row] ?? 0) : 0
    if (type === 0) return 0
    if (type === credit) return 1
    return type === debit ? 2 : 0
  }
  // Where few rows are judged, notes on all values of the column cost more than to judge each row.
  if (values.size > 4 * rows) return (row) => judged(codes[row] ?? 0, typeOf(row))
  /** By value and type: the place of its judgement in `JUDGEMENTS`, from 1; 0: it is not judged yet. */
  const known = new Uint8Array(TYPES.length * (values.size + 1))
  return (row) => {
    const type = typeOf(row)
    const place = TYPES.length * (codes[row] ?? 0) + type
    const seen = known[place] ?? 0
    if (seen !== 0) return JUDGEMENTS[seen - 1] ?? null
    const what = judged(codes[row] ?? 0, type)
    known[place] = 1 + JUDGEMENTS.indexOf(what)
    return what
  }
}

const LONGEST_EXAMPLE = 80

/** A row as an example, with the beginning of its value. @param column of the value; null: of event codes */
export function exampleOf(table: LoadedEvents, column: Column | null, row: number): UnexpectedExample {
  const { codes, values } = column ?? fieldColumn(table, 'eventCode')
  const id = codes[row] ?? 0
  return {
    row,
    eventId: textAt(fieldColumn(table, 'eventId'), row),
    text: id === 0 ? null : values.beginning(id, LONGEST_EXAMPLE),
  }
}
