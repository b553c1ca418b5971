// This says what a scope holds: how its conditions are made, whether it is all of what there is in its range, and how a
// figure becomes the scope of its events.
import type { SnapshotSummary } from './snapshot.ts'
import type { Condition, KeyValue, Scope, SnapshotKey } from './snapshot-condition.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from './snapshot-totals.ts'
import type { WholeRange } from './snapshot-worth.ts'

/** Events in which a key has one of these values, exactly as sent; null: none. @param zone of periods */
export const oneOf = (
  key: SnapshotKey,
  values: readonly (KeyValue | null)[],
  zone: string | null = null,
): Extract<Condition, { is: 'one-of' }> => ({ is: 'one-of', key, values: [...values], zone })

/** The same of a field, by its texts. */
export const fieldIs = (
  field: Extract<SnapshotKey, { of: 'field' }>['field'],
  texts: readonly (string | null)[],
  zone: string | null = null,
) =>
  oneOf(
    { of: 'field', field },
    texts.map((text) => (text === null ? null : { kind: 'string', text })),
    zone,
  )

/** Those of a scope that meet a condition as well. */
export const narrowed = (scope: Scope, condition: Condition): Scope => ({
  ...scope,
  where: [...scope.where, condition],
})

type Taken = Pick<SnapshotSummary, 'search' | 'range' | 'until' | 'begunAt' | 'begins' | 'clock' | 'status'>

/**
 * The whole range of a snapshot under these conditions; null: only a part, in which no month is a whole one. What is
 * billed by the month is a line of a customer, an event code and a month of the billing zone: filters and conditions on
 * these three alone leave lines whole, or out; any other may take events out of one.
 */
export function wholeRangeOf(taken: Taken, { where, misses }: Scope): WholeRange {
  const { search, range, begins, status } = taken
  const { customerId, eventCode, propertyFilters, ...narrowing } = search
  const hasNoOtherFilter =
    propertyFilters.length === 0 && Object.values(narrowing).every((filter) => filter === undefined)
  const isRead = status.state === 'finished' && status.verdict.kind !== 'partial'
  // Of a search without filters no event misses one, whatever the scope lets in.
  const hasMisses = misses && (customerId !== undefined || eventCode !== undefined)
  if (!hasNoOtherFilter || !isRead || hasMisses || !where.every((one) => isOfLine(one, range.zone))) return null
  return {
    from: begins ?? range.from,
    until: status.verdict.soFar ? readingBegan(taken) : (range.until ?? taken.until),
  }
}

/**
 * When the reading began: by this machine's clock or, where the service's is another, by the one that was gone by. A
 * month that had not ended then is not whole, whatever end was asked for.
 */
const readingBegan = ({ clock, begunAt }: Taken) => (clock === null ? begunAt : clock[clock.used])

const LINE_FIELDS: readonly string[] = ['customerId', 'eventCode']

/** Whether a condition leaves every line whole, or out. */
function isOfLine(condition: Condition, billingZone: string): boolean {
  if (!('key' in condition)) return false
  const { key } = condition
  if (key.of === 'field') return LINE_FIELDS.includes(key.field)
  if (key.of !== 'time' || key.every !== 'month' || condition.is !== 'one-of') return false
  return condition.zone === null || condition.zone === billingZone
}

// "A click on any figure shows its events": a line, cell or count of "Totals" as the scope that holds exactly its
// events.

export interface FigurePart {
  /** A line of the answer, also one of `all`, which has no keys; null: every event of the question. */
  line: Pick<TotalsLine, 'keys' | 'units' | 'code'> | null
  /** A value of the answer's columns. Absent: all columns. */
  column?: KeyValue | null
  /** Absent: events of any type. */
  sign?: 'credit' | 'debit' | 'neither'
  /** Absent: whether they have a number or not. */
  measured?: 'number' | 'without' | 'beyond'
}

/**
 * The question's own scope, narrowed. `column` narrows only where the question splits, `measured` only where it has a
 * measure; where it asks for worth, units do not narrow.
 * @param by of the answer: the properties whose texts are the line's units
 */
export function figureScope(question: TotalsQuestion, { by }: Pick<TotalsAnswer, 'by'>, part: FigurePart): Scope {
  const { zone, measure, split, priced, worth } = question
  const { line, column, sign, measured } = part
  const keys = line?.keys.flatMap((value, at) => {
    const key = question.by[at]
    return key === undefined ? [] : [oneOf(key, [value], zone)]
  })
  const units: Condition[] =
    line === null || by.length === 0 || worth !== undefined
      ? []
      : [{ is: 'units', by, units: line.units, ...(priced && { priced }) }]
  const codes = line?.code === undefined ? [] : [fieldIs('eventCode', [line.code], zone)]
  const columns = split === null || column === undefined ? [] : [oneOf(split, [column], zone)]
  const signs: Condition[] = sign === undefined ? [] : [{ is: 'sign', sign }]
  const numbers: Condition[] =
    measure === null || measured === undefined ? [] : [{ is: 'measured', measure, as: measured }]
  const where = [...question.scope.where, ...(keys ?? []), ...units, ...codes, ...columns, ...signs, ...numbers]
  return { where, misses: question.scope.misses }
}

/** Most questions for totals leave this open: nothing is grouped, split, measured or rounded; `limit` is the most. */
export const PLAIN_TOTALS: Omit<TotalsQuestion, 'scope'> = {
  ask: 'totals',
  by: [],
  split: null,
  measure: null,
  units: [],
  zone: null,
  rounding: null,
  order: 'keys',
  offset: 0,
  limit: 10_000,
}
