// The question for the events behind a figure of totals by the price rules.
import { useQueryClient } from '@tanstack/react-query'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { TotalsFigure } from '../../../shared/figures/totals.ts'
import { figureScope } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import type { WorthRowsQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { bridge } from '../../bridge.ts'
import { notifyError, say } from '../../ui/notify.tsx'
import { snapshotQuery } from '../store/snapshot-query.ts'

const MONEY = ['charged', 'reduces'] as const
const WITH_RULE = [...MONEY, 'balance', 'not-money', 'number-missing'] as const

/**
 * @param line may be one of the answer's `all`
 * @param column null: the events without money, or all where each has some
 * @returns null where the figure is of all events that the scope holds
 */
export function worthRows(
  question: TotalsQuestion,
  answer: Pick<TotalsAnswer, 'worth'>,
  line: TotalsLine,
  column: Pick<TotalsFigure, 'figure' | 'column'> | null,
): { scope: Scope; rows: WorthRowsQuestion | null } {
  const part = column?.column === undefined ? {} : { column: column.column }
  const scope = figureScope(question, { by: [] }, { line: { ...line, units: [] }, ...part })
  const { worth } = question
  if (worth === undefined || answer.worth?.hasMoney !== true) return { scope, rows: null }
  const sent = line.sentUnits === undefined ? null : { by: answer.worth.sentBy, units: line.sentUnits }
  const of = (
    more: Pick<WorthRowsQuestion, 'bins' | 'isValued' | 'sent'>,
    narrowed: Scope = scope,
  ): { scope: Scope; rows: WorthRowsQuestion } => ({
    scope: narrowed,
    rows: { ask: 'worthRows', scope: narrowed, worth, currency: line.units[0] ?? null, ...more },
  })
  switch (column?.figure) {
    case 'charged':
    case 'reduces':
      return of({ bins: [column.figure], isValued: true, sent: null })
    case 'debitMinusCredit':
      return of({ bins: [...MONEY], isValued: true, sent: null })
    case 'debit':
    case 'credit':
    case 'neither': {
      const where = [...scope.where, { is: 'sign' as const, sign: column.figure }]
      return of({ bins: [], isValued: null, sent }, { ...scope, where })
    }
    case undefined:
      return of(
        line.total.without === 0
          ? { bins: [...WITH_RULE], isValued: null, sent }
          : { bins: [...WITH_RULE], isValued: false, sent },
      )
    default:
      return of({ bins: [...WITH_RULE], isValued: null, sent })
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
      else say(`${countWords(answer.events, 'event')}: more than can be shown by themselves.`, true)
    } catch (error) {
      notifyError(error)
    }
  }
}
