// This is what a receipt says, in lines for people, and whose business each of them is. It may be a stranger's: all of
// it is bounded.

import { SUM_TYPE_WORDS } from '../../../shared/event/event.ts'
import { FILTER_FIELDS } from '../../../shared/event/event-fields.ts'
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'
import { FILE_FORMAT_NAMES } from '../../../shared/export/file-formats.ts'
import {
  LONGEST_RECEIPT_TEXT,
  MOST_RECEIPT_LINES,
  MOST_RECEIPT_SUMS,
  type ReceiptFacts,
  type ReceiptLine,
} from '../../../shared/export/verification-outcome.ts'
import { propertyText } from '../../../shared/search/filter-words.ts'
import { ROW_KIND_WORDS, ROW_KINDS } from '../../../shared/snapshot/account.ts'
import { rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { lineOfVerdict } from '../../../shared/snapshot/verdict-name.ts'
import { isZone } from '../../../shared/time/instant.ts'
import { figureUnitWords } from '../../../shared/worth/property-sum.ts'
import { RULES_MONTHS, WORTH_BY_RULES } from '../../../shared/worth/worth.ts'
import { shapesLines } from './file-shapes.ts'
import { LEFT_OUT } from './file-subject.ts'
import { fileMarkOf, type Receipt, type ReceiptContent, type TableReceipt } from './receipt.ts'

type Cell = ReceiptLine['value']

/** Says in bounded lines and sums what a receipt holds. */
export function receiptFacts(receipt: Receipt | TableReceipt): ReceiptFacts {
  const { name } = fileMarkOf(receipt)
  const { eventscope } = receipt
  const content =
    'table' in eventscope
      ? {
          of: 'figures' as const,
          connection: null,
          customerId: null,
          isTheirsAlone: false,
          lines: tableLines(eventscope),
          sums: [],
        }
      : {
          of: 'events' as const,
          connection: cut(eventscope.connection.name),
          ...customerOf(eventscope),
          lines: eventLines(eventscope),
          sums: [...eventscope.sums.flatMap(sumLines), ...worthSums(eventscope)],
        }
  return {
    ...content,
    file: cut(name),
    rows: eventscope.rows,
    lines: [...fileLines(receipt), ...content.lines].slice(0, MOST_RECEIPT_LINES),
    sums: content.sums.slice(0, MOST_RECEIPT_SUMS),
  }
}

const cut = (text: string) => {
  const short = text.toWellFormed()
  return short.length <= LONGEST_RECEIPT_TEXT ? short : `${short.slice(0, LONGEST_RECEIPT_TEXT - 1).toWellFormed()}…`
}

const line = (name: string, value: Cell, shown: ReceiptLine['shown'] = 'to-all'): ReceiptLine => ({
  name: cut(name),
  value: typeof value === 'string' ? cut(value) : value,
  shown: typeof shown === 'string' ? shown : { property: cut(shown.property) },
  isCondition: false,
})
/** A line that says what narrows the events. */
const condition = (...said: Parameters<typeof line>): ReceiptLine => ({ ...line(...said), isCondition: true })
const internal = (name: string, value: Cell) => line(name, value, 'to-colleagues')
/** The receipt has it so; a stranger's may be no number of JSON. */
const figure = (number: string): Cell =>
  number.length <= LONGEST_RECEIPT_TEXT && isJsonNumber(number) ? { number } : cut(number)

function fileLines(receipt: Receipt | TableReceipt): ReceiptLine[] {
  const { bytes, sha256 } = fileMarkOf(receipt)
  return [
    line('Bytes', figure(String(bytes))),
    line('SHA-256', sha256),
    line('Format', FILE_FORMAT_NAMES[receipt.resources[0].format]),
    line('Written', receipt.created),
    internal('Written by', receipt.eventscope.program),
    line('Rows', figure(receipt.eventscope.rows)),
  ]
}

/** What it was made of stands in words, which may name customers and what is internal. */
const tableLines = ({ table }: TableReceipt['eventscope']): ReceiptLine[] => [
  internal('Table', `${table.name}, ${table.of}`),
  ...table.source.map(([name, words]) => internal(name, words)),
]

/** Rows that miss a filter may be of anybody; older receipts do not say whether there are any. */
function customerOf({ filters, account, leftOut }: ReceiptContent): Pick<ReceiptFacts, 'customerId' | 'isTheirsAlone'> {
  const customerId = filters.customer_id
  if (typeof customerId !== 'string' || customerId === '') return { customerId: null, isTheirsAlone: false }
  const isLeft = leftOut.some(({ why }) => why === LEFT_OUT.misses)
  return {
    customerId: customerId.slice(0, 10_000),
    isTheirsAlone: account !== undefined && (account.misses === '0' || isLeft),
  }
}

function eventLines(eventscope: ReceiptContent): ReceiptLine[] {
  const { connection, read, verdict, proof, totals, filtered, account, worth, shapes } = eventscope
  return [
    internal('Source', `${connection.name}, ${connection.baseUrl}`),
    ...searchLines(eventscope),
    ...(filtered === null
      ? []
      : [
          line('Of rows that fit the search', figure(filtered.of)),
          condition('Only those where', filtered.words, 'to-colleagues'),
        ]),
    line('Order', eventscope.order),
    internal('Read', read.to === null ? `from ${read.from}` : `from ${read.from} to ${read.to}`),
    ...(read.asOf === null ? [] : [line('As of', read.asOf)]),
    internal('Requests', figure(read.requests)),
    ...(eventscope.stops ?? []).map(({ from, to }) => internal('Stopped', `from ${from} to ${to}`)),
    line('Verdict', verdict === null ? 'none' : lineOfVerdict(verdict.word, verdict)),
    ...(verdict?.reasons ?? []).map(({ words }) => internal('Reason', words)),
    ...(proof === undefined ? [] : [internal('Evidence that holds', proof.evidence === '' ? 'none' : proof.evidence)]),
    ...countLine('Counted by the service at the start', totals.start),
    ...countLine('Counted by the service at the end', totals.end),
    ...(account === undefined
      ? []
      : [
          ...ROW_KINDS.map((rowKind) => internal(`Account: ${ROW_KIND_WORDS[rowKind]}`, figure(account[rowKind]))),
          line('Rows received', figure(account.received)),
          line(
            `Rows received, less what was received twice${account.gone === '0' ? '' : ' or is gone'}`,
            figure(account.counted),
          ),
        ]),
    ...eventscope.leftOut.map(({ why, rows }) => line(`Left out: ${why}`, figure(rows))),
    ...(eventscope.sample?.words ?? []).map((words) => internal('Sample asked again', words)),
    ...(shapes === undefined ? [] : shapesLines(shapes)).map(([name, words]) => internal(name, words)),
    ...(worth === undefined ? [] : [internal(WORTH_BY_RULES, worth.rules), internal(RULES_MONTHS, worth.zone)]),
  ]
}

const countLine = (name: string, count: ReceiptContent['totals']['start']): ReceiptLine[] =>
  count === null ? [] : [line(name, count.total === null ? 'no count' : figure(count.total))]

function searchLines({ filters, range }: ReceiptContent): ReceiptLine[] {
  const { event_property_filters: properties, ...fields } = filters
  const ofFields = Object.entries(fields).map(([name, value]) => {
    const head = FILTER_FIELDS.find((field) => field.name === name)?.head ?? name
    return condition(`Filter ${head}`, textOf(value))
  })
  const ofProperties = (Array.isArray(properties) ? properties : []).map((one: unknown) => {
    const { name, kind, text } = Object(one) as Record<string, unknown>
    const value = typeof kind === 'string' && typeof text === 'string' ? propertyText({ kind, text }) : textOf(one)
    return condition(`Filter Property ${textOf(name)}`, value, { property: textOf(name) })
  })
  const all = [...ofFields, ...ofProperties]
  return [
    ...(all.length === 0 ? [condition('Filters', 'none')] : all),
    line('Range', isZone(range.zone) ? rangeWords(range) : `${range.from ?? 'open'} to ${range.until ?? 'open'}`),
    line('Time zone', range.zone),
  ]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function sumLines(stated: ReceiptContent['sums'][number]): ReceiptFacts['sums'] {
  const { property, figures, rowsOfOtherUnits } = stated
  const sumLine = (...cells: Cell[]) => ({ property: cut(property), cells: [cut(property), ...cells] })
  return [
    ...figures.map(({ type, units, sum, numbers, without, beyond }) =>
      sumLine(
        type === undefined ? 'all' : SUM_TYPE_WORDS[type],
        cut(figureUnitWords(stated, units, NOT_KNOWN)),
        sum && figure(sum),
        figure(numbers),
        figure(without),
        figure(beyond),
      ),
    ),
    ...(rowsOfOtherUnits === '0'
      ? []
      : [sumLine('all', 'other units, not summed', null, figure(rowsOfOtherUnits), null, null)]),
  ]
}

const NOT_KNOWN = 'not set'

function worthSums({ worth }: ReceiptContent): ReceiptFacts['sums'] {
  return (worth?.currencies ?? []).flatMap(({ currency, net, charged, reduces, events, without }) => {
    const sumLine = (words: string, sum: string | null) => ({
      property: null,
      cells: [
        words,
        without === undefined ? 'by the price rules' : cut(`by the price rules, ${without}`),
        cut(currency ?? NOT_KNOWN),
        sum && figure(sum),
        figure(events),
        null,
        null,
      ],
    })
    return [
      sumLine('Charged', charged),
      sumLine('Taken off', reduces),
      ...(net === null ? [] : [sumLine('Total', net)]),
    ]
  })
}
