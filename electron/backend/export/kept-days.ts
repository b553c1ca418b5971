// What is in a folder of days before another export, and what is said of it afterwards: the days of the new range are its
// own, all others stay.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { isMissing, isSystemError } from '../storage/disk-error.ts'
import type { FileField } from './file-format.ts'
import {
  addedUp,
  FOLDER_RECEIPT,
  FOLDER_RECEIPT_FORM,
  type FolderDay,
  type FolderReceipt,
  folderReceiptSchema,
  total,
} from './folder-receipt.ts'
import type { Scales } from './parquet-columns.ts'

const refusal = (message: string) => failed({ kind: 'invalid', field: 'export', message } satisfies Failure)

/** The folder's receipt; null where the folder is new or empty. Fails with `invalid` where it holds something else. */
export async function readFolder(path: string): Promise<Result<FolderReceipt | null>> {
  const names = await namesIn(path)
  if (names === null) return refusal(`${path} is no folder. Choose another name.`)
  if (!names.includes(FOLDER_RECEIPT)) {
    // Of an export that was killed.
    const isUsed = names.some((name) => !name.startsWith('.') && !name.startsWith('dt='))
    return isUsed
      ? refusal(`${path} holds other files. Choose an empty folder, or one that was exported before.`)
      : succeeded(null)
  }
  const read = parseKept(await readFile(join(path, FOLDER_RECEIPT), 'utf8'), folderReceiptSchema)
  return read !== null ? succeeded(read) : refusal(`${path} has another ${FOLDER_RECEIPT}. Choose another folder.`)
}

/** Empty where there is nothing yet; null where it is no folder. */
async function namesIn(path: string): Promise<string[] | null> {
  try {
    return await readdir(path)
  } catch (error) {
    if (!isSystemError(error)) throw error
    return isMissing(error) ? [] : null
  }
}

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

/** A column whose meaning differs from that of the same name in earlier days; null: none. */
export function conflictingColumn(fields: readonly FileField[], before: FolderReceipt | null): string | null {
  const meaning = ({ property, beside, column, scale }: Partial<FileField>) =>
    JSON.stringify([property ?? null, beside ?? null, column ?? null, scale ?? null])
  const there = new Map(fieldsOf(before).map((field) => [field.name, meaning(field as FileField)]))
  return fields.find((field) => (there.get(field.name) ?? meaning(field)) !== meaning(field))?.name ?? null
}

type Exported = FolderReceipt['eventscope']['exports'][number]

interface NewDays {
  created: string
  exported: Exported
  days: { resource: FolderReceipt['resources'][number]; facts: Omit<FolderDay, 'export'> }[]
}

/** The receipt of a folder after another export, whose days replace those of its range. @param before null: a new folder */
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
