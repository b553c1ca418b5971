// The choices of "Totals", remembered per connection, and the questions that follow from them.
import { z } from 'zod'
import { ROUNDING_MODES } from '../../../shared/exact/decimal.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import {
  type Measure,
  PERIODS,
  type Scope,
  type SnapshotKey,
  snapshotKeySchema,
} from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsQuestion, ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import {
  isApartByCode,
  measureUnits,
  type PropertyMeanings,
  pricedQuantity,
} from '../../../shared/worth/property-meanings.ts'

const propertiesSchema = z.union([z.tuple([z.string()]), z.tuple([z.string(), z.string()])])
export type MeasuredProperties = z.infer<typeof propertiesSchema>

const measureChoiceSchema = z.discriminatedUnion('figure', [
  z.object({ figure: z.literal('count') }),
  /** The rules say it. */
  z.object({ figure: z.literal('worth') }),
  /** Two properties: their product. */
  z.object({ figure: z.enum(['sum', 'min', 'max']), properties: propertiesSchema }),
])
export type MeasureChoice = z.infer<typeof measureChoiceSchema>

const totalsChoiceSchema = z.object({
  groupBy: snapshotKeySchema,
  thenBy: snapshotKeySchema.nullable(),
  splitBy: snapshotKeySchema.nullable(),
  /** Null: nobody has chosen one. */
  measure: measureChoiceSchema.nullable(),
  chartBy: z.enum(PERIODS).nullable(),
  rounding: z.object({ places: z.int().min(0).max(100), mode: z.enum(ROUNDING_MODES) }).nullable(),
  rounded: z.enum(['perEvent', 'perLine', 'perTotal']),
  /** Answers about properties whose amounts are text. */
  textsAsNumbers: z.array(z.object({ name: z.string(), read: z.boolean() })).max(1_000),
  /** Said before there were rules, which are made of it (`takenOver`) until others are kept. */
  negativeCredits: z.array(z.object({ properties: propertiesSchema, how: z.enum(['add', 'subtract']) })).max(1_000),
})
export type TotalsChoice = z.infer<typeof totalsChoiceSchema>

const USUAL_TOTALS: TotalsChoice = {
  groupBy: { of: 'field', field: 'eventCode' },
  thenBy: null,
  splitBy: { of: 'field', field: 'eventType' },
  measure: null,
  chartBy: 'day',
  rounding: null,
  rounded: 'perTotal',
  textsAsNumbers: [],
  negativeCredits: [],
}

/** The default where nothing is remembered, or it cannot be parsed. */
export const readTotalsChoice = (text: string | null): TotalsChoice =>
  parseKept(text, totalsChoiceSchema) ?? USUAL_TOTALS

const isEventType = (key: SnapshotKey | null) => key?.of === 'field' && key.field === 'eventType'

export interface AskedTotals {
  choice: TotalsChoice
  measure: MeasureChoice
  /** The rules that worth goes by. */
  worth: ValuedBy
  meanings: PropertyMeanings
  /** They are of all properties, commonest first. */
  names: readonly string[]
  scope: Scope
  /** Null: the snapshot's own. */
  zone: string | null
  order: TotalsQuestion['order']
}

/** The most that an answer holds. */
const MOST_LINES = 10_000

/** The question of the table. */
export function tableQuestion({
  choice,
  measure,
  worth,
  meanings,
  names,
  scope,
  zone,
  order,
}: AskedTotals): TotalsQuestion {
  const { groupBy, thenBy, splitBy, rounding } = choice
  const measured = measuredBy(measure, choice)
  const [single, other] = measured?.properties ?? []
  // What a price stands beside is a quantity, and no money of that price's currency.
  const priced = single === undefined || other !== undefined ? null : pricedQuantity(single, names, meanings)
  return {
    ask: 'totals',
    scope,
    by: thenBy === null ? [groupBy] : [groupBy, thenBy],
    // Sums and worth always show what is taken off apart.
    split: (measure.figure === 'sum' || measure.figure === 'worth') && isEventType(splitBy) ? null : splitBy,
    measure: measured,
    ...(measure.figure === 'worth' && { worth }),
    units: measured === null ? [] : measureUnits(measured.properties, meanings).by,
    ...(priced && { priced }),
    ...(measured !== null && isApartByCode(measured.properties, meanings) && { byCode: 'several' as const }),
    zone,
    rounding: measure.figure === 'sum' ? rounding : null,
    order,
    offset: 0,
    limit: MOST_LINES,
  }
}

/** The question of the chart; null where there is none. */
export function chartQuestion(asked: AskedTotals): TotalsQuestion | null {
  const { chartBy } = asked.choice
  if (chartBy === null) return null
  return {
    ...tableQuestion({ ...asked, order: 'keys' }),
    by: [{ of: 'time', every: chartBy }],
    split: asked.measure.figure === 'count' ? { of: 'field', field: 'eventType' } : null,
    rounding: null,
  }
}

/**
 * Asks what these rows, which came twice, come to in each period of the chart; null where it does not draw worth. They
 * are a part of the snapshot, in which no month is whole: what is billed by the month has no money.
 */
export function duplicatesQuestion(asked: AskedTotals, rows: readonly number[]): TotalsQuestion | null {
  const { scope, worth, measure } = asked
  if (measure.figure !== 'worth' || rows.length === 0) return null
  const where = [...scope.where, { is: 'rows' as const, rows: [...rows] }]
  return chartQuestion({ ...asked, scope: { ...scope, where }, worth: { ...worth, wholeRange: null } })
}

function measuredBy(measure: MeasureChoice, { textsAsNumbers }: TotalsChoice): Measure | null {
  if (!('properties' in measure)) return null
  const { properties } = measure
  const text = properties.some((name) => textsAsNumbers.some((one) => one.name === name && one.read))
  return { properties, text }
}

/** With the answer whether texts of these properties are read as numbers. `read` null: the answer is taken back. */
export function withTextsRead(
  choice: TotalsChoice,
  { names, read }: { names: readonly string[]; read: boolean | null },
): TotalsChoice {
  const others = choice.textsAsNumbers.filter(({ name }) => !names.includes(name))
  return {
    ...choice,
    textsAsNumbers: read === null ? others : [...others, ...names.map((name) => ({ name, read }))],
  }
}
