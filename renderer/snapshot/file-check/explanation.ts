// A line of an invoice, or events on no line, explained: as parts that are drawn beside the lines and in a dialog,
// printed, and copied as text and as HTML.
import type { CaseItem } from '../../../shared/case/case.ts'
import type { ExplainedLineFacts } from '../../../shared/case/explained-line.ts'
import type { PageCell, PageTable } from '../../../shared/case/pages.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { escapedHtml } from '../../../shared/export/escaped-text.ts'
import type { CopiedTable } from '../../../shared/figures/figure-description.ts'
import { numberValue, textValue } from '../../../shared/figures/figure-description.ts'
import { codeText, ITEM_CHARACTERS, isDifference, missingWorth } from '../../../shared/figures/invoice.ts'
import { billedOnWords } from '../../../shared/snapshot/checked-words.ts'
import type { ExplainedLine, InvoiceLine, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { BY_PRICE_RULES } from '../../../shared/worth/worth.ts'
import { type Copied, htmlTable, tabSeparated } from '../../ui/clipboard.ts'
import { shortened } from '../../ui/excerpt.ts'
import { NO_FIGURE } from '../../ui/figure-text.ts'
import { drawnMoney, signedMoney } from '../../worth/money-words.ts'
import { causesWords, lineTitle, periodWords } from './file-words.ts'

/** `dim`: a step on the way; `sum`: what the steps come to; `cause`: why it differs; `wrong`: nothing says why. */
export type SumTone = 'plain' | 'dim' | 'sum' | 'cause' | 'wrong'

export interface SumRow {
  words: string
  figure: string
  tone: SumTone
}

export interface Explanation {
  title: string
  /** It says which line it is, and what was tried. */
  under: string
  sums: SumRow[]
  /** A sentence each, below the sums. */
  notes: string[]
}

const figure = (text: string | null) => (text === null ? NO_FIGURE : drawnMoney(text, null))

/** Explains a line that is held against events, and one that is not. */
export function explanationOf({ line, sentence, tierSteps, rules }: ExplainedLine): Explanation {
  const { currency, byRules, amount, difference, causes, why, paper, verdict } = line
  const money = (text: string) => drawnMoney(text, currency)
  const drawnSteps: SumRow[] =
    tierSteps === null
      ? []
      : [
          { words: withoutStop(sentence), figure: figure(tierSteps.quantity), tone: 'plain' },
          ...tierSteps.steps.map(({ words, worth }): SumRow => ({ words, figure: money(worth), tone: 'dim' })),
        ]
  const isHeld = byRules !== null && verdict !== 'no-rule'
  const rounded = tierSteps?.rounded ?? null
  return {
    title: lineTitle(line),
    under: `line ${grouped(line.line)}: ${[
      ...(isHeld && !isDifference(difference) ? [line.words] : []),
      ...(causes === null ? [] : [causesWords(causes)]),
      ...(isHeld ? [] : [line.words]),
    ].join('; ')}`,
    sums: [
      ...drawnSteps,
      ...(isHeld ? [{ words: BY_PRICE_RULES, figure: money(byRules.worth), tone: 'sum' as const }] : []),
      ...(rounded === null ? [] : [{ words: rounded.words, figure: money(rounded.worth), tone: 'plain' as const }]),
      { words: onInvoiceWords(line), figure: amount === null ? NO_FIGURE : money(amount), tone: 'plain' },
      ...differenceRows(line),
      ...(line.doubt === null
        ? []
        : [{ words: 'Possible duplicates in it', figure: money(line.doubt), tone: 'cause' as const }]),
    ],
    // Where the events say nothing more, the sentence, the reason and the one cause are the same words.
    notes: [
      ...new Set([
        ...(tierSteps === null ? [sentence] : []),
        why,
        ...paper,
        ...(line.alsoOn === null ? [] : [billedOnWords(grouped(line.alsoOn))]),
        ...(causes?.fits ?? []).map((cause) => cause.sentence),
        rules,
      ]),
    ].filter((words) => words !== ''),
  }
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')

/** "On the invoice: 14,000 at 0.008". */
function onInvoiceWords({ quantity, unitPrice, currency }: InvoiceLine): string {
  const parts = [
    ...(quantity === null ? [] : [drawnMoney(quantity, null)]),
    ...(unitPrice === null ? [] : [`at ${drawnMoney(unitPrice, currency)}`]),
  ]
  return `On the invoice${parts.length === 0 ? '' : `: ${parts.join(' ')}`}`
}

/** What the difference comes from: each cause that fits comes to all of it. */
function differenceRows({ verdict, difference, currency, causes }: InvoiceLine): SumRow[] {
  if (difference === null) return []
  const signed = signedMoney(difference, currency)
  if (verdict === 'unexplained') return [{ words: 'No known cause', figure: signed, tone: 'wrong' }]
  const fits = causes?.fits ?? []
  if (fits.length === 0) return isDifference(difference) ? [{ words: 'Difference', figure: signed, tone: 'plain' }] : []
  return fits.map(({ words }) => ({ words: capital(words), figure: signed, tone: 'cause' }))
}

const capital = (words: string) => words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** Explains events on no line. @param isWhole whether the snapshot is complete */
export function unbilledExplanation({ customerId, eventCode, period, worth }: UnbilledGroup): Explanation {
  const { quantity, unit, price, currency, events } = worth
  const at = price === null ? '' : ` at ${drawnMoney(price, currency)}`
  const counted = quantity === null ? '' : `${drawnMoney(quantity, null)}${unit === null ? '' : ` ${unit}`}${at}`
  return {
    title: `${groupWords(eventCode)}, ${signedMoney(missingWorth(worth.worth), currency)}`,
    under: 'on no line of the invoice',
    sums: [
      ...(counted === '' ? [] : [{ words: counted, figure: drawnMoney(worth.worth, currency), tone: 'dim' as const }]),
      { words: BY_PRICE_RULES, figure: drawnMoney(worth.worth, currency), tone: 'sum' },
      { words: 'On the invoice', figure: NO_FIGURE, tone: 'plain' },
      { words: 'Not billed', figure: signedMoney(missingWorth(worth.worth), currency), tone: 'cause' },
    ],
    notes: [
      [
        `${grouped(events)} ${events === 1 ? 'event' : 'events'}`,
        ...(customerId === null ? ['without a customer'] : [`of ${shortened(customerId, 60)}`]),
        ...(period === null ? [] : [`in ${periodWords(period)}`]),
      ].join(' '),
    ].map((words) => `${words}.`),
  }
}

/** Writes as `codeText`, cut after 60 UTF-16 units. */
export const groupWords = (eventCode: string | null): string => shortened(codeText(eventCode), ITEM_CHARACTERS)

/** The steps of an explanation as a table, with the digits that its figures have. */
export const stepsOf = ({ sums }: Pick<Explanation, 'sums'>): PageTable => ({
  heads: ['Step', 'Figure'],
  rows: sums.map(({ words, figure }) => [words, cellOf(figure)]),
})

/** Says which line it is, and what is said of it. */
export const saidOf = ({ under, notes }: Explanation): [string, string][] => [
  ['Line', under],
  ...notes.map((note): [string, string] => ['Note', note]),
]

/** The figure as a number where it is drawn as one: "+1,234.50" is a difference of 1234.50. */
function cellOf(drawn: string): PageCell {
  const plain = drawn.replaceAll(',', '').replace('−', '-').replace(/^\+/, '')
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return drawn
  return drawn.startsWith('+') ? { number: plain, isDifference: true } : { number: plain }
}

/**
 * Makes the entry that a case keeps: its steps with exact figures and what is said besides, for a colleague; and what a
 * letter may say.
 * @param customerId null: nobody's
 */
export function explainedItem(
  explanation: Explanation,
  customerId: string | null,
  source: readonly (readonly [string, string])[],
  line: ExplainedLineFacts,
): Extract<CaseItem, { is: 'table' }> {
  return {
    is: 'table',
    id: crypto.randomUUID(),
    title: explanation.title,
    ...stepsOf(explanation),
    line,
    from: [...saidOf(explanation), ...source.map(([name, words]): [string, string] => [name, words])],
    customers: customerId === null ? null : [customerId],
    properties: [],
  }
}

/** It stands below an explanation in the dialog, on paper and in a copy. */
export interface Appendix {
  head: string
  table: CopiedTable
  /** How many rows there are in all. */
  count: number
}

/** The days of a line, and groups of its events whose worth is the difference. */
export function appendicesOf({ days, groups, line: { currency } }: ExplainedLine): Appendix[] {
  const worthHead = currency === null ? 'Worth' : `Worth, ${currency}`
  const ofDays: CopiedTable = {
    heads: ['Day', 'Events', 'Quantity', worthHead],
    rows: days.map(({ day, quantity, worth, events }) => [
      { kind: 'day', text: day },
      numberValue(events),
      numberValue(quantity),
      numberValue(worth),
    ]),
  }
  const ofGroups: CopiedTable = {
    heads: ['Group', 'Events', worthHead],
    rows: groups.map(({ words, events, worth }) => [textValue(words), numberValue(events), numberValue(worth)]),
  }
  return [
    { head: 'Days', table: withoutEmpty(ofDays) },
    { head: 'Groups of its events whose worth is the difference', table: ofGroups },
  ].flatMap(({ head, table }) => (table.rows.length === 0 ? [] : [{ head, table, count: table.rows.length }]))
}

/** Leaves out columns in which nothing stands. */
export function withoutEmpty({ heads, rows }: CopiedTable): CopiedTable {
  const isThere = heads.map((_, column) => rows.some((row) => row[column] !== null))
  const kept = <Cell>(cells: readonly Cell[]) => cells.filter((_, column) => isThere[column])
  return { heads: kept(heads), rows: rows.map(kept) }
}

/** An explanation as it is pasted into a letter: text, and the same for programs that take tables. */
export function copiedExplanation(
  { title, under, sums, notes }: Explanation,
  appendices: readonly Appendix[],
  source: readonly (readonly [string, string])[],
): Copied {
  const summed: CopiedTable = {
    heads: ['What', 'Figure'],
    rows: sums.map((row) => [textValue(row.words), textValue(row.figure)]),
  }
  const parts = appendices.map(({ head, table, count }) => ({ head: `${head}${leftOutWords(table, count)}`, table }))
  const from = source.map(([name, words]) => `${name}: ${words}`)
  const blocks = [
    [title, under].join('\r\n'),
    tabSeparated(summed, 'nothing'),
    notes.join('\r\n'),
    ...parts.map(({ head, table }) => [head, tabSeparated(table, 'nothing')].join('\r\n')),
    from.join('\r\n'),
  ]
  const tables = [summed, ...parts.map(({ table }) => table)].map(htmlTable)
  // Where one of them would not be exact as HTML, none of it is.
  const isExact = tables.every((table) => table !== null)
  const html = [
    `<meta charset="utf-8"><h2>${escapedHtml(title)}</h2><p>${escapedHtml(under)}</p>`,
    tables[0],
    ...notes.map((words) => `<p>${escapedHtml(words)}</p>`),
    ...parts.map(({ head }, at) => `<h3>${escapedHtml(head)}</h3>${tables[at + 1]}`),
    `<p>${from.map(escapedHtml).join('<br>')}</p>`,
  ].join('')
  return { text: blocks.join('\r\n\r\n').toWellFormed(), html: isExact ? html.toWellFormed() : null }
}

/** " (first 200 of 1,234)"; empty where it has all. */
export const leftOutWords = ({ rows }: CopiedTable, count: number) =>
  rows.length >= count ? '' : ` (first ${grouped(rows.length)} of ${grouped(count)})`
