// Events whose amount is not quantity × unit price, where their rule names all three: by how much it is more.
import { decimalText } from '../../../../shared/exact/decimal.ts'
import type { AmountsDiffering, ChecksAnswer, DifferingEvent } from '../../../../shared/snapshot/snapshot-checks.ts'
import type { Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import { createWorthSums } from '../../../../shared/worth/worth-sums.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import { snapshotValuation } from './snapshot-valuation.ts'
import type { Turn } from './turn.ts'
import { valueRows } from './value-rows.ts'

/** Rows that are named, and events that are listed. */
const MOST_ROWS = 5_000
const MOST_LISTED = 100

/** All rows are named or, beyond 5,000, none. Without a rule that names all three nothing is compared. */
export async function differingAmounts(
  snapshot: LoadedSnapshot,
  { scope, rules: text }: { scope: Scope; rules: string },
  turn: Turn,
): Promise<Pick<ChecksAnswer, 'version' | 'isCompared' | 'differing' | 'roundedOnly'>> {
  const { rules, version, start } = snapshotValuation(snapshot, { rules: text, inHand: null })
  const [differing, roundedOnly] = [collected(snapshot), collected(snapshot)]
  const isCompared = rules.rules.some(({ money }) => money.by === 'amount' && money.price !== null)
  if (isCompared) {
    const rows = await selectRows(snapshot, scope, turn)
    await valueRows(
      snapshot,
      rows,
      start(),
      (row, { bin, differs, currency, isRounded }) => {
        if (differs !== null && bin !== 'balance') (isRounded ? roundedOnly : differing).add(row, currency, differs)
      },
      turn,
    )
  }
  return { version, isCompared, differing: differing.figures(), roundedOnly: roundedOnly.figures() }
}

function collected({ table }: LoadedSnapshot) {
  const sums = createWorthSums()
  const rows: number[] = []
  const listed: DifferingEvent[] = []
  let events = 0
  const textOf = (field: 'eventId' | 'customerId' | 'eventCode' | 'createdAt', row: number) => {
    const { codes, values } = fieldColumn(table, field)
    const code = codes[row] ?? 0
    return code === 0 ? null : values.text(code)
  }

  return {
    add(row: number, currency: string | null, more: Parameters<typeof sums.add>[1]) {
      events += 1
      sums.add(currency, more, 1)
      if (rows.length < MOST_ROWS) rows.push(row)
      if (listed.length >= MOST_LISTED) return
      listed.push({
        row,
        eventId: textOf('eventId', row),
        createdAt: textOf('createdAt', row) ?? '',
        customerId: textOf('customerId', row),
        eventCode: textOf('eventCode', row),
        more: moneyText(decimalText(more), currency),
        currency,
      })
    },
    figures: (): AmountsDiffering => ({
      events,
      // All or none: half of them would be taken for all.
      rows: events > rows.length ? [] : rows,
      sums: sums
        .figures()
        .slice(0, MOST_LISTED)
        .map((one) => ({ ...one, sum: moneyText(one.sum, one.currency) })),
      listed,
    }),
  }
}
