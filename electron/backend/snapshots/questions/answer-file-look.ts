// Looks at a file before it is checked: what it is, and what its columns seem to mean.
import type { Asks, FileLook, SeenColumn } from '../../../../shared/check/checked-file.ts'
import type { FileLookQuestion } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { readRules } from '../../../../shared/worth/rules-text.ts'
import { NO_RULES } from '../../../../shared/worth/worth-rules.ts'
import type { HeldFile } from '../../check/held-files.ts'
import { openFile } from '../../check/open-file.ts'
import { proposedInvoiceMeanings, seemsInvoice } from '../../check/propose-columns.ts'
import { writtenText } from '../../check/read-lines.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import type { Turn } from '../table/turn.ts'
import { sideColumn } from './amount-sides.ts'
import { headNotes, headsText, meaningsProposed, readBeginning, shownCell } from './ledger-file.ts'

const MOST_LINES_SHOWN = 20
const MOST_SAMPLES = 3
const LONGEST_SAMPLE = 200

/**
 * The first lines and the columns, with what is proposed and asked; or what has to be chosen first, or why the file is
 * refused.
 */
export async function answerFileLook(
  { table }: LoadedSnapshot,
  { choices, rules: text }: FileLookQuestion,
  file: HeldFile,
  turn: Turn,
): Promise<FileLook> {
  const opened = await openFile(file, choices, turn)
  if (opened.kind !== 'opened') return opened
  const beginning = await readBeginning(opened, choices, turn)
  if (typeof beginning === 'string') return { kind: 'refused', words: beginning }
  const { heads, headLine, lines, isWhole } = beginning
  const read = text === null ? null : readRules(text)
  const proposed = meaningsProposed(beginning, table, read?.ok === true ? read.rules : NO_RULES)
  const columns = heads.map((head, column): SeenColumn => {
    const texts = new Set(lines.map(({ cells }) => writtenText(cells[column]).slice(0, LONGEST_SAMPLE)))
    texts.delete('')
    return { column, head, samples: [...texts].slice(0, MOST_SAMPLES), proposed: proposed[column] ?? null }
  })
  const asInvoice = proposedInvoiceMeanings(heads, sideColumn(beginning))
  const seems = seemsInvoice(asInvoice, proposed) ? 'invoice' : 'ledger'
  return {
    kind: 'looked',
    format: opened.format,
    separator: opened.separator,
    encoding: opened.encoding,
    sheet: opened.sheet,
    sheets: opened.sheets,
    hiddenRows: opened.hidden?.rows ?? 0,
    headLine,
    columns,
    lines: lines
      .slice(0, MOST_LINES_SHOWN)
      .map(({ line, cells }) => ({ line, cells: heads.map((_, at) => shortened(shownCell(cells[at]))) })),
    lineCount: isWhole ? lines.length : null,
    // What an invoice needs is asked when it is checked.
    asks: seems === 'invoice' ? [] : columnAsks(choices, columns),
    notes: [...opened.notes, ...headNotes(beginning)],
    heads: headsText(heads),
    seems,
    asInvoice,
  }
}

function columnAsks({ columns: chosen, key }: FileLookQuestion['choices'], columns: readonly SeenColumn[]): Asks[] {
  const meanings = chosen?.map(({ means }) => means) ?? columns.flatMap(({ proposed }) => proposed ?? [])
  const hasId = meanings.some((means) => means.is === 'field' && means.field === 'eventId')
  return key === null && !hasId ? [NO_ID] : []
}

/** The question that is asked where neither a column of IDs nor a key is known. */
export const NO_ID: Asks = {
  ask: 'columns',
  words: [
    'No column seems to hold event IDs.',
    'Choose the one that does, or choose a key: columns that together name one event.',
    'If each line stands for many events, with a quantity and an amount, check the file as an invoice.',
  ].join(' '),
}

function shortened(cell: ReturnType<typeof shownCell>): ReturnType<typeof shownCell> {
  return typeof cell === 'string' && cell.length > LONGEST_SAMPLE ? `${cell.slice(0, LONGEST_SAMPLE)}…` : cell
}
