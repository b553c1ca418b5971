// What the events of a file are worth by the rules, as its receipt, "About" and the command's last line say it.

import type { TableRow } from '../../../shared/event/event-table.ts'
import { readPlain } from '../../../shared/exact/decimal.ts'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { RangeInHand } from '../../../shared/worth/billing-months.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { meaningsOfRules } from '../../../shared/worth/rules-of-meanings.ts'
import { rulesVersion } from '../../../shared/worth/rules-text.ts'
import { createValuation } from '../../../shared/worth/valuation.ts'
import type { Bin, CurrencySum } from '../../../shared/worth/worth.ts'
import { worthEventReader } from '../../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../../shared/worth/worth-rules.ts'
import { createWorthSums } from '../../../shared/worth/worth-sums.ts'
import { instantsOf } from '../snapshots/questions/value-rows.ts'
import type { ReadingState } from '../snapshots/reading-state.ts'
import type { SnapshotHeader } from '../snapshots/snapshot-header.ts'

/** By what the events of a file are valued. */
export interface Valuing {
  rules: WorthRules
  /** That `rulesVersion` gives them. */
  version: string
  /** In which months begin. */
  zone: string
  /** Null: period lines have no worth. */
  inHand: RangeInHand | null
}

/** Of what conditions leave of a finished snapshot, in the zone of its range. */
export function valuingOf(
  rules: WorthRules,
  { header, state }: { header: SnapshotHeader; state: ReadingState },
  scope: Scope,
): Valuing {
  const { search, range, begunAt } = header
  const { until, begins, clock, verdict } = state
  if (verdict === null) throw new Error('Only what was read to its end is valued')
  const taken = { search, range, begunAt, until, begins, clock, status: { state: 'finished' as const, verdict } }
  return { rules, version: rulesVersion(rules), zone: range.zone, inHand: instantsOf(scopeInHand(taken, scope)) }
}

/** Of rows of the screen: always a part. */
export const partValuing = (rules: WorthRules, zone: string): Valuing => ({
  rules,
  version: rulesVersion(rules),
  zone,
  inHand: null,
})

/** Figures are texts: counts, and plain decimals as `moneyText` writes them. */
export type FileWorth = ReturnType<typeof statedWorth>

/** Values a file's rows, one after the other. */
export function createFileWorth({ rules, version, zone, inHand }: Valuing) {
  const valuation = createValuation(rules, { zone, inHand, unruled: null })
  const read = worthEventReader(valuation.names)
  return {
    add: (row: TableRow) => void valuation.add(read(row)),
    result: () => statedWorth(valuation.worth(), version, zone),
    /** What is in the result and in no row: the worth of lines of whole months, by currency. */
    ofMonths: (): CurrencySum[] => {
      const sums = createWorthSums()
      for (const { worth, currency, events } of valuation.lines()) {
        if (worth !== null) sums.add(currency, readPlain(worth), events)
      }
      return sums.figures()
    },
  }
}

/** Properties that the rules call amounts, prices or quantities. */
export const measuredBy = ({ rules }: Valuing): string[] =>
  meaningsOfRules(rules).flatMap(({ name, meaning }) => (MEASURED.includes(meaning) ? [name] : []))

const MEASURED: readonly string[] = ['amount-major', 'amount-minor', 'unit-price', 'quantity']

function statedWorth(worth: ReturnType<ReturnType<typeof createValuation>['worth']>, version: string, zone: string) {
  const { bins, currencies, noRule, numberMissing, notValued, negativeDebits, differs, differsByRounding } = worth
  const counts = Object.fromEntries(bins.map(({ bin, events }) => [bin, String(events)])) as Record<Bin, string>
  const granted = bins.find(({ bin }) => bin === 'balance')?.sums ?? []
  return {
    rules: version,
    zone,
    bins: counts,
    currencies: inOrder(currencies).map(({ currency, net, charged, reduces, tax, events }) => ({
      currency,
      net: net === null ? null : moneyText(net, currency),
      charged: moneyText(charged, currency),
      reduces: moneyText(reduces, currency),
      tax,
      events: String(events),
    })),
    granted: inOrder(granted).map(statedSum),
    notValued: notValued.map(counted),
    numberMissing: numberMissing.map(counted),
    noRule: noRule.map(counted),
    negativeDebits: inOrder(negativeDebits).map(statedSum),
    differs: inOrder(differs).map(statedSum),
    differsByRounding: inOrder(differsByRounding).map(statedSum),
  }
}

/** By name, what has none last: the same whatever event came first. */
const inOrder = <T extends { currency: string | null }>(all: readonly T[]) =>
  all.toSorted(({ currency: a }, { currency: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return a < b ? -1 : a > b ? 1 : 0
  })

const statedSum = ({ currency, events, sum }: CurrencySum) => ({
  currency,
  events: String(events),
  sum: moneyText(sum, currency),
})

const counted = <T extends { events: number }>({ events, ...rest }: T) => ({ ...rest, events: String(events) })
