// "A click on any figure shows its events": a line, cell or count of "Totals" as the scope that holds exactly its events.
import type { Condition, Scope } from './snapshot-condition.ts'
import type { KeyValue } from './snapshot-key.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from './snapshot-totals.ts'

export interface FigurePart {
  /** A line of the answer, also one of `all`, which has no keys; null: every event of the question. */
  line: Pick<TotalsLine, 'keys' | 'units'> | null
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
  const keys = line?.keys.flatMap((value, at): Condition[] => {
    const key = question.by[at]
    return key === undefined ? [] : [{ is: 'one-of', key, values: [value], zone }]
  })
  const units: Condition[] =
    line === null || by.length === 0 || worth !== undefined
      ? []
      : [{ is: 'units', by, units: line.units, ...(priced && { priced }) }]
  const columns: Condition[] =
    split === null || column === undefined ? [] : [{ is: 'one-of', key: split, values: [column], zone }]
  const signs: Condition[] = sign === undefined ? [] : [{ is: 'sign', sign }]
  const numbers: Condition[] =
    measure === null || measured === undefined ? [] : [{ is: 'measured', measure, as: measured }]
  const where = [...question.scope.where, ...(keys ?? []), ...units, ...columns, ...signs, ...numbers]
  return { where, misses: question.scope.misses }
}
