// What compared events are worth by the rules, a text for each, as files have it.
import { decimalText } from '../../../shared/exact/decimal.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import type { EventWorth } from '../../../shared/worth/value-event.ts'
import { NOT_VALUED, NOT_VALUED_WORDS } from '../../../shared/worth/worth.ts'
import type { EventsWorth } from '../../worth/events-worth.ts'
import { currencyWords } from '../../worth/money-words.ts'

export interface ComparedWorth {
  /** "Worth by the rules 0123456789ab". */
  label: string
  /** "-1764.69 EUR", "not valued: part of a line", "no rule". */
  texts: string[]
}

export const comparedWorth = ({ version, each }: EventsWorth): ComparedWorth => ({
  label: `Worth by the rules ${version}`,
  texts: each.map(worthText),
})

function worthText({ bin, worth, currency, quantity, unit, why }: EventWorth): string {
  switch (bin) {
    case 'charged':
    case 'reduces': {
      if (worth !== null) return `${moneyText(decimalText(worth), currency)} ${currencyWords(currency)}`
      const reason = NOT_VALUED.find((one) => one === why)
      if (reason !== undefined) return `not valued: ${NOT_VALUED_WORDS[reason]}`
      return quantity === null ? 'no money' : `no money, a quantity of ${decimalText(quantity)} ${unit ?? ''}`.trimEnd()
    }
    case 'balance':
      return worth === null ? 'a balance' : `a balance of ${decimalText(worth)} ${unit ?? currency ?? ''}`.trimEnd()
    case 'not-money':
      return 'no money'
    case 'number-missing':
      return 'no number'
    case 'no-rule':
      return 'no rule'
    default:
      return bin satisfies never
  }
}
