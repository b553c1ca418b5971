// The events behind a figure of totals by rules.
import type { WorthRowsAnswer, WorthRowsQuestion } from '../../../../shared/snapshot/snapshot-worth.ts'
import { blockOf } from '../../../../shared/worth/grouped-worth.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import { snapshotValuation } from './snapshot-valuation.ts'
import type { Turn } from './turn.ts'
import { valueRows } from './value-rows.ts'

/** As many as a condition may name. */
const MOST_ROWS = 100_000

export async function answerWorthRows(
  snapshot: LoadedSnapshot,
  { scope, worth, currency, bins, isValued, sent }: WorthRowsQuestion,
  turn: Turn,
): Promise<WorthRowsAnswer> {
  const valuation = snapshotValuation(snapshot, worth).start()
  const all = await selectRows(snapshot, scope, turn)
  const wanted = new Set(bins)
  const unruled: number[] = []
  const found: { row: number; isOwn: boolean; line: number | null }[] = []
  const take = (row: number, valued: ValuedEvent) => {
    const { bin } = valued
    if (bin === 'no-rule') unruled.push(row)
    else if (wanted.has(bin) && blockOf(valued) === currency) {
      const isOwn = valued.worth !== null && (bin === 'charged' || bin === 'reduces')
      found.push({ row, isOwn, line: bin === 'number-missing' ? null : (valued.line?.place ?? null) })
    }
  }
  await valueRows(snapshot, all, valuation, take, turn)
  const lines = valuation.reckonedLines()
  const isWorth = ({ isOwn, line }: (typeof found)[number]) =>
    isOwn || (line !== null && worth.inHand !== null && lines[line]?.worth != null)
  const valuedRows = found.filter((one) => isValued === null || isWorth(one) === isValued).map(({ row }) => row)
  const rows = [...valuedRows, ...(await sentRows(snapshot, unruled, sent, worth.unruled, turn))].sort((a, b) => a - b)
  return {
    events: rows.length,
    rows: rows.length > MOST_ROWS ? [] : rows,
    isAll: rows.length === all.length,
  }
}

async function sentRows(
  snapshot: LoadedSnapshot,
  rows: number[],
  sent: WorthRowsQuestion['sent'],
  asSent: WorthRowsQuestion['worth']['unruled'],
  turn: Turn,
): Promise<number[]> {
  if (sent === null || rows.length === 0) return []
  const of = { is: 'rows' as const, rows }
  if (sent.by.length === 0) return rows
  const units = { is: 'units' as const, ...sent, ...(asSent?.priced && { priced: asSent.priced }) }
  return [...(await selectRows(snapshot, { where: [of, units], misses: true }, turn))]
}
