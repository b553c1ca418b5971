// The questions of "Totals" to an opened snapshot, with their answers: properties, lines of the table, periods of the
// chart.
import { useMemo } from 'react'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { TotalsQuestion, ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { seenProperties } from '../../worth/amount-choice.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import {
  type AskedTotals,
  chartQuestion,
  duplicatesQuestion,
  type MeasureChoice,
  type TotalsChoice,
  tableQuestion,
} from './totals-choice.ts'
import { numericNames, usualMeasure } from './totals-options.ts'

export interface TotalsRules {
  measure: ValuedBy
  hasRules: boolean
  /** The rows that were possibly charged or credited twice, as far as they are named. */
  duplicated: readonly number[]
}

interface TotalsInput {
  snapshotId: string
  scope: Scope
  /** Null until the remembered choice is read. */
  choice: TotalsChoice | null
  meanings: PropertyMeanings | null
  /** Null until the rules are known. */
  worth: TotalsRules | null
  zone: string | null
  /** Null: as the choice suggests. */
  order: TotalsQuestion['order'] | null
}

/** Over all events, whatever the filter: a choice must not vanish from its combobox. */
const ALL_PROPERTIES: ValuesQuestion = { ask: 'values', scope: { where: [], misses: true }, keys: null, byCode: false }
const NO_NAMES: readonly string[] = []
const WORTH: MeasureChoice = { figure: 'worth' }

/**
 * Table and chart are asked once choice, meanings, rules and measure are known. `measure` is the chosen one, else the
 * usual one; null until that is known.
 */
export function useTotals({ snapshotId, scope, choice, meanings, worth, zone, order }: TotalsInput) {
  const values = useSnapshotAnswer(snapshotId, ALL_PROPERTIES)
  const known = values.latest?.answer ?? null
  const seen = useMemo(() => (known === null ? [] : seenProperties(known.summaries)), [known])
  const names = useMemo(() => known?.names.map(({ name }) => name) ?? NO_NAMES, [known])
  const numeric = useMemo(() => (known === null ? NO_NAMES : numericNames(known)), [known])
  const hasRules = worth?.hasRules
  const measure: MeasureChoice | null = useMemo(() => {
    if (choice === null || hasRules === undefined) return null
    const chosen = choice.measure?.figure === 'worth' && !hasRules ? null : choice.measure
    if (chosen !== null) return chosen
    if (hasRules) return WORTH
    return known === null || meanings === null ? null : usualMeasure(numeric, seen, meanings)
  }, [choice, hasRules, known, meanings, numeric, seen])
  const asked: AskedTotals | null =
    choice === null || meanings === null || measure === null || worth === null
      ? null
      : { choice, measure, worth: worth.measure, meanings, names, scope, zone, order: order ?? usualOrder(choice) }
  const table = useSnapshotAnswer(snapshotId, asked && tableQuestion(asked))
  const chart = useSnapshotAnswer(snapshotId, asked && chartQuestion(asked))
  const duplicated = useSnapshotAnswer(snapshotId, asked && worth && duplicatesQuestion(asked, worth.duplicated))
  const hasMore = known !== null && known.nameCount > known.names.length
  return {
    values,
    seen,
    names,
    hasMore,
    numeric,
    measure,
    table,
    chart: { ...chart, duplicated: duplicated.isBusy ? null : duplicated.answer },
  }
}

/** Periods in order of time, anything else by count. */
const usualOrder = ({ groupBy }: TotalsChoice) => (groupBy.of === 'time' ? 'keys' : 'count')
