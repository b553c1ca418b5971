// Totals by price rules that name no amount: a line for each group, and for each code and unit that is counted in it.
// Nothing is added across them.
import type { SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsLine } from '../../../../shared/snapshot/snapshot-totals.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import { countedProperty } from '../../../../shared/worth/rule.ts'
import { type CodeQuantity, isMoneyKind } from '../../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { type CodeQuantities, createCodeQuantities } from '../../../../shared/worth/worth-sums.ts'
import type { Fold } from '../money/fold.ts'
import { cellWithout, type Ordered } from './totals-lines.ts'

/** Where there are more groups, no quantities are told, and lines have only numbers of events. */
const MOST_GROUPS = 100_000

/** A line of a group, with what decides where it stands. */
export interface GroupLine extends Omit<Ordered, 'places'> {
  group: number
  /** Makes the line: only those that an answer has are made. */
  line: () => TotalsLine
}

interface QuantityOptions {
  groupCount: number
  rules: WorthRules
  /** Whether each line of a month is in one group as a whole. */
  hasLines: boolean
  /** The keys by which groups are made. */
  by: readonly SnapshotKey[]
  keysOf: (group: number) => TotalsLine['keys']
}

/**
 * The lines of all groups: for each a line for each of its quantities, then one for its events that are in none. With
 * more than 100,000 groups, all events are in none.
 * @param folded the events, by groups that may be finer than those of the question
 * @param groupOf the group of the question in which a finer one lies
 */
export async function quantityLines(
  folded: Fold,
  groupOf: (finer: number) => number,
  { groupCount, rules, hasLines, by, keysOf }: QuantityOptions,
): Promise<GroupLine[]> {
  const quantities = await groupQuantities(folded, groupOf, { groupCount, rules, hasLines })
  const isByCode = by.some((key) => key.of === 'field' && key.field === 'eventCode')
  const made: GroupLine[] = []
  for (let group = 0; group < groupCount; group += 1) {
    const figures = quantities.figures(group)
    const without = quantities.events(group) - figures.reduce((sum, { events }) => sum + events, 0)
    for (const figure of figures) made.push(quantityLine(group, figure.events, figure, isByCode, keysOf))
    if (without > 0) made.push(quantityLine(group, without, null, isByCode, keysOf))
  }
  return made
}

/** The number of events of each group, and its quantities by code and unit. */
async function groupQuantities(
  { each, lines }: Fold,
  groupOf: (finer: number) => number,
  { groupCount, rules, hasLines }: Pick<QuantityOptions, 'groupCount' | 'rules' | 'hasLines'>,
) {
  const quantities: CodeQuantities[] = []
  const eventCounts = new Uint32Array(groupCount)
  /** By the place of a line of a month: the group of its first event. */
  const groupOfLine: number[] = []
  const isCounted = groupCount <= MOST_GROUPS
  const quantitiesOf = (group: number) => {
    const known = quantities[group] ?? createCodeQuantities()
    quantities[group] = known
    return known
  }
  await each(({ valued, counted, events, eventCode, group: finer }) => {
    const { moneyKind, rule, unit, line } = valued
    const group = groupOf(finer)
    eventCounts[group] = (eventCounts[group] ?? 0) + events
    if (line !== null) groupOfLine[line.place] ??= group
    const quantity = rules.rules[rule ?? -1]?.quantity ?? null
    if (quantity === null || counted === null) return
    if (!isCounted || !isMoneyKind(moneyKind)) return
    const key = { eventCode, unit, by: quantity.by, property: countedProperty(quantity) }
    quantitiesOf(group).add(key, counted, events)
  })
  // A quantity of a whole month, such as a maximum, is that of its line: no event has it.
  for (const [place, { line, quantity, property }] of hasLines && isCounted ? lines.entries() : []) {
    const group = groupOfLine[place]
    const { eventCode, unit, by, events } = line
    if (group === undefined || quantity === null || by === 'events' || by === 'sum') continue
    quantitiesOf(group).add({ eventCode, unit, by, property }, quantity, events)
  }
  return {
    events: (group: number): number => eventCounts[group] ?? 0,
    figures: (group: number): CodeQuantity[] => quantities[group]?.figures() ?? [],
  }
}

/** A line of a group. @param count how many events it has @param figure their quantity; null: they have none */
function quantityLine(
  group: number,
  count: number,
  figure: CodeQuantity | null,
  isByCode: boolean,
  keysOf: (group: number) => TotalsLine['keys'],
): GroupLine {
  const quantity = figure && moneyText(figure.quantity, null)
  return {
    group,
    // Lines stand by their groups, as figures of two units have no order.
    block: 0,
    count,
    amount: null,
    line: () => ({
      keys: keysOf(group),
      units: [figure && quantityName(figure, isByCode)],
      cells: [],
      total: {
        ...cellWithout(count),
        ...(figure && { numbers: count, without: 0 }),
        share: { count: null, credit: null, debit: null },
        worth: {
          charged: null,
          reduces: null,
          quantity,
          unruled: 0,
          notValued: [],
          share: { charged: null, reduces: null },
        },
      },
    }),
  }
}

/** "quantity of egress_gb, GB", "maximum of quantity of seats". */
function quantityName({ eventCode, unit, by, property }: CodeQuantity, isByCode: boolean): string {
  const counted = by === 'events' ? 'events' : by === 'sum' ? property : `${COUNTED_WORDS[by]} of ${property}`
  const ofCode = isByCode || eventCode === null ? counted : `${counted} of ${eventCode}`
  return unit === null ? `${ofCode}` : `${ofCode}, ${unit}`
}

const COUNTED_WORDS = { maximum: 'maximum', last: 'last', distinct: 'different values' } as const
