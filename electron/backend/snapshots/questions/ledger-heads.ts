// The beginning of a file: where its heads are, what its columns seem to mean, its first lines.
import { type Cell, type FileChoices, type Meaning, MOST_COLUMNS } from '../../../../shared/check/checked-file.ts'
import { meaningsOfRules } from '../../../../shared/worth/rules-of-meanings.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { cellText, isBlank, type ReadCell } from '../../check/ledger-lines.ts'
import type { OpenedFile } from '../../check/open-file.ts'
import { proposedMeanings } from '../../check/propose-columns.ts'
import type { LoadedEvents } from './loaded-events.ts'
import type { Turn } from './turn.ts'

const FIRST_LINES = 1_000
const LONGEST_HEAD = 1_000

export interface Beginning {
  /** 0: there are none. */
  headLine: number
  /** Empty where a column has none. */
  heads: string[]
  lines: { line: number; cells: readonly ReadCell[] }[]
  /** Whether these are all lines. */
  isWhole: boolean
}

/** @returns a sentence where it cannot be read */
export async function readBeginning(
  opened: OpenedFile,
  { headLine }: Pick<FileChoices, 'headLine'>,
  turn: Turn,
): Promise<Beginning | string> {
  const chosenLine = opened.heads !== null ? 0 : headLine
  const lines: Beginning['lines'] = []
  let isWhole = true
  let headCells: readonly ReadCell[] | null = null
  let found = chosenLine ?? 0
  const wrong = await opened.lines((line, cells) => {
    if (isBlank(cells)) return true
    if (headCells === null && chosenLine !== 0) {
      if (chosenLine === null || line === chosenLine) {
        headCells = cells
        found = line
      }
      return chosenLine === null || line <= chosenLine
    }
    lines.push({ line, cells })
    isWhole = lines.length < FIRST_LINES
    return isWhole
  }, turn)
  if (wrong !== null) return wrong
  if (chosenLine !== null && chosenLine > 0 && headCells === null)
    return `The file has no line ${chosenLine} that could have the heads.`
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), (headCells ?? []).length)
  const heads =
    opened.heads ??
    Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) =>
      cellText((headCells ?? [])[at])
        .trim()
        .slice(0, LONGEST_HEAD),
    )
  if (lines.length === 0) return 'This file has no lines below its heads.'
  return { headLine: found, heads, lines, isWhole }
}

/** By the names of its heads, of the properties of the events, and as the rules call them. */
export function meaningsProposed(
  heads: readonly string[],
  { names }: Pick<LoadedEvents, 'names'>,
  rules: WorthRules,
): (Meaning | null)[] {
  const meanings = meaningsOfRules(rules)
  const called = (...wanted: string[]) =>
    meanings.flatMap(({ name, meaning }) => (wanted.includes(meaning) ? [name] : []))
  return proposedMeanings(heads, {
    names: new Set(names.map(({ name }) => name)),
    amounts: called('amount-major', 'amount-minor'),
    currencies: called('currency'),
    quantities: called('quantity'),
  })
}

/** A cell as the page shows it: a date-time as its text. */
export const shownCell = (cell: ReadCell | undefined): Cell => {
  if (cell === null || cell === undefined || typeof cell === 'string') return cell ?? null
  return 'number' in cell ? cell : cell.time
}

/** Under which its choices are remembered. */
export const headsText = (heads: readonly string[]) => JSON.stringify(heads).slice(0, 20_000)
