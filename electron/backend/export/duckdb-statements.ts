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
  /** How many, as the receipt says it. */
  rows: string
  sums: readonly ReceiptSum[]
  /** Null: there is no receipt, so that only rows are counted. */
  fingerprint: string | null
  /** For each column of decimals, how many values of its text column it has and does not have as numbers. */
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

/**
 * A row for each figure: as the receipt has it, as it is found, and whether they agree; what does not, first. For a
 * file of two rows this is, with one SELECT more for each further figure:
 *
 *   WITH figures(figure, receipt, found) AS (
 *   SELECT 'rows', '2', (count(*))::VARCHAR FROM events
 *   )
 *   SELECT figure, receipt, found, receipt IS NOT DISTINCT FROM found AS agrees FROM figures ORDER BY agrees, figure;
 */
function checking({ fields, rows, sums, fingerprint, decimals, days }: LoadedEvents): string {
  const shown = sums.filter((sum) => sum.rowsOfOtherUnits === '0' && whyHiddenInColumns(sum, fields) === null)
  const fingerprintOfRows = fingerprintExpression(fields)
  const selects = [
    figure('rows', rows, 'count(*)'),
    ...(fingerprint === null ? [] : [figure('fingerprint of all texts', fingerprint, fingerprintOfRows)]),
    ...(days.length === 0 ? [] : [ofDays(days, fingerprintOfRows)]),
    ...decimals.flatMap((counts) => ofDecimals(counts, fields)),
    ...shown.map((sum) => ofSum(sum, fields)),
  ]
  return [
    `WITH figures(figure, receipt, found) AS (\n${selects.join('\nUNION ALL\n')}\n)`,
    'SELECT figure, receipt, found, receipt IS NOT DISTINCT FROM found AS agrees FROM figures ORDER BY agrees, figure;',
  ].join('\n')
}

/** The fingerprint of rows, as files have it: the sum of a number from the MD5 of each row's texts with their names. */
function fingerprintExpression(fields: readonly FileField[]): string {
  const texts = parquetPlaces(fields).texts.map(({ field }) => `${literal(`${field.name}=`)} || ${quoted(field.name)}`)
  return `coalesce(sum(md5_number_lower(concat_ws(chr(${BETWEEN.charCodeAt(0)}), ${texts.join(', ')}))), 0)`
}

/** One figure: its name, its value in the receipt, and the expression that finds it. */
const figure = (name: string, stated: string, found: string) =>
  `SELECT ${literal(name)}, ${literal(stated)}, (${found})::VARCHAR FROM events`

/** A figure for each day of the receipt or of the table: its rows and their fingerprint. */
function ofDays(days: LoadedEvents['days'], fingerprintOfRows: string): string {
  const stated = days.map(({ day, rows, fingerprint }) => `(${nullable(day)}, ${literal(ofDay(rows, fingerprint))})`)
  const found = `SELECT dt, count(*) || ' rows, fingerprint ' || ${fingerprintOfRows} AS value FROM events GROUP BY dt`
  return joined("'day ' || coalesce(m.dt, f.dt, '(none)')", ['dt'], stated, found)
}

const ofDay = (rows: string, fingerprint: string) => `${rows} rows, fingerprint ${fingerprint}`

/** The parts of a JSON number, as arguments of `regexp_extract`; what it extracts is called `p` below. */
const PARTS = `'^(-?)([0-9]+)(?:[.]([0-9]+))?(?:[eE]([+-]?[0-9]+))?$', ['sign', 'whole', 'places', 'power']`
/** The exponent of the number `p`; 0 where it has none. */
const POWER = `coalesce(try_cast(nullif(p.power, '') AS INTEGER), 0)`
/** Whether the number `p` is one that `readDecimal` does not calculate with. */
const BEYOND = `(length(p.whole) > 1000 OR length(p.places) > 1000 OR length(p.power) > 8 OR abs(${POWER}) > 1000)`

/**
 * The figure of a column of decimals: how many there are, and how many are not the number in whose column of text they
 * stand. Both are compared as whole numbers: 1.5 of the decimal 1.50 and the text 15e-1 is 150 in both, with the
 * decimal's scale of 2. In the SQL `d` is the decimal, `n` whether its text is a number, and `p` the parts of that.
 */
function ofDecimals(
  { column, numbers, without }: LoadedEvents['decimals'][number],
  fields: readonly FileField[],
): string[] {
  const one = parquetPlaces(fields).values.find(({ decimal }) => decimal?.field.name === column)
  if (one?.decimal == null) return []
  const scale = one.decimal.field.scale ?? 0
  // How many zeros the digits of the text lack at their end; where it is below zero, those of the decimal lack them.
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

/**
 * Whether a value of a property is a number: by its decimal, or by the column of its kind. Where there is neither
 * column, no value is one.
 */
function isNumber({ decimal, kind }: ValueColumn): string {
  const tells = [
    ...(decimal === null ? [] : [`${quoted(decimal.field.name)} IS NOT NULL`]),
    ...(kind === null ? [] : [`${quoted(kind.field.name)} IS NOT DISTINCT FROM 'number'`]),
  ]
  return tells.length === 0 ? 'false' : `(${tells.join(' OR ')})`
}

/**
 * A figure for each type of event and unit (`by`: the properties that say it) of a property's sum: the sum, and how many
 * values are numbers, are none, or are beyond what is calculated with. It is added up as whole numbers, with as many
 * places as the receipt's sums have at most. In the SQL `t` is the type, `u0`, `u1` … are the units, `n` is whether the
 * value is a number, `p` its parts, and `v` the whole number.
 */
function ofSum({ property, by, byCode, figures }: ReceiptSum, fields: readonly FileField[]): string {
  const places = figures.reduce((most, { sum }) => Math.max(most, sum === null ? 0 : readPlain(sum).scale), 0)
  const columns = parquetPlaces(fields).values
  const [first, second] = columns.filter(({ field }) => field.property === property)
  const type = fields[placeOf(fields, 'eventType')]
  if (first === undefined || type === undefined) return figure(`sum of ${property}`, 'none', "'none'")
  // A second column has what an event sent under the same name once more: then neither value is in the sum.
  const once = second === undefined ? 'true' : `${quoted(second.field.name)} IS NULL`
  const told = unitProperties({ by, byCode }).map((name) =>
    unitOf(columns.filter(({ field }) => field.property === name)),
  )
  const units = [...told, ...(byCode ? [codeWithout(told, fields[placeOf(fields, 'eventCode')])] : [])].map(
    (unit, at) => `${unit} AS u${at}`,
  )
  const typed = `CASE WHEN ${quoted(type.name)} IN ('credit', 'debit') THEN ${quoted(type.name)} ELSE 'neither' END AS t`
  const rows = `SELECT ${[typed, ...units].join(', ')}, ${once} AND ${isNumber(first)} AS n, regexp_extract(${quoted(first.field.name)}, ${PARTS}) AS p FROM events`
  // As many as `units`: the code, where it counts, is the last of `by`, and has no property.
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

/** The event code of a row of which no property tells the unit. */
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

/**
 * A figure for each key of either side: `m`, the rows that the receipt states, and `f`, those that the table is found to
 * have.
 * @param label the expression of the figure's name @param keys names of the columns that both sides have before `value`
 */
function joined(label: string, keys: readonly string[], stated: readonly string[], found: string): string {
  const names = [...keys, 'value'].join(', ')
  const none = `SELECT ${[...keys, 'value'].map((key) => `NULL::VARCHAR AS ${key}`).join(', ')} WHERE false`
  const side = stated.length === 0 ? `(${none}) m` : `(VALUES ${stated.join(', ')}) m(${names})`
  const on = keys.map((key) => `m.${key} IS NOT DISTINCT FROM f.${key}`).join(' AND ')
  return `SELECT ${label}, m.value, f.value FROM ${side} FULL JOIN (${found}) f ON ${on}`
}

/** The expression of a whole number's text with its point put in: 1.50 of 150 with 2 places. */
function pointed(text: string, places: number): string {
  const sign = `CASE WHEN starts_with(${text}, '-') THEN '-' ELSE '' END`
  const digits = `ltrim(${text}, '-')`
  const padded = `lpad(${digits}, greatest(length(${digits}), ${places + 1})::INTEGER, '0')`
  const point = places === 0 ? padded : `${padded}[:-${places + 1}] || '.' || ${padded}[-${places}:]`
  return `coalesce(${sign} || ${point}, 'none')`
}

const atPlaces = (sum: string, places: number) => decimalText(plus(readPlain(sum), { ...ZERO, scale: places }))

/** A name as SQL has it. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A text as SQL has it. The character of code 0 would end the statement, and is put in by `chr`. */
const literal = (text: string) =>
  text
    .split('\0')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(' || chr(0) || ')

const nullable = (text: string | null) => (text === null ? 'NULL::VARCHAR' : literal(text))
