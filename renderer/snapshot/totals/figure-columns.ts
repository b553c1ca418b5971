// The figures of a line of "Totals": their columns, and the events behind each, as sent and by the price rules.

import { useQueryClient } from '@tanstack/react-query'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { exactOf, type FigureName, figureHead, type TotalsFigure } from '../../../shared/figures/totals.ts'
import { type FigurePart, fieldIs, figureScope, narrowed } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import type { WorthRowsQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { bridge } from '../../bridge.ts'
import { notifyError, say } from '../../ui/notify.tsx'
import { snapshotQuery } from '../store/snapshot-query.ts'
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

/** The figures that are columns: `whole` of the whole line, `parts` of each value that the line is split by. */
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

const headOf = (figure: FigureName, { worth }: TotalsAnswer) => figureHead(figure, { isByRules: worth !== undefined })

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

/**
 * The events behind a figure as sent; `line` may be one of the answer's `all`. By the rules, `worthRows` tells them.
 */
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
      // What is neither credit nor debit is no part of the difference.
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
  }
}

const CREDIT_OR_DEBIT = fieldIs('eventType', ['credit', 'debit'])

/** Takes, for a smallest or largest value, only the events that hold it. */
function extremeScope({ measure }: TotalsQuestion, scope: Scope, number: string | null): Scope {
  const [name, other] = measure?.properties ?? []
  if (name === undefined || other !== undefined || measure?.text === true || number === null) return scope
  return narrowed(scope, { is: 'number', key: { of: 'property', name }, number })
}

/** An event is of one of these kinds by the rules; one that no rule takes is of none of them. */
const MONEY = ['charged', 'reduces'] as const
const WITH_RULE = [...MONEY, 'balance', 'not-money', 'number-missing'] as const

/**
 * The events behind a figure of totals by the rules. No scope says which of a line's events were charged, or have no
 * money: only their valuation does. So the scope is that of the line, and the rows within it are asked for.
 * @param line may be one of the answer's `all`
 * @param column null: the events of the line that have no money; all of them, where each has some
 * @returns `rows` null where the figure is of all events that the scope holds
 */
export function worthRows(
  question: TotalsQuestion,
  answer: Pick<TotalsAnswer, 'worth'>,
  line: TotalsLine,
  column: Pick<TotalsFigure, 'figure' | 'column'> | null,
): { scope: Scope; rows: WorthRowsQuestion | null } {
  const part = column?.column === undefined ? {} : { column: column.column }
  // By the rules the unit of a line is its currency, which no property of an event has to say. So no condition of the
  // scope can (`by` is empty), and the question for rows names it.
  const scope = figureScope(question, { by: [] }, { line, ...part })
  const { worth } = question
  if (worth === undefined || answer.worth?.hasMoney !== true) return { scope, rows: null }
  /** Events that no rule takes: those with the line's units as sent, if it has such events; null: none. */
  const unruled = line.sentUnits === undefined ? null : { by: answer.worth.sentBy, units: line.sentUnits }
  const asked = (
    /** `isValued`: only events that have money, or only those that have none; null: both. */
    more: Pick<WorthRowsQuestion, 'moneyKinds' | 'isValued' | 'sent'>,
    within: Scope = scope,
  ): { scope: Scope; rows: WorthRowsQuestion } => ({
    scope: within,
    rows: { ask: 'worthRows', scope: within, worth, currency: line.units[0] ?? null, ...more },
  })
  const withMoney = (moneyKinds: WorthRowsQuestion['moneyKinds']) => asked({ moneyKinds, isValued: true, sent: null })
  /** Events that a rule takes, of any kind, and with them those that none takes. @param isValued null: all of them */
  const ofLine = (isValued: false | null) => asked({ moneyKinds: [...WITH_RULE], isValued, sent: unruled })
  if (column === null) return ofLine(line.total.without === 0 ? null : false)
  switch (column.figure) {
    case 'charged':
    case 'reduces':
      return withMoney([column.figure])
    case 'debitMinusCredit':
      return withMoney([...MONEY])
    case 'debit':
    case 'credit':
    case 'neither': {
      // Totals by rules have these sums of the events that no rule takes, as sent: those of no money kind.
      const ofSide = narrowed(scope, { is: 'sign', sign: column.figure })
      return asked({ moneyKinds: [], isValued: null, sent: unruled }, ofSide)
    }
    default:
      return ofLine(null)
  }
}

/** @returns a function that asks for the events and shows them; a notice says if that fails or they are too many */
export function useWorthEvents(snapshotId: string, onShowEvents: (scope: Scope) => void) {
  const client = useQueryClient()
  return async ({ scope, rows }: ReturnType<typeof worthRows>) => {
    if (rows === null) return onShowEvents(scope)
    try {
      const { answer } = await client.fetchQuery(snapshotQuery(bridge, snapshotId, rows))
      if (answer.isAll) onShowEvents(scope)
      else if (answer.rows.length === answer.events)
        onShowEvents({ where: [{ is: 'rows', rows: answer.rows }], misses: scope.misses })
      else say(`${countWords(answer.events, 'event')}: more than can be shown by themselves.`, 'refused')
    } catch (error) {
      notifyError(error)
    }
  }
}
