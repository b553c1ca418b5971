// This is what a letter may say of an explained line, or of events on no line; and what its writer is to know besides.

import { CAUSES_OF_OTHERS, type ExplainedLineFacts } from '../../../shared/case/explained-line.ts'
import { decimalText, readPlain } from '../../../shared/exact/decimal.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine, InvoiceLine, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { isProved, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { moneyInWords, opposite } from '../../worth/money-words.ts'
import type { CheckedInvoice } from '../store/file-check-state.ts'

/** A letter is about one line, or one group of events on no line. */
export type LetterSubject = { of: 'line'; explained: ExplainedLine } | { of: 'unbilled'; group: UnbilledGroup }

/** @param lines of the invoice, as far as they are known */
export function letterFacts(
  subject: LetterSubject,
  snapshot: SnapshotSummary,
  answer: CheckedInvoice,
  lines: readonly InvoiceLine[],
): ExplainedLineFacts {
  const besides = {
    zone: snapshot.range.zone,
    isNet: answer.names.some(
      (name) => name.of === 'item' && name.means?.is === 'not-from-events' && name.means.what === 'tax',
    ),
    isWhole: isProved(verdictOf(snapshot)),
    invoice: differenceOf(subject, answer),
    beside: refundWords(subject, lines),
  }
  if (subject.of === 'unbilled') {
    const { eventCode, period, worth } = subject.group
    const { events, quantity, price, currency, unit } = worth
    return {
      item: cut(eventCode ?? ''),
      customerName: nameOf(lines, subject.group.customerId),
      period,
      currency: currency && cut(currency),
      unit: unit && cut(unit),
      invoiced: null,
      used: { events, unvalued: 0, quantity, price, worth: worth.worth },
      steps: [],
      difference: null,
      doubt: null,
      causes: [],
      isOnlyCause: false,
      events: [],
      eventCount: 0,
      ...besides,
    }
  }
  const { line, tierSteps, decisive } = subject.explained
  const { item, customerSaid, period, currency, quantity, unitPrice, amount, byRules, difference, doubt } = line
  const fits = line.causes?.fits ?? []
  const steps = (tierSteps?.steps ?? []).flatMap(({ priced, worth }) =>
    priced === undefined ? [] : [{ ...priced, worth }],
  )
  return {
    item: cut(item),
    customerName: customerSaid && cut(customerSaid),
    period,
    currency: currency && cut(currency),
    unit: byRules?.unit == null ? null : cut(byRules.unit),
    invoiced: { quantity, price: unitPrice, amount },
    used: byRules && { ...figuresOf(byRules), events: byRules.events, unvalued: subject.explained.unvalued },
    steps: steps.length > 1 && steps.length === tierSteps?.steps.length ? steps.slice(0, 50) : [],
    difference: difference && decimalText(readPlain(difference)),
    doubt,
    causes: [...new Set(fits.map(({ code }) => code))].filter((code) => !CAUSES_OF_OTHERS.has(code)),
    isOnlyCause: fits.length === 1,
    events: decisive.events.map(({ eventId, at, quantity: of, side }) => ({ eventId, at, quantity: of, side })),
    eventCount: decisive.count,
    ...besides,
  }
}

const LONGEST_WORD = 1_000
const cut = (text: string) => text.slice(0, LONGEST_WORD)

const figuresOf = ({ quantity, price, worth }: Pick<UnbilledGroup['worth'], 'quantity' | 'price' | 'worth'>) => ({
  quantity,
  price,
  worth,
})

const nameOf = (lines: readonly InvoiceLine[], customerId: string | null) =>
  lines
    .find((line) => line.customerId === customerId && line.customerSaid !== null)
    ?.customerSaid?.slice(0, LONGEST_WORD) ?? null

const NOTHING = { tooMuch: '0', tooLittle: '0', notBilled: '0', inDoubt: '0' }

/** By what the invoice differs in all, and what of it is the subject's own: sizes, of what is too little as well. */
function differenceOf(subject: LetterSubject, { checkId, equation }: CheckedInvoice): ExplainedLineFacts['invoice'] {
  const currency = subject.of === 'line' ? subject.explained.line.currency : subject.group.worth.currency
  const sums = equation.find((one) => one.currency === currency)
  if (sums === undefined) return undefined
  const all = {
    tooMuch: sums.tooMuch.sum,
    tooLittle: opposite(sums.tooLittle.sum),
    notBilled: opposite(sums.notBilled.sum),
    inDoubt: sums.inDoubt,
  }
  if (subject.of === 'unbilled') {
    const { customerId, eventCode, period, worth } = subject.group
    const part = JSON.stringify([period, customerId, eventCode]).slice(0, LONGEST_WORD)
    return { checkId, part, all, own: { ...NOTHING, notBilled: worth.worth } }
  }
  const { line, difference, verdict, doubt } = subject.explained.line
  const exactDifference = difference ?? '0'
  const inDoubt = verdict === 'in-doubt' ? (doubt ?? '0') : '0'
  const isLess = exactDifference.startsWith('-')
  return {
    checkId,
    part: `line ${line}`,
    all,
    own: { ...NOTHING, ...(isLess ? { tooLittle: opposite(exactDifference) } : { tooMuch: exactDifference }), inDoubt },
  }
}

/** Refunds that are on the invoice already. */
function refundWords(subject: LetterSubject, lines: readonly InvoiceLine[]): string[] {
  const customerId = subject.of === 'line' ? subject.explained.line.customerId : subject.group.customerId
  return lines
    .filter(({ amount, byRules, customerId: of }) => of === customerId && byRules !== null && amount?.startsWith('-'))
    .slice(0, 10)
    .map(
      ({ item, amount, currency }) =>
        `A refund is on it already: ${item.slice(0, 200)}, ${moneyInWords(amount ?? '', currency)}.`,
    )
}
