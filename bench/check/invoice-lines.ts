// The invoice of a bench: a line for each customer, event code and day, none of which has the amount of its events.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { questionEvents } from '../questions/question-events.ts'

/** Amounts as sent, refunds taken off, and two codes by a card with a price of customers' own. */
export const INVOICE_RULES = JSON.stringify({
  eventscopeRules: 1,
  rules: [
    {
      codes: ['refund'],
      effect: 'reduces',
      money: { by: 'amount', property: 'amount' },
      currency: { property: 'currency' },
    },
    {
      codes: ['tokens_out', 'egress_gb'],
      effect: 'as-sent',
      quantity: { by: 'sum', property: 'amount' },
      money: { by: 'rate-card' },
    },
    { effect: 'as-sent', money: { by: 'amount', property: 'amount' }, currency: { property: 'currency' } },
  ],
  prices: ['tokens_out', 'egress_gb'].flatMap((code) => [
    { code, price: '0.004', currency: 'EUR' },
    ...Array.from({ length: 40 }, (_, at) => ({
      customer: `cus_${at.toString(36).padStart(6, '0')}`,
      code,
      price: `0.00${at + 10}`,
      currency: 'EUR',
    })),
  ]),
})

const HEADS = 'Customer,Item,From,Until,Quantity,Amount,Currency\n'
const DAYS = Array.from({ length: 30 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)

/** @returns its path */
export function writeInvoice(folder: string, lines: number): string {
  const path = join(folder, 'invoice.csv')
  const kinds = new Set<string>()
  // So many events have every customer's every code.
  for (const { customer, code } of questionEvents(20_000)) kinds.add(`${customer},${code}`)
  const rows = [...kinds].flatMap((kind) => DAYS.map((day) => `${kind},${day},${day}`))
  if (rows.length < lines) throw new Error(`There are ${rows.length} kinds of lines only`)
  const text = rows.slice(0, lines).map((row, at) => `${row},${at + 1}.5,${at * 7 + 3}.37,EUR\n`)
  writeFileSync(path, HEADS + text.join(''))
  return path
}
