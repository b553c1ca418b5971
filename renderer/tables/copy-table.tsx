// tables/ is what becomes of a table of figures that leaves the page: the button "Copy table" copies it for a
// spreadsheet or as Markdown, saves it, prints it and adds it to a report, always with where its figures come from.
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef } from 'react'
import { keepsItsDigits } from '../../shared/exact/exact-number.ts'
import { capitalized, countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import { markdownText } from '../../shared/export/escaped-text.ts'
import type { ExportedTable, ExportedTableOutcome, TableFormat } from '../../shared/export/exported-table.ts'
import { FILE_FORMAT_NAMES } from '../../shared/export/file-formats.ts'
import { type CopiedTable, copiedTable, type FigureTable } from '../../shared/figures/figure-description.ts'
import { type Bridge, bridge } from '../bridge.ts'
import { type CaseOrigin, useCaseOrigin } from '../case/case-origin.ts'
import { copiedForSpreadsheet, copyText, markdownOf } from '../ui/clipboard.ts'
import { download } from '../ui/download.ts'
import { notifyError, say, sayWithButton } from '../ui/notify.tsx'
import { chunksOf, MOST_CHUNK_BYTES } from '../ui/row-chunks.ts'
import { useCommandTarget } from '../ui/tool-popover.tsx'
import { useAsTabTable } from './tab-table.ts'

interface CopyTableProps<Row, Of, By extends string> {
  /** Called when something is copied; why it rejects is said. */
  table: () => FigureTable<Row, Of, By> | Promise<FigureTable<Row, Of, By>>
  source: CopiedSource
  /** A file takes it, where a copy has not all lines. */
  whole?: Omit<TableInBatches, 'batches'> & { batches: () => AsyncIterable<FigureTable<Row, Of, By>> }
  /** The accessible name, where there is more than one on the page. */
  label?: string
  /** They stand on it, in its name. */
  words?: string
  /** This is what the table is, on paper and in a report; by the label where it is absent. */
  title?: string
  /** It may hold values that nobody ticked for a customer, or figures of another: in a report for colleagues alone. */
  isInternal?: boolean | undefined
  /** It has figures of this one besides: of the other side of a comparison. */
  otherCustomer?: string | undefined
  /** Whether it stands in what closes on a click beside it: then its choices are within that too. */
  isWithin?: boolean
  /** `openTarget` saves it by this as an Excel file. */
  command?: string | undefined
}

const CHEVRON = <IconChevronDown size={13} stroke={1.7} aria-hidden />

export function CopyTable<Row, Of, By extends string>(props: CopyTableProps<Row, Of, By>) {
  const {
    table: made,
    source,
    whole,
    label = 'Copy table',
    words = 'Copy table',
    title,
    isInternal = false,
    otherCustomer,
    isWithin = false,
    command,
  } = props
  const name = title ?? capitalized(label.replace('Copy ', ''))
  const table = async () => copiedTable(await made())
  const copyForSpreadsheet = async () => {
    const sourced = withSource(await table(), source)
    const { text, html } = copiedForSpreadsheet(sourced)
    const { copied, words: outcome } = await copyText(text, html)
    say(copied ? `${outcome}${longWords(sourced)}` : outcome, copied ? 'done' : 'refused')
  }
  const copyMarkdown = async () => {
    const { copied, words: outcome } = await copyText(markdownTextOf(await table(), source))
    say(outcome, copied ? 'done' : 'refused')
  }
  /** All lines where they can be had, batch by batch; else those of the table. */
  const batches = async function* () {
    if (whole === undefined) yield await table()
    else for await (const batch of whole.batches()) yield copiedTable(batch)
  }
  const saveAs = (format: TableFormat) =>
    void saveTable({ lines: null, source, ...whole, batches }, label.replace('Copy ', ''), format)
  const save = () => saveAs('xlsx')
  const button = useRef<HTMLButtonElement>(null)
  useCommandTarget(command ?? label, button, save)
  const origin = useCaseOrigin()
  const addTable = async ({ connectionId, customers, time }: CaseOrigin) => {
    const { addAndSay } = await import('../case/kept-case.ts')
    const { rows, heads, source: from, of } = exportedTable(await table(), source, name)
    const titled = of === '' ? name : `${name}, ${of}`
    await addAndSay(connectionId, {
      is: 'table',
      id: crypto.randomUUID(),
      title: titled,
      heads,
      rows,
      from,
      customers: otherCustomer === undefined ? customers : [...(customers ?? []), otherCustomer],
      ...(isInternal && { isInternal: true as const }),
      properties: [],
      origin: time,
    })
  }
  const printTable = async () => {
    const { printPages } = await import('../case/print-pages.ts')
    const { rows, heads, source: from, of } = exportedTable(await table(), source, name)
    printPages({
      title: of || name,
      lines: [],
      sections: [{ is: 'table', title: name, heads, rows, from }],
      remarks: [],
    })
  }
  const print = () => void printTable().catch(notifyError)
  // "Export" in the head of a snapshot offers the tables of the open tab too.
  useAsTabTable({ name, save: saveAs, print })
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} withinPortal={!isWithin}>
      <Menu.Target>
        <Button ref={button} variant="default" aria-label={label} rightSection={CHEVRON}>
          {words}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copyForSpreadsheet().catch(notifyError)}>For a spreadsheet</Menu.Item>
        <Menu.Item onClick={() => copyMarkdown().catch(notifyError)}>Markdown table</Menu.Item>
        <Menu.Item onClick={save}>Excel file</Menu.Item>
        <Menu.Item onClick={() => saveAs('csv')}>CSV file</Menu.Item>
        {origin !== null && <Menu.Item onClick={() => addTable(origin).catch(notifyError)}>Add to report</Menu.Item>}
        <Menu.Item onClick={print}>Print</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** It stands in the place of `CopyTable` until there is a table, so that the buttons beside it stay where they are. */
export const WithoutTable = () => (
  <Button variant="default" rightSection={CHEVRON} disabled>
    Copy table
  </Button>
)

/** The source is under the table, a line for each. */
export function withSource({ heads, rows }: CopiedTable, source: CopiedSource): CopiedTable {
  const lines = source.map((line) => line.map((text) => ({ kind: 'string' as const, text })))
  return { heads, rows: [...rows, [], ...lines] }
}

/** The table, and below it a list of where its figures come from: "- Source: …". */
export function markdownTextOf(table: CopiedTable, source: CopiedSource): string {
  const lines = source.map(([name, words]) => `- ${markdownText(name)}: ${markdownText(words)}`)
  return [markdownOf(table), '', ...lines].join('\n')
}

/** Spreadsheets calculate with 15 digits: longer figures are pasted as text, which the notice says. */
function longWords({ rows }: CopiedTable): string {
  const long = rows.flat().filter((cell) => cell?.kind === 'number' && !keepsItsDigits(cell.text)).length
  return asTextWords(long)
}

/** The lines under a table that leaves the page, which say where its figures come from. */
export type CopiedSource = readonly (readonly [name: string, words: string])[]

/** A table whose lines are asked for while it is written: each batch has the same heads. */
interface TableInBatches {
  batches: () => AsyncIterable<CopiedTable>
  /** All batches have so many; null: nobody knows. */
  lines: number | null
  source: CopiedSource
}

/** @param name what the table is, in its file's name. Reports progress and outcome; never rejects. */
export async function saveTable(table: TableInBatches, name: string, format: TableFormat): Promise<void> {
  const cancelling = new AbortController()
  let saidAt = performance.now()
  const report = (done: number) => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return
    saidAt = performance.now()
    sayWithButton(progressWords(done, table.lines), 'Cancel', () => cancelling.abort())
  }
  try {
    const outcome = await sentTable(
      table,
      { name, format },
      { calls: bridge.exports, download, report },
      cancelling.signal,
    )
    if (outcome === 'dismissed') return
    if (outcome === 'cancelled') say('Cancelled: nothing was saved', 'refused')
    else if (outcome.kind === 'saved') say(savedWords(outcome, format))
    else {
      // A page that fetches two files at once is asked about by the browser.
      const { receipt } = outcome
      sayWithButton(savedWords(outcome, format), 'Save its receipt', () => download(receipt))
    }
  } catch (error) {
    notifyError(error)
  }
}

interface SendingEffects {
  calls: Pick<Bridge['exports'], 'openTable' | 'addToTable' | 'saveTable' | 'cancelTable'>
  /** Makes the browser download from an address. */
  download: (address: string) => void
  /** Told after each batch how many lines there are so far, while there are more to come. */
  report: (done: number) => void
}

/** Rejects with what its batches or the bridge reject with; then nothing half is left, as after cancelling. */
export async function sentTable(
  { batches, lines, source }: TableInBatches,
  { name, format }: Pick<ExportedTable, 'name' | 'format'>,
  { calls, download: fetched, report }: SendingEffects,
  signal: AbortSignal,
): Promise<ExportedTableOutcome | 'dismissed' | 'cancelled'> {
  /** Null until the first batch, whose heads the table is opened with. */
  let tableId: string | null = null
  let done = 0
  try {
    for await (const table of batches()) {
      const { rows, ...head } = exportedTable(table, source, name)
      if (tableId === null) {
        const opened = await calls.openTable({ ...head, format })
        if (opened.kind === 'dismissed') return 'dismissed'
        tableId = opened.tableId
        if (opened.address !== null) fetched(opened.address)
      }
      for (const batch of chunksOf(rows, MOST_CHUNK_BYTES)) await calls.addToTable({ tableId, rows: batch })
      done += rows.length
      if (signal.aborted) break
      if (lines === null || done < lines) report(done)
    }
    if (tableId === null) throw new TypeError('There is no table.')
    if (!signal.aborted) return await calls.saveTable({ tableId })
    await calls.cancelTable({ tableId })
    return 'cancelled'
  } catch (error) {
    if (tableId !== null) await calls.cancelTable({ tableId }).catch(() => null)
    throw error
  }
}

/** More often nobody reads it. */
const SAID_EVERY_MS = 2_000

const progressWords = (done: number, lines: number | null) =>
  `Saving: ${grouped(done)}${lines === null ? '' : ` of ${grouped(lines)}`} lines`

/** More than a cell of Excel takes, which says itself where it cuts: one line is within what a call takes. */
const MOST_CHARACTERS = 40_000

/** It stands before the snapshot's name in the line "Source" (snapshot-source.ts): "Acme, …; snapshot October". */
const SNAPSHOT = '; snapshot '

/** Texts are cut to 40,000 UTF-16 units. @param source names the snapshot, or is empty @param name what the table is */
export function exportedTable(
  { heads, rows }: CopiedTable,
  source: CopiedSource,
  name: string,
): Omit<ExportedTable, 'format'> {
  const of = source.find(([line]) => line === 'Source')?.[1] ?? ''
  return {
    of: of.slice(of.indexOf(SNAPSHOT) + SNAPSHOT.length),
    name,
    heads,
    rows: rows.map((row) =>
      row.map((cell) => {
        if (cell === null) return null
        if (cell.kind === 'day') return { day: cell.text }
        return cell.kind === 'number' ? { number: cell.text } : cell.text.slice(0, MOST_CHARACTERS)
      }),
    ),
    source: source.map(([line, words]) => [line, words]),
  }
}

function savedWords({ asText, ...outcome }: ExportedTableOutcome, format: TableFormat): string {
  const done =
    outcome.kind === 'saved' ? `Saved ${outcome.path} and its receipt` : `${FILE_FORMAT_NAMES[format]} file created`
  return `${done}${asTextWords(asText)}`
}

/** Tells what follows where figures were too long for a spreadsheet's numbers; nothing where none was. */
const asTextWords = (figures: number): string =>
  figures === 0 ? '' : `: ${countWords(figures, 'figure')} of more than 15 digits as text`
