// A preview of the file: its first rows, its name, and what a spreadsheet would change in it.
import { Stack } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ExportOptions, ExportPreview, PreviewCell } from '../../../shared/export/file-export.ts'
import type { FileFormatName } from '../../../shared/export/file-formats.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { bridge, failureOf } from '../../bridge.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { useUnchanged } from '../../ui/use-unchanged.ts'
import styles from './export-dialog.module.css'
import type { DialogSubject } from './export-subject.ts'
import { CHANGE_OF_CELL, changedWords, rowCountWords } from './export-words.ts'

interface FilePreviewProps {
  preview: ExportPreview
  format: FileFormatName
  /** Another one is on its way. */
  busy: boolean
  /** The file will have more rows than the ones previewed. */
  sample: boolean
}

/** Enough to see what a row looks like. */
const MOST_HEADS = 40

export function FilePreview({ preview, format, busy, sample }: FilePreviewProps) {
  const { table, lines, besides } = preview
  const changed = changedWords(preview, format)
  const shown = (table?.rows ?? lines ?? []).length
  const moreHeads = (table?.heads.length ?? 0) - MOST_HEADS
  return (
    <Stack gap="sm" flex="1 0 auto" miw={0} aria-busy={busy}>
      <section
        className={`${common.box} ${common.scroll} ${styles.scroll}`}
        aria-label="First rows of the file"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {table === null ? (
          <pre className={styles.lines}>{lines?.map((line) => shortened(line, ONE_LINE.characters)).join('\n')}</pre>
        ) : (
          <Table table={table} format={format} />
        )}
      </section>
      {shown < preview.rows && (
        <p className={common.hint}>
          {grouped(shown)} of {grouped(preview.rows)} lines
        </p>
      )}
      {moreHeads > 0 && <p className={common.hint}>{grouped(moreHeads)} more columns</p>}
      {changed && (
        <p className={`${common.hint} ${common.marked} ${format === 'csv' ? common.warningBox : ''}`}>
          {format === 'csv' ? <IconAlertTriangle size={15} aria-hidden /> : <IconInfoCircle size={15} aria-hidden />}
          <span>
            <strong className={common.medium}>{changed.title}</strong> {changed.ways}
          </span>
        </p>
      )}
      {besides > 0 && (
        <p className={common.hint}>
          {rowCountWords(besides)} hold more than these columns show. “All” adds columns for it; NDJSON keeps
          everything.
        </p>
      )}
      {sample && (
        <p className={common.hint}>A preview of the rows on screen. The file’s columns and sums cover all matches.</p>
      )}
    </Stack>
  )
}

function Table({ table, format }: { table: NonNullable<ExportPreview['table']>; format: FileFormatName }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {table.heads.slice(0, MOST_HEADS).map((head, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <th key={at} scope="col">
              <ExactText text={head} part={beginning(head, ONE_LINE)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((cells, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <tr key={at}>
            {cells.slice(0, MOST_HEADS).map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              <ShownCell key={column} cell={cell} isMarked={format === 'csv'} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ShownCell({ cell: { text, kind, changed }, isMarked }: { cell: PreviewCell; isMarked: boolean }) {
  const words = isMarked && changed !== null ? CHANGE_OF_CELL[changed] : undefined
  return (
    <td data-kind={kind} data-changed={words === undefined ? undefined : changed} title={words}>
      <ExactText text={text} part={beginning(text, ONE_LINE)} />
    </td>
  )
}

/** Options are sent once typing pauses, not letter by letter. It is in ms. */
const SETTLED_MS = 120

export interface Previewed {
  /** It is for the last valid options; null before the first. */
  preview: ExportPreview | null
  failure: Failure | null
  /** Another one is on its way. */
  busy: boolean
}

/**
 * The first rows of the file, requested again as the options change.
 * @param options null while they are invalid: the last preview of this subject stays
 */
export function useExportPreview(
  subject: DialogSubject,
  exportId: string | null,
  options: ExportOptions | null,
): Previewed {
  // `of`: what the preview is of; it is not shown for another subject.
  const [{ of, ...state }, setState] = useState<Previewed & { of: DialogSubject }>(() => nothingOf(subject))
  const wanted = useUnchanged(options)
  useEffect(() => {
    if (exportId === null || wanted === null) return
    const gone = new AbortController()
    setState((now) => (now.of === subject ? { ...now, busy: true } : nothingOf(subject)))
    const timer = setTimeout(() => {
      bridge.exports.preview({ exportId, options: wanted }, { signal: gone.signal }).then(
        (preview) => gone.signal.aborted || setState({ of: subject, preview, failure: null, busy: false }),
        (error: unknown) =>
          gone.signal.aborted || setState((now) => ({ ...now, failure: failureOf(error), busy: false })),
      )
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [subject, exportId, wanted])
  return of === subject ? state : nothingOf(subject)
}

const nothingOf = (of: DialogSubject) => ({ of, preview: null, failure: null, busy: true })
