// One thing at a time: what began in an earlier turn is aborted, and changes nothing any more, whatever arrives late.
import type { QueryKey } from '@tanstack/query-core'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureOf } from '../../bridge.ts'
import type { AnswerQuery, Answers } from './answers.ts'
import type { Answer } from './kept-answers.ts'

export interface Turns {
  /** Grows with each turn. */
  number(): number
  /** Ends this turn and what it fetches. */
  next(): void
  /** To be called before something is awaited: the function tells afterwards whether it is still the same turn. */
  mark(): () => boolean
  /** Asks the service; null when the turn was over before it answered. Never rejects. */
  fetch<T extends Answer>(query: AnswerQuery<T>): Promise<FetchOutcome<T> | null>
}

export type FetchOutcome<T> = { ok: true; answer: T } | { ok: false; failure: Failure }

export function createTurns(answers: Pick<Answers, 'fetch' | 'cancel'>): Turns {
  let turn = 0
  let underWay: QueryKey | null = null

  function mark() {
    const mine = turn
    return () => mine === turn
  }

  return {
    number: () => turn,
    next() {
      turn += 1
      if (underWay) answers.cancel(underWay)
      underWay = null
    },
    mark,
    async fetch<T extends Answer>(query: AnswerQuery<T>) {
      const isSame = mark()
      underWay = query.queryKey
      const outcome = await answers.fetch(query).then(
        (answer): FetchOutcome<T> => ({ ok: true, answer }),
        (error: unknown): FetchOutcome<T> => ({ ok: false, failure: failureOf(error) }),
      )
      if (!isSame()) return null
      underWay = null
      return outcome
    },
  }
}
