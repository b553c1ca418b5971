// This is what the sample company has on file: its price rules, rate card included, and an invoice that it sent, with
// mistakes to find.

/** This is what its events are worth, as its user says it: the text of rules as it is copied and pasted. */
export const SAMPLE_COMPANY_RULES = `{
  "eventscopeRules":1,
  "rules":[
    {"codes":["api_calls","storage_gb_days","egress_gb","tokens","sms"],"type":"debit","effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"amount","property":"amount","price":"unit_price"},"currency":{"property":"currency"},"tax":"net"},
    {"codes":["seats"],"type":"debit","effect":"as-sent","quantity":{"by":"maximum","property":"quantity"},"money":{"by":"rate-card"},"tax":"net"},
    {"codes":["build_minutes"],"type":"debit","effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"rate-card"},"tax":"net"},
    {"codes":["refund"],"type":"credit","effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"},"tax":"net"},
    {"codes":["credit_grant"],"type":"credit","effect":"balance","quantity":{"by":"sum","property":"quantity"},"money":{"by":"none"}}
  ],
  "prices":[
    {"code":"seats","currency":"EUR","price":"29"},
    {"customer":"cus_bluefin","code":"seats","currency":"USD","price":"32"},
    {"customer":"cus_zephyr","code":"seats","currency":"USD","price":"32"},
    {"customer":"cus_kestrel","code":"seats","currency":"GBP","price":"25"},
    {"code":"build_minutes","included":"2000","currency":"EUR","price":"0.008"},
    {"customer":"cus_bluefin","code":"build_minutes","included":"2000","currency":"USD","price":"0.009"},
    {"customer":"cus_kestrel","code":"build_minutes","included":"2000","currency":"GBP","price":"0.007"}
  ],
  "requestIdentifiers":["idempotency_key"]
}
`

const HEADS = ['Customer', 'Period', 'Item', 'Quantity', 'Unit price', 'Amount', 'Currency']

/** Item, quantity, unit price and amount, as on the invoice. The sample company's months are alike. */
const LINES: readonly (readonly [string, string, string, string])[] = [
  ['Seats', '140', '29.00', '4060.00'],
  // This line has the batches that were sent twice.
  ['API calls', '19800000', '0.0004', '7920.00'],
  ['Storage, GB-days', '372000', '0.001', '372.00'],
  // This line is of the month in UTC.
  ['Egress, GB', '9337.5', '0.08', '747.00'],
  // This line is at a price that was never agreed.
  ['Tokens', '45000000', '0.000015', '675.00'],
  // This line leaves out the minutes that are included.
  ['Build minutes', '14000', '0.008', '112.00'],
  ['Refund', '', '', '-150.00'],
  ['Platform fee', '', '', '250.00'],
  ['VAT 19 %', '', '', '2657.34'],
  ['Total', '', '', '16643.34'],
]

/**
 * The invoice that the company sent to Nordlicht for a month, as a CSV file that can be checked against the events:
 * some of its lines are wrong, and one is missing.
 * @param month as "2026-10"
 */
export function sampleInvoice(month: string): { fileName: string; text: string } {
  const rows = LINES.map((line) => ['Nordlicht Logistik', month, ...line, 'EUR'])
  const cell = (text: string) => (text.includes(',') ? `"${text}"` : text)
  const lines = [HEADS, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`)
  return { fileName: `nordlicht-${month}.csv`, text: lines.join('') }
}
