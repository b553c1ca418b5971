// What a comparison by groups asks: the totals of both sides, and every line of them.
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { PLAIN_TOTALS } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { bridge, FailureError } from '../../bridge.ts'
import { unruledBy } from '../figures/use-amount.ts'
import { useSettled } from '../figures/use-settled.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { type Answered, snapshotQuery } from '../store/snapshot-query.ts'
import type { ComparisonPartProps } from './comparison-tools.tsx'

/** `answers` are null until there are any; while another question is asked, they are those to the previous one. */
export function useGroups({ sides: { here, there }, choice, scope, worth, amounts }: ComparisonPartProps) {
  const by = choice.groupBy ?? usualKeys(here, there)
  const questionFor = (side: SnapshotSummary): TotalsQuestion | null => {
    const valuedBy = worth.valuedBy(side, scope)
    if (valuedBy === null) return null
    const plain = { ...PLAIN_TOTALS, scope, by: [...by], zone: here.range.zone }
    if (worth.hasRules) return { ...plain, worth: valuedBy, prices: true }
    return { ...plain, ...unruledBy(amounts.amount, amounts.meanings) }
  }
  const [askedHere, askedThere] = [questionFor(here), questionFor(there)]
  // Both are told apart by code, so that different codes stand beside each other, unless one code is all that they have.
  const apart = [
    useSnapshotAnswer(here.id, askedHere && eachCode(askedHere)),
    useSnapshotAnswer(there.id, askedThere && eachCode(askedThere)),
  ] as const
  const told = apart.flatMap(({ answer, isBusy }) => (answer === null || isBusy ? [] : [answer]))
  const isOne = told.length === apart.length && areOfOneCode(told, by)
  const together = [
    useSnapshotAnswer(here.id, isOne ? askedHere : null),
    useSnapshotAnswer(there.id, isOne ? askedThere : null),
  ] as const
  const [ofHere, ofThere] = isOne ? together : apart
  const isBusy = ofHere.isBusy || ofThere.isBusy
  const latest = useSettled({ here: ofHere.latest, there: ofThere.latest }, isBusy)
  const answers = useMemo(
    () =>
      latest.here && latest.there
        ? { here: latest.here, there: latest.there, compared: comparedTotals(latest.there.answer, latest.here.answer) }
        : null,
    [latest.here, latest.there],
  )
  return { by, answers, isBusy, trouble: [...apart, ofHere, ofThere].find((one) => one.trouble !== null) }
}

/** Whether all sums of both sides without a unit are of one event code, so that they can be added up and held against each other. */
export function areOfOneCode(answers: readonly TotalsAnswer[], by: readonly SnapshotKey[]): boolean {
  const place = by.findIndex((key) => key.of === 'field' && key.field === 'eventCode')
  const ofLine = ({ code, keys, units, total: { credit, debit, neither } }: TotalsLine) => {
    if (place < 0) return code
    const isSum = units.every((unit) => unit === null) && (credit ?? debit ?? neither) !== null
    return isSum ? (keys[place]?.text ?? null) : undefined
  }
  const codes = new Set(answers.flatMap(({ lines }) => lines.map(ofLine)))
  codes.delete(undefined)
  return codes.size === 1 && answers.every(({ lines, lineCount }) => lines.length === lineCount)
}

/** The same question, where what has no unit is told apart however few codes it has. */
export function eachCode(question: TotalsQuestion): TotalsQuestion {
  const { byCode, worth } = question
  const unruled = worth?.unruled
  return {
    ...question,
    ...(byCode && { byCode: 'each' }),
    ...(worth && unruled?.byCode && { worth: { ...worth, unruled: { ...unruled, byCode: 'each' } } }),
  }
}

type Keys = [SnapshotKey] | [SnapshotKey, SnapshotKey]

/** Customer and event code. Where each side is of a single customer, the customer needs no column. */
function usualKeys(...sides: SnapshotSummary[]): Keys {
  const code: SnapshotKey = { of: 'field', field: 'eventCode' }
  const areOfCustomers = sides.every(({ search }) => search.customerId !== undefined)
  return areOfCustomers ? [code] : [{ of: 'field', field: 'customerId' }, code]
}

/** A bound on memory: lines of both sides are held until they are compared. */
const MOST_LINES = 200_000

/** Every line of an answer; the screen has only the first ones. Rejects with a FailureError if there are too many. */
export function useAllLines() {
  const client = useQueryClient()
  return (snapshotId: string, answered: Answered<TotalsQuestion>): Promise<TotalsAnswer> =>
    allLines(answered, async (question) => {
      // Not cached: each page is needed once.
      const { answer } = await client.fetchQuery({ ...snapshotQuery(bridge, snapshotId, question), gcTime: 0 })
      return answer
    })
}

/** Asks for page after page. Rejects with a FailureError if there are more than 200,000 lines, and as `ask` does. */
export async function allLines(
  { question, answer }: Answered<TotalsQuestion>,
  ask: (question: TotalsQuestion) => Promise<TotalsAnswer>,
): Promise<TotalsAnswer> {
  if (answer.lineCount > MOST_LINES) {
    const message = `There are more than ${grouped(MOST_LINES)} groups. Choose others, or set a condition in Events first.`
    throw new FailureError({ kind: 'invalid', field: 'export', message })
  }
  const lines = [...answer.lines]
  while (lines.length < answer.lineCount) {
    const next = await ask({ ...question, offset: question.offset + lines.length })
    if (next.lines.length === 0) break
    lines.push(...next.lines)
  }
  return { ...answer, lines }
}
