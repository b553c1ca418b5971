// Two periods of one search side by side: figures by group, and the difference, also in percent.
import { useMemo, useState } from 'react'
import { comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { figureScope } from '../../../shared/snapshot/figure-scope.ts'
import { PLAIN_TOTALS } from '../../../shared/snapshot/plain-totals.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { copiedPeriods, type FigureChoice, type PeriodColumns } from '../figures/compared-periods.ts'
import { CopyTable } from '../figures/copy-table.tsx'
import { PeriodsTable } from '../figures/periods-table.tsx'
import { leftOut, snapshotSource } from '../figures/snapshot-source.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { figuresSource } from '../figures/worth-source.ts'
import type { ComparedSnapshots } from '../store/comparable-snapshots.ts'
import { groupWords, keysOf } from './change-lines.ts'
import styles from './changes.module.css'
import type { ComparedPartProps } from './changes-props.ts'
import { datesWords } from './changes-words.ts'

const FIGURES = [
  { name: 'count', label: 'Number of events' },
  { name: 'debit', label: 'Debit' },
  { name: 'credit', label: 'Credit' },
  { name: 'debitMinusCredit', label: 'Debit − credit' },
  { name: 'neither', label: 'Neither' },
] as const satisfies readonly { name: FigureChoice; label: string }[]

export function PeriodPart({ snapshot, scope, part, group, amount, onShowEvents }: ComparedPartProps) {
  const { before, now } = part
  const [chosen, setChosen] = useState<FigureChoice | null>(null)
  const shared = { ...scope, where: scope.where.filter(({ is }) => is !== 'rows' && is !== 'created') }
  const question = totalsQuestion(shared, group, amount)
  const [was, is] = [useSnapshotAnswer(before.id, question), useSnapshotAnswer(now.id, question)]
  const compared = useMemo(
    () => (was.answer === null || is.answer === null ? null : comparedTotals(was.answer, is.answer)),
    [was.answer, is.answer],
  )
  const trouble = [was, is].find((one) => one.trouble !== null)
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  if (compared === null) return <p className={styles.words}>Comparing…</p>
  const figure = chosen ?? (amount.name === null ? 'count' : 'debit')
  const label = FIGURES.find(({ name }) => name === figure)?.label ?? ''
  const nameOf = (one: ComparedSnapshots['now']) =>
    datesWords({ from: one.range.from, until: one.range.until ?? one.until }, one.range.zone) ?? shortened(one.name, 60)
  const lines = compared.lines.filter(({ changes }) => changes[figure] !== null)
  const all = group === 'nothing' ? [] : compared.all.filter(({ changes }) => changes[figure] !== null)
  /** Only figures of the open snapshot can show their events. */
  const open = snapshot.id === now.id ? ('after' as const) : ('before' as const)
  const answer = open === 'after' ? is.answer : was.answer
  const show = (line: (typeof lines)[number]) => {
    if (answer !== null) onShowEvents(figureScope(question, answer, { line, ...(SIGNS[figure] ?? {}) }))
  }
  const names = { before: nameOf(before), after: nameOf(now) }
  const columns: PeriodColumns = {
    ...names,
    keys: [group === 'nothing' ? 'All' : group],
    unit: compared.by.length === 0 ? null : 'Unit',
    words: ({ keys }) => [groupWords(keys[0])],
  }
  return (
    <div className={styles.part} data-period data-before={before.id} data-now={now.id}>
      <div className={styles.head}>
        <ChoiceSelect
          label="Figure"
          classNames={{ root: styles.choice ?? '', label: common.toolLabel ?? '' }}
          value={figure}
          choices={FIGURES.filter(({ name }) => name === 'count' || amount.name !== null).map(({ name, label }) => ({
            value: name,
            label,
          }))}
          onChange={setChosen}
        />
        <p className={styles.note}>
          {figure !== 'count' && !amount.confirmed && `Sums of ${shortened(amount.name ?? '', 60)}, not confirmed.`}{' '}
          {before.range.zone !== now.range.zone &&
            `Their days are in different time zones: ${before.range.zone} and ${now.range.zone}. `}
          {shared.where.length < scope.where.length &&
            'Conditions on the time and on chosen rows do not hold here: each period has its own.'}
        </p>
        <CopyTable
          label="Copy table of periods"
          source={[
            ...snapshotSource(now, { scope: shared, events: is.answer?.events ?? null }),
            ...snapshotSource(before, { scope: shared, events: was.answer?.events ?? null }).map(
              ([name, words]) => [`Before: ${name}`, words] as const,
            ),
            ...figuresSource(measureWords(label, figure, amount), zonesWords(before, now)),
            ...(shared.where.length < scope.where.length
              ? [['Left out', 'conditions on the time and on chosen rows: each period has its own'] as const]
              : []),
            ...leftOut('Lines', lines.length, compared.lineCount),
          ]}
          table={() => copiedPeriods([...lines, ...all], figure, columns)}
        />
      </div>
      <PeriodsTable
        label="Periods by group"
        lines={lines}
        all={all}
        figure={figure}
        columns={{ ...columns, before: `${label}, ${names.before}`, after: `${label}, ${names.after}` }}
        shows={[open]}
        action={(line, _, text) => `Show the events of ${text}, ${line}`}
        onShow={show}
      />
    </div>
  )
}

const SIGNS: Partial<Record<FigureChoice, { sign: 'credit' | 'debit' | 'neither' }>> = {
  credit: { sign: 'credit' },
  debit: { sign: 'debit' },
  neither: { sign: 'neither' },
}

/** "Debit of amount, as sent, not confirmed". */
function measureWords(label: string, figure: FigureChoice, { name, confirmed }: AmountChoice): string {
  if (figure === 'count') return label
  return `${label} of ${shortened(name ?? '', 60)}, as sent${confirmed ? '' : ', not confirmed'}`
}

const zonesWords = (before: ComparedSnapshots['now'], now: ComparedSnapshots['now']) =>
  [...new Set([before.range.zone, now.range.zone])].join(' and ')

function totalsQuestion(scope: Scope, group: string, amount: AmountChoice): TotalsQuestion {
  const { measure, units, priced } = amount
  return { ...PLAIN_TOTALS, scope, by: keysOf(group), measure, units, ...(priced && { priced }) }
}
