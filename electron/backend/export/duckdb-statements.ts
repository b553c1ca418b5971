// This is what is copied for DuckDB: a statement that loads a Parquet file or a folder of them, and one that must
// answer what the receipt says. The second calculates from the exact texts, so that no number is too long for it. Needs
// DuckDB 1.4 or later.
import { sep } from 'node:path'
import { decimalText, plus, readPlain, ZERO } from '../../../shared/exact/decimal.ts'
import { unitProperties } from '../../../shared/worth/property-sum.ts'
import { BETWEEN, NO_DAY } from './parquet-columns.ts'
import { parquetPlaces, type ValueColumn } from './parquet-format.ts'
import type { FileField, ReceiptContent, ReceiptSum } from './receipt.ts'
import { placeOf, whyHiddenInColumns } from './row-reader.ts'

export interface DuckDbStatements {
  load: string
  check: string
}

/** This is what the statements are made of: all that is said of a file, or of all files of a folder. */
export interface LoadedEvents {
  /** They are in the order of the file. */
  fields: readonly FileField[]
  rows: string
  sums: readonly ReceiptSum[]
  /** Null: there is no receipt, so that only rows are counted. */
  fingerprint: string | null
  decimals: NonNullable<ReceiptContent['decimals']>
  /** The figures of a folder by its days, null for events without one; empty for a file. */
  days: readonly { day: string | null; rows: string; fingerprint: string }[]
}

/** @param path absolute where it is known, else the file's name */
export const fileStatements = (path: string, events: LoadedEvents): DuckDbStatements => ({
  load: isVague(path)
    ? loading('* EXCLUDE (dt)', pattern(path), [WITH_PATH], `dt = ${literal(path)}`)
    : loading('*', withSlashes(path).includes('\\') ? path : pattern(path), []),
  check: checking(events),
})

/** @param path of the folder */
export const folderStatements = (path: string, events: LoadedEvents): DuckDbStatements => ({
  load: loading(
    `* REPLACE (nullif(regexp_extract(dt, 'dt=([^/\\\\]*)[/\\\\][^/\\\\]*$', 1), ${literal(NO_DAY)}) AS dt)`,
    `${pattern(path)}/dt=*/*.parquet`,
    [WITH_PATH, 'union_by_name = true'],
    withSlashes(path).includes('\\') ? `starts_with(dt, ${literal(`${path}/`)})` : null,
  ),
  check: checking(events),
})

/** No column of ours has the name `dt`. */
const WITH_PATH = "filename = 'dt'"

/** Folders above may have any name: DuckDB would take `dt=…` for the day, and `amount=…` for the amounts. */
function loading(what: string, files: string, more: readonly string[], where: string | null = null): string {
  const options = [literal(files), ...more, 'hive_partitioning = false'].join(', ')
  const condition = where === null ? '' : ` WHERE ${where}`
  return `CREATE TABLE events AS SELECT ${what} FROM read_parquet(${options})${condition};`
}

/** Windows has no backslash in a name. */
const withSlashes = (path: string) => (sep === '\\' ? path.replaceAll('\\', '/') : path)

/**
 * A path as a pattern that only this path fits. A backslash in a name, which DuckDB's patterns cannot say, is any
 * character: such a pattern is vague.
 */
const pattern = (path: string) => withSlashes(path).replaceAll(/[*?[]/g, '[$&]').replaceAll('\\', '?')

/** Whether a path can only be said as a vague pattern: one without signs of patterns is taken as it is. */
const isVague = (path: string) => withSlashes(path).includes('\\') && /[*?[]/.test(path)

/** A row for each figure: as the receipt has it, as it is found, and whether they agree; what does not, first. */
function checking({ fields, rows, sums, fingerprint, decimals, days }: LoadedEvents): string {
  const shown = sums.filter((sum) => sum.rowsOfOtherUnits === '0' && whyHiddenInColumns(sum, fields) === null)
  const texts = parquetPlaces(fields).texts.map(({ field }) => `${literal(`${field.name}=`)} || ${quoted(field.name)}`)
  const mark = `coalesce(sum(md5_number_lower(concat_ws(chr(${BETWEEN.charCodeAt(0)}), ${texts.join(', ')}))), 0)`
  const parts = [
    figure('rows', rows, 'count(*)'),
    ...(fingerprint === null ? [] : [figure('fingerprint of all texts', fingerprint, mark)]),
    ...(days.length === 0 ? [] : [ofDays(days, mark)]),
    ...decimals.flatMap((counts) => ofDecimals(counts, fields)),
    ...shown.map((sum) => ofSum(sum, fields)),
  ]
  return [
    `WITH figures(figure, receipt, found) AS (\n${parts.join('\nUNION ALL\n')}\n)`,
    'SELECT figure, receipt, found, receipt IS NOT DISTINCT FROM found AS agrees FROM figures ORDER BY agrees, figure;',
  ].join('\n')
}

const figure = (name: string, stated: string, found: string) =>
  `SELECT ${literal(name)}, ${literal(stated)}, (${found})::VARCHAR FROM events`

function ofDays(days: LoadedEvents['days'], mark: string): string {
  const stated = days.map(({ day, rows, fingerprint }) => `(${nullable(day)}, ${literal(ofDay(rows, fingerprint))})`)
  const found = `SELECT dt, count(*) || ' rows, fingerprint ' || ${mark} AS value FROM events GROUP BY dt`
  return joined("'day ' || coalesce(m.dt, f.dt, '(none)')", ['dt'], stated, found)
}

const ofDay = (rows: string, fingerprint: string) => `${rows} rows, fingerprint ${fingerprint}`

/** The parts of a JSON number. */
const PARTS = `'^(-?)([0-9]+)(?:[.]([0-9]+))?(?:[eE]([+-]?[0-9]+))?$', ['sign', 'whole', 'places', 'power']`
const POWER = `coalesce(try_cast(nullif(p.power, '') AS INTEGER), 0)`
/** It is what `readDecimal` does not calculate with. */
const BEYOND = `(length(p.whole) > 1000 OR length(p.places) > 1000 OR length(p.power) > 8 OR abs(${POWER}) > 1000)`

/** How many decimals there are, and that each is the number beside which it stands. */
function ofDecimals(
  { column, numbers, without }: LoadedEvents['decimals'][number],
  fields: readonly FileField[],
): string[] {
  const one = parquetPlaces(fields).values.find(({ decimal }) => decimal?.field.name === column)
  if (one?.decimal == null) return []
  const scale = one.decimal.field.scale ?? 0
  const shift = `(${POWER} - length(p.places) + ${scale})`
  const digits = `replace(d::VARCHAR, '.', '') || repeat('0', greatest(0, -${shift}))`
  const textDigits = `p.sign || p.whole || p.places || repeat('0', greatest(0, ${shift}))`
  // In this order: an exponent of thousands is never written out.
  const differs = `CASE WHEN d IS NULL THEN false WHEN ${BEYOND} THEN true ELSE try_cast(${digits} AS BIGNUM) IS DISTINCT FROM try_cast(${textDigits} AS BIGNUM) END`
  const rows = `SELECT ${quoted(column)} AS d, ${isNumber(one)} AS n, regexp_extract(${quoted(one.field.name)}, ${PARTS}) AS p FROM events`
  const found = `count(d) || ' numbers, ' || count(*) FILTER (n AND d IS NULL) || ' without, ' || count(*) FILTER (${differs}) || ' other than their text'`
  const stated = `${numbers} numbers, ${without} without, 0 other than their text`
  return [`SELECT ${literal(column)}, ${literal(stated)}, ${found} FROM (${rows})`]
}

/** Where neither tells, no value of the column is one. */
function isNumber({ decimal, kind }: ValueColumn): string {
  const tells = [
    ...(decimal === null ? [] : [`${quoted(decimal.field.name)} IS NOT NULL`]),
    ...(kind === null ? [] : [`${quoted(kind.field.name)} IS NOT DISTINCT FROM 'number'`]),
  ]
  return tells.length === 0 ? 'false' : `(${tells.join(' OR ')})`
}

function ofSum({ property, by, byCode, figures }: ReceiptSum, fields: readonly FileField[]): string {
  const places = figures.reduce((most, { sum }) => Math.max(most, sum === null ? 0 : readPlain(sum).scale), 0)
  const columns = parquetPlaces(fields).values
  const [first, second] = columns.filter(({ field }) => field.property === property)
  const type = fields[placeOf(fields, 'eventType')]
  if (first === undefined || type === undefined) return figure(`sum of ${property}`, 'none', "'none'")
  const once = second === undefined ? 'true' : `${quoted(second.field.name)} IS NULL`
  const told = unitProperties({ by, byCode }).map((name) =>
    unitOf(columns.filter(({ field }) => field.property === name)),
  )
  const units = [...told, ...(byCode ? [codeWithout(told, fields[placeOf(fields, 'eventCode')])] : [])].map(
    (unit, at) => `${unit} AS u${at}`,
  )
  const typed = `CASE WHEN ${quoted(type.name)} IN ('credit', 'debit') THEN ${quoted(type.name)} ELSE 'neither' END AS t`
  const rows = `SELECT ${[typed, ...units].join(', ')}, ${once} AND ${isNumber(first)} AS n, regexp_extract(${quoted(first.field.name)}, ${PARTS}) AS p FROM events`
  const keys = ['t', ...by.map((_, at) => `u${at}`)]
  const zeros = `(${places} + ${POWER} - length(p.places))`
  const value = `CASE WHEN n AND NOT ${BEYOND} AND ${zeros} >= 0 THEN try_cast(p.sign || p.whole || p.places || repeat('0', ${zeros}) AS BIGNUM) END`
  const grouped = `SELECT ${keys.join(', ')}, sum(v)::VARCHAR AS total, count(v) AS numbers, count(*) FILTER (NOT n) AS without, count(*) FILTER (n AND beyond) AS beyond FROM (SELECT ${keys.join(', ')}, n, ${value} AS v, ${BEYOND} AS beyond FROM (${rows})) GROUP BY ALL`
  const found = `SELECT ${keys.join(', ')}, ${pointed('total', places)} || '; ' || numbers || ' numbers, ' || without || ' without, ' || beyond || ' beyond' AS value FROM (${grouped})`
  const stated = figures.map(({ type: of, units, sum, numbers, without, beyond }) => {
    const words = `${sum === null ? 'none' : atPlaces(sum, places)}; ${numbers} numbers, ${without} without, ${beyond} beyond`
    return `(${[of ?? 'neither', ...units].map(nullable).join(', ')}, ${literal(words)})`
  })
  const label = keys.map((key) => `coalesce(m.${key}, f.${key}, '(none)')`).join(` || ', ' || `)
  return joined(`${literal(`sum of ${property}: `)} || ${label}`, keys, stated, found)
}

/** The event code of a row of which no unit is told. */
function codeWithout(units: readonly string[], code: FileField | undefined): string {
  if (code === undefined) return 'NULL::VARCHAR'
  return units.length === 0
    ? quoted(code.name)
    : `CASE WHEN coalesce(${units.join(', ')}) IS NULL THEN ${quoted(code.name)} END`
}

/** The only text among these, which hold a property's values; null where there is none, or more than one. */
function unitOf(columns: readonly ValueColumn[]): string {
  const texts = columns.map(({ field, kind }) =>
    kind === null
      ? field.type === 'string'
        ? quoted(field.name)
        : 'NULL::VARCHAR'
      : `CASE WHEN ${quoted(kind.field.name)} = 'string' THEN ${quoted(field.name)} END`,
  )
  const [only] = texts
  if (texts.length === 1 && only !== undefined) return only
  const list = `[${texts.join(', ')}]`
  return `CASE WHEN list_count(${list}) = 1 THEN coalesce(${texts.join(', ')}) END`
}

/** A row for each key of either side. */
function joined(label: string, keys: readonly string[], stated: readonly string[], found: string): string {
  const names = [...keys, 'value'].join(', ')
  const none = `SELECT ${[...keys, 'value'].map((key) => `NULL::VARCHAR AS ${key}`).join(', ')} WHERE false`
  const side = stated.length === 0 ? `(${none}) m` : `(VALUES ${stated.join(', ')}) m(${names})`
  const on = keys.map((key) => `m.${key} IS NOT DISTINCT FROM f.${key}`).join(' AND ')
  return `SELECT ${label}, m.value, f.value FROM ${side} FULL JOIN (${found}) f ON ${on}`
}

/** An integer's text with its point put in. */
function pointed(text: string, places: number): string {
  const sign = `CASE WHEN starts_with(${text}, '-') THEN '-' ELSE '' END`
  const digits = `ltrim(${text}, '-')`
  const padded = `lpad(${digits}, greatest(length(${digits}), ${places + 1})::INTEGER, '0')`
  const point = places === 0 ? padded : `${padded}[:-${places + 1}] || '.' || ${padded}[-${places}:]`
  return `coalesce(${sign} || ${point}, 'none')`
}

const atPlaces = (sum: string, places: number) => decimalText(plus(readPlain(sum), { ...ZERO, scale: places }))

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A statement ends at the character of code 0. */
const literal = (text: string) =>
  text
    .split('\0')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(' || chr(0) || ')

const nullable = (text: string | null) => (text === null ? 'NULL::VARCHAR' : literal(text))
