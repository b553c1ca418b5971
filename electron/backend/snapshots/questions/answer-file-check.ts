// Holds a ledger against the events of a snapshot.
import type { FileChoices, Meaning, MeantColumn, Refusal } from '../../../../shared/check/checked-file.ts'
import { eventField } from '../../../../shared/event/event-fields.ts'
import { type Decimal, minus, plus, readPlain, ZERO } from '../../../../shared/exact/decimal.ts'
import { countWords, grouped, listWords } from '../../../../shared/exact/grouped-digits.ts'
import type {
  CheckProgress,
  FileCheckQuestion,
  LedgerAnswer,
  LedgerColumn,
  Outcome,
} from '../../../../shared/snapshot/snapshot-ledger.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { NO_RULES, type WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { fileTimes, looksLikeDate, styledTime, type TimeStyle } from '../../check/file-times.ts'
import type { HeldFile } from '../../check/held-files.ts'
import { openFile } from '../../check/open-file.ts'
import { cellText } from '../../check/read-lines.ts'
import { sideMark } from '../../check/read-number.ts'
import { textsIn } from '../table/dictionary.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import {
  amountColumns,
  amountNotes,
  amountProblem,
  columnsProblem,
  columnsRead,
  headOf,
  sidesAsked,
  sidesNotes,
} from './amount-sides.ts'
import { eventMoneyAt, fileMoney } from './answer-file-lines.ts'
import { NO_ID } from './answer-file-look.ts'
import { answeringLines } from './answering-lines.ts'
import { type CheckedLedger, checkedLedger, EVENT_ID, eventColumn, sameMeaning } from './checked-ledger.ts'
import { moneyWithCurrency } from './invoice/causes/figures.ts'
import { type ComparedColumn, isNumberColumn, isSame } from './ledger-columns.ts'
import { compareCurrencyNames, differences, ledgerFigures } from './ledger-figures.ts'
import {
  type Beginning,
  cellTextAt,
  type FileColumn,
  fileText,
  headNotes,
  hiddenRows,
  type LedgerFile,
  meaningsProposed,
  readBeginning,
  readLedgerFile,
  rowNotes,
  shortLinesNotes,
  type WantedColumn,
} from './ledger-file.ts'
import { eventMoney } from './ledger-money.ts'
import { numbersOf, unusedNumbers } from './ledger-shapes.ts'
import { DIFFERING, type LedgerMatches, outcomeOf, TOTAL } from './match-ledger.ts'
import { asking, type CheckOutcome, columnsAsked, settledCheck, unchecked } from './open-readings.ts'
import { changedIdNotes, customersProposed } from './pair-changed-ids.ts'

const MOST_UNKNOWN = 100
const MOST_TOTALS = 100
const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 100

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>
type LedgerOutcome = CheckOutcome<Checked, CheckedLedger>

/**
 * Checks the file by the choices. Reports how much of it is read, in the unit of its `size`, and once that its lines
 * are compared.
 */
export const answerFileCheck = (
  snapshot: LoadedSnapshot,
  question: FileCheckQuestion,
  file: HeldFile,
  turn: Turn,
  report: (progress: CheckProgress) => void,
): Promise<LedgerOutcome> =>
  settledCheck<FileCheckQuestion, Checked, CheckedLedger>(
    question,
    (one) => checkOnce(snapshot, one, file, turn, report),
    {
      totals: ({ totals }) => totals.map(({ line, stated, written }) => ({ line, stated, isSum: written === stated })),
      words: outcomeWords,
    },
  )

/** "6 lines match, 1 differs." */
function outcomeWords({ groups }: Pick<Checked, 'groups'>): string {
  const linesOf = (...wanted: Outcome[]) =>
    groups.reduce((sum, { outcome, lines }) => sum + (wanted.includes(outcome) ? lines : 0), 0)
  const [matched, differing, others] = [linesOf('matched'), linesOf('differing'), linesOf('only-file', 'repeated')]
  const rest = others === 0 ? '' : `, ${countWords(others, 'has', 'have')} no event of their own`
  return `${countWords(matched, 'line matches', 'lines match')}, ${countWords(differing, 'differs', 'differ')}${rest}.`
}

async function checkOnce(
  snapshot: LoadedSnapshot,
  question: FileCheckQuestion,
  file: HeldFile,
  turn: Turn,
  report: (progress: CheckProgress) => void,
): Promise<LedgerOutcome> {
  const { choices } = question
  const read = question.rules === null ? null : readRules(question.rules)
  if (read?.ok === false) return unchecked({ kind: 'no-rules', problems: read.problems })
  const rules = read?.rules ?? NO_RULES
  const opened = await openFile(file, choices, turn)
  if (opened.kind !== 'opened') return unchecked(opened)
  const beginning = await readBeginning(opened, choices, turn)
  if (typeof beginning === 'string') return unchecked({ kind: 'refused', words: beginning })
  const meant = meantColumns(snapshot, choices, beginning, rules)
  if (!Array.isArray(meant)) return unchecked(meant)
  const wanted = await wantedColumns(snapshot, meant, beginning, choices, turn)
  const ledger = await readLedgerFile(opened, beginning.headLine, wanted, turn, (done) =>
    report({ phase: 'reading', done, of: opened.size }),
  )
  if (typeof ledger === 'string') return unchecked({ kind: 'refused', words: ledger })
  report({ phase: 'comparing', done: 0, of: ledger.lines })
  const numbers = await numbersOfFile(snapshot, ledger, choices, turn)
  if ('ask' in numbers) return unchecked(asking(numbers))
  const rows = await selectRows(snapshot, question.scope, turn)
  // A line's side says its sign where there are two: one that is turned must not pass for the way of the file.
  const hasSides = ledger.columns.some(({ beside }) => beside?.are === 'credits' || beside?.are === 'sides')
  const signed: FileChoices = hasSides ? { ...choices, amounts: 'as-counted' } : choices
  const money = await eventMoney(snapshot, rows, rules, question, signed, turn)
  const asked = { ...question, choices: signed }
  const checked = await checkedLedger(snapshot, ledger, rows, money, numbers.decimal, asked, turn)
  if ('kind' in checked) return unchecked(checked)
  const figures = await ledgerFigures(checked, turn)
  const unknown = unknownNames(checked)
  const hidden = hiddenRows(ledger, hiddenMoney(checked))
  return {
    answer: {
      kind: 'checked',
      version: read === null ? null : rulesVersion(rules),
      lines: ledger.lines - checked.totals.length,
      answering: answeringLines(differences(checked)),
      totals: checked.totals.slice(0, MOST_TOTALS).map(({ place: _place, ...total }) => total),
      comparesMoney: comparesMoney(checked),
      events: rows.length,
      of: snapshot.table.rows,
      columns: await columnsOf(checked, turn),
      ...figures,
      wholeMonths: money.wholeMonths.toSorted((a, b) => compareCurrencyNames(a.currency, b.currency)),
      unknown,
      ambiguous: checked.matches.ambiguous,
      hidden,
      notes: [
        ...opened.notes,
        ...headNotes(beginning),
        ...unusedNumbers(
          beginning,
          meant.map(({ column }) => column),
          amountHead(ledger),
        ),
        ...unreadSides(beginning, meant),
        ...sidesNotes(amountColumns(meant, isOf), beginning, choices.charged),
        ...ledger.columns.flatMap((one) => (one.means.is === 'amount' ? amountNotes(one, choices.units) : [])),
        ...numbers.notes,
        ...rowNotes(ledger, hidden),
        ...changedIdNotes(checked),
        ...proposedNotes(unknown),
        ...notesOf(checked, choices, snapshot.table.range.zone),
      ],
    },
    checked,
  }
}

const isOf = (means: Meaning, wanted: Meaning['is']) => means.is === wanted

function meaningName(means: Meaning): string {
  if (means.is === 'field') return eventField(means.field).label
  return means.is === 'property' ? means.name : means.is
}

/** The columns as chosen, else as proposed; a refusal where they contradict each other, the file or the key. */
function meantColumns(
  { table }: LoadedSnapshot,
  choices: FileChoices,
  beginning: Beginning,
  rules: WorthRules,
): MeantColumn[] | Refusal {
  const proposed = () =>
    meaningsProposed(beginning, table, rules).flatMap((means, column) => (means === null ? [] : [{ column, means }]))
  const meant = choices.columns ?? proposed()
  const has = (means: Meaning) => meant.some((one) => sameMeaning(one.means, means))
  const ofAmount = amountColumns(meant, isOf)
  const problem = columnsProblem(meant, beginning, meaningName, sameMeaning) ?? amountProblem(ofAmount)
  if (problem !== null) return columnsAsked(problem)
  const sides = sidesAsked(ofAmount, beginning, choices.charged)
  if (sides !== null) return asking(sides)
  const missing = choices.key?.find(({ means }) => !has(means))
  if (missing !== undefined) {
    return columnsAsked(`The key has ${meaningName(missing.means)}, but no column is chosen for it. Choose one.`)
  }
  const money = choices.key?.find(({ means }) => means.is !== 'field' && means.is !== 'property')
  if (money !== undefined) {
    return columnsAsked('Amount and currency are compared and cannot be part of the key. Choose fields or properties.')
  }
  return choices.key === null && !has(EVENT_ID) ? asking(NO_ID) : meant
}

const amountHead = ({ columns }: LedgerFile) => columns.find(({ means }) => means.is === 'amount')?.head ?? null

async function wantedColumns(
  snapshot: LoadedSnapshot,
  meant: readonly MeantColumn[],
  { heads }: Beginning,
  choices: FileChoices,
  turn: Turn,
): Promise<WantedColumn[]> {
  const byFileName = (names: readonly { said: string; is: string }[]) =>
    new Map(names.map(({ said, is }) => [said, is]))
  const [customers, codes] = [byFileName(choices.customers), byFileName(choices.codes)]
  const wanted: WantedColumn[] = []
  for (const column of columnsRead<Meaning>(meant, heads, choices.charged, isOf, { is: 'amount' })) {
    const { means } = column
    const snapshotColumn = await eventColumn(snapshot, means, turn)
    const isField = (field: string) => means.is === 'field' && means.field === field
    const isNumber = isNumberColumn(means, snapshotColumn)
    wanted.push({
      ...column,
      isMergeable: !isNumber && !isField('eventId'),
      base: snapshotColumn === null || isNumber ? null : snapshotColumn.values,
      called: isField('customerId') ? customers : isField('eventCode') ? codes : new Map(),
    })
  }
  return wanted
}

/** The decimal sign of the file, with notes on its columns of numbers; what is asked where these leave it open. */
async function numbersOfFile(snapshot: LoadedSnapshot, ledger: LedgerFile, choices: FileChoices, turn: Turn) {
  const columns: FileColumn[] = []
  for (const column of ledger.columns) {
    if (isNumberColumn(column.means, await eventColumn(snapshot, column.means, turn))) columns.push(column)
  }
  return numbersOf(ledger, columns, choices.decimal)
}

async function columnsOf({ file, columns, compared, matches }: CheckedLedger, turn: Turn): Promise<LedgerColumn[]> {
  const differing = columns.map(() => 0)
  for (let line = 0; line < file.lines; line += 1) {
    if (line % 16_384 === 0) await turn.breathe()
    if (matches.outcomes[line] !== DIFFERING) continue
    const row = (matches.rows[line] ?? 0) - 1
    for (const [at, column] of columns.entries()) {
      if (compared.includes(column) && !isSame(column, line, row)) differing[at] = (differing[at] ?? 0) + 1
    }
  }
  return columns.map(
    (column, at): LedgerColumn => ({
      column: column.file.column,
      head: column.file.head,
      means: column.file.means,
      differing: differing[at] ?? 0,
      unread: unreadOf(file, column, matches),
    }),
  )
}

function unreadOf(
  { lines, lineNumbers }: LedgerFile,
  { file, isUnread }: ComparedColumn,
  { outcomes }: LedgerMatches,
): LedgerColumn['unread'] {
  const samples: { line: number; text: string }[] = []
  let cells = 0
  for (let line = 0; isUnread !== null && line < lines; line += 1) {
    const code = file.codes[line] ?? 0
    if (code === 0 || outcomes[line] === TOTAL || !isUnread(code)) continue
    cells += 1
    if (samples.length < MOST_SAMPLES) {
      samples.push({ line: lineNumbers[line] ?? 0, text: fileText(file, code).slice(0, LONGEST_SAMPLE) })
    }
  }
  return { cells, samples }
}

/** Customers and event codes that no event has, those on most lines first. */
function unknownNames({ file, totals }: CheckedLedger): Checked['unknown'] {
  return file.columns
    .flatMap((column) => {
      const { means, base, dictionary, codes } = column
      const field =
        means.is === 'field' && (means.field === 'customerId' || means.field === 'eventCode') ? means.field : null
      if (field === null || base === null || dictionary.size === 0) return []
      const counts = new Uint32Array(dictionary.size + 1)
      for (const code of codes) if (code > base.size) counts[code - base.size] = (counts[code - base.size] ?? 0) + 1
      for (const { place } of totals) {
        const id = (codes[place] ?? 0) - base.size
        if (id > 0) counts[id] = (counts[id] ?? 0) - 1
      }
      const named = Array.from(counts, (lines, id) => ({ id, lines }))
        .filter(({ lines }) => lines > 0)
        .sort((a, b) => b.lines - a.lines)
        .slice(0, MOST_UNKNOWN)
        .map(({ id, lines }) => ({ of: field, said: dictionary.text(id).slice(0, 1_000), lines }))
      if (field === 'eventCode') return named
      const proposed = customersProposed(
        base,
        named.map(({ said }) => said),
      )
      return named.map((one) => {
        const customerId = proposed(one.said)
        return customerId === null ? one : { ...one, proposed: customerId }
      })
    })
    .sort((a, b) => b.lines - a.lines)
    .slice(0, MOST_UNKNOWN)
}

function notesOf(ledger: CheckedLedger, choices: FileChoices, snapshotZone: string): string[] {
  const { file, columns, ids, money, signs, stated, timeStyle, totals, zone } = ledger
  // One that states another sum is told where the check is summed up.
  const notes = totals.flatMap(({ holds, words }) => (holds === false ? [] : [words])).slice(0, MOST_SAMPLES)
  notes.push(...shortLinesNotes(file))
  const withoutId = ids === null || choices.key !== null ? 0 : blankCells(ids, ledger)
  if (withoutId > 0) {
    notes.push(
      `${lineCount(withoutId)} ${withoutId === 1 ? 'has' : 'have'} no event ID, so no event is found for ${withoutId === 1 ? 'it' : 'them'}.`,
    )
  }
  const times = columns.find((column) => column.file.means.is === 'field' && column.file.means.field === 'createdAt')
  if (times !== undefined && choices.zone === null && zone !== snapshotZone)
    notes.push(`Times under “${times.file.head.slice(0, LONGEST_SAMPLE)}” without an offset are read in ${zone}.`)
  if (times !== undefined)
    notes.push(...styleNotes(file, times.file, timeStyle), ...timeNotes(file, times, timeStyle, zone))
  if (signs !== 'either' && choices.amounts === null) {
    notes.push(`In this file, what your price rules take off, such as credits, is ${signs} zero.`)
  }
  if (stated.conflicting > 0) {
    const isOne = stated.conflicting === 1
    const at = grouped(file.lineNumbers[stated.firstConflict] ?? 0)
    const what = isOne
      ? 'it counts as having none, differs, and is in no sum'
      : 'they count as having none, differ, and are in no sum'
    notes.push(
      `${lineCount(stated.conflicting)}, the first of them line ${at}, ${isOne ? 'names' : 'name'} different currencies in cell, column and head: ${what}.`,
    )
  }
  const hasAmount = file.columns.some(({ means }) => means.is === 'amount')
  const hasCurrency = file.columns.some(({ means }) => means.is === 'currency')
  if (hasAmount && !hasCurrency && choices.currency === null && stated.silent > 0) {
    const which =
      stated.silent === file.lines
        ? 'The file says'
        : `${lineCount(stated.silent)} of the file ${stated.silent === 1 ? 'says' : 'say'}`
    notes.push(`${which} no currency: each line takes the currency of its event, and lines without an event have none.`)
  }
  if (hasAmount && money.amounts.size > 0 && money.treatments.every(({ of }) => of === 'unvalued')) {
    notes.push(
      'By your price rules no single event has an amount of its own, so the amounts in the file are not compared.',
    )
  }
  return notes
}

/** ": 77.00 EUR, which is −1,143.50 EUR against their events": of hidden rows; empty where they have no amount. */
function hiddenMoney(ledger: CheckedLedger): string {
  const { file, matches, money } = ledger
  const sums = new Map<string | null, { file: Decimal; difference: Decimal }>()
  for (const line of file.hidden.lines) {
    const row = (matches.rows[line] ?? 0) - 1
    const isRepeated = outcomeOf(matches.outcomes[line] ?? 0) === 'repeated'
    const [ofFile, ofEvent] = [fileMoney(ledger, line), row < 0 || isRepeated ? null : eventMoneyAt(money, row)]
    const currency = ofFile?.currency ?? ofEvent?.currency ?? null
    const [sum, worth] = [readPlain(ofFile?.sum ?? '0'), readPlain(ofEvent?.sum ?? '0')]
    const known = sums.get(currency) ?? { file: ZERO, difference: ZERO }
    sums.set(currency, { file: plus(known.file, sum), difference: plus(known.difference, minus(sum, worth)) })
  }
  const parts = [...sums].flatMap(([currency, { file: sum, difference }]) => {
    if (sum.digits === 0n && difference.digits === 0n) return []
    const [ofFile, off] = [sum, difference].map((value) => moneyWithCurrency(value, currency))
    return [`${ofFile}, which is ${off} against their events`]
  })
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`
}

/** Whether the amount of a line was compared with that of its event, at least once. */
function comparesMoney({ file, matches, money, lineMoney }: CheckedLedger): boolean {
  if (file.columns.every(({ means }) => means.is !== 'amount')) return false
  for (let line = 0; line < file.lines; line += 1) {
    const outcome = outcomeOf(matches.outcomes[line] ?? 0)
    if (outcome !== 'matched' && outcome !== 'differing' && outcome !== 'changed-id') continue
    const row = (matches.rows[line] ?? 0) - 1
    const isValued = money.treatments[money.treatment[row] ?? 0]?.of !== 'unvalued' && money.expected[row] !== 0
    if (isValued && lineMoney(line).amount !== 0) return true
  }
  return false
}

/** Customers that may be meant by names that no event has. */
function proposedNotes(unknown: Checked['unknown']): string[] {
  const proposed = unknown.filter((one) => one.proposed !== undefined).slice(0, MOST_SAMPLES)
  if (proposed.length === 0) return []
  const said = proposed.map((one) => `“${one.said.slice(0, LONGEST_SAMPLE)}” (${lineCount(one.lines)})`)
  const meant = proposed.map((one) => `“${(one.proposed ?? '').slice(0, LONGEST_SAMPLE)}”`)
  return [
    `No event has the customer${proposed.length === 1 ? '' : 's'} ${listWords(said)}: ${listWords(meant)} may be meant. Choose a name to use it.`,
  ]
}

/** That a column of sides is not read: a line on the wrong one would agree without a word. */
function unreadSides({ heads, lines }: Beginning, meant: readonly MeantColumn[]): string[] {
  const used = new Set(meant.map(({ column }) => column))
  return heads.flatMap((_, column) => {
    const cells = lines.map(({ cells }) => cellText(cells[column]).trim()).filter((cell) => cell !== '')
    if (used.has(column) || cells.length === 0 || !cells.every((cell) => sideMark(cell) !== null)) return []
    return [
      `“${headOf(heads, column).slice(0, LONGEST_SAMPLE)}” says whether each line is a debit or a credit, but is not read: amounts count as they stand. To have it read, choose it as the side of the amount.`,
    ]
  })
}

/** Tells what its times are read as, where they are not written as RFC 3339 has them. */
function styleNotes({ lineNumbers }: LedgerFile, column: FileColumn, style: TimeStyle): string[] {
  const [first] = textsIn(column.dictionary)
  if (style === 'as-written' || first === undefined) return []
  const at = column.codes.indexOf((column.base?.size ?? 0) + 1)
  const read = styledTime(first, style)
  return [
    `“${first.slice(0, LONGEST_SAMPLE)}” on line ${grouped(lineNumbers[at] ?? 0)} is read as ${read}: ${STYLE_WORDS[style]}.`,
  ]
}

const STYLE_WORDS: Record<Exclude<TimeStyle, 'as-written'>, string> = {
  'epoch-seconds': 'seconds since 1970',
  'epoch-milliseconds': 'milliseconds since 1970',
  'days-of-digits': 'year, month, day',
  'day-first': 'the day comes first, as in the whole column',
  'month-first': 'the month comes first, as in the whole column',
}

/** Notes on times that the clock shows twice, and on the first that cannot be read, where it is known why. */
function timeNotes(
  file: LedgerFile,
  { isUnread, isTwice, file: column }: ComparedColumn,
  style: TimeStyle,
  zone: string,
): string[] {
  const linesWhere = (is: ((code: number) => boolean) | null | undefined) => {
    const found = { first: -1, lines: 0 }
    for (let line = 0; line < file.lines; line += 1) {
      const code = column.codes[line] ?? 0
      if (code === 0 || is?.(code) !== true) continue
      if (found.lines === 0) found.first = line
      found.lines += 1
    }
    const text = (cellTextAt(column, found.first) ?? '').slice(0, LONGEST_SAMPLE)
    return { ...found, text, at: `on line ${grouped(file.lineNumbers[found.first] ?? 0)}` }
  }
  const notes: string[] = []
  const twice = linesWhere(isTwice)
  if (twice.lines > 0) {
    const more = twice.lines === 1 ? '' : `, as do the times of ${countWords(twice.lines - 1, 'more line')}`
    notes.push(
      `“${twice.text}” ${twice.at} occurs twice in ${zone}, because the clocks go back${more}: such a line may belong to either event.`,
    )
  }
  const unread = linesWhere(isUnread)
  if (unread.lines === 0) return notes
  const { text, at } = unread
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) {
    notes.push(
      `Times such as ${text} ${at} are a spreadsheet’s numbers for days. Format the column as date and time, and save the file again.`,
    )
  } else if (fileTimes('UTC')(styledTime(text, style)) !== null) {
    notes.push(`“${text}” ${at} never occurs in ${zone}, because the clocks go forward: it is not read.`)
  } else if (looksLikeDate(text)) {
    notes.push(`Times such as ${text} ${at} are not read: there is no such day, or it is not written like the others.`)
  }
  return notes
}

const lineCount = (lines: number) => (lines === 1 ? '1 line' : `${grouped(lines)} lines`)

function blankCells({ codes }: FileColumn, { file, matches }: CheckedLedger): number {
  let blank = 0
  for (let line = 0; line < file.lines; line += 1) if (codes[line] === 0 && matches.outcomes[line] !== TOTAL) blank += 1
  return blank
}
