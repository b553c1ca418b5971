// money/ values the rows of a snapshot by price rules, and adds up what they are worth.
// What the rows of a snapshot are worth by price rules: worked out once for a version of the rules, and kept as columns while the
// snapshot is open. What rows have in common is a kind; only their numbers are kept row by row.
import { LRUCache } from 'lru-cache'
import { type SumType, sumTypeOf } from '../../../../shared/exact/exact-sum.ts'
import type { ValuedBy } from '../../../../shared/snapshot/snapshot-totals.ts'
import { billingMonths } from '../../../../shared/worth/billing-months.ts'
import { isOfPeriod, withEffect } from '../../../../shared/worth/rule.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { eventValuer, type ValuedEvent } from '../../../../shared/worth/value-event.ts'
import { BINS, NOT_VALUED } from '../../../../shared/worth/worth.ts'
import { NO_NUMBER, type WorthEvent, type WorthValue } from '../../../../shared/worth/worth-event.ts'
import { NO_RULES, type WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { type Column, fieldColumn, rowInstants } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { type Turn, takeTurns, unlessDropped } from '../table/turn.ts'
import { eventReader, textsOf } from './event-reader.ts'
import { createExactNumbers, type ExactNumbers } from './exact-numbers.ts'

/** What rows have in common: all but their numbers, and of whom and when they are. */
export interface ValuedKind {
  /** One of them. Those of its numbers that are null are null in all; where they are not, they are of one sign in all. */
  like: ValuedEvent
  eventCode: string | null
  type: SumType
  /** Whether its quantities are added up to a line's, or the line is of one of them. */
  isAdded: boolean
}

/** By the place of a row: its number where the columns are of all rows, else where it stands among those that were valued. */
export interface ValuedColumns {
  /** The properties that the rules read. */
  names: readonly string[]
  kinds: readonly ValuedKind[]
  kindOf: Uint32Array
  sent: ExactNumbers
  quantity: ExactNumbers
  price: ExactNumbers
  differs: ExactNumbers
  /** Of the properties of which values are asked for, by row. */
  values: ReadonlyMap<string, Column>
}

export interface ValuedRows {
  snapshot: LoadedSnapshot
  rules: WorthRules
  rows: Uint32Array
  columns: ValuedColumns
  /** Of each of `rows`, in the columns. */
  places: Uint32Array
  kindAt(at: number): ValuedKind
  /** What one of `rows` is worth, as the valuer says it. */
  eventAt(at: number): ValuedEvent
}

/** The rules that a question names. */
export interface AskedRules {
  rules: WorthRules
  version: string
  /** Why the text says no rules, a sentence each; empty where it says some. */
  problems: string[]
}

/** Text that says no rules has none: then no event has one, and nothing is netted. */
export function askedRules({ rules: text }: Pick<ValuedBy, 'rules'>): AskedRules {
  const read = readRules(text)
  const rules = read.ok ? read.rules : NO_RULES
  return { rules, version: rulesVersion(rules), problems: read.ok ? [] : read.problems }
}

/** Fewer rows than one in so many are valued by themselves where nothing is kept yet. */
const FEW = 8
/** With more numbers that are no doubles, or more kinds, nothing is kept: they would take more memory than the columns. */
const MOST_KEPT = 100_000

/** Columns under way or made; `waiting`: how many questions. */
interface Build {
  columns: Promise<ValuedColumns | undefined>
  made: ValuedColumns | null
  waiting: number
  dropping: AbortController
}

/** Of a snapshot, by version of the rules: those in force and those that are being written. Freed with the snapshot. */
const builds = new WeakMap<LoadedSnapshot, LRUCache<string, Build>>()

/** @param rows in any order; each may stand there several times */
export async function valuedRows(
  snapshot: LoadedSnapshot,
  { rules, version }: Pick<AskedRules, 'rules' | 'version'>,
  rows: Uint32Array,
  turn: Turn,
): Promise<ValuedRows> {
  const known = builds.get(snapshot) ?? new LRUCache<string, Build>({ max: 2 })
  builds.set(snapshot, known)
  const isFew = rows.length * FEW < snapshot.table.rows && known.get(version)?.made == null
  const columns = isFew ? null : await columnsOfAll(snapshot, rules, version, known, turn)
  const places = columns === null ? rows.map((_, at) => at) : rows
  return ofColumns(snapshot, rules, rows, columns ?? (await valuedColumns(snapshot, rules, rows, turn)), places)
}

/** One build for all who ask at once, with a turn of its own: it ends where nobody waits for it any more. */
async function columnsOfAll(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  version: string,
  known: LRUCache<string, Build>,
  turn: Turn,
): Promise<ValuedColumns> {
  let build = known.get(version)
  if (build === undefined) {
    const dropping = new AbortController()
    const every = Uint32Array.from({ length: snapshot.table.rows }, (_, row) => row)
    const own = takeTurns(dropping.signal)
    const columns = unlessDropped(() => valuedColumns(snapshot, rules, every, own))
    const begun: Build = { columns, made: null, waiting: 0, dropping }
    build = begun
    known.set(version, build)
    void columns.then(
      (made) => {
        if (made !== undefined && isKept(made)) begun.made = made
        else if (known.get(version) === begun) known.delete(version)
      },
      () => known.delete(version),
    )
  }
  if (build.made !== null) return build.made
  build.waiting += 1
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

function isKept({ kinds, sent, quantity, price, differs }: ValuedColumns): boolean {
  const large = [sent, quantity, price, differs].reduce((sum, numbers) => sum + numbers.largeCount(), 0)
  return large <= MOST_KEPT && kinds.length <= MOST_KEPT
}

async function valuedColumns(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  rows: Uint32Array,
  turn: Turn,
): Promise<ValuedColumns> {
  const valuer = eventValuer(rules, snapshot.table.range.zone, null)
  const properties = await snapshot.properties(valuer.names, turn)
  const eventOf = eventReader(snapshot, valuer.names, properties, rows.length)
  const found = createKinds(rules)
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

const REASONS: readonly unknown[] = [null, ...NO_NUMBER, ...NOT_VALUED]

/** 0: there is none; else by its sign. */
const signOf = (value: ValuedEvent['sent']) =>
  value === null ? 0 : value.digits < 0n ? 1 : value.digits === 0n ? 2 : 3

/** Numbers kinds as they first come. */
function createKinds({ rules }: WorthRules) {
  const kinds: ValuedKind[] = []
  const texts = new Map<string | null, number>()
  const names = new Map<number, number>()
  const numbers = new Map<number, number>()

  function numbered<Key>(known: Map<Key, number>, key: Key): number {
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  }
  const ofText = (text: string | null) => numbered(texts, text)
  /** A name of two names: both stay below 2^26, as there are a few of them for each row at most. */
  const pair = (one: number, other: number) => numbered(names, one * 2 ** 26 + other)

  /** What few values stand for. */
  function factsOf({ rule, bin, why, sent, quantity, price, differs, isRounded, line, missing }: ValuedEvent): number {
    let facts = (rule === null ? 0 : rule + 1) * BINS.length + BINS.indexOf(bin)
    facts = facts * REASONS.length + REASONS.indexOf(why)
    facts = facts * 16 + signOf(sent) * 4 + signOf(quantity)
    facts = facts * 12 + (price === null ? 0 : 6) + (missing === null ? 0 : 3)
    facts += differs === null ? 0 : isRounded ? 1 : 2
    return facts * (REASONS.length + 1) + (line === null ? 0 : 1 + REASONS.indexOf(line.why))
  }

  return {
    kinds,
    numberOf(valued: ValuedEvent, { eventCode, eventType }: WorthEvent): number {
      const { currency, unit, line, missing, rule } = valued
      const type = sumTypeOf(eventType)
      // Below zero, so that it is no name of two.
      let name = numbered(names, -1 - factsOf(valued))
      name = pair(pair(pair(pair(name, ofText(type)), ofText(eventCode)), ofText(unit)), ofText(currency))
      if (line !== null) name = pair(pair(name, line.price === null ? 0 : 1 + line.price.at), ofText(line.currency))
      if (missing !== null) name = pair(pair(name, ofText(missing.property)), ofText(missing.currency))
      const known = numbers.get(name)
      if (known !== undefined) return known
      const counted = rule === null ? null : (rules[rule]?.quantity ?? null)
      numbers.set(name, kinds.length)
      return kinds.push({ like: valued, eventCode, type, isAdded: counted === null || !isOfPeriod(counted) }) - 1
    },
  }
}

/** The property whose value is kept of rows of a kind, by the columns of the snapshot; null: none is. */
const valueProperty = ({ like: { line, missing } }: ValuedKind): string | null =>
  missing !== null ? missing.property : line?.by === 'distinct' ? line.property : null

function ofColumns(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
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
    const code = column?.codes[row] ?? 0
    return column === undefined || code === 0
      ? null
      : { kind: column.values.kind(code), text: column.values.text(code) }
  }

  return {
    snapshot,
    rules,
    rows,
    columns,
    places,
    kindAt,
    eventAt(at) {
      const [row, place, kind] = [rows[at] ?? 0, places[at] ?? 0, kindAt(at)]
      const { like } = kind
      const effect = like.rule === null ? 'as-sent' : (rules.rules[like.rule]?.effect ?? 'as-sent')
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
          quantity: ownQuantity && (kind.isAdded ? withEffect(effect, ownQuantity) : ownQuantity),
          value: like.line.by === 'distinct' ? valueIn(kind, row) : null,
          place: -1,
        },
      }
    },
  }
}
