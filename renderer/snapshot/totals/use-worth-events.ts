// Shows the events behind a figure by the rules: the snapshot is asked which they are.
import { useQueryClient } from '@tanstack/react-query'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { bridge } from '../../bridge.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'
import { say } from '../../ui/say.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'
import type { worthRows } from './worth-rows.ts'

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
      notifyFailure(error)
    }
  }
}
