// money/ values the rows of a snapshot by price rules, and adds up what they are worth. This is what the rows of a
// snapshot are worth by price rules: worked out once for a version of the rules, and kept as columns while the snapshot
// is open. What rows have in common is a kind; only their numbers are kept row by row.
import { LRUCache } from 'lru-cache'
import { type SumType, sumTypeOf } from '../../../../shared/exact/exact-sum.ts'
import type { ValuedBy } from '../../../../shared/snapshot/snapshot-totals.ts'
import { billingMonths } from '../../../../shared/worth/billing-months.ts'
import { type Effect, isOfPeriod, withEffect } from '../../../../shared/worth/rule.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { eventValuer, type ValuedEvent } from '../../../../shared/worth/value-event.ts'
import { MONEY_KINDS, NOT_VALUED } from '../../../../shared/worth/worth.ts'
import { NO_NUMBER, type WorthEvent, type WorthValue } from '../../../../shared/worth/worth-event.ts'
import { NO_RULES, type WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { type Column, fieldColumn, rowInstants, valueOfCode } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { allRows } from '../table/select-rows.ts'
import { type Turn, takeTurns, unlessDropped } from '../table/turn.ts'
import { eventReader, textsOf } from './event-reader.ts'
import { createExactNumbers, type ExactNumbers } from './exact-numbers.ts'

/**
 * Rows of one kind are valued in the same way: by one rule, with one currency, unit and reason. They differ only in
 * their numbers, and in the customer and the time that they are of.
 */
export interface ValuedKind {
  /**
   * The first row of the kind, valued. Where a number of it is null, every row of the kind has null there; where it is
   * not, every row has a number of the same sign. Customer, time and the values of properties are those of this row
   * alone.
   */
  like: ValuedEvent
  eventCode: string | null
  type: SumType
  /** How its numbers count: what the rule does with them, `as-sent` without a rule. */
  effect: Effect
  /** True: the quantity of a line is the sum of its rows'. False: single rows decide it, as the largest or the last. */
  isAdded: boolean
}

/**
 * The columns of a valuation. A row has one place in all of them: its row number where every row of the snapshot was
 * valued, else its index in the list of rows that were.
 */
export interface ValuedColumns {
  /** The properties that the rules read. */
  names: readonly string[]
  kinds: readonly ValuedKind[]
  /** The kind of each place, as an index into `kinds`. */
  kindOf: Uint32Array
  /** Numbers by place, as `ValuedEvent` has them. A row has one where `like` of its kind has one. */
  sent: ExactNumbers
  quantity: ExactNumbers
  price: ExactNumbers
  differs: ExactNumbers
  /** Columns of the properties whose values `eventAt` gives, by name. They go by row number, not by place. */
  values: ReadonlyMap<string, Column>
}

/** Some rows of a snapshot, valued. What takes `at` takes an index into `rows`. */
export interface ValuedRows {
  snapshot: LoadedSnapshot
  rows: Uint32Array
  columns: ValuedColumns
  /** Parallel to `rows`: the place of each in the columns. */
  places: Uint32Array
  kindAt(at: number): ValuedKind
  /** What the row is worth, as the valuer says it. */
  eventAt(at: number): ValuedEvent
}

/** The rules that a question names. */
export interface AskedRules {
  rules: WorthRules
  version: string
  /** Why the text says no rules, a sentence each; empty where it says some. */
  problems: string[]
}

/** Text that cannot be read as rules has none: then no rule takes any event. */
export function askedRules({ rules: text }: Pick<ValuedBy, 'rules'>): AskedRules {
  const read = readRules(text)
  const rules = read.ok ? read.rules : NO_RULES
  return { rules, version: rulesVersion(rules), problems: read.ok ? [] : read.problems }
}

/** Rows that are fewer than one in so many of the snapshot's are valued by themselves where no columns are kept yet. */
const FEW = 8
/** Columns with more numbers that doubles cannot hold, or more kinds, are not kept: they would take more memory. */
const MOST_KEPT = 100_000

/** The valuation of all rows of a snapshot. */
interface Build {
  /** The columns; undefined: the build was dropped, as no question waited for it any more. */
  columns: Promise<ValuedColumns | undefined>
  /** The columns once they are made, if they are kept. */
  made: ValuedColumns | null
  /** How many questions wait for the columns. */
  waiting: number
  /** Aborting it drops the build. */
  dropping: AbortController
}

/** The builds of each snapshot, by version of the rules: two at most, as one is in force and one is being written. */
const builds = new WeakMap<LoadedSnapshot, LRUCache<string, Build>>()

/**
 * Values rows by rules, or reads what they are worth from the columns of all rows where these are kept.
 * @param rows in any order; each may stand there several times
 */
export async function valuedRows(
  snapshot: LoadedSnapshot,
  { rules, version }: Pick<AskedRules, 'rules' | 'version'>,
  rows: Uint32Array,
  turn: Turn,
): Promise<ValuedRows> {
  const known = builds.get(snapshot) ?? new LRUCache<string, Build>({ max: 2 })
  builds.set(snapshot, known)
  const isFew = rows.length * FEW < snapshot.table.rows && known.get(version)?.made == null
  if (isFew) {
    const columns = await valuedColumns(snapshot, rules, rows, turn)
    return ofColumns(snapshot, rows, columns, allRows(rows.length))
  }
  const columns = await columnsOfAll(snapshot, rules, version, known, turn)
  return ofColumns(snapshot, rows, columns, rows)
}

/** The columns of all rows. All questions that ask meanwhile wait for one build. */
async function columnsOfAll(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  version: string,
  known: LRUCache<string, Build>,
  turn: Turn,
): Promise<ValuedColumns> {
  const build = known.get(version) ?? begunBuild(snapshot, rules, version, known)
  if (build.made !== null) return build.made
  build.waiting += 1
  // A question that is dropped waits no longer, though the build may go on for another one.
  const dropped = Promise.withResolvers<undefined>()
  const drop = () => dropped.resolve(undefined)
  turn.signal.addEventListener('abort', drop, { once: true })
  try {
    const made = await Promise.race([build.columns, dropped.promise])
    await turn.breathe()
    if (made === undefined) throw new Error('A build that was waited for was dropped')
    return made
  } finally {
    turn.signal.removeEventListener('abort', drop)
    build.waiting -= 1
    if (build.waiting === 0 && build.made === null) {
      build.dropping.abort()
      if (known.get(version) === build) known.delete(version)
    }
  }
}

/** Begins to value all rows, in turns of its own, since it outlives the question that asked first. */
function begunBuild(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  version: string,
  known: LRUCache<string, Build>,
): Build {
  const dropping = new AbortController()
  const every = allRows(snapshot.table.rows)
  const ownTurn = takeTurns(dropping.signal)
  const columns = unlessDropped(() => valuedColumns(snapshot, rules, every, ownTurn))
  const build: Build = { columns, made: null, waiting: 0, dropping }
  known.set(version, build)
  void columns.then(
    (made) => {
      if (made !== undefined && isKept(made)) build.made = made
      else if (known.get(version) === build) known.delete(version)
    },
    () => known.delete(version),
  )
  return build
}

function isKept({ kinds, sent, quantity, price, differs }: ValuedColumns): boolean {
  const large = [sent, quantity, price, differs].reduce((sum, numbers) => sum + numbers.largeCount(), 0)
  return large <= MOST_KEPT && kinds.length <= MOST_KEPT
}

/** Values rows one by one: the place of each is its index in `rows`. */
async function valuedColumns(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  rows: Uint32Array,
  turn: Turn,
): Promise<ValuedColumns> {
  const valuer = eventValuer(rules, snapshot.table.range.zone, null)
  const properties = await snapshot.properties(valuer.names, turn)
  const eventOf = eventReader(snapshot, valuer.names, properties, rows.length)
  const found = kindNumbering(rules)
  const kindOf = new Uint32Array(rows.length)
  const numbers = () => createExactNumbers(rows.length)
  const [sent, quantity, price, differs] = [numbers(), numbers(), numbers(), numbers()]
  for (let at = 0; at < rows.length; at += 1) {
    // Two microseconds a row.
    if (at % 4_096 === 0) await turn.breathe()
    const event = eventOf(rows[at] ?? 0)
    const valued = valuer.value(event)
    kindOf[at] = found.numberOf(valued, event)
    if (valued.sent !== null) sent.set(at, valued.sent)
    if (valued.quantity !== null) quantity.set(at, valued.quantity)
    if (valued.price !== null) price.set(at, valued.price)
    if (valued.differs !== null) differs.set(at, valued.differs)
  }
  const values = new Map<string, Column>()
  for (const kind of found.kinds) {
    const name = valueProperty(kind)
    const column = name === null ? undefined : properties.get(name)
    if (name !== null && column !== undefined) values.set(name, column)
  }
  return { names: valuer.names, kinds: found.kinds, kindOf, sent, quantity, price, differs, values }
}

/**
 * Numbers kinds from 0, as they first come. Rows are of one kind where they have the same key. It is an integer, as a
 * text for each of a million rows would take several times as long: each fact and each text that tells kinds apart has
 * a number, and a number is given to the first two, then to that one and the third, until one number stands for all.
 */
function kindNumbering({ rules }: WorthRules) {
  const kinds: ValuedKind[] = []
  /** The kind of each key, as an index into `kinds`. */
  const kindOfKey = new Map<number, number>()
  const textNumbers = new Map<string | null, number>()
  /**
   * The numbers of pairs, whose keys are 0 or more, and of the facts that a key begins with, whose keys are below 0.
   */
  const joinedNumbers = new Map<number, number>()

  /** The number of a key, from 0 in the order in which keys first come. */
  function numbered<Key>(known: Map<Key, number>, key: Key): number {
    const number = known.get(key)
    if (number !== undefined) return number
    known.set(key, known.size)
    return known.size - 1
  }
  const ofText = (text: string | null) => numbered(textNumbers, text)
  /**
   * The number of a pair of numbers. A row makes nine new ones at most, so that of 3,000,000 rows all stay below 2^26,
   * and the key of a pair is an exact double.
   */
  const joined = (one: number, other: number) => numbered(joinedNumbers, one * 2 ** 26 + other)

  function keyOf(valued: ValuedEvent, eventCode: string | null, type: SumType): number {
    const { currency, unit, line, missing } = valued
    let key = numbered(joinedNumbers, -1 - factsOf(valued))
    for (const text of [type, eventCode, unit, currency]) key = joined(key, ofText(text))
    if (line !== null) {
      key = joined(key, line.price === null ? 0 : 1 + line.price.at)
      key = joined(key, ofText(line.currency))
    }
    if (missing !== null) {
      key = joined(key, ofText(missing.property))
      key = joined(key, ofText(missing.currency))
    }
    return key
  }

  return {
    kinds,
    /** The index of the row's kind in `kinds`. */
    numberOf(valued: ValuedEvent, { eventCode, eventType }: WorthEvent): number {
      const type = sumTypeOf(eventType)
      const key = keyOf(valued, eventCode, type)
      const known = kindOfKey.get(key)
      if (known !== undefined) return known
      const { effect = 'as-sent', quantity = null } = rules[valued.rule ?? -1] ?? {}
      const isAdded = quantity === null || !isOfPeriod(quantity)
      kindOfKey.set(key, kinds.length)
      return kinds.push({ like: valued, eventCode, type, effect, isAdded }) - 1
    },
  }
}

/**
 * What a kind says by one of few values each, as one integer, like the digits of a number: each step multiplies by how
 * many values the next fact can have, and adds which of them it has.
 */
function factsOf({
  rule,
  moneyKind,
  why,
  sent,
  quantity,
  price,
  differs,
  isRounded,
  line,
  missing,
}: ValuedEvent): number {
  let facts = rule === null ? 0 : 1 + rule
  facts = facts * MONEY_KINDS.length + MONEY_KINDS.indexOf(moneyKind)
  facts = facts * REASONS.length + REASONS.indexOf(why)
  facts = facts * SIGNS + signOf(sent)
  facts = facts * SIGNS + signOf(quantity)
  facts = facts * 2 + (price === null ? 0 : 1)
  facts = facts * 2 + (missing === null ? 0 : 1)
  facts = facts * 3 + (differs === null ? 0 : isRounded ? 1 : 2)
  return facts * (1 + REASONS.length) + (line === null ? 0 : 1 + REASONS.indexOf(line.why))
}

/** Why there is no worth; null: there is one. */
const REASONS: readonly unknown[] = [null, ...NO_NUMBER, ...NOT_VALUED]

/** How many results `signOf` has. */
const SIGNS = 4

/** 0: there is no number; 1: it is below zero; 2: it is zero; 3: it is above. */
const signOf = (value: ValuedEvent['sent']) =>
  value === null ? 0 : value.digits < 0n ? 1 : value.digits === 0n ? 2 : 3

/**
 * The property whose values matter for rows of the kind: the one in which they sent something else than a number, or
 * the one of which a line counts the different values; null: none.
 */
const valueProperty = ({ like: { line, missing } }: ValuedKind): string | null =>
  missing !== null ? missing.property : line?.by === 'distinct' ? line.property : null

/** Rows as their columns say them. @param places parallel to `rows`: where each is in the columns */
function ofColumns(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  columns: ValuedColumns,
  places: Uint32Array,
): ValuedRows {
  const { table } = snapshot
  const { kinds, kindOf, sent, quantity, price, differs, values } = columns
  const customerOf = textsOf(fieldColumn(table, 'customerId'))
  const monthOf = billingMonths(table.range.zone)
  const instantOf = rowInstants(table)
  const kindAt = (at: number) => kinds[kindOf[places[at] ?? 0] ?? 0] as ValuedKind

  function valueIn(kind: ValuedKind, row: number): WorthValue | null {
    const column = values.get(valueProperty(kind) ?? '')
    return column === undefined ? null : valueOfCode(column, column.codes[row] ?? 0)
  }

  return {
    snapshot,
    rows,
    columns,
    places,
    kindAt,
    eventAt(at) {
      const [row, place, kind] = [rows[at] ?? 0, places[at] ?? 0, kindAt(at)]
      const { like, effect, isAdded } = kind
      const ownSent = like.sent && sent.at(place)
      const ownQuantity = like.quantity && quantity.at(place)
      const createdAt = like.line && instantOf(row)
      return {
        ...like,
        sent: ownSent,
        worth: like.worth && ownSent && withEffect(effect, ownSent),
        quantity: ownQuantity,
        price: like.price && price.at(place),
        differs: like.differs && differs.at(place),
        missing: like.missing && { ...like.missing, value: valueIn(kind, row) },
        line: like.line && {
          ...like.line,
          customerId: customerOf(row),
          createdAt,
          month: createdAt && monthOf(createdAt),
          quantity: ownQuantity && (isAdded ? withEffect(effect, ownQuantity) : ownQuantity),
          value: like.line.by === 'distinct' ? valueIn(kind, row) : null,
          place: -1,
        },
      }
    },
  }
}
