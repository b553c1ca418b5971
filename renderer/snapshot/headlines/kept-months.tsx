// This is what other rules would make of the months that are kept: a line for each finished snapshot of the connection,
// one after the other, as each is loaded for it.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { WorthQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { notInSumOf } from '../../../shared/worth/not-in-sum.ts'
import { noRuleWords, worthDifference } from '../../../shared/worth/worth.ts'
import common from '../../ui/common.module.css'
import { DataTable, TableHead } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import dialog from '../../ui/kept-lines.module.css'
import { moneyInWords, signedMoneyInWords } from '../../worth/money-words.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { useOpenedWindow } from '../opened/opened-context.ts'
import type { Valued } from './headline-words.ts'

/** Each is loaded to be asked; more would keep the user waiting. */
const MOST_MONTHS = 24

/** The finished ones that somebody took of a connection: closed ones first, then as the list has them, latest first. */
export function keptMonths(all: readonly SnapshotSummary[], connectionId: string): SnapshotSummary[] {
  return all
    .filter(
      ({ connection, madeFor, status }) =>
        connection.id === connectionId && madeFor === null && status.state === 'finished',
    )
    .toSorted((a, b) => Number(b.closed !== null) - Number(a.closed !== null))
}

interface KeptMonthsProps {
  connectionId: string
  /** The text of the rules that are kept, and of those that would be. */
  rules: string
  draft: string
}

const HEADS = ['Snapshot', 'Gains or loses', 'By the price rules that are kept', 'With this change']

export function KeptMonths({ connectionId, rules, draft }: KeptMonthsProps) {
  const { snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  // A snapshot that was taken elsewhere, or opened by its address, may not be in it yet.
  useEffect(() => void snapshots.refresh(), [snapshots])
  const months = keptMonths(list?.snapshots ?? [], connectionId)
  const more = months.length - MOST_MONTHS
  /** How many have answered about this draft. */
  const [known, setKnown] = useState({ draft, count: 0 })
  const answered = known.draft === draft ? known.count : 0
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div className={`${common.scroll} ${dialog.scroll}`} tabIndex={0}>
        <DataTable aria-label="Kept months" className={`${dialog.lines} ${dialog.wrapped}`}>
          <TableHead heads={HEADS} numbers={['Gains or loses']} />
          <tbody>
            {months.slice(0, MOST_MONTHS).map((snapshot, at) => (
              <Month
                key={snapshot.id}
                snapshot={snapshot}
                rules={rules}
                draft={at <= answered ? draft : null}
                onAnswered={() => at === answered && setKnown({ draft, count: at + 1 })}
              />
            ))}
          </tbody>
        </DataTable>
      </div>
      {more > 0 && <p className={common.hint}>{countWords(more, 'more kept snapshot')} not looked through.</p>}
    </>
  )
}

const ALL: Scope = { where: [], misses: false }

const worthQuestion = (snapshot: SnapshotSummary, rules: string): WorthQuestion => ({
  ask: 'worth',
  scope: ALL,
  rules,
  wholeRange: wholeRangeOf(snapshot, ALL),
  unruled: null,
  duplicates: null,
})

interface MonthProps {
  snapshot: SnapshotSummary
  rules: string
  /** Null: it is not its turn yet. */
  draft: string | null
  onAnswered: () => void
}

function Month({ snapshot, rules, draft, onAnswered }: MonthProps) {
  const before = useSnapshotAnswer(snapshot.id, draft === null ? null : worthQuestion(snapshot, rules))
  const after = useSnapshotAnswer(snapshot.id, draft === null ? null : worthQuestion(snapshot, draft))
  const trouble = [before, after].find((one) => one.trouble !== null)
  const isBusy = draft === null || before.isBusy || after.isBusy
  const isAnswered = draft !== null && (trouble !== undefined || !isBusy)
  useEffect(() => {
    if (isAnswered) onAnswered()
  })
  return (
    <tr data-snapshot={snapshot.id} aria-busy={isBusy || undefined}>
      <th scope="row" title={snapshot.name}>
        {shortened(snapshot.name, 60)}
        {snapshot.closed !== null && ', closing copy'}
      </th>
      {trouble?.trouble ? (
        <td colSpan={HEADS.length - 1}>
          <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
        </td>
      ) : before.answer?.kind === 'valued' && after.answer?.kind === 'valued' ? (
        <Difference before={before.answer} after={after.answer} />
      ) : (
        <td colSpan={HEADS.length - 1} className={common.dim}>
          Calculating…
        </td>
      )}
    </tr>
  )
}

function Difference({ before, after }: Record<'before' | 'after', Valued>) {
  return (
    <>
      <td data-number>
        {differences(before, after).map(({ words, ...data }) => (
          <div key={words} {...data}>
            {words}
          </div>
        ))}
      </td>
      {[before, after].map((answer, side) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are two, and they keep their places
        <td key={side}>
          {sideWords(answer).map((words) => (
            <div key={words}>{words}</div>
          ))}
        </td>
      ))}
    </>
  )
}

/** "42,803.30 EUR", with what is not in it; why nothing is netted. */
function sideWords(answer: Valued): string[] {
  const why = noRuleWords(answer)
  if (why !== null) return [`no total: ${why}`]
  const sums = answer.currencies.map(({ net, currency }) =>
    [moneyInWords(net ?? '0', currency), notInSumOf(answer.notInSums, currency)].filter(Boolean).join(' '),
  )
  return sums.length === 0 ? ['nothing in the total'] : sums
}

interface Gain {
  words: string
  'data-currency'?: string
  /** Exact; absent where only one side is netted. */
  'data-difference'?: string
}

/** Currency by currency, those without a difference left out. */
export function differences(
  before: Pick<Valued, 'currencies' | 'moneyKinds' | 'noRule'>,
  after: Pick<Valued, 'currencies' | 'moneyKinds' | 'noRule'>,
): Gain[] {
  if ((noRuleWords(before) === null) !== (noRuleWords(after) === null))
    return [{ words: noRuleWords(after) === null ? 'a total from now on' : 'no total any more' }]
  const gains = worthDifference(after, before).flatMap(({ currency, net, charged, reduces }): Gain[] => {
    const data = currency === null ? {} : { 'data-currency': currency }
    if (!isSomething(charged) && !isSomething(reduces)) return []
    if (net !== null)
      return [{ words: signedMoneyInWords(net, currency), ...data, 'data-difference': moneyText(net, currency) }]
    const parts = [
      ...(isSomething(charged) ? [`${signedMoneyInWords(charged, currency)} charged`] : []),
      ...(isSomething(reduces) ? [`${signedMoneyInWords(reduces, currency)} taken off`] : []),
    ]
    return [{ words: parts.join(', '), ...data }]
  })
  return gains.length === 0 ? [{ words: 'nothing' }] : gains
}

const isSomething = (exact: string) => /[1-9]/.test(exact)
