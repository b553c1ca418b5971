// table/ holds the rows of a snapshot in memory: their columns, groups and order, and which of them meet conditions.
// A loaded snapshot as questions see it: columns by key, periods among them, built on demand and kept while in use.
import { LRUCache } from 'lru-cache'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import type { KeyValue, Period, SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import { periodText, weekOf } from '../../../../shared/snapshot/snapshot-periods.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { zoneClock } from '../../../../shared/time/zone-clock.ts'
import { scanProperties } from './build-table.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { type Column, fieldColumn, type LoadedEvents, valueOfCode } from './loaded-events.ts'
import { type NumberColumn, numbersOf } from './number-column.ts'
import { inSteps, type Turn } from './turn.ts'
import type { Ranks } from './value-ranks.ts'

/** The number of each row's value, 0 if it has none; `keyValue` takes numbers up to `size`. */
export interface KeyCodes {
  codes: Uint32Array
  size: number
  keyValue(code: number): KeyValue | null
}

export type LoadedSnapshot = ReturnType<typeof loadedSnapshot>

/** Keeps the 8 properties without a column and the 6 divisions of time that were asked for last, 4 bytes a row each. */
export function loadedSnapshot(table: LoadedEvents) {
  const rare = new LRUCache<string, Column>({ max: 8 })
  const periods = new LRUCache<string, PeriodCodes>({ max: 6 })
  const numbers = new WeakMap<Dictionary, Map<boolean, NumberColumn>>()

  /** Several in one pass over the texts; those without a column are not kept. */
  async function properties(names: readonly string[], turn: Turn): Promise<Map<string, Column>> {
    const found = new Map<string, Column>()
    const wanted = new Set<string>()
    for (const name of names) {
      const known = table.properties.get(name) ?? rare.get(name)
      if (known !== undefined) found.set(name, known)
      else wanted.add(name)
    }
    const isAnyThere = table.rowsOfOtherNames > 0 || table.names.some(({ name }) => wanted.has(name))
    const scanned = isAnyThere ? await scanProperties(table.texts, table.rows, wanted, turn) : null
    const columns = scanned?.columns()
    const none = () => ({ codes: new Uint32Array(table.rows), values: createDictionary() })
    for (const name of wanted) found.set(name, columns?.get(name) ?? none())
    return found
  }

  /** Empty if no row has the property. */
  async function property(name: string, turn: Turn): Promise<Column> {
    const column = (await properties([name], turn)).get(name)
    if (column === undefined) throw new Error(`No column of ${name}`)
    if (!table.properties.has(name)) rare.set(name, column)
    return column
  }

  async function period(every: Period, zone: string, turn: Turn): Promise<PeriodCodes> {
    const key = `${every} ${zone}`
    const made = periods.get(key) ?? (await periodCodes(table, every, zone, turn))
    periods.set(key, made)
    return made
  }

  const column = async (key: Exclude<SnapshotKey, { of: 'time' }>, turn: Turn): Promise<Column> =>
    key.of === 'field' ? fieldColumn(table, key.field) : property(key.name, turn)

  return {
    table,
    property,
    properties,
    column,
    /** Sorted and filtered rows by question, and how many were left out for missing a filter. */
    views: new LRUCache<string, { rows: Uint32Array; missing: number }>({ max: 3 }),
    /** They are by the JSON of a field or key. */
    ranks: new LRUCache<string, Ranks>({ max: 3 }),
    /** `zone`: null for the snapshot's. */
    async codes(key: SnapshotKey, zone: string | null, turn: Turn): Promise<KeyCodes> {
      if (key.of === 'time') {
        const { codes, texts } = await period(key.every, zone ?? table.range.zone, turn)
        return { codes, size: texts.length - 1, keyValue: (code) => timeValue(texts[code]) }
      }
      const ofKey = await column(key, turn)
      return { codes: ofKey.codes, size: ofKey.values.size, keyValue: (code) => valueOfCode(ofKey, code) }
    },
    numbers(of: Pick<Column, 'values'>, text: boolean): NumberColumn {
      const made = numbers.get(of.values) ?? new Map<boolean, NumberColumn>()
      numbers.set(of.values, made)
      const known = made.get(text)
      if (known !== undefined) return known
      const read = numbersOf(of.values, text)
      made.set(text, read)
      return read
    },
  }
}

const timeValue = (text: string | undefined): KeyValue | null => (text ? { kind: 'time', text } : null)

/** `codes`: the number of each row's period, 0 if its time is not known; an index into `texts`. */
interface PeriodCodes {
  codes: Uint32Array
  texts: string[]
}

const DAY = 86_400

/** An hour that the clock shows twice counts as two, named by their offsets. @param zone known to `isZone` */
async function periodCodes(table: LoadedEvents, every: Period, zone: string, turn: Turn): Promise<PeriodCodes> {
  const created = fieldColumn(table, 'createdAt')
  const { seconds } = table.instants
  const clock = zoneClock(zone)
  const numbers = new Map<number, number>()
  const texts = ['']
  const ofTexts = new Uint32Array(created.values.size + 1)
  await inSteps(ofTexts.length, turn, (from, to) => {
    for (let id = Math.max(from, 1); id < to; id += 1) {
      const at = seconds[id] ?? Number.NaN
      if (Number.isNaN(at)) continue
      const offset = clock(at)
      const local = at + offset
      const day = Math.floor(local / DAY)
      const key = keyOf(every, local, day, offset)
      let number = numbers.get(key)
      if (number === undefined) {
        number = texts.push(periodText(every, at, offset)) - 1
        numbers.set(key, number)
      }
      ofTexts[id] = number
    }
  })
  const codes = new Uint32Array(table.rows)
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) codes[row] = ofTexts[created.codes[row] ?? 0] ?? 0
  })
  return { codes, texts }
}

/**
 * A number for a period, which no other has. An hour is told from the same one at another offset, where a clock goes
 * back: offsets, in seconds, go from -23:59 to +23:59, which are fewer than 200,000.
 */
function keyOf(every: Period, local: number, day: number, offset: number): number {
  switch (every) {
    case 'hour':
      return Math.floor(local / 3_600) * 200_000 + offset
    case 'day':
      return day
    case 'week':
      return weekOf(day)
    case 'month':
      return monthOf(day)
  }
}

const months = new Map<number, number>()

/** Months since the year 0. */
function monthOf(day: number): number {
  let month = months.get(day)
  if (month === undefined) {
    const date = new Date(day * DAY * 1_000)
    month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    if (months.size > 100_000) months.clear()
    months.set(day, month)
  }
  return month
}

/** The periods that a range covers only in part, at either end. */
export function cutPeriods({ from, until }: SnapshotRange, every: Period, zone: string): string[] {
  const clock = zoneClock(zone)
  const textAt = (seconds: number) => periodText(every, seconds, clock(seconds))
  return [from, until].flatMap((edge) => {
    const at = edge === null ? null : parseInstant(edge)
    if (at === null) return []
    const text = textAt(at.seconds)
    return at.nanoseconds > 0 || textAt(at.seconds - 1) === text ? [text] : []
  })
}
