// What is written or printed to be read by somebody else: sections in order, every figure with its exact text; and these as
// Markdown.
import { markdownText, seenText } from '../export/escaped-text.ts'
import { type ExportedTable, textOfCell } from '../export/exported-table.ts'
import type { CaseLine } from './case.ts'

export type PageCell = ExportedTable['rows'][number][number]

export type CaseSection =
  | { is: 'note'; title: string; text: string }
  | { is: 'event'; title: string; lines: CaseLine[]; source: string | null; from: CaseLine[] }
  | { is: 'table'; title: string; heads: string[]; rows: PageCell[][]; from: CaseLine[] }
  | { is: 'receipt'; title: string; facts: [name: string, said: PageCell][]; sums: PageTable | null }

export interface PageTable {
  heads: string[]
  rows: PageCell[][]
}

export interface CasePages {
  title: string
  /** What is said before everything else. */
  lines: CaseLine[]
  sections: CaseSection[]
  /** At its end. */
  remarks: string[]
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
      return text === part.number ? part : text
    }
    return Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, name === 'is' ? value : changed(value)]),
    )
  }
  return changed(pages) as CasePages
}

/**
 * For a ticket or a chat. Texts are escaped by `markdownText`; the JSON of an event stands in a fenced block. What hides text
 * or turns it around is written as "[U+202E]". Ends with a line break.
 */
export function caseMarkdown({ title, lines, sections, remarks }: CasePages): string {
  const parts = [
    `# ${seenMarkdown(title)}`,
    linesText(lines),
    ...sections.map(sectionText),
    ...remarks.map(seenMarkdown),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function sectionText(section: CaseSection): string {
  const title = `## ${seenMarkdown(section.title)}`
  switch (section.is) {
    case 'note':
      return `${title}\n\n${seenMarkdown(section.text)}`
    case 'event': {
      const source = section.source === null ? '' : `\n\n${fenced(section.source)}`
      return `${title}\n\n${linesText(section.lines)}${source}${fromText(section.from)}`
    }
    case 'table':
      return `${title}\n\n${tableText(section)}${fromText(section.from)}`
    case 'receipt': {
      const sums = section.sums === null ? '' : `\n\n${tableText(section.sums)}`
      return `${title}\n\n${linesText(section.facts)}${sums}`
    }
    default:
      return section satisfies never
  }
}

function tableText({ heads, rows }: PageTable): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((cells) => row(heads.map((_, at) => seenMarkdown(textOfCell(cells[at] ?? null)))))
  return [row(heads.map(seenMarkdown)), row(heads.map(() => '---')), ...body].join('\n')
}

type Lines = readonly (readonly [name: string, said: PageCell])[]

const linesText = (lines: Lines) =>
  lines.map(([name, cell]) => `- ${seenMarkdown(name)}: ${seenMarkdown(textOfCell(cell))}`).join('\n')

const fromText = (from: Lines) => (from.length === 0 ? '' : `\n\n${linesText(from)}`)

const seenMarkdown = (text: string) => seenText(markdownText(text))

/** Between more backticks than stand anywhere in it. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${seenText(text)}\n${fence}`
}
