// The pages of a case as one HTML file: it needs no script and no network, and prints on A4 and Letter.
import { groupedDigits } from '../exact/grouped-digits.ts'
import { escapedHtml, seenText } from '../export/escaped-text.ts'
import type { CaseLine } from './case.ts'
import type { CasePages, CaseSection, PageCell, PageTable } from './pages.ts'

/** Scripts, pictures and addresses are refused even where a browser would take one for such. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** Takes any text: markup is escaped, and what hides text or turns it around is written as "[U+202E]". */
export function caseHtml(pages: CasePages): string {
  return [
    '<!doctype html>',
    `<html lang="${pages.letter?.language ?? 'en'}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${seenHtml(pages.title)}</title>`,
    `<style>${PAGES_STYLE}</style>`,
    '</head>',
    '<body>',
    pagesHtml(pages),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** Writes what stands in the body. */
export function pagesHtml({ title, lines, sections, remarks, letter }: CasePages): string {
  const below = [...remarks, ...(letter === undefined || letter.foot.length === 0 ? [] : [letter.foot.join('\n')])]
  const pagesClass = sections.some(isWide) ? 'pages wide' : 'pages'
  return [
    letter === undefined ? `<main class="${pagesClass}">` : `<main class="pages letter" lang="${letter.language}">`,
    ...(letter === undefined ? [] : ['<header>', textLines(letter.sender), textLines(letter.reference), '</header>']),
    `<h1>${seenHtml(title)}</h1>`,
    letter === undefined ? linesHtml(lines) : `<p>${seenHtml(letter.recipient)}</p>`,
    ...(letter === undefined ? sectionsHtml(sections) : sections.map(sectionHtml)),
    ...(below.length === 0 ? [] : ['<footer>', ...below.map((words) => `<p>${seenHtml(words)}</p>`), '</footer>']),
    '</main>',
  ].join('\n')
}

const textLines = (lines: readonly string[]) => `<div>${lines.map((line) => `<p>${seenHtml(line)}</p>`).join('')}</div>`

/** Tables of words and a figure are narrow: on paper they stand beside each other. */
function sectionsHtml(sections: readonly CaseSection[]): string[] {
  const html: string[] = []
  let isBeside = false
  for (const [at, section] of sections.entries()) {
    if (isNarrow(section) !== isBeside) {
      html.push(isBeside ? '</div>' : '<div class="beside">')
      isBeside = !isBeside
    }
    html.push(sectionHtml(section, at))
  }
  return isBeside ? [...html, '</div>'] : html
}

/** Columns that an upright page holds: the print shrinks a page that is wider by half, and cuts what is wider still. */
const MOST_UPRIGHT = 9

const isWide = (section: CaseSection) => section.is === 'table' && section.heads.length > MOST_UPRIGHT

const isNarrow = (section: CaseSection) =>
  section.is === 'table' && section.heads.length === 2 && section.rows.some(([, cell = null]) => isNumber(cell))

function sectionHtml(section: CaseSection, at: number): string {
  if (section.is === 'words') {
    const parts = section.parts.map(({ text, isStrong }) =>
      isStrong ? `<strong>${seenHtml(text)}</strong>` : seenHtml(text),
    )
    return `<p class="note">${parts.join(' ')}</p>`
  }
  const heading = `s${at + 1}`
  if (section.title === '') return contentHtml(section, null)
  const head = `<section aria-labelledby="${heading}">\n<h2 id="${heading}">${seenHtml(section.title)}</h2>`
  return `${head}\n${contentHtml(section, heading)}\n</section>`
}

function contentHtml(section: Exclude<CaseSection, { is: 'words' }>, heading: string | null): string {
  switch (section.is) {
    case 'note':
      return `<p class="note">${seenHtml(section.text)}</p>`
    case 'event':
      return [
        linesHtml(section.lines),
        section.source === null ? '' : `<pre>${seenHtml(section.source)}</pre>`,
        fromHtml(section.from),
      ].join('')
    case 'table':
      return tableHtml(section, heading) + fromHtml(section.from)
    case 'receipt':
      return linesHtml(section.facts) + (section.sums === null ? '' : tableHtml(section.sums, heading))
  }
}

/** @param heading of the element that names it; null: its first head does */
function tableHtml({ heads, rows, endsWithSum }: PageTable, heading: string | null): string {
  const places = heads.map((_, at) => mostPlaces(rows.map((row) => row[at] ?? null)))
  const head = heads.map(
    (text, at) => `<th scope="col"${places[at] === null ? '' : ' class="n"'}>${seenHtml(text)}</th>`,
  )
  const body = rows.map(
    (row, at) =>
      `<tr${endsWithSum && at === rows.length - 1 ? ' class="sum"' : ''}>${heads.map((_, at) => cellHtml(row[at] ?? null, places[at] ?? null)).join('')}</tr>`,
  )
  return [
    heading === null ? `<table aria-label="${seenHtml(heads[0] ?? '')}">` : `<table aria-labelledby="${heading}">`,
    `<thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody>`,
    '</table>',
  ].join('\n')
}

type NumberCell = Extract<PageCell, { number: string }>

const isNumber = (cell: PageCell): cell is NumberCell => cell !== null && typeof cell !== 'string' && 'number' in cell

/** Decimals that a column of figures has; null: it has no figures. */
function mostPlaces(cells: readonly PageCell[]): number | null {
  const places = cells.filter(isNumber).map(({ number }) => placesOf(number))
  return places.length === 0 ? null : places.reduce((most, one) => Math.max(most, one), 0)
}

const placesOf = (number: string) => /\.(\d+)$/.exec(number)?.[1]?.length ?? 0

/** Beyond these, figures do not align: a few long ones would push all others out of sight. */
const MOST_ALIGNED = 12

/** @param places that its column has; null: it is none of figures */
function cellHtml(cell: PageCell, places: number | null): string {
  const { text, value } = written(cell)
  const isShown = cell !== null && typeof cell === 'object' && 'shown' in cell
  // In a column of figures a text without letters, such as "–", stands where figures do.
  if (value === null) return places !== null && !/\p{L}/u.test(text) ? `<td class="n">${text}</td>` : `<td>${text}</td>`
  return `<td class="n" data-value="${value}">${text}${isShown ? '' : blank(placesOf(value), Math.min(places ?? 0, MOST_ALIGNED))}</td>`
}

/** The blank is as wide as the decimals that a figure has not, so that decimal points align. */
function blank(decimals: number, places: number): string {
  if (decimals >= places) return ''
  return `<span aria-hidden="true">${decimals === 0 ? '\u2008' : ''}${'\u2007'.repeat(places - decimals)}</span>`
}

/** A cell is written as it is read, and a figure digit for digit. */
function written(cell: PageCell): { text: string; value: string | null } {
  if (cell === null) return { text: '', value: null }
  if (typeof cell === 'string') return { text: seenHtml(cell), value: null }
  if ('day' in cell) return { text: seenHtml(cell.day), value: null }
  const value = seenHtml(cell.number)
  if ('shown' in cell) return { text: seenHtml(cell.shown), value }
  const sign = cell.isDifference && !value.startsWith('-') && /[1-9]/.test(value) ? '+' : ''
  return { text: `${sign}${groupedDigits(value)}`, value }
}

function linesHtml(lines: readonly (readonly [name: string, said: PageCell])[]): string {
  if (lines.length === 0) return ''
  const all = lines.map(([name, cell]) => {
    const { text, value } = written(cell)
    return `<div><dt>${seenHtml(name)}</dt><dd${value === null ? '' : ` data-value="${value}"`}>${text}</dd></div>`
  })
  return `<dl>${all.join('\n')}</dl>`
}

const fromHtml = (from: readonly CaseLine[]) => (from.length === 0 ? '' : `<div class="from">${linesHtml(from)}</div>`)

const seenHtml = (text: string) => seenText(escapedHtml(text))

/** The pages have this style on a screen and on paper. */
export const PAGES_STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #15181d; font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.pages { max-width: 1040px; margin: 0 auto; padding: 32px 24px; }
.pages h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
.pages h2 { margin: 28px 0 8px; font-size: 17px; break-after: avoid; }
.pages dl { margin: 0; }
.pages dl > div { display: grid; grid-template-columns: minmax(120px, 200px) 1fr; gap: 4px 16px; break-inside: avoid; }
.pages dt { color: #535c6b; }
.pages dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.pages table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.pages thead { display: table-header-group; }
.pages tr { break-inside: avoid; }
.pages th, .pages td { border-bottom: 1px solid #d5dae2; padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.pages td:not(.n) { min-width: 10ch; }
.pages th { color: #535c6b; font-weight: 600; overflow-wrap: normal; }
.pages .n { text-align: right; overflow-wrap: normal; white-space: nowrap; }
.pages .note { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.pages pre { margin: 8px 0 0; padding: 8px; background: #f3f5f8; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.45 ui-monospace, Consolas, monospace; }
.pages .from { margin-top: 8px; font-size: 12.5px; color: #535c6b; }
.pages footer { margin-top: 32px; border-top: 1px solid #d5dae2; padding-top: 8px; color: #535c6b; font-size: 12.5px; }
.letter { max-width: 720px; padding: 56px 24px; }
.letter header { display: flex; justify-content: space-between; gap: 24px; margin-bottom: 32px; color: #535c6b; }
.letter header p { margin: 0; overflow-wrap: anywhere; }
.letter header > :first-child > p:first-child { color: #15181d; font-weight: 600; }
.letter header > :last-child { text-align: right; }
.letter h1 { margin-bottom: 4px; font-size: 23px; }
.letter h1 + p { margin: 0 0 16px; overflow-wrap: anywhere; }
.letter h2 { font-size: 15px; }
.letter .note { margin-bottom: 12px; }
.letter table { margin-bottom: 24px; }
.letter th { background: #f3f5f8; font-weight: 500; }
.letter th, .letter td { padding: 8px 12px; }
.letter .sum td { font-weight: 600; }
.letter footer { border: 0; }
.letter footer p { white-space: pre-line; overflow-wrap: anywhere; }
@media print {
  .pages { max-width: none; padding: 0; font-size: 8.5pt; line-height: 1.3; }
  .pages h1 { margin-bottom: 6pt; font-size: 15pt; }
  .pages h2 { margin: 10pt 0 3pt; font-size: 10.5pt; }
  .pages th, .pages td { padding: 1.25pt 4pt; }
  .pages .from, .pages footer { margin-top: 3pt; font-size: 7.5pt; }
  .pages footer { margin-top: 8pt; padding-top: 4pt; columns: 2; column-gap: 8mm; break-inside: avoid; }
  .pages footer p { margin: 0; overflow-wrap: anywhere; }
  .pages .note { orphans: 3; widows: 3; }
  .wide { page: wide; }
  .letter { page: letter; font-size: 10pt; line-height: 1.45; }
  .letter header { margin: 6mm 0 10mm; }
  .letter h1 { margin-bottom: 2pt; font-size: 16pt; }
  .letter h1 + p { margin-bottom: 10pt; }
  .letter .note { margin-bottom: 8pt; break-after: avoid; }
  .letter table:has(.sum) { break-inside: avoid; }
  .letter table { margin-bottom: 14pt; }
  .letter th, .letter td { padding: 4pt 6pt; }
  .letter td:not(.n) { min-width: 7ch; }
  .letter footer { margin-top: 14pt; font-size: 8pt; columns: 1; }
  .letter footer p { margin: 0 0 8pt; }
  .beside { columns: 2; column-gap: 8mm; }
  .beside section { padding-top: 8pt; break-inside: avoid; }
  .beside h2 { margin-top: 0; }
  .beside .from dl > div { display: block; }
  .beside .from :is(dt, dd) { display: inline; }
  .beside .from dt::after { content: ": "; }
}
@page { margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " of " counter(pages); font: 9pt sans-serif; color: #535c6b; } }
@page wide { size: landscape; }
@page letter { margin: 20mm 20mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #535c6b; } }
`.trim()
