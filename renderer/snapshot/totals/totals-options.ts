// The options of the comboboxes in "Totals": keys, measures and roundings, each with a label of its own.
import type { RoundingMode } from '../../../shared/exact/decimal.ts'
import type { Period, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesAnswer } from '../../../shared/snapshot/snapshot-rows.ts'
import { offeredMeanings, type PropertyMeanings, type SeenProperty } from '../../../shared/worth/property-meanings.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { MeasureChoice, MeasuredProperties, TotalsChoice } from './totals-choice.ts'

/** `value` identifies the option; `label` is what people read, and its accessible name. */
export interface Option<T> {
  value: string
  label: string
  means: T
}

const FIELD_KEYS: readonly [string, SnapshotKey][] = [
  ['Event code', { of: 'field', field: 'eventCode' }],
  ['Customer ID', { of: 'field', field: 'customerId' }],
  ['Event type', { of: 'field', field: 'eventType' }],
]
const PERIOD_NAMES: Record<Period, string> = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' }
export const NOTHING = 'nothing'
const TAKEN = new Set([...FIELD_KEYS.map(([name]) => name), ...Object.values(PERIOD_NAMES), NOTHING])

const optionOf = <T>(label: string, means: T): Option<T> => ({ value: JSON.stringify(means), label, means })

/** A property named like a field or a period is labelled as a property. */
const propertyLabel = (name: string) => (name === '' ? '(no name)' : TAKEN.has(name) ? `${name} (property)` : name)

/** "Event code", "Day"; a property by its name: "Day (property)" where that is taken, "(no name)" where it is empty. */
export function keyLabel(key: SnapshotKey): string {
  switch (key.of) {
    case 'field':
      return FIELD_KEYS.find(([, one]) => one.of === 'field' && one.field === key.field)?.[0] ?? key.field
    case 'property':
      return propertyLabel(key.name)
    case 'time':
      return PERIOD_NAMES[key.every]
  }
}

/** The months that divide what is billed by the month begin in another zone than the billing zone. */
const GROUP_PERIODS: Record<Period, string> = { hour: 'hour', day: 'day', week: 'week', month: 'month of another zone' }

/**
 * Names the group that divides what is billed by the month, which is a customer's event code of a whole month: "day",
 * "event type". Its money belongs to no such group.
 */
export function groupWord(keys: readonly SnapshotKey[]): string {
  const key = keys.find((one) => !isOneInLine(one)) ?? keys[0]
  if (key === undefined) return 'group'
  return key.of === 'time' ? GROUP_PERIODS[key.every] : shortened(keyLabel(key), 40)
}

/** Whether all that is billed together has one value of the key, which does not divide it then. */
const isOneInLine = (key: SnapshotKey) =>
  key.of === 'field' && (key.field === 'customerId' || key.field === 'eventCode')

/** @param names of properties, commonest first */
export function keyOptions(names: readonly string[]): Option<SnapshotKey>[] {
  const keys: SnapshotKey[] = [
    ...FIELD_KEYS.map(([, key]) => key),
    ...periods.map((every) => ({ of: 'time' as const, every })),
    ...names.map((name) => ({ of: 'property' as const, name })),
  ]
  return keys.map((key) => optionOf(keyLabel(key), key))
}

const periods = Object.keys(PERIOD_NAMES) as Period[]

/** A property typed by name that the list does not offer. */
export const typedKey = (text: string): Option<SnapshotKey>[] => [
  optionOf(propertyLabel(text), { of: 'property', name: text }),
]

/** Sum, minimum and maximum of a property that is typed by name, with or without "Sum of" in front. */
export function typedMeasures(text: string): Option<MeasureChoice>[] {
  const name = text.replace(/^(?:Sum|Minimum|Maximum) of /, '')
  return (['sum', 'min', 'max'] as const).map((figure) => {
    const measure: MeasureChoice = { figure, properties: [name] }
    return optionOf(measureLabel(measure), measure)
  })
}

/** Puts "nothing", which means null, in front. */
export const withNone = <T>(options: readonly Option<T>[]): Option<T | null>[] => [
  optionOf<T | null>(NOTHING, null),
  ...options,
]

export const CHART_OPTIONS: readonly Option<Period | null>[] = [
  ...periods.map((every) => optionOf<Period | null>(PERIOD_NAMES[every], every)),
  optionOf<Period | null>(NOTHING, null),
]

/** Properties with numbers, commonest first, then amounts sent as text, then properties that have no summary. */
export function numericNames({ summaries, names }: Pick<ValuesAnswer, 'summaries' | 'names'>): string[] {
  const known = new Map(summaries.flatMap(({ key, kinds }) => (key.of === 'property' ? [[key.name, kinds]] : [])))
  const numeric = [...known].filter(([, kinds]) => (kinds.number ?? 0) > 0).map(([name]) => name)
  const texts = [...known].filter(([name, kinds]) => !kinds.number && isAmountName(name) && (kinds.string ?? 0) > 0)
  const unknown = names.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  return [...numeric, ...texts.map(([name]) => name), ...unknown]
}

/** Amounts sent as text are offered too: choosing one asks whether to read them as numbers. */
const isAmountName = (name: string) => /amount|cost|price|total|charge|fee|net|gross|quantity|qty|usage/i.test(name)

/** Products are offered for this many properties: with more, the list of pairs would be too long to read. */
const MOST_FACTORS = 6

const MEASURE_WORDS = { sum: 'Sum of', min: 'Minimum of', max: 'Maximum of' } as const
const NUMBER_OF_EVENTS = 'Number of events'

/** "amount", "quantity × unit_price", "(no name)". */
export const measuredLabel = (properties: MeasuredProperties) =>
  properties.map((name) => name || '(no name)').join(' × ')

/** "Number of events", "What they are worth", "Sum of quantity × unit_price". */
export function measureLabel(measure: MeasureChoice): string {
  if (measure.figure === 'count') return NUMBER_OF_EVENTS
  if (measure.figure === 'worth') return 'What they are worth'
  return `${MEASURE_WORDS[measure.figure]} ${measuredLabel(measure.properties)}`
}

/** @param hasRules whether rules say what events are worth */
export function measureOptions(numeric: readonly string[], hasRules: boolean): Option<MeasureChoice>[] {
  const factors = numeric.slice(0, MOST_FACTORS)
  const products = factors.flatMap((one, at) => factors.slice(at + 1).map((other): MeasuredProperties => [one, other]))
  const sums = (list: MeasuredProperties[]) => list.map((properties): MeasureChoice => ({ figure: 'sum', properties }))
  const single = numeric.map((name): MeasuredProperties => [name])
  const extremes = (['min', 'max'] as const).flatMap((figure) =>
    single.map((properties): MeasureChoice => ({ figure, properties })),
  )
  const worth: MeasureChoice[] = hasRules ? [{ figure: 'worth' }] : []
  const measures: MeasureChoice[] = [...worth, { figure: 'count' }, ...sums(single), ...sums(products), ...extremes]
  return measures.map((measure) => optionOf(measureLabel(measure), measure))
}

/** The default measure: a property that looks like an amount, else the commonest number. */
export function usualMeasure(
  numeric: readonly string[],
  seen: readonly SeenProperty[],
  meanings: PropertyMeanings,
): MeasureChoice {
  const means = [...meanings, ...offeredMeanings(seen, meanings)]
  const amount = means.find(({ name, meaning }) => meaning.startsWith('amount-') && numeric.includes(name))
  const name = amount?.name ?? numeric[0]
  return name === undefined ? { figure: 'count' } : { figure: 'sum', properties: [name] }
}

type Rounding = TotalsChoice['rounding']
const MODE_WORDS: Record<RoundingMode, string> = { 'half-up': 'half-up', 'half-even': 'half-even' }

/** "As sent", "2 decimals, half-up". */
export const roundingLabel = (rounding: Rounding) =>
  rounding === null
    ? 'As sent'
    : `${rounding.places} ${rounding.places === 1 ? 'decimal' : 'decimals'}, ${MODE_WORDS[rounding.mode]}`

export const ROUNDING_OPTIONS: readonly Option<Rounding>[] = [
  null,
  ...[2, 0, 1, 3, 4, 5, 6, 8, 10, 12].flatMap((places): Rounding[] => [
    { places, mode: 'half-up' },
    { places, mode: 'half-even' },
  ]),
].map((rounding) => optionOf(roundingLabel(rounding), rounding))

export const ROUNDED_OPTIONS: readonly Option<TotalsChoice['rounded']>[] = [
  optionOf('Per event', 'perEvent'),
  optionOf('Per line', 'perLine'),
  optionOf('Per total', 'perTotal'),
]
