// A rate card as the CSV that `readRateCardCsv` reads: to be corrected, or taken to a spreadsheet.
import type { RatePrice } from './rate-card.ts'
import { RATE_CARD_HEADS, type RateCardHead } from './rate-card-csv.ts'

type Cells = Partial<Record<RateCardHead, string | null>>

/** A line a price, and below it one for each further tier, which says only its end and its price. */
export function printRateCard(prices: readonly RatePrice[]): string {
  const lines = prices.flatMap((price) =>
    price.tiers.map(
      (tier, at): Cells => ({
        ...(at === 0 ? cellsOf(price) : {}),
        'up to': tier.upTo,
        price: tier.price,
      }),
    ),
  )
  const printed = lines.map((cells) => RATE_CARD_HEADS.map((head) => cells[head] ?? ''))
  return [RATE_CARD_HEADS, ...printed].map((cells) => `${cells.map(quoted).join()}\n`).join('')
}

/** All but its tiers. What goes without saying is left out. */
const cellsOf = ({ where, ...price }: RatePrice): Cells => ({
  code: price.code,
  currency: price.currency,
  customer: price.customer,
  property: where?.name ?? null,
  value: where?.text ?? null,
  kind: where?.kind ?? null,
  'valid from': price.validFrom,
  unit: price.unit,
  per: price.per === '1' ? '' : price.per,
  begun: price.begun ? 'yes' : '',
  included: price.included === '0' ? '' : price.included,
  tiered: price.tiered === 'graduated' ? '' : price.tiered,
  minimum: price.minimum,
})

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
