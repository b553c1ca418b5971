// Why events are in no total by themselves, in words.
import type { UnvaluedGroup } from '../../../shared/snapshot/snapshot-changes.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { NOT_IN_TOTAL, type NotValued } from '../../../shared/worth/worth.ts'
import type { NoNumber } from '../../../shared/worth/worth-event.ts'
import { shortened } from '../../ui/excerpt.ts'
import { figureText } from '../../ui/figure-text.ts'

/** What follows "28 not valued: ". */
export const NOT_VALUED_WORDS: Record<NotValued, string> = {
  'part-of-line': 'billed by the month, which is not all here',
  'no-time': 'their time cannot be read',
  'no-customer': 'they name no customer',
  'no-price': 'the rate card has no price',
  'unit-differs': 'they are in another unit than the price',
  'price-changes': 'the price changes within the month',
  'last-tied': 'two values are the last of the month',
  'below-zero': 'the quantity of the month is below zero',
  'minor-units': 'the decimals of their currency are not known',
  'too-many-currencies': 'there are too many currencies',
}

const NO_NUMBER_WORDS: Record<NoNumber, string> = {
  'no-number': 'Number missing',
  text: 'The number is text',
  beyond: 'The number is too large to calculate with',
}

/** "Billed by the month, not per event", "Not valued: the rate card has no price", "Prepaid grant". */
export function unvaluedWords(why: UnvaluedGroup['why']): string {
  if (why === 'balance') return 'Prepaid grant'
  if (why === 'not-money') return NOT_IN_TOTAL.head
  if (why === 'part-of-line') return 'Billed by the month, not per event'
  if (why === 'no-number' || why === 'text' || why === 'beyond') return NO_NUMBER_WORDS[why]
  return `Not valued: ${NOT_VALUED_WORDS[why]}`
}

/** "1,200 GB". @param quantity a plain decimal */
export const quantityInWords = (quantity: string, unit: string | null) =>
  [figureText(moneyText(quantity, null), 0), ...(unit === null ? [] : [shortened(unit, 20)])].join(' ')
