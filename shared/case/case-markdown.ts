// The pages of a case as Markdown, for a ticket or a chat.
import { textOfCell } from '../export/exported-table.ts'
import { markdownText } from '../export/markdown-text.ts'
import type { CaseLine } from './case.ts'
import type { CasePages, CaseSection } from './case-pages.ts'

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
    case 'table': {
      const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
      const body = section.rows.map((cells) =>
        row(section.heads.map((_, at) => markdownText(textOfCell(cells[at] ?? null)))),
      )
      const table = [row(section.heads.map(markdownText)), row(section.heads.map(() => '---')), ...body].join('\n')
      return `${title}\n\n${table}${fromText(section.from)}`
    }
    default:
      return section satisfies never
  }
}

const linesText = (lines: readonly CaseLine[]) =>
  lines.map(([name, words]) => `- ${markdownText(name)}: ${markdownText(words)}`).join('\n')

const fromText = (from: readonly CaseLine[]) => (from.length === 0 ? '' : `\n\n${linesText(from)}`)

/** Between more backticks than stand anywhere in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${text}\n${fence}`
}
