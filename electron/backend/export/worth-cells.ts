// What each event of a file is worth by the rules, as cells beside its own.
import type { Cell, TableRow } from '../../../shared/event/event-table.ts'
import { decimalText } from '../../../shared/exact/decimal.ts'
import { billingMonths } from '../../../shared/worth/billing-months.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { eventValuer } from '../../../shared/worth/value-event.ts'
import { worthEventReader } from '../../../shared/worth/worth-event.ts'
import type { Valuing } from './file-worth.ts'
import { BIN_NAMES, whyWords } from './worth-lines.ts'

/** The heads of their columns. */
export const WORTH_HEADS = ['worth', 'worth currency', 'worth by the rules']

/** Its money, the currency, and what the rules take it for; none without rules. Money of a whole month is in no row. */
export function worthCells(valuing: Valuing | null): (row: TableRow) => Cell[] {
  if (valuing === null) return () => []
  const { rules, zone, inHand } = valuing
  const valuer = eventValuer(rules, zone, billingMonths(zone, inHand), null)
  const read = worthEventReader(valuer.names)
  return (row) => {
    const { bin, worth, currency, why } = valuer.value(read(row))
    const isMoney = worth !== null && (bin === 'charged' || bin === 'reduces')
    const words = why === null ? BIN_NAMES[bin] : whyWords(why)
    return [
      isMoney ? { kind: 'number', text: moneyText(decimalText(worth), currency) } : null,
      isMoney && currency !== null ? { kind: 'string', text: currency } : null,
      { kind: 'string', text: words },
    ]
  }
}
