// The sheet "About" of an Excel file: its contents, how far they are proved, and what a reader must know.
import { type Filters, SUM_TYPE_WORDS } from '../../../shared/event/event.ts'
import { capitalized, countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { countedRows, ROW_KIND_WORDS, ROW_KINDS, receivedRows } from '../../../shared/snapshot/account.ts'
import { sampleWords } from '../../../shared/snapshot/asked-sample.ts'
import { EVIDENCE_NAMES } from '../../../shared/snapshot/snapshot.ts'
import { rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { readingFactsWords, sentenceAfterName } from '../../../shared/snapshot/verdict-name.ts'
import { notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import { figureUnitWords, type SumOfProperty, unitProperties } from '../../../shared/worth/property-sum.ts'
import { NOT_IN_TOTAL } from '../../../shared/worth/worth.ts'
import type { Tally } from './file-format.ts'
import { shapesLines } from './file-shapes.ts'
import {
  accountOf,
  type FileSubject,
  filteredWords,
  leftOutOf,
  type ScreenSubject,
  verdictWord,
} from './file-subject.ts'
import { worthLines } from './file-worth.ts'
import type { Survey } from './survey.ts'

type Line = readonly string[]

export type AboutLines = (survey: Survey, tally: Tally) => Line[]

/** Lines of cells; all of them text, so that no figure is rounded. @param zone of the date-times */
export function aboutLines(subject: FileSubject, zone = subject.header.range.zone): AboutLines {
  return (survey, tally) => [
    ...TITLE,
    ...originLines(subject),
    ...readingLines(subject),
    ...rowLines(subject, survey),
    ...valueLines(zone, survey, tally),
    ...judgedLines(survey),
  ]
}

/** A customer learns nothing of where it comes from, of what was asked, or of how it was read. */
export function customerLines(subject: FileSubject, zone: string): AboutLines {
  const { filtered, order } = subject
  return (survey, tally) => {
    const rows = countWords(filtered?.of ?? survey.rows, 'row')
    return [
      ...TITLE,
      ...rangeLines(subject),
      ...asOfLine(subject),
      ['Verdict', verdictWord(subject)],
      ['Rows', filtered === null ? rows : `${grouped(survey.rows)} of ${rows}`],
      ['Order', order],
      ...valueLines(zone, survey, tally),
    ]
  }
}

/** The lines of a file of rows of the screen, of which nothing proves that they are all. */
export function screenLines({ program, connection, filters, zone, rows }: ScreenSubject): AboutLines {
  const origin: Line[] =
    connection === null
      ? []
      : [
          ['Written by', program],
          ['Connection', connection.name],
          ['Base URL', connection.baseUrl],
          ...filterLines(filters),
        ]
  return (survey, tally) => [
    ...TITLE,
    ...origin,
    ['Time zone', zone],
    ['Rows', `${countWords(survey.rows, 'row')}: ${rows}`],
    ...valueLines(zone, survey, tally),
    ...judgedLines(survey),
  ]
}

const TITLE: Line[] = [['About this file']]

function originLines(subject: FileSubject): Line[] {
  const { program, header } = subject
  return [
    ['Written by', program],
    ['Connection', header.connection.name],
    ['Base URL', header.connection.baseUrl],
    ...rangeLines(subject),
    ...filterLines(header.search),
  ]
}

const rangeLines = ({ header, state }: FileSubject): Line[] => [
  ['Range', rangeWords({ ...header.range, until: state.until ?? header.range.until })],
  ['Time zone', header.range.zone],
]

const asOfLine = ({ state: { asOf } }: FileSubject): Line[] => (asOf === null ? [] : [['As of', asOf]])

function filterLines(filters: Filters): Line[] {
  const lines = filterWords(filters).map(({ name, value, property }): Line => {
    return [`Filter ${property === null ? '' : 'Property '}${name}`, value]
  })
  return lines.length === 0 ? [['Filters', 'none']] : lines
}

function readingLines(subject: FileSubject): Line[] {
  const { header, state } = subject
  return [
    ['Read from', header.begunAt],
    ['Read to', state.endedAt ?? 'not finished'],
    ...asOfLine(subject),
    ['Requests', grouped(state.requests)],
    ['Verdict', verdictWord(subject)],
    ...(state.verdict === null
      ? []
      : [['', sentenceAfterName(state.verdict)], ...state.verdict.reasons.map(({ words }) => ['', words])]),
    ...readingFactsWords(state, state.verdict, (instant) => instant).map((words) => ['', words]),
    ...(state.verdict?.grounds ?? []).map(({ letter, holds, words }) => [
      `Evidence: ${EVIDENCE_NAMES[letter]}`,
      `${holds ? 'Holds' : 'Does not hold'}: ${words}`,
    ]),
    ...accountLines(subject),
    ...sampleLines(subject),
  ]
}

function accountLines(subject: FileSubject): Line[] {
  const account = accountOf(subject)
  if (account === null) return []
  const counted = subject.state.totalAtEnd?.total ?? null
  return [
    ...ROW_KINDS.map((rowKind) => [`Account: ${ROW_KIND_WORDS[rowKind]}`, countWords(account[rowKind], 'row')]),
    ['Account: Received', countWords(receivedRows(account), 'row')],
    [
      `Account: Received, less what was received twice${account.gone === 0 ? '' : ' or is gone'}`,
      countWords(countedRows(account), 'row'),
    ],
    ['Account: Counted by the service', counted === null ? 'It gave no count' : countWords(counted, 'row')],
  ]
}

function sampleLines({ sample }: FileSubject): Line[] {
  if (sample === undefined) return []
  return [
    ['Sample asked again', `${sample.at}, seed ${sample.seed}`],
    ...sampleWords(sample).map((words) => ['', words]),
  ]
}

function rowLines(subject: FileSubject, { rows }: Survey): Line[] {
  const { filtered, order } = subject
  return [
    ['Rows', filtered === null ? countWords(rows, 'row') : filteredWords(rows, filtered)],
    ['Order', order],
    ...leftOutOf(subject, rows).map(({ why, rows }) => [`Left out: ${why}`, countWords(rows, 'row')]),
  ]
}

/** What became of the values in the file, and what they add up to. */
function valueLines(zone: string, { table, sums }: Survey, tally: Tally): Line[] {
  const numeric = table.columns.filter(({ kinds }) => kinds.number > 0)
  const hasInstants = table.columns.some(({ of, name }) => of === 'field' && name === 'created_at')
  const texts = numeric.map(({ head, kinds }) => {
    const asText = tally.numbersAsText.get(head) ?? 0
    return { head, asText, left: kinds.string + kinds.null + kinds.json + asText }
  })
  return [
    tally.cut > 0 && [
      'Texts that were cut',
      `${grouped(tally.cut)}; no cell of Excel holds more than 32,767 characters`,
    ],
    tally.halfPairs > 0 && [
      'Texts with a broken character',
      `${grouped(tally.halfPairs)}; the broken character is written as its escape, such as \\ud83d`,
    ],
    hasInstants && [
      'Times',
      `created_at is the text that was sent; created_at (${zone}) is the same time as a date of Excel, cut to milliseconds`,
    ],
    tally.withoutDateTime > 0 && ['Times that Excel has no date for', grouped(tally.withoutDateTime)],
    ...texts.map(
      ({ head, asText }) =>
        asText > 0 && [
          'Numbers as text',
          `${grouped(asText)} in ${head} have more digits than Excel keeps, and are stored as text`,
        ],
    ),
    ...texts.map(({ head, left }) => left > 0 && ['SUM', `SUM leaves out ${countWords(left, 'text cell')} in ${head}`]),
    ...sums.flatMap(sumLines),
  ].filter((line) => line !== false)
}

/** What the events are worth, and how many are as expected. */
const judgedLines = ({ worth, shapes }: Survey): Line[] => [
  ...(worth === null ? [] : worthLines(worth)),
  ...(shapes === null ? [] : [[], ...shapesLines(shapes)]),
]

function sumLines(ofProperty: SumOfProperty): Line[] {
  const { property, byCode = false, confirmed, figures, rowsOfOtherUnits } = ofProperty
  const by = unitProperties(ofProperty)
  const named = by.length === 0 ? '' : ` and ${by.join(' and ')}${confirmed ? '' : ', not confirmed'}`
  const units =
    by.length > 0 ? `${named}${byCode ? ', and event code where no unit is set' : ''}` : UNITLESS[`${byCode}`]
  return [
    [],
    [
      `Exact sum of ${property}, by type${units}`,
      'Sum',
      'Numbers',
      'Rows without a number',
      'Numbers too large to add',
      ...(figures.some(({ notIn }) => notIn.length > 0) ? [NOT_IN_TOTAL.head] : []),
    ],
    ...figures.map((figure) => figureLine(ofProperty, figure)),
    ...(rowsOfOtherUnits === 0 ? [] : [['Other units', `not summed: ${countWords(rowsOfOtherUnits, 'row')}`]]),
  ]
}

const UNITLESS = { true: ' and event code, unit not set', false: ', unit not set' }

const figureLine = (
  of: SumOfProperty,
  { type, units, sum, numbers, without, beyond, notIn }: SumOfProperty['figures'][number],
): Line => [
  `${capitalized(SUM_TYPE_WORDS[type])}, ${figureUnitWords(of, units)}`,
  sum ?? '–',
  grouped(numbers),
  grouped(without),
  grouped(beyond),
  ...(notIn.length === 0 ? [] : [notInSumWords(notIn, 0, 'file') ?? '']),
]
