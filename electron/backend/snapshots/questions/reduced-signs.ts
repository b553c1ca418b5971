// Which sign a file gives to what the rules take off, such as credits. It is settled by the file alone: a line against the others
// differs, and is never agreed with because the event would.
import type { Asks, DecimalSign, FileChoices } from '../../../../shared/check/checked-file.ts'
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import { cellNumber } from './ledger-columns.ts'
import { type FileColumn, fileText, type LedgerFile } from './ledger-file.ts'
import type { ReducedSigns } from './ledger-line-money.ts'
import type { EventMoney } from './ledger-money.ts'
import type { Keys } from './match-ledger.ts'

const LONGEST_SAMPLE = 100

/** What is asked where some stand above zero and some below. @param chosen null: as all of them in the file do */
export function reducedSigns(
  file: LedgerFile,
  amount: FileColumn | null,
  money: EventMoney,
  decimal: DecimalSign,
  chosen: FileChoices['amounts'],
  keys: Keys,
  rows: Uint32Array,
): ReducedSigns | Asks {
  // As they count, every event is compared with its worth.
  if (amount === null || chosen === 'as-counted') return 'either'
  if (chosen === 'as-sent') return 'above'
  const reducing = new Set<number>()
  for (const row of rows) {
    if (money.takings[money.taking[row] ?? 0]?.effect === 'reduces' && money.expected[row] !== 0)
      reducing.add(keys.ofRow(row))
  }
  reducing.delete(0)
  const lines = { above: 0, below: 0 }
  const first = { above: -1, below: -1 }
  for (let line = 0; line < file.lines && reducing.size > 0; line += 1) {
    if (!reducing.has(keys.ofLine(line))) continue
    const side = sideOf(amount, line, decimal)
    if (side === null) continue
    if (lines[side] === 0) first[side] = line
    lines[side] += 1
  }
  if (lines.above === 0 || lines.below === 0) {
    return lines.above > 0 ? 'above' : lines.below > 0 ? 'below' : 'either'
  }
  const sample = (line: number) => ({
    line: file.lineNumbers[line] ?? 0,
    head: amount.head,
    text: fileText(amount, amount.codes[line] ?? 0).slice(0, LONGEST_SAMPLE),
  })
  const [above, below] = [sample(first.above), sample(first.below)]
  const words = `Of what your price rules take off, ${countWords(lines.below, 'amount')} ${lines.below === 1 ? 'stands' : 'stand'} below zero (“${below.text}” on line ${grouped(below.line)}) and ${grouped(lines.above)} above (“${above.text}” on line ${grouped(above.line)}). Choose how amounts of credits stand in this file: a line against it differs by twice its amount.`
  return {
    ask: 'amounts',
    words,
    choices: [
      { choose: { amounts: 'as-sent' }, label: 'As the service sends them', outcome: null },
      { choose: { amounts: 'as-counted' }, label: 'Below zero, as they count', outcome: null },
    ],
  }
}

/** Null: it is zero, or no number. */
function sideOf({ dictionary, codes }: FileColumn, line: number, decimal: DecimalSign): 'above' | 'below' | null {
  const code = codes[line] ?? 0
  const number = code === 0 ? null : cellNumber(dictionary, code, decimal)
  if (number === null || !/[1-9]/.test(number)) return null
  return number.startsWith('-') ? 'below' : 'above'
}
