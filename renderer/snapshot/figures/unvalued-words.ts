// Why events are in no total by themselves, in words.
import { capitalized } from '../../../shared/exact/grouped-digits.ts'
import type { UnvaluedGroup } from '../../../shared/snapshot/snapshot-changes.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { BIN_WORDS, NO_NUMBER_WORDS, NOT_IN_TOTAL, whyNotValued } from '../../../shared/worth/worth.ts'
import { shortened } from '../../ui/excerpt.ts'
import { figureText } from '../../ui/figure-text.ts'

/** "Billed by the month, not per event", "Not valued: the rate card has no price", "Prepaid grant". */
export function unvaluedWords(why: UnvaluedGroup['why']): string {
  if (why === 'balance') return capitalized(BIN_WORDS.balance)
  if (why === 'not-money') return NOT_IN_TOTAL.head
  if (why === 'no-number') return capitalized(BIN_WORDS['number-missing'])
  if (why === 'text' || why === 'beyond') return `The number ${NO_NUMBER_WORDS[why].is}`
  return capitalized(whyNotValued(why, 'ofThem'))
}

/** "1,200 GB". @param quantity a plain decimal */
export const quantityInWords = (quantity: string, unit: string | null) =>
  [figureText(moneyText(quantity, null), 0), ...(unit === null ? [] : [shortened(unit, 20)])].join(' ')
