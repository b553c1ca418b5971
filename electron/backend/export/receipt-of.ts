// Makes the receipt of a file that was written. The API key is nowhere in what it is made from.
import { basename } from 'node:path'
import { FILTER_FIELDS } from '../../../shared/event/event-fields.ts'
import { type Account, countedRows, ROW_KINDS, type RowKind, receivedRows } from '../../../shared/snapshot/account.ts'
import { type AskedSample, sampleWords } from '../../../shared/snapshot/asked-sample.ts'
import { evidenceLetters } from '../../../shared/snapshot/snapshot.ts'
import { notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import type { SumOfProperty } from '../../../shared/worth/property-sum.ts'
import type { WrittenFile } from '../storage/whole-file.ts'
import type { ChargesFacts } from './charges-file.ts'
import type { FileFormat, Tally } from './file-format.ts'
import { accountOf, type FileSubject, leftOutOf, verdictWord } from './file-subject.ts'
import { RECEIPT_FORM, type Receipt } from './receipt.ts'
import type { Survey } from './survey.ts'

export interface ReceiptOf {
  /** The file is there. */
  path: string
  written: WrittenFile
  format: FileFormat
  survey: Survey
  tally: Tally
  subject: FileSubject
  /** This machine's clock, RFC 3339 UTC. */
  createdAt: string
  /** The file of charges beside it; absent or null: there is none. */
  charges?: ChargesFacts | null
}

/** `survey` and `tally` must be whole: those of the file once it is written. */
export function receiptOf(order: ReceiptOf): Receipt {
  const { path, written, format, survey, tally, subject, createdAt, charges = null } = order
  const resource = {
    format: format.extension,
    mediatype: format.mediaType,
    dialect: format.dialect(survey),
    fields: format.fields(survey, tally),
  }
  return {
    ...dataPackage({ path, written, createdAt }, resource),
    eventscope: {
      receipt: RECEIPT_FORM,
      ...subjectFacts(subject, survey.rows),
      ...(format.extension === 'parquet' ? { encrypted: false as const } : {}),
      ...fileFacts(survey, tally, format),
      ...(charges === null ? {} : { charges: statedCharges(charges) }),
    },
  }
}

/** Says of a file of charges what a receipt holds of it: its name, size, hash and number of lines. */
export const statedCharges = ({ path, bytes, sha256, lines }: ChargesFacts) => ({
  path,
  bytes,
  hash: `sha256:${sha256}`,
  lines: String(lines),
})

type Resource = Receipt['resources'][0]

type Written = Pick<ReceiptOf, 'path' | 'written'>
type Content = Pick<Resource, 'format' | 'mediatype' | 'dialect'> & Pick<Resource['schema'], 'fields'>

/** Writes what the receipt of any file says of it. */
export const dataPackage = (
  { path, written, createdAt }: Written & Pick<ReceiptOf, 'createdAt'>,
  content: Content,
): Omit<Receipt, 'eventscope'> => ({
  $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
  name: slug(basename(path)),
  created: createdAt,
  resources: [resourceOf({ path: basename(path), written }, content)],
})

/** @param path as the receipt says it @param name of which its own is made */
export const resourceOf = (
  { path, written }: Written,
  { format, mediatype, dialect, fields }: Content,
  name = path,
): Resource => ({
  name: slug(name),
  path,
  format,
  mediatype,
  encoding: 'utf-8',
  bytes: written.bytes,
  hash: `sha256:${written.sha256}`,
  dialect,
  schema: { fields, missingValues: [''] },
})

/** Writes what is said of the snapshot that its rows are of. */
export function subjectFacts(subject: FileSubject, rows: number) {
  const { program, header, state, slices, filtered, order, sample } = subject
  const account = accountOf(subject)
  const { propertyFilters, ...search } = header.search
  const fields = FILTER_FIELDS.flatMap(({ name, key }): [string, unknown][] => {
    const value = key === 'createdAtFrom' || key === 'createdAtTo' ? undefined : search[key]
    return value === undefined ? [] : [[name, value]]
  })
  const filters =
    propertyFilters.length === 0 ? fields : [...fields, ['event_property_filters', propertyFilters] as const]
  return {
    program,
    connection: { name: header.connection.name, baseUrl: header.connection.baseUrl },
    filters: Object.fromEntries(filters),
    range: { ...header.range, until: header.range.until ?? state.until },
    asked: state.sent,
    read: { from: header.begunAt, to: state.endedAt, asOf: state.asOf, requests: String(state.requests) },
    ...verdictFacts(subject),
    ...(account === null ? {} : { account: accountFigures(account) }),
    ...(state.stops.length === 0 ? {} : { stops: state.stops }),
    ...(state.clock === null ? {} : { clock: state.clock }),
    ...(state.begins === null ? {} : { begins: state.begins }),
    ...(state.takenOver === null ? {} : { takenOver: { ...state.takenOver, events: String(state.takenOver.events) } }),
    ...(sample === undefined ? {} : { sample: sampleFacts(sample) }),
    totals: {
      start: countTaken(state.totalAtStart),
      end: countTaken(state.totalAtEnd),
      afterEnd: nullable(state.afterEnd),
    },
    slices: slices.map(partFacts),
    order,
    filtered: filtered && { words: filtered.words, of: String(filtered.of) },
    leftOut: leftOutOf(subject, rows).map((one) => ({ why: one.why, rows: String(one.rows) })),
  }
}

function sampleFacts(sample: AskedSample) {
  const { at, seed, drawn, of, differs, above } = sample
  return {
    at,
    seed,
    drawn: String(drawn),
    of: String(of),
    differ: String(differs.drawn),
    above: above && { ...above, events: String(above.events), differ: String(differs.above) },
    words: sampleWords(sample),
  }
}

function verdictFacts(subject: FileSubject) {
  const { verdict } = subject.state
  if (verdict === null) return { verdict }
  const { grounds, ...judged } = verdict
  const evidence = evidenceLetters(verdict)
  return {
    verdict: { ...judged, word: verdictWord(subject) },
    ...(grounds === undefined || evidence === null ? {} : { proof: { evidence, grounds } }),
  }
}

function partFacts({ from, to, state, total, after, returned, kept, shared, account }: FileSubject['slices'][number]) {
  const part = { from, to, state, total: nullable(total), kept: String(kept) }
  if (account === null) return { ...part, returned: String(returned) }
  return {
    ...part,
    after: nullable(after),
    // The account has it so, and a receipt says one thing once.
    returned: String(countedRows(account) + shared),
    shared: String(shared),
    account: accountFigures(account),
  }
}

function accountFigures(account: Account) {
  const rowKinds = Object.fromEntries(ROW_KINDS.map((rowKind) => [rowKind, String(account[rowKind])])) as Record<
    RowKind,
    string
  >
  return { ...rowKinds, received: String(receivedRows(account)), counted: String(countedRows(account)) }
}

/** Writes what is said of the rows themselves. */
export function fileFacts(
  { rows, misfits, pick, sums, worth, shapes }: Survey,
  tally: Tally,
  { extension }: FileFormat,
) {
  return {
    rows: String(rows),
    chosen: pick.chosen !== undefined,
    altered: {
      guards: String(tally.guards),
      halfPairs: String(tally.halfPairs),
      cut: String(tally.cut),
      numbersAsText: [...tally.numbersAsText].map(([column, numbers]) => ({ column, numbers: String(numbers) })),
      withoutDateTime: String(tally.withoutDateTime),
    },
    ...(extension === 'parquet' ? parquetFacts(tally) : {}),
    misfits: String(misfits),
    sums: sums.map(statedSum),
    ...(worth === null ? {} : { worth }),
    ...(shapes === null ? {} : { shapes }),
  }
}

/** A Parquet file has these besides its texts. */
export const parquetFacts = ({ decimals, fingerprint }: Pick<Tally, 'decimals' | 'fingerprint'>) => ({
  decimals: [...decimals].map(([column, { numbers, without }]) => ({
    column,
    numbers: String(numbers),
    without: String(without),
  })),
  fingerprint: String(fingerprint),
})

/** A sum as receipts have it: figures are texts. */
export const statedSum = ({ property, by, byCode, confirmed, figures, rowsOfOtherUnits }: SumOfProperty) => ({
  property,
  by,
  ...(byCode && { byCode }),
  confirmed,
  figures: figures.map(({ type, units, sum, numbers, without, beyond, notIn }) => ({
    type,
    units,
    sum,
    numbers: String(numbers),
    without: String(without),
    beyond: String(beyond),
    ...(notIn.length === 0 ? {} : { notIn: notInSumWords(notIn, 0, 'file') ?? '' }),
  })),
  rowsOfOtherUnits: String(rowsOfOtherUnits),
})

const nullable = (figure: number | null) => (figure === null ? null : String(figure))

const countTaken = (taken: { total: number | null; at: string } | null) =>
  taken && { total: nullable(taken.total), at: taken.at }

/** Writes what a Data Package allows as a name. */
const slug = (fileName: string) => fileName.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-')
