// The figures of a line of "Totals": their columns, and the events behind each.
import { exactOf, type FigureName, figureHead, type TotalsFigure } from '../../../shared/figures/totals.ts'
import { type FigurePart, figureScope } from '../../../shared/snapshot/scopes.ts'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { valueLabel } from './key-words.ts'
import type { MeasureChoice } from './totals-choice.ts'

/** Left to right. */
export function figureColumns(measure: MeasureChoice, question: TotalsQuestion, answer: TotalsAnswer): TotalsFigure[] {
  const { whole, parts } = answer.worth === undefined ? sentFigures(measure, question, answer) : worthFigures(answer)
  if (question.split === null) return whole.map((figure) => wholeColumn(figure, answer))
  const split = answer.columns.flatMap((column, at) =>
    parts.map((figure): TotalsFigure => {
      const label = valueLabel(column)
      const isNamedAlone = parts.length === 1 && answer.worth === undefined
      const head = isNamedAlone ? label : `${label}, ${headOf(figure, answer).toLowerCase()}`
      return { id: `${at} ${figure}`, figure, at, column, head }
    }),
  )
  return [...whole.map((figure) => wholeColumn(figure, answer)), ...split]
}

/** Of the whole line, and of each value of the split. */
interface Figures {
  whole: FigureName[]
  parts: readonly FigureName[]
}

const wholeColumn = (figure: FigureName, answer: TotalsAnswer): TotalsFigure => ({
  id: figure,
  figure,
  at: null,
  head: headOf(figure, answer),
})

const headOf = (figure: FigureName, { worth }: TotalsAnswer) => figureHead(figure, worth !== undefined)

function sentFigures(measure: MeasureChoice, { split }: TotalsQuestion, { all, lines }: TotalsAnswer): Figures {
  const hasNeither = [...all, ...lines].some(({ total }) => total.neither !== null)
  const sums: FigureName[] = ['credit', 'debit', 'debitMinusCredit', ...(hasNeither ? (['neither'] as const) : [])]
  const measured: FigureName[] = !('properties' in measure) ? [] : measure.figure === 'sum' ? sums : [measure.figure]
  const isExtreme = measure.figure === 'min' || measure.figure === 'max'
  return {
    whole: ['count', ...(split === null || isExtreme ? measured : [])],
    parts: measure.figure === 'count' ? ['count'] : measured,
  }
}

const NETTED = ['charged', 'reduces', 'debitMinusCredit'] as const

function worthFigures(answer: TotalsAnswer): Figures {
  if (answer.worth?.hasMoney === false) return { whole: ['count', 'quantity'], parts: [] }
  const all = [...answer.all, ...answer.lines]
  const isThere = (figure: FigureName) => all.some((line) => exactOf(line, wholeColumn(figure, answer)) !== null)
  const sent = (['debit', 'credit', 'neither'] as const).filter(
    (figure) => (answer.worth?.unruled ?? 0) > 0 && isThere(figure),
  )
  const netted = NETTED.filter((figure) => figure !== 'reduces' || isThere(figure))
  return { whole: ['count', ...sent, ...netted], parts: netted }
}

/** The events behind a figure; `line` may be one of the answer's `all`. By the rules these are asked for (worth-rows.ts). */
export function scopeOf(question: TotalsQuestion, answer: TotalsAnswer, line: TotalsLine, of: TotalsFigure): Scope {
  const { figure, column } = of
  const part = (more: Omit<FigurePart, 'line' | 'column'>) =>
    figureScope(question, answer, { line, ...(column === undefined ? {} : { column }), ...more })
  switch (figure) {
    case 'count':
      return part({})
    case 'credit':
    case 'debit':
    case 'neither':
      return part({ sign: figure, measured: 'number' })
    case 'debitMinusCredit':
      return line.total.neither === null
        ? part({ measured: 'number' })
        : narrowed(part({ measured: 'number' }), CREDIT_OR_DEBIT)
    case 'charged':
    case 'reduces':
    case 'quantity':
      return part({})
    case 'min':
    case 'max':
      return extremeScope(question, part({ measured: 'number' }), exactOf(line, of))
    default:
      return figure satisfies never
  }
}

const CREDIT_OR_DEBIT: Condition = {
  is: 'one-of',
  key: { of: 'field', field: 'eventType' },
  values: [
    { kind: 'string', text: 'credit' },
    { kind: 'string', text: 'debit' },
  ],
  zone: null,
}

const narrowed = (scope: Scope, condition: Condition): Scope => ({ ...scope, where: [...scope.where, condition] })

/** For a smallest or largest value, only the events that hold it. */
function extremeScope({ measure }: TotalsQuestion, scope: Scope, number: string | null): Scope {
  const [name, other] = measure?.properties ?? []
  if (name === undefined || other !== undefined || measure?.text === true || number === null) return scope
  return narrowed(scope, { is: 'number', key: { of: 'property', name }, number })
}
