// What events that are not as expected come to by the rules: each is valued once, and may be in several sums.
import type { Decimal } from '../../../../shared/exact/decimal.ts'
import type { UnexpectedMoney } from '../../../../shared/snapshot/snapshot-shapes.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import type { Valuation } from '../../../../shared/worth/valuation.ts'
import type { CurrencySum } from '../../../../shared/worth/worth.ts'
import { createWorthSums } from '../../../../shared/worth/worth-sums.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'
import { valueRows } from './value-rows.ts'

/** Of one sum. */
const MOST_CURRENCIES = 100

interface Money {
  isCharged: boolean
  worth: Decimal
  currency: string | null
}

export interface UnexpectedSums {
  add(row: number): void
  figures(): UnexpectedMoney
}

/** Each call of `sums` begins a new one, for rows out of `rows`; any other counts as without money. */
export async function unexpectedWorth(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  valuation: Valuation,
  turn: Turn,
): Promise<{ sums(): UnexpectedSums }> {
  /** Where a row's money is in the list, and one more; 0: it has none. */
  const places = new Uint32Array(snapshot.table.rows)
  const money: Money[] = []
  await valueRows(
    snapshot,
    rows,
    valuation,
    (row, { bin, worth, currency }) => {
      if (worth !== null && (bin === 'charged' || bin === 'reduces')) {
        places[row] = money.push({ isCharged: bin === 'charged', worth, currency })
      }
    },
    turn,
  )
  return {
    sums() {
      const [charged, reduces] = [createWorthSums(), createWorthSums()]
      let without = 0
      return {
        add(row) {
          const eventMoney = money[(places[row] ?? 0) - 1]
          if (eventMoney === undefined) without += 1
          else (eventMoney.isCharged ? charged : reduces).add(eventMoney.currency, eventMoney.worth, 1)
        },
        figures: () => ({ charged: stated(charged.figures()), reduces: stated(reduces.figures()), without }),
      }
    },
  }
}

const stated = (sums: CurrencySum[]) =>
  sums.slice(0, MOST_CURRENCIES).map((one) => ({ ...one, sum: moneyText(one.sum, one.currency) }))
