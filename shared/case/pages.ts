// What is written or printed to be read by somebody else: sections in order, every figure with its exact text.

import { markdownText } from '../export/escaped-text.ts'
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

/** The same pages with every text of them changed. */
export function mapTexts(pages: CasePages, change: (text: string) => string): CasePages {
  const line = ([name, words]: CaseLine): CaseLine => [change(name), change(words)]
  const cell = (one: PageCell): PageCell => {
    if (one === null) return null
    if (typeof one === 'string') return change(one)
    // A figure that something is taken out of is a figure no more.
    if ('day' in one) return one
    const changed = change(one.number)
    return changed === one.number ? one : changed
  }
  return {
    title: change(pages.title),
    lines: pages.lines.map(line),
    remarks: pages.remarks.map(change),
    sections: pages.sections.map((section): CaseSection => {
      const titled = change(section.title)
      switch (section.is) {
        case 'note':
          return { ...section, title: titled, text: change(section.text) }
        case 'event': {
          const source = section.source === null ? null : change(section.source)
          return { ...section, title: titled, lines: section.lines.map(line), source, from: section.from.map(line) }
        }
        case 'table':
          return {
            ...section,
            title: titled,
            heads: section.heads.map(change),
            rows: section.rows.map((row) => row.map(cell)),
            from: section.from.map(line),
          }
        case 'receipt': {
          const { facts, sums } = section
          return {
            ...section,
            title: titled,
            facts: facts.map(([name, value]) => [change(name), cell(value)]),
            sums: sums && { heads: sums.heads.map(change), rows: sums.rows.map((row) => row.map(cell)) },
          }
        }
        default:
          return section satisfies never
      }
    }),
  }
}

// The pages of a case as Markdown, for a ticket or a chat.

/** Texts are escaped by `markdownText`; the JSON of an event stands in a fenced block. Ends with a line break. */
export function caseMarkdown({ title, lines, sections, remarks }: CasePages): string {
  const parts = [
    `# ${markdownText(title)}`,
    linesText(lines),
    ...sections.map(sectionText),
    ...remarks.map(markdownText),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function sectionText(section: CaseSection): string {
  const title = `## ${markdownText(section.title)}`
  switch (section.is) {
    case 'note':
      return `${title}\n\n${markdownText(section.text)}`
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
  const body = rows.map((cells) => row(heads.map((_, at) => markdownText(textOfCell(cells[at] ?? null)))))
  return [row(heads.map(markdownText)), row(heads.map(() => '---')), ...body].join('\n')
}

type Lines = readonly (readonly [name: string, said: PageCell])[]

const linesText = (lines: Lines) =>
  lines.map(([name, cell]) => `- ${markdownText(name)}: ${markdownText(textOfCell(cell))}`).join('\n')

const fromText = (from: Lines) => (from.length === 0 ? '' : `\n\n${linesText(from)}`)

/** Between more backticks than stand anywhere in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${text}\n${fence}`
}
