// The time of a mapped row, as SQL: what orders it, what an event says of it, and when it lies within a bound. A column
// of a timestamp or of whole numbers is compared as it is stored, so that its own index serves; any other text or
// number as its seconds since 1970, which are a `numeric` with all their digits.
import { escapeLiteral } from 'pg'
import { type Column, columnText, isSayableTime } from './mapped-column.ts'
import { guarded, memberOf } from './mapped-json.ts'
import { columnIn, type MappedText, textIn, textSql } from './mapped-text.ts'
import type { Place } from './postgres-query.ts'
import type { Instant } from './read-instant.ts'
import { endText, type RangeEnd } from './search-filters.ts'

type Epoch = 'seconds' | 'milliseconds'

export type MappedInstant =
  /** A column of timestamptz, or of timestamp, which is taken for UTC. */
  | { kind: 'timestamp'; column: Column }
  /** A column of whole numbers that count these since 1970. */
  | { kind: 'count'; column: Column; epoch: Epoch }
  /** A text in RFC 3339, or with `epoch` a number, or its text, that counts these since 1970. */
  | { kind: 'text'; text: Exclude<MappedText, { kind: 'constant' }>; epoch: Epoch | null }
  | { kind: 'constant'; instant: Instant }

/** The same of the table under another name; with null, by its columns' own names. */
export function instantIn(instant: MappedInstant, table: string | null): MappedInstant {
  switch (instant.kind) {
    case 'timestamp':
    case 'count':
      return { ...instant, column: columnIn(instant.column, table) }
    case 'text':
      return { ...instant, text: textIn(instant.text, table) }
    case 'constant':
      return instant
  }
}

/** What orders rows by their time; null where a text is none. It is immutable, so that an index can hold it. */
export function instantSql(instant: MappedInstant): string {
  switch (instant.kind) {
    case 'timestamp':
    case 'count':
      return instant.column.sql
    case 'text': {
      const { text, epoch } = instant
      if (text.kind === 'json') {
        return `(${guarded(text.json.column, secondsSql(memberOf(text.json, '#>>'), epoch), 'NULL')})`
      }
      // Letters are told apart in it, whatever the column's collation does.
      return `(${secondsSql(`(${columnText(text.column)} COLLATE "C")`, epoch)})`
    }
    case 'constant':
      return `${escapeLiteral(instant.instant.key)}::text`
  }
}

const secondsSql = (text: string, epoch: Epoch | null) =>
  epoch === null ? secondsOfText(text) : secondsOfNumber(text, epoch)

/** Whether the row has a time that can be said. */
export function isInstant(instant: MappedInstant): string {
  const sql = instantSql(instant)
  switch (instant.kind) {
    case 'timestamp':
      return isSayableTime(sql)
    case 'count': {
      const each = instant.epoch === 'seconds' ? 1 : 1_000
      return `${sql} >= ${FIRST_SECOND * each} AND ${sql} < ${END_SECOND * each}`
    }
    case 'text':
      return `${sql} IS NOT NULL`
    case 'constant':
      return 'true'
  }
}

/**
 * The same where all rows are counted, with what is joined for it: a member of JSON is taken out once for each row, not
 * once for each of its parts, which may be read and unpacked from where the table keeps what is long.
 */
export function isInstantOfAll(instant: MappedInstant): { join: string; is: string } {
  if (instant.kind !== 'text' || instant.text.kind !== 'json') return { join: '', is: isInstant(instant) }
  const column: Column = { ...instant.text.json.column, kind: 'text', sql: 'time.text' }
  return {
    join: `CROSS JOIN LATERAL (SELECT ${textSql(instant.text)} AS text OFFSET 0) AS time`,
    is: isInstant({ ...instant, text: { kind: 'column', column } }),
  }
}

/** What is selected of a row, for `saidInstant` to make RFC 3339 of. */
export function instantText(instant: MappedInstant): string {
  switch (instant.kind) {
    case 'timestamp':
      return columnText(instant.column)
    case 'count':
      return `${inSeconds(instant.column.sql, instant.epoch)}::text`
    case 'text':
    case 'constant':
      return `${instantSql(instant)}::text`
  }
}

/** Makes RFC 3339 of what `instantText` selected. */
export function saidInstant(instant: MappedInstant, text: string): string {
  switch (instant.kind) {
    case 'timestamp':
      return text
    case 'count':
    case 'text':
      return instantOfSeconds(text)
    case 'constant':
      return instant.instant.utc
  }
}

/** When the row's time is on the right side of a bound. */
export function rangeCondition(instant: MappedInstant, end: RangeEnd, place: Place): string {
  const sql = instantSql(instant)
  switch (instant.kind) {
    case 'timestamp': {
      const { operator, seconds, fraction } = boundOf(end, 6)
      return `${sql} ${operator} ${place(timestampOf(seconds, fraction))}::${instant.column.type}`
    }
    case 'count': {
      const digits = instant.epoch === 'seconds' ? 0 : 3
      const { operator, seconds, fraction } = boundOf(end, digits)
      const count = BigInt(seconds) * 10n ** BigInt(digits) + BigInt(fraction.padEnd(digits, '0'))
      return `${sql} ${operator} ${place(String(count))}::bigint`
    }
    case 'text': {
      const { operator, seconds, fraction } = boundOf(end, MOST_DIGITS)
      return `${sql} ${operator} ${place(String(seconds))}::numeric + ${place(`0.${fraction || '0'}`)}::numeric`
    }
    case 'constant':
      return String(isOnSide(instant.instant.key, end))
  }
}

function isOnSide(key: string, end: RangeEnd): boolean {
  const bound = endText(end)
  switch (end.operator) {
    case '>=':
      return key >= bound
    case '>':
      return key > bound
    case '<=':
      return key <= bound
    case '<':
      return key < bound
  }
}

const FIRST_SECOND = Date.parse('0001-01-01T00:00:00Z') / 1_000
const END_SECOND = Date.parse('+010000-01-01T00:00:00Z') / 1_000

// Seconds of a text, as SQL. Nothing of it can fail: each cast stands behind what says that it will not.

/** More characters than an instant has that anybody writes, and an index holds all of them. */
const MOST_CHARACTERS = 99
/** More digits than the fraction of any such instant, or number, has. */
const MOST_DIGITS = 150

/** Days that exist in every year. */
const USUAL_DAY = [
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '02-(?:0[1-9]|1[0-9]|2[0-8])',
].join('|')
/** Leap years: those that 4 divides and that do not end in 00, and of these the ones that 400 divides. */
const LEAP_YEAR = '[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00'
const DAYS = `[0-9]{4}-(?:${USUAL_DAY})|(?:${LEAP_YEAR})-02-29`
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
/** RFC 3339 without leap seconds, which have no place among seconds since 1970. */
const RFC_3339 = `^(?!0000)(?:${DAYS})[Tt]${TIME}:[0-5][0-9](?:[.][0-9]+)?(?:[Zz]|[+-]${TIME})$`
/** A number of seconds or milliseconds, few enough digits for a cast that cannot fail. */
const NUMBER = '^-?[0-9]{1,18}(?:[.][0-9]{1,30})?(?:[eE][-+]?[0-9]{1,2})?$'

/** The seconds of "2026-03-01T09:30:00.25Z", or "2026-03-01T09:30:00.25+01:00"; null of any other text. */
function secondsOfText(text: string): string {
  // Patterns take most of the time, so that the parts are cut out by their places, from 1 on.
  const part = (from: number, length: number) => `substr(${text}, ${from}, ${length})::int`
  const [year, month, day, hour, minute] = [part(1, 4), part(6, 2), part(9, 2), part(12, 2), part(15, 2)]
  const days = `make_date(${year}, ${month}, ${day}) - date '1970-01-01'`
  const minutes = `${hour} * 60 + ${minute}`
  const seconds = (zone: string) => `substr(${text}, 18, length(${text}) - ${17 + zone.length})::numeric`
  // Of +01:30 the hours are +01, and the minutes +30.
  const sign = `left(right(${text}, 6), 1)`
  const offset = `left(right(${text}, 6), 3)::int * 60 + (${sign} || right(${text}, 2))::int`
  const utc = `((${days}) * 1440::numeric + ${minutes}) * 60 + ${seconds('Z')}`
  const zoned = `((${days}) * 1440::numeric + ${minutes} - (${offset})) * 60 + ${seconds('+01:00')}`
  const isRfc3339 = `length(${text}) <= ${MOST_CHARACTERS} AND ${text} ~ '${RFC_3339}'`
  // In all years but two, no offset leads out of those that can be said.
  const isWithin = `left(${text}, 4) NOT IN ('0001', '9999') OR ${isSecond(zoned)}`
  const sinceEpoch = `CASE WHEN right(${text}, 1) IN ('Z', 'z') THEN ${utc} WHEN ${isWithin} THEN ${zoned} END`
  return `CASE WHEN ${isRfc3339} THEN ${sinceEpoch} END`
}

function secondsOfNumber(text: string, epoch: Epoch): string {
  const seconds = inSeconds(text, epoch)
  return `CASE WHEN ${text} ~ '${NUMBER}' THEN CASE WHEN ${isSecond(seconds)} THEN ${seconds} END END`
}

const inSeconds = (sql: string, epoch: Epoch): string =>
  epoch === 'seconds' ? `${sql}::numeric` : `(${sql}::numeric * 0.001)`

/** Whether seconds lie within the years 1 to 9999: in the only bucket between these ends, not before or after it. */
const isSecond = (sql: string): string => `width_bucket(${sql}, ${FIRST_SECOND}, ${END_SECOND}, 1) = 1`

/** @param text a numeric of seconds since 1970, in the years 1 to 9999, as PostgreSQL writes it */
function instantOfSeconds(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  // In units of the last digit, so that -0.25 is rounded down to the second before 1970: it is 59.75 there.
  const perSecond = 10n ** BigInt(fraction.length)
  const count = BigInt(whole + fraction)
  const rest = ((count % perSecond) + perSecond) % perSecond
  const second = new Date(Number((count - rest) / perSecond) * 1_000).toISOString().slice(0, 19)
  return fraction === '' ? `${second}Z` : `${second}.${String(rest).padStart(fraction.length, '0')}Z`
}

// Bounds.

const DAY = 86_400

/**
 * A bound as whole seconds since 1970 and a fraction of at most `most` digits, which are those of the rows' own times.
 * One that is finer is moved to the neighbour that leaves the same rows on either side: of tenths, `>= 1.25` and
 * `< 1.25` are `>= 1.3` and `< 1.3`, as `> 1.25` and `<= 1.25` are `> 1.2` and `<= 1.2`.
 * @param end `key` is a day, a second, or a second with a fraction: 2026-03-01T09:30:00.25
 */
function boundOf(
  { operator, key, isPast }: RangeEnd,
  most: number,
): { operator: RangeEnd['operator']; seconds: number; fraction: string } {
  const isFrom = operator === '>=' || operator === '>'
  const [whole = '', fraction = ''] = key.split('.')
  const isDay = !whole.includes('T')
  const isLeap = whole.endsWith(':60')
  const seconds = Date.parse(`${isDay ? `${whole}T00:00:00` : whole.replace(/:60$/, ':59')}Z`) / 1_000
  /** The end of the day or second that the bound names. */
  const secondsAfter = seconds + (isDay ? DAY : 1)
  // No time of a row is within a leap second: it lies between the second before and midnight.
  if (isLeap) return { operator: isFrom ? '>=' : '<', seconds: secondsAfter, fraction: '' }
  if (isPast) return { operator, seconds: secondsAfter, fraction: '' }
  const digits = fraction.slice(0, most)
  const isMovedUp = operator === '>=' || operator === '<'
  if (fraction.length <= most || !isMovedUp) return { operator, seconds, fraction: digits }
  const above = String(BigInt(digits) + 1n).padStart(most, '0')
  // Above .999 comes the next second.
  if (above.length > most) return { operator, seconds: secondsAfter, fraction: '' }
  return { operator, seconds, fraction: above }
}

/** A timestamp as PostgreSQL reads it, to the microsecond. */
function timestampOf(seconds: number, fraction: string): string {
  const date = new Date(seconds * 1_000)
  if (date.getUTCFullYear() < 1) return '-infinity'
  if (date.getUTCFullYear() > 9999) return 'infinity'
  return `${date.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
}
