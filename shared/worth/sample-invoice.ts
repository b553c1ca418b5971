// The invoice that the sample company sent to Nordlicht for its last month, as a file that can be checked against the events:
// some of its lines are wrong, and one is missing.

const HEADS = ['Customer', 'Period', 'Item', 'Quantity', 'Unit price', 'Amount', 'Currency']

/** Item, quantity, unit price and amount, as on paper. The months of the sample company are alike, so these are the same in each. */
const LINES: readonly (readonly [string, string, string, string])[] = [
  ['Seats', '140', '29.00', '4060.00'],
  // With the batches that were sent twice.
  ['API calls', '19800000', '0.0004', '7920.00'],
  ['Storage, GB-days', '372000', '0.001', '372.00'],
  // Of the month in UTC.
  ['Egress, GB', '9337.5', '0.08', '747.00'],
  // At a price that was never agreed.
  ['Tokens', '45000000', '0.000015', '675.00'],
  // Without the minutes that are included.
  ['Build minutes', '14000', '0.008', '112.00'],
  ['Refund', '', '', '-150.00'],
  ['Platform fee', '', '', '250.00'],
  ['VAT 19 %', '', '', '2657.34'],
  ['Total', '', '', '16643.34'],
]

/** @param month as "2026-10" */
export function sampleInvoice(month: string): { fileName: string; text: string } {
  const rows = LINES.map((line) => ['Nordlicht Logistik', month, ...line, 'EUR'])
  const cell = (text: string) => (text.includes(',') ? `"${text}"` : text)
  const lines = [HEADS, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`)
  return { fileName: `nordlicht-${month}.csv`, text: lines.join('') }
}
