// The sheet "About" of an Excel file: what stands in it, how far that is proved, and what a reader has to know.
import type { SumFigure } from '../../../shared/exact-sum.ts'
import { rangeWords } from '../../../shared/snapshot-range.ts'
import type { Tally } from './file-format.ts'
import { type FileSubject, leftOutOf, searchWords, verdictWord } from './file-subject.ts'
import type { SumOfProperty, Survey } from './survey.ts'

type Line = readonly string[]

/** Lines of cells; all of them text, so that no figure is rounded. */
export function aboutLines(subject: FileSubject): (survey: Survey, tally: Tally) => Line[] {
  return (survey, tally) => [
    ['About this file'],
    ...originLines(subject),
    ...readingLines(subject),
    ...rowLines(subject, survey, tally),
    ...valueLines(subject, survey, tally),
    ...survey.sums.flatMap(sumLines),
  ]
}

function originLines({ program, header, ...subject }: FileSubject): Line[] {
  const filters = searchWords({ program, header, ...subject })
  return [
    ['Written by', program],
    ['Connection', header.connection.name],
    ['Base URL', header.connection.baseUrl],
    ['Range', rangeWords({ ...header.range, until: subject.state.until ?? header.range.until })],
    ['Time zone', header.range.zone],
    ...(filters.length === 0 ? [['Filters', 'none']] : filters.map(([name, value]) => [`Filter ${name}`, value])),
  ]
}

function readingLines(subject: FileSubject): Line[] {
  const { header, state } = subject
  return [
    ['Read from', header.begunAt],
    ['Read to', state.endedAt ?? 'not finished'],
    ...(state.asOf === null ? [] : [['As of', state.asOf]]),
    ['Requests', count(state.requests)],
    ['Verdict', verdictWord(subject)],
    ...(state.verdict === null
      ? []
      : [['', state.verdict.sentence], ...state.verdict.reasons.map(({ words }) => ['', words])]),
  ]
}

function rowLines(subject: FileSubject, { rows }: Survey, tally: Tally): Line[] {
  const { filtered, order } = subject
  const words =
    filtered === null ? rowsOf(rows) : `${count(rows)} of ${rowsOf(filtered.of)}, filtered: ${filtered.words}`
  return [
    ['Rows', words],
    ['Order', order],
    ...leftOutOf(subject, rows).map(({ why, rows }) => [`Left out: ${why}`, rowsOf(rows)]),
    ...(tally.cut === 0
      ? []
      : [['Texts that were cut', `${count(tally.cut)}; no cell of Excel holds more than 32,767 characters`]]),
    ...(tally.halfPairs === 0
      ? []
      : [
          ['Texts with half a character', `${count(tally.halfPairs)}; the half is written as its escape, like \\ud83d`],
        ]),
  ]
}

function valueLines({ header }: FileSubject, { table }: Survey, tally: Tally): Line[] {
  const { zone } = header.range
  const numeric = table.columns.filter(({ kinds }) => kinds.number > 0)
  const texts = numeric.map(({ head, kinds }) => {
    const asText = tally.numbersAsText.get(head) ?? 0
    return { head, asText, left: kinds.string + kinds.null + kinds.json + asText }
  })
  return [
    [
      'Instants',
      `created_at is the text that was sent; created_at (${zone}) is the same as a date, cut to milliseconds`,
    ],
    ...(tally.withoutDateTime === 0 ? [] : [['Instants that are no date in Excel', count(tally.withoutDateTime)]]),
    ...texts
      .filter(({ asText }) => asText > 0)
      .map(({ head, asText }) => [
        'Numbers as text',
        `${count(asText)} in ${head} have more digits than Excel keeps, and stand as text`,
      ]),
    ...texts
      .filter(({ left }) => left > 0)
      .map(({ head, left }) => [
        'SUM',
        `SUM leaves out ${count(left)} text ${left === 1 ? 'cell' : 'cells'} in ${head}`,
      ]),
  ]
}

function sumLines({ property, by, confirmed, figures, rowsOfOtherUnits }: SumOfProperty): Line[] {
  const split =
    by.length === 0 ? 'unit not known' : `by ${by.join(' or ')}${confirmed === null ? ', not confirmed' : ''}`
  return [
    [],
    [`Exact sum of ${property}, ${split}`, 'Sum', 'Numbers', 'Rows without a number', 'Numbers too large to add'],
    ...figures.map(figureLine),
    ...(rowsOfOtherUnits === 0 ? [] : [['Other units', `not summed: ${rowsOf(rowsOfOtherUnits)}`]]),
  ]
}

const figureLine = ({ unit, sum, numbers, without, beyond }: SumFigure): Line => [
  unit ?? 'unit not known',
  sum ?? '–',
  count(numbers),
  count(without),
  count(beyond),
]

const count = (figure: number) => figure.toLocaleString('en-US')
const rowsOf = (rows: number) => (rows === 1 ? '1 row' : `${count(rows)} rows`)
