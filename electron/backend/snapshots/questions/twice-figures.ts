// What possible duplicates come to: the worth of all events, less the worth without the rows beyond the first of each
// group. Charged and credited are kept apart.

import { decimalText, plus, readPlain } from '../../../../shared/exact/decimal.ts'
import type { TwiceFigure } from '../../../../shared/snapshot/snapshot-worth.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import type { Valuation } from '../../../../shared/worth/valuation.ts'
import { worthDifference } from '../../../../shared/worth/worth.ts'
import { evidenceOf, groupKey, identifiersOf } from './duplicate-groups.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { allOrNone } from './select-rows.ts'
import type { Turn } from './turn.ts'
import { valueRows } from './value-rows.ts'

/** Most rows that are listed, and most currencies. */
const MOST_ROWS = 5_000
const MOST_CURRENCIES = 100

type Evidence = TwiceFigure['evidence']

/** Rows beyond the first of each group, except in groups marked legitimate and those whose rows all have different keys. */
export async function repeatedRows(
  snapshot: LoadedSnapshot,
  groups: readonly (readonly number[])[],
  { ignored, legitimate }: { ignored: readonly string[]; legitimate: readonly string[] },
  turn: Turn,
): Promise<ReadonlyMap<number, Evidence>> {
  const columns = await snapshot.properties(ignored, turn)
  const marks = new Set(legitimate)
  const again = new Map<number, Evidence>()
  for (const [at, group] of groups.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    if (marks.size > 0 && marks.has(groupKey(snapshot.table, group))) continue
    const evidence = evidenceOf(identifiersOf(group, ignored, columns))
    if (evidence === 'against') continue
    for (const row of group.slice(1)) again.set(row, evidence === 'strong' ? 'key' : 'alike')
  }
  return again
}

/**
 * @param rows all valued rows, including the repeated ones
 * @param start begins a valuation
 */
export async function twiceFigures(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  again: ReadonlyMap<number, Evidence>,
  start: () => Valuation,
  turn: Turn,
): Promise<{ charged: TwiceFigure[]; credited: TwiceFigure[] }> {
  const sides = { charged: kinds(), credited: kinds() }
  await valueRows(snapshot, Uint32Array.from(again.keys()), start(), turn, (row, { bin, why }) => {
    const side = bin === 'charged' ? sides.charged : bin === 'reduces' ? sides.credited : null
    const kind = side?.[again.get(row) ?? 'alike']
    kind?.rows.add(row)
    if (kind !== undefined && why === 'part-of-line') kind.isInLines = true
  })

  const worthOf = async (some: Uint32Array) => {
    const valuation = start()
    await valueRows(snapshot, some, valuation, turn)
    return valuation.worth()
  }

  async function figuresOf(side: ReturnType<typeof kinds>): Promise<TwiceFigure[]> {
    const figures: TwiceFigure[] = []
    for (const evidence of ['key', 'alike'] as const) {
      const { rows: twice, isInLines } = side[evidence]
      if (twice.size === 0) continue
      // Rows outside monthly lines are worth the same whatever else there is, so the other events need not be valued.
      const [all, without] = isInLines
        ? [rows, rows.filter((row) => !twice.has(row))]
        : [Uint32Array.from(twice), new Uint32Array()]
      const sums = worthDifference(await worthOf(all), await worthOf(without)).flatMap(
        ({ currency, charged, reduces }) => {
          const sum = moneyText(decimalText(plus(readPlain(charged), readPlain(reduces))), currency)
          return /[1-9]/.test(sum) ? [{ currency, sum }] : []
        },
      )
      const named = allOrNone([...twice], MOST_ROWS)
      figures.push({ evidence, events: twice.size, rows: named, sums: sums.slice(0, MOST_CURRENCIES) })
    }
    return figures
  }

  return { charged: await figuresOf(sides.charged), credited: await figuresOf(sides.credited) }
}

const kind = () => ({ rows: new Set<number>(), isInLines: false })
const kinds = () => ({ key: kind(), alike: kind() })
