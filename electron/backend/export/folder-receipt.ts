// The receipt of a folder of Parquet files, one a day: a Data Package of many resources. Its days may come from several
// exports, as each of them replaces the days of its range as a whole.
import { decimalText, plus, readPlain } from '../../../shared/exact/decimal.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { EVENT_CODE, unitProperties } from '../../../shared/worth/property-sum.ts'
import type { LoadedEvents } from './duckdb-statements.ts'
import { clockName, NO_DAY, type Scales } from './parquet-columns.ts'
import { type FileField, FOLDER_RECEIPT_FORM, type FolderDay, type FolderReceipt } from './receipt.ts'

/** It lies in the folder itself. */
export const FOLDER_RECEIPT = 'datapackage.json'

/** A day's folder, named as query engines read it; Hive's name for null if events have no readable time. */
export const dayFolder = (day: string | null) => `dt=${day ?? NO_DAY}`
/** Tells what `dayFolder` was given; undefined where the folder is no day's. */
export function dayOfFolder(name: string): string | null | undefined {
  const day = /^dt=(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1]
  return name === dayFolder(null) ? null : day
}
/** A day is one file. */
export const dayFile = (day: string | null) => `${dayFolder(day)}/part-000.parquet`
type StatedSums = FolderReceipt['eventscope']['sums']

/** The sums of all days, each property's by all that told units apart on any of them. */
export function addedUp(all: readonly StatedSums[]): StatedSums {
  const properties = [...new Set(all.flatMap((sums) => sums.map(({ property }) => property)))]
  return properties.map((property) => {
    // One of each day: an earlier version wrote it twice where it was asked for twice.
    const ofProperty = all.flatMap((sums) => sums.find((sum) => sum.property === property) ?? [])
    const names = [...new Set(ofProperty.flatMap((sum) => unitProperties(sum)))]
    const byCode = ofProperty.some((sum) => sum.byCode)
    const figures = new Map<string, StatedSums[number]['figures'][number]>()
    for (const sum of ofProperty) {
      for (const one of sum.figures) {
        const ofNames = names.map((name) => one.units[unitProperties(sum).indexOf(name)] ?? null)
        const code = sum.byCode ? (one.units.at(-1) ?? null) : null
        const units = byCode ? [...ofNames, code] : ofNames
        const key = JSON.stringify([one.type, units])
        figures.set(key, addedFigures(figures.get(key), { ...one, units }))
      }
    }
    return {
      property,
      by: byCode ? [...names, EVENT_CODE] : names,
      ...(byCode && { byCode: true as const }),
      confirmed: ofProperty.every(({ confirmed }) => confirmed),
      figures: [...figures.values()],
      rowsOfOtherUnits: total(ofProperty.map(({ rowsOfOtherUnits }) => rowsOfOtherUnits)),
    }
  })
}

type Figure = StatedSums[number]['figures'][number]

function addedFigures(one: Figure | undefined, other: Figure): Figure {
  if (one === undefined) return other
  const sums = [one.sum, other.sum].flatMap((sum) => (sum === null ? [] : readPlain(sum)))
  return {
    ...one,
    sum: sums.length === 0 ? null : decimalText(sums.reduce(plus)),
    numbers: total([one.numbers, other.numbers]),
    without: total([one.without, other.without]),
    beyond: total([one.beyond, other.beyond]),
    ...notInBoth(one.notIn, other.notIn),
  }
}

/** So many of the days that lack something are named in the sum of all days; a day has its own words. */
const MOST_WORDS = 2_000

function notInBoth(one: string | undefined, other: string | undefined): Pick<Figure, 'notIn'> {
  const all = [one, other].filter((words) => words !== undefined)
  const [first = '', second = ''] = all
  if (all.length === 0) return {}
  if (second === '' || first === second || first.endsWith(MORE_DAYS)) return { notIn: first }
  const both = `${first}; ${second.replace(/^without /, '')}`
  return { notIn: both.length > MOST_WORDS ? `${first}${MORE_DAYS}` : both }
}

const MORE_DAYS = '; and those of further days'

/** The sum of whole numbers that receipts hold as texts. */
export const total = (figures: readonly string[]) => String(figures.reduce((sum, one) => sum + BigInt(one), 0n))

/** The decimals of all these days, by column. */
export function decimalsOf(days: readonly Pick<FolderDay, 'decimals'>[]) {
  const counts = new Map<string, { numbers: string; without: string }>()
  for (const { column, numbers, without } of days.flatMap(({ decimals }) => decimals)) {
    const before = counts.get(column) ?? { numbers: '0', without: '0' }
    counts.set(column, { numbers: total([before.numbers, numbers]), without: total([before.without, without]) })
  }
  return counts
}

/** The files of charges of all exports that still have a day here. */
export const chargesOf = (receipt: FolderReceipt | null) =>
  new Map((receipt?.eventscope.exports ?? []).flatMap(({ charges }) => (charges ? [[charges.path, charges]] : [])))

/** Writes what DuckDB is asked of the folder. */
export function loadedFolder({ resources, eventscope: { days, rows, sums } }: FolderReceipt): LoadedEvents {
  const fields = new Map(resources.flatMap(({ schema }) => schema.fields).map((field) => [field.name, field]))
  return {
    fields: [...fields.values()],
    rows,
    sums,
    fingerprint: total(days.map(({ fingerprint }) => fingerprint)),
    decimals: [...decimalsOf(days)].map(([column, one]) => ({ column, ...one })),
    days: days.map((one) => ({ day: one.day, rows: one.rows, fingerprint: one.fingerprint })),
  }
}

// Tells what is in a folder of days before another export, and what is said of it afterwards: the days of the new range
// are its own, all others stay.

const fieldsOf = (receipt: FolderReceipt | null) => receipt?.resources.flatMap(({ schema }) => schema.fields) ?? []

/** The first export of a property's numbers fixes their scale. */
export const scalesOf = (before: FolderReceipt | null): Scales =>
  new Map(
    fieldsOf(before)
      .toReversed()
      .flatMap(({ property, beside, scale }) =>
        property === undefined || beside !== 'decimal' || scale === undefined ? [] : [[property, scale]],
      ),
  )

/** The zone of `parquetColumns`. Days of an earlier version have no clock's times, and no other day gets any then. */
export function clockOf(before: FolderReceipt | null, zone: string): string {
  const fields = fieldsOf(before)
  return fields.length === 0 || fields.some(({ name }) => name === clockName(zone)) ? zone : 'UTC'
}

/** A column whose meaning differs from that of the same name in earlier days; null: none. */
export function conflictingColumn(fields: readonly FileField[], before: FolderReceipt | null): string | null {
  const meaning = ({ property, beside, column, scale }: Partial<FileField>) =>
    JSON.stringify([property ?? null, beside ?? null, column ?? null, scale ?? null])
  const there = new Map(fieldsOf(before).map((field) => [field.name, meaning(field)]))
  return fields.find((field) => (there.get(field.name) ?? meaning(field)) !== meaning(field))?.name ?? null
}

type Exported = FolderReceipt['eventscope']['exports'][number]

interface NewDays {
  created: string
  exported: Exported
  days: { resource: FolderReceipt['resources'][number]; facts: Omit<FolderDay, 'export'> }[]
}

/** A folder's receipt after another export, whose days replace those of its range. @param before null: a new folder */
export function withDays(before: FolderReceipt | null, { created, exported, days }: NewDays): FolderReceipt {
  const isReplaced = replacedBy(exported, new Set(days.map(({ facts }) => facts.day)))
  const kept = (before?.eventscope.days ?? []).flatMap((facts, at) => {
    const resource = before?.resources[at]
    return resource === undefined || isReplaced(facts.day) ? [] : [{ resource, facts }]
  })
  // Only exports that still have a day here.
  const places = [...new Set(kept.map(({ facts }) => facts.export))].sort((a, b) => a - b)
  const exports = [...places.flatMap((place) => before?.eventscope.exports[place] ?? []), exported]
  const all = [
    ...kept.map(({ resource, facts }) => ({ resource, facts: { ...facts, export: places.indexOf(facts.export) } })),
    ...days.map(({ resource, facts }) => ({ resource, facts: { ...facts, export: exports.length - 1 } })),
  ].sort((a, b) => (a.resource.path < b.resource.path ? -1 : 1))
  const dayFacts = all.map((one) => one.facts)
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'events',
    created,
    resources: all.map(({ resource }) => resource),
    eventscope: {
      receipt: FOLDER_RECEIPT_FORM,
      program: exported.program,
      zone: exported.range.zone,
      encrypted: false,
      days: dayFacts,
      exports,
      rows: total(dayFacts.map(({ rows }) => rows)),
      sums: addedUp(dayFacts.map(({ sums }) => sums)),
    },
  }
}

/** Whether an export says all there is of a day, also where that is nothing. */
export function replacedBy({ range: { from, until, zone } }: Exported, written: ReadonlySet<string | null>) {
  const dayOf = (moment: string | null) => (moment === null ? null : (inZone(moment, zone)?.date ?? null))
  const [first, end] = [dayOf(from), dayOf(until)]
  return (day: string | null): boolean => {
    if (written.has(day)) return true
    if (day === null) return first === null && end === null
    return (first === null || day >= first) && (end === null || day < end)
  }
}
