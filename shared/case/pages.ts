// This is what is written or printed to be read by somebody else: sections in order, every figure with its exact text;
// and these as Markdown.
import { markdownText, seenText } from '../export/escaped-text.ts'
import { type ExportedTable, textOfCell } from '../export/exported-table.ts'
import type { CaseLine } from './case.ts'
import type { LetterLanguage } from './letter-language.ts'

/** A figure with its unit, as a letter writes it in its language. */
interface ShownFigure {
  number: string
  shown: string
}
export type PageCell = ExportedTable['rows'][number][number] | ShownFigure

export interface WordsPart {
  text: string
  isStrong?: true
}

export type CaseSection =
  | { is: 'note'; title: string; text: string }
  | { is: 'event'; title: string; lines: CaseLine[]; source: string | null; from: CaseLine[] }
  /** An empty title is not drawn. `endsWithSum`: the last row is what the others come to. */
  | { is: 'table'; title: string; heads: string[]; rows: PageCell[][]; from: CaseLine[]; endsWithSum?: true }
  /** A paragraph. */
  | { is: 'words'; parts: WordsPart[] }
  | { is: 'receipt'; title: string; facts: [name: string, said: PageCell][]; sums: PageTable | null }

export interface PageTable {
  heads: string[]
  rows: PageCell[][]
  endsWithSum?: true
}

export interface CasePages {
  title: string
  /** This is what is said before everything else; of a letter this stands in its head. */
  lines: CaseLine[]
  sections: CaseSection[]
  /** They stand at its end. */
  remarks: string[]
  letter?: LetterHead
}

/** These make a letter of the pages. */
export interface LetterHead {
  language: LetterLanguage
  /** A line each. */
  sender: string[]
  reference: string[]
  recipient: string
  foot: string[]
}

/** A paragraph of words, and of strong ones behind them; no section where both are empty. */
export function paragraph(text: string, strong = ''): CaseSection[] {
  const parts: WordsPart[] = [{ text }, { text: strong, isStrong: true as const }].filter((part) => part.text !== '')
  return parts.length === 0 ? [] : [{ is: 'words', parts }]
}

/** The same pages with every text of them changed, whatever they hold; days are not texts. */
export function mapTexts(pages: CasePages, change: (text: string) => string): CasePages {
  const changed = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part)
    if (Array.isArray(part)) return part.map(changed)
    if (typeof part !== 'object' || part === null || 'day' in part) return part
    if ('number' in part) {
      const text = changed(part.number)
      // A figure that something is taken out of is a figure no more.
      if (text !== part.number) return text
      return 'shown' in part ? { ...part, shown: changed(part.shown) } : part
    }
    return Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, KEPT.has(name) ? value : changed(value)]),
    )
  }
  return changed(pages) as CasePages
}

/** These say which of several it is, and are no text of theirs. */
const KEPT: ReadonlySet<string> = new Set(['is', 'language'])

/**
 * Writes a case for a ticket or a chat. Texts are escaped by `markdownText`; the JSON of an event stands in a fenced
 * block. What hides text or turns it around is written as "[U+202E]". Ends with a line break.
 */
export function caseMarkdown({ title, lines, sections, remarks, letter }: CasePages): string {
  const all = (texts: readonly string[]) => seenMarkdown(texts.join('\n'))
  const heading = `# ${seenMarkdown(title)}`
  const parts = [
    ...(letter === undefined
      ? [heading, linesText(lines)]
      : [all(letter.sender), all(letter.reference), heading, seenMarkdown(letter.recipient)]),
    ...sections.map(sectionText),
    ...remarks.map(seenMarkdown),
    all(letter?.foot ?? []),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function sectionText(section: CaseSection): string {
  if (section.is === 'words') {
    return section.parts
      .map(({ text, isStrong }) => (isStrong ? `**${seenMarkdown(text)}**` : seenMarkdown(text)))
      .join(' ')
  }
  const title = section.title === '' ? '' : `## ${seenMarkdown(section.title)}\n\n`
  switch (section.is) {
    case 'note':
      return `${title}${seenMarkdown(section.text)}`
    case 'event': {
      const source = section.source === null ? '' : `\n\n${fenced(section.source)}`
      return `${title}${linesText(section.lines)}${source}${fromText(section.from)}`
    }
    case 'table':
      return `${title}${tableText(section)}${fromText(section.from)}`
    case 'receipt': {
      const sums = section.sums === null ? '' : `\n\n${tableText(section.sums)}`
      return `${title}${linesText(section.facts)}${sums}`
    }
  }
}

function tableText({ heads, rows }: PageTable): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((cells) => row(heads.map((_, at) => seenMarkdown(cellText(cells[at] ?? null)))))
  return [row(heads.map(seenMarkdown)), row(heads.map(() => '---')), ...body].join('\n')
}

const cellText = (cell: PageCell) =>
  cell !== null && typeof cell === 'object' && 'shown' in cell ? cell.shown : textOfCell(cell)

type Lines = readonly (readonly [name: string, said: PageCell])[]

const linesText = (lines: Lines) =>
  lines.map(([name, cell]) => `- ${seenMarkdown(name)}: ${seenMarkdown(cellText(cell))}`).join('\n')

const fromText = (from: Lines) => (from.length === 0 ? '' : `\n\n${linesText(from)}`)

const seenMarkdown = (text: string) => seenText(markdownText(text))

/** Puts it between more backticks than stand anywhere in it. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${seenText(text)}\n${fence}`
}
