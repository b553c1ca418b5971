// A rate card as the CSV that `readRateCardCsv` reads: to be corrected, or taken to a spreadsheet.
import type { RatePrice } from './rate-card.ts'

const HEADS = [
  'code',
  'customer',
  'property',
  'value',
  'kind',
  'valid from',
  'unit',
  'per',
  'begun',
  'included',
  'tiered',
  'minimum',
  'currency',
  'up to',
  'price',
]

/** A line a price, and below it one for each further tier, which says only its end and its price. */
export function printRateCard(prices: readonly RatePrice[]): string {
  const lines = prices.flatMap((price) => price.tiers.map((tier, at) => (at === 0 ? priceLine(price) : tierLine(tier))))
  return [HEADS, ...lines].map((cells) => `${cells.map(quoted).join()}\n`).join('')
}

function priceLine({ tiers: [tier], where, ...price }: RatePrice): string[] {
  const of = where === null ? ['', '', ''] : [where.name, where.text, where.kind]
  const begun = price.begun ? 'yes' : ''
  const counted = [price.per === '1' ? '' : price.per, begun, price.included === '0' ? '' : price.included]
  const tiered = price.tiered === 'graduated' ? '' : price.tiered
  const first = [price.code, price.customer ?? '', ...of, price.validFrom ?? '', price.unit ?? '']
  return [...first, ...counted, tiered, price.minimum ?? '', price.currency, tier?.upTo ?? '', tier?.price ?? '']
}

const tierLine = ({ upTo, price }: RatePrice['tiers'][number]): string[] => [
  ...HEADS.slice(0, -2).map(() => ''),
  upTo ?? '',
  price,
]

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
