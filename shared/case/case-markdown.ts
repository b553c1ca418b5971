// The pages of a case as Markdown, for a ticket or a chat.
import { textOfCell } from '../export/exported-table.ts'
import { markdownText } from '../export/markdown-text.ts'
import type { CasePages, CaseSection, PageCell, PageTable } from './pages.ts'

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
