// Holds a ledger against the events of a snapshot.
import type { FileChoices, Meaning, MeantColumn, Refusal } from '../../../../shared/check/checked-file.ts'
import { eventField } from '../../../../shared/event/event-fields.ts'
import { type Decimal, minus, plus, readPlain, ZERO } from '../../../../shared/exact/decimal.ts'
import { countWords } from '../../../../shared/exact/grouped-digits.ts'
import type {
  CheckProgress,
  FileCheckQuestion,
  LedgerAnswer,
  LedgerColumn,
  Outcome,
} from '../../../../shared/snapshot/snapshot-ledger.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { NO_RULES, type WorthRules } from '../../../../shared/worth/worth-rules.ts'
import type { HeldFile } from '../../check/held-files.ts'
import { openFile } from '../../check/open-file.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import {
  amountColumns,
  amountNotes,
  amountProblem,
  columnsProblem,
  columnsRead,
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
  type FileColumn,
  fileText,
  headNotes,
  hiddenRows,
  type LedgerFile,
  meaningsProposed,
  ownId,
  readBeginning,
  readLedgerFile,
  rowNotes,
  type WantedColumn,
} from './ledger-file.ts'
import { eventMoney } from './ledger-money.ts'
import { ledgerNotes, proposedNotes, unreadSides } from './ledger-notes.ts'
import { numbersOf, unusedNumbers } from './ledger-shapes.ts'
import { DIFFERING, type LedgerMatches, outcomeOf, REPEATED, rowOf, TOTAL } from './match-ledger.ts'
import { asking, type CheckOutcome, columnsAsked, settledCheck, unchecked } from './open-readings.ts'
import { changedIdNotes, customersProposed } from './pair-changed-ids.ts'

const MOST_UNKNOWN = 100
const MOST_TOTALS = 100
const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 100

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>
type LedgerOutcome = CheckOutcome<Checked, CheckedLedger>

/**
 * Checks a ledger against the snapshot; asks where its reading is open. It reports how much of the file is read, in the
 * unit of its `size`, and once that its lines are compared.
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
      // Whether its lines come to a total, as they are written, can settle which side is charged.
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

/** Checks the ledger by the choices of the question. */
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
  // Where lines have sides, these say the sign of an amount. Which sign the file gives to what the rules take off is
  // not looked for then: a line on the wrong side would be taken for the way of the file.
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
        ...ledgerNotes(checked, choices, snapshot.table.range.zone),
      ],
    },
    checked,
  }
}

// Columns of amounts are told apart for invoices in the same way (amount-sides.ts). There a meaning is a word, and here
// an object: so it is handed how to tell which one a meaning is, and the meaning of an amount.
const isOf = (means: Meaning, wanted: Meaning['is']) => means.is === wanted
const AMOUNT: Meaning = { is: 'amount' }

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

/** The columns that are read, with the values that events have there and the names that the file has for them. */
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
  for (const column of columnsRead(meant, heads, choices.charged, isOf, AMOUNT)) {
    const { means } = column
    const ofEvents = await eventColumn(snapshot, means, turn)
    const isField = (field: string) => means.is === 'field' && means.field === field
    const isNumber = isNumberColumn(means, ofEvents)
    wanted.push({
      ...column,
      isMergeable: !isNumber && !isField('eventId'),
      // A text is compared by the number of its value among those of events; a number is read, and compared as one.
      base: ofEvents === null || isNumber ? null : ofEvents.values,
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

/** The columns as they are shown: in how many lines each differs, and what could not be read. */
async function columnsOf({ file, columns, compared, matches }: CheckedLedger, turn: Turn): Promise<LedgerColumn[]> {
  const differing = columns.map(() => 0)
  for (let line = 0; line < file.lines; line += 1) {
    if (line % 16_384 === 0) await turn.breathe()
    const row = rowOf(matches, line)
    if (matches.outcomes[line] !== DIFFERING || row === null) continue
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

/** How many cells of a column could not be read, and the first of them. */
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
      /** Lines by the number of their name in the file's own dictionary. */
      const counts = new Uint32Array(dictionary.size + 1)
      const count = (code: number, lines: 1 | -1) => {
        const id = ownId(column, code)
        counts[id] = (counts[id] ?? 0) + lines
      }
      for (const code of codes) count(code, 1)
      for (const { place } of totals) count(codes[place] ?? 0, -1)
      const named = Array.from(counts, (lines, id) => ({ id, lines }))
        .filter(({ id, lines }) => id !== 0 && lines > 0)
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

/** ": 77.00 EUR, which is −1,143.50 EUR against their events": of hidden rows; empty where they have no amount. */
function hiddenMoney(ledger: CheckedLedger): string {
  const { file, matches, money } = ledger
  const sums = new Map<string | null, { file: Decimal; difference: Decimal }>()
  const add = (currency: string | null, sum: Decimal, worth: Decimal) => {
    const known = sums.get(currency) ?? { file: ZERO, difference: ZERO }
    sums.set(currency, { file: plus(known.file, sum), difference: plus(known.difference, minus(sum, worth)) })
  }
  for (const line of file.hidden.lines) {
    // What is repeated has the event of the line that it repeats.
    const row = matches.outcomes[line] === REPEATED ? null : rowOf(matches, line)
    const [ofFile, ofEvent] = [fileMoney(ledger, line), row === null ? null : eventMoneyAt(money, row)]
    // A line and its event may be in two currencies, of which each has its own difference.
    if (ofFile !== null) add(ofFile.currency, readPlain(ofFile.sum), ZERO)
    if (ofEvent !== null) add(ofEvent.currency, ZERO, readPlain(ofEvent.sum))
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
    const row = rowOf(matches, line) ?? 0
    const isValued = money.treatments[money.treatment[row] ?? 0]?.of !== 'unvalued' && money.expected[row] !== 0
    if (isValued && lineMoney(line).amount !== 0) return true
  }
  return false
}
