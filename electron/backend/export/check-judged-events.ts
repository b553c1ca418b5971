// Holds what a receipt says of its events, judged by rules and by expected shapes, against itself.
import { compareDecimals, plus, readPlain } from '../../../shared/exact/decimal.ts'
import { UNEXPECTED } from '../../../shared/shape/judge-event.ts'
import { BINS } from '../../../shared/worth/worth.ts'
import { expectEqual, sumOf, throwContradiction } from './contradiction.ts'
import type { Receipt } from './receipt.ts'

type ReceiptContent = Receipt['eventscope']
type ReceiptWorth = NonNullable<ReceiptContent['worth']>

/** Its bins are all events of the file, and each figure that is said twice is the same. */
export function checkWorth(worth: ReceiptWorth, { rows }: Pick<ReceiptContent, 'rows'>): void {
  const { bins, currencies, granted, numberMissing, noRule, notValued, negativeDebits, differs } = worth
  const sum = sumOf(BINS.map((bin) => bins[bin]))
  expectEqual(rows, sum, `It has ${rows} rows, but the bins of what they are worth add up to ${sum}.`)
  const missing = eventsOf(numberMissing)
  expectEqual(
    bins['number-missing'],
    missing,
    `It says why ${missing} numbers are missing, but its bin has another number.`,
  )
  const inBins = [
    [eventsOf(currencies), sumOf([bins.charged, bins.reduces]), 'with money'],
    [eventsOf(granted), BigInt(bins.balance), 'of a balance'],
    [eventsOf(noRule), BigInt(bins['no-rule']), 'without a rule'],
    [
      eventsOf([...currencies, ...granted, ...notValued]),
      sumOf([bins.charged, bins.reduces, bins.balance]),
      'with money, or with a number and without money,',
    ],
    [eventsOf(negativeDebits), BigInt(bins.reduces), 'that are debits below zero'],
    [
      eventsOf([...differs, ...worth.differsByRounding]),
      sumOf([bins.charged, bins.reduces]),
      'whose amount is another than quantity × unit price',
    ],
  ] as const
  for (const [named, binned, which] of inBins) {
    if (named > binned) throwContradiction(`It names ${named} events ${which}, but its bins have ${binned} of them.`)
  }
  const isNetted = BigInt(bins['no-rule']) === 0n
  for (const { net, charged, reduces } of currencies) {
    if ((net !== null) !== isNetted) {
      throwContradiction(
        `${bins['no-rule']} events have no rule, which does not go with ${net === null ? 'no' : 'a'} net.`,
      )
    }
    if (net === null) continue
    if (compareDecimals(readPlain(net), plus(readPlain(charged), readPlain(reduces))) !== 0) {
      throwContradiction('A net is not what is charged and what reduces, added up.')
    }
  }
  checkDebits(worth)
}

/** Each event is as expected or is not, and one that is not has a reason, or several. */
export function checkShapes(
  { expected, unexpected, by }: NonNullable<ReceiptContent['shapes']>,
  { rows }: Pick<ReceiptContent, 'rows'>,
): void {
  const sum = sumOf([expected, unexpected])
  expectEqual(rows, sum, `It has ${rows} rows, but those that are as expected and those that are not are ${sum}.`)
  const reasons = UNEXPECTED.map((what) => by[what])
  if (reasons.some((events) => BigInt(events) > BigInt(unexpected))) {
    throwContradiction(`More events are not as expected in one way than in all, which are ${unexpected}.`)
  }
  const named = sumOf(reasons)
  if (named < BigInt(unexpected)) {
    throwContradiction(`${unexpected} events are not as expected, but reasons are named of ${named} at most.`)
  }
}

/** Each of them is a part of what reduces in its currency. */
function checkDebits({ negativeDebits, currencies }: ReceiptWorth): void {
  for (const { currency, sum } of negativeDebits) {
    const reduces = currencies.find((one) => one.currency === currency)?.reduces ?? '0'
    if (compareDecimals(readPlain(sum), readPlain(reduces)) < 0) {
      throwContradiction('Its debits below zero come to more than all that reduces in their currency.')
    }
  }
}

const eventsOf = (all: readonly { events: string }[]) => sumOf(all.map(({ events }) => events))
