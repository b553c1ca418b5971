// Totals by price rules that name no amount: a line for each group, and for each code and unit that is counted in it.
// Nothing is added across them.
import type { SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsLine } from '../../../../shared/snapshot/snapshot-totals.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import { countedProperty, isOfPeriod, withEffect } from '../../../../shared/worth/rule.ts'
import type { CodeQuantity } from '../../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { type CodeQuantities, createCodeQuantities } from '../../../../shared/worth/worth-sums.ts'
import type { Fold } from '../money/fold.ts'
import { cellWithout, type Ordered } from './totals-lines.ts'

/** More groups have their events alone. */
const MOST_GROUPS = 100_000

/** Its `line` is made where it is answered with. */
export interface GroupLine extends Omit<Ordered, 'places'> {
  group: number
  line: () => TotalsLine
}

interface QuantityOptions {
  groupCount: number
  rules: WorthRules
  /** Whether lines of a month lie in one group each. */
  hasLines: boolean
  by: readonly SnapshotKey[]
  keysOf: (group: number) => TotalsLine['keys']
}

/**
 * Group by group: its quantities, then its events that have none. Beyond 100,000 groups all count as having none.
 * @param groupOf the group of a question, of that of a part
 */
export async function quantityLines(
  { each, lines }: Fold,
  groupOf: (group: number) => number,
  { groupCount, rules, hasLines, by, keysOf }: QuantityOptions,
): Promise<GroupLine[]> {
  const quantities: CodeQuantities[] = []
  const events = new Uint32Array(groupCount)
  const groupOfLine: number[] = []
  const isCounted = groupCount <= MOST_GROUPS
  const quantitiesOf = (group: number) => {
    const known = quantities[group] ?? createCodeQuantities()
    quantities[group] = known
    return known
  }
  await each(({ valued, events: many, eventCode, group: of }) => {
    const { moneyKind, rule: place, quantity, unit, line } = valued
    const group = groupOf(of)
    events[group] = (events[group] ?? 0) + many
    if (line !== null) groupOfLine[line.place] ??= group
    const rule = rules.rules[place ?? -1]
    const by = rule?.quantity ?? null
    if (rule === undefined || by === null || quantity === null || isOfPeriod(by)) return
    if (!isCounted || (moneyKind !== 'charged' && moneyKind !== 'reduces')) return
    const key = { eventCode, unit, by: by.by, property: countedProperty(by) }
    quantitiesOf(group).add(key, withEffect(rule.effect, quantity), many)
  })
  for (const [place, { line, quantity, property }] of hasLines ? lines.entries() : []) {
    const group = groupOfLine[place]
    if (!isCounted || group === undefined || quantity === null || line.by === 'events' || line.by === 'sum') continue
    const { eventCode, unit, by: how } = line
    quantitiesOf(group).add({ eventCode, unit, by: how, property }, quantity, line.events)
  }
  const isByCode = by.some((key) => key.of === 'field' && key.field === 'eventCode')
  const made: GroupLine[] = []
  for (let group = 0; group < groupCount; group += 1) {
    const figures = quantities[group]?.figures() ?? []
    const rest = (events[group] ?? 0) - figures.reduce((sum, one) => sum + one.events, 0)
    for (const one of figures) made.push(quantityLine(group, one.events, one, isByCode, keysOf))
    if (rest > 0) made.push(quantityLine(group, rest, null, isByCode, keysOf))
  }
  return made
}

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
  const counted = by === 'events' ? 'events' : by === 'sum' ? property : `${KIND_WORDS[by]} of ${property}`
  const ofCode = isByCode || eventCode === null ? counted : `${counted} of ${eventCode}`
  return unit === null ? `${ofCode}` : `${ofCode}, ${unit}`
}

const KIND_WORDS = { maximum: 'maximum', last: 'last', distinct: 'different values' } as const
