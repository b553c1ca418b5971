// The equation of an invoice, currency by currency: usage less worth is what lines have too much and too little, and what is
// on no line. Both sides are added up apart from the differences.
import { type Decimal, minus, plus, ZERO } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceEquation } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { isEqual, negated, plainMoney } from './causes/figures.ts'
import type { JudgedLine } from './judged-line.ts'
import type { OnNoLine } from './unbilled-groups.ts'

interface Sum {
  lines: number
  sum: Decimal
  /** Whether the amount of one of them is not read. */
  isUnread: boolean
}

const none = (): Sum => ({ lines: 0, sum: ZERO, isUnread: false })

const newBlock = () => ({
  usage: ZERO,
  tooMuch: none(),
  tooLittle: none(),
  notBilled: none(),
  inDoubt: ZERO,
  'not-from-events': none(),
  'no-rule': none(),
  'not-covered': none(),
})
type Block = ReturnType<typeof newBlock>

/** In the order in which lines name currencies, then events do; what has none is last. */
export function invoiceEquation(lines: readonly JudgedLine[], { unbilled, worth }: OnNoLine): InvoiceEquation[] {
  const blocks = new Map<string | null, Block>()
  const blockOf = (currency: string | null) => {
    const known = blocks.get(currency) ?? newBlock()
    blocks.set(currency, known)
    return known
  }
  for (const line of lines) noteLine(blockOf(line.currency), line)
  for (const one of unbilled) add(blockOf(one.currency).notBilled, negated(one.worth))
  for (const [currency, sum] of worth) if (sum.digits !== 0n) blockOf(currency)
  return [...blocks]
    .map(([currency, block]) => equationOf(currency, block, worth.get(currency) ?? ZERO))
    .sort((a, b) => Number(a.currency === null) - Number(b.currency === null))
}

function noteLine(block: Block, { verdict, paper, difference, doubt }: JudgedLine): void {
  const amount = paper.amount ?? ZERO
  if (verdict === 'total') return
  if (verdict === 'not-from-events' || verdict === 'no-rule' || verdict === 'not-covered') {
    add(block[verdict], amount)
    if (paper.unread.includes('amount')) block[verdict].isUnread = true
    return
  }
  block.usage = plus(block.usage, amount)
  if (verdict === 'in-doubt' && doubt !== null) block.inDoubt = plus(block.inDoubt, doubt)
  if (difference !== null && difference.digits !== 0n) {
    add(difference.digits > 0n ? block.tooMuch : block.tooLittle, difference)
  }
}

function add(sum: Sum, value: Decimal): void {
  sum.lines += 1
  sum.sum = plus(sum.sum, value)
}

function equationOf(currency: string | null, block: Block, worth: Decimal): InvoiceEquation {
  const difference = minus(block.usage, worth)
  const parts = plus(plus(block.tooMuch.sum, block.tooLittle.sum), block.notBilled.sum)
  const figure = ({ lines, sum }: Sum) => ({ lines, sum: plainMoney(sum, currency) })
  const apart = (sum: Sum) => (sum.isUnread ? { lines: sum.lines, sum: null } : figure(sum))
  return {
    currency,
    usage: plainMoney(block.usage, currency),
    worth: plainMoney(worth, currency),
    difference: plainMoney(difference, currency),
    tooMuch: figure(block.tooMuch),
    tooLittle: figure(block.tooLittle),
    notBilled: { groups: block.notBilled.lines, sum: plainMoney(block.notBilled.sum, currency) },
    holds: isEqual(difference, parts),
    inDoubt: plainMoney(block.inDoubt, currency),
    notFromEvents: apart(block['not-from-events']),
    noRule: apart(block['no-rule']),
    notCovered: apart(block['not-covered']),
  }
}
