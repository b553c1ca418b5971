// Two periods of one snapshot side by side: a figure of each group in both, and the difference, also in percent.
import { Group } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type FigureChoice, periodsTable } from '../../../shared/figures/comparison.ts'
import { copiedTable } from '../../../shared/figures/figure-table.ts'
import { type ComparedTotals, comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Period, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import choiceStyles from '../../ui/choice.module.css'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { CopyTable } from '../figures/copy-table.tsx'
import { leftOut, snapshotSource } from '../figures/snapshot-source.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { type ChartRange, chartPeriods } from './chart-bars.ts'
import { periodWords } from './key-words.ts'
import {
  comparedColumns,
  comparedFigures,
  isPartOfLines,
  periodScope,
  periodsSource,
  usualPeriods,
} from './period-figures.ts'
import styles from './totals-tab.module.css'
import { comparedWorthRows, type worthRows } from './worth-rows.ts'

interface TwoPeriodsProps {
  snapshot: SnapshotSummary
  /** The table's. */
  question: TotalsQuestion
  range: ChartRange
  /** The zone of the periods. */
  zone: string
  onShowEvents: (scope: Scope) => void
  /** By the rules: shows the events that the snapshot is asked for. */
  onShowWorth: (events: ReturnType<typeof worthRows>) => void
}

const LENGTHS: { value: Period; label: string }[] = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
]
/** Drawn; the copied table has the rest. */
const MOST_LINES = 300
/** Nobody chooses from a longer list. */
const MOST_PERIODS = 1_000

export function TwoPeriods({ snapshot, question, range, zone, onShowEvents, onShowWorth }: TwoPeriodsProps) {
  const [every, setEvery] = useState<Period>('week')
  const first = useRef<HTMLSelectElement>(null)
  // The section opens below the visible part.
  useLayoutEffect(() => first.current?.focus(), [])
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({})
  const [figure, setFigure] = useState<FigureChoice | null>(null)
  const known = useSnapshotAnswer(snapshot.id, periodsQuestion(question, every))
  const periods = useMemo(() => {
    const seen = known.latest?.answer.lines.flatMap(({ keys }) => (keys[0] ? [keys[0].text] : [])) ?? []
    const asked = known.latest?.question.by[0]
    return asked?.of === 'time' ? chartPeriods(asked.every, seen, range, zone).slice(-MOST_PERIODS) : []
  }, [known.latest, range, zone])
  const usual = usualPeriods(periods, known.latest?.answer.cut ?? [])
  const there = (period: string | undefined) => (period !== undefined && periods.includes(period) ? period : undefined)
  const before = there(chosen.before) ?? usual?.before
  const after = there(chosen.after) ?? usual?.after
  const asks = (period: string | undefined) =>
    period === undefined ? null : periodQuestion(snapshot, question, every, period)
  const [was, is] = [useSnapshotAnswer(snapshot.id, asks(before)), useSnapshotAnswer(snapshot.id, asks(after))]
  const compared: ComparedTotals | null = useMemo(
    () => (was.latest && is.latest ? comparedTotals(was.latest.answer, is.latest.answer) : null),
    [was.latest, is.latest],
  )
  const figures = compared === null ? [] : comparedFigures(question, compared)
  const shown = figures.find(({ name }) => name === figure)?.name ?? figures[0]?.name ?? 'count'
  const options = periods.map((period) => ({ value: period, label: periodWords(period, every) }))
  const trouble = [known, was, is].find((one) => one.trouble !== null)
  const isShort = periods.length < 2 && known.latest !== null
  const cut = cutWords([before, after], known.latest?.answer.cut ?? [], every)
  const names = { before: periodWords(before ?? '', every), after: periodWords(after ?? '', every) }

  return (
    <section
      className={`${common.box} ${styles.part}`}
      aria-label="Compare within this period"
      data-before={before}
      data-after={after}
    >
      <Group className={styles.controls ?? ''} gap={8}>
        <ChoiceSelect
          ref={first}
          className={choiceStyles.choice ?? ''}
          label="Periods"
          choices={LENGTHS}
          value={every}
          onChange={setEvery}
        />
        <ChoiceSelect
          className={choiceStyles.choice ?? ''}
          label="Earlier"
          choices={options}
          value={before ?? ''}
          onChange={(period) => setChosen((now) => ({ ...now, before: period }))}
        />
        <ChoiceSelect
          className={choiceStyles.choice ?? ''}
          label="Later"
          choices={options}
          value={after ?? ''}
          onChange={(period) => setChosen((now) => ({ ...now, after: period }))}
        />
        <ChoiceSelect
          className={choiceStyles.choice ?? ''}
          label="Figure"
          choices={figures.map(({ name, label }) => ({ value: name, label }))}
          value={shown}
          onChange={setFigure}
        />
        {compared !== null && (
          <CopyTable
            label="Copy table of periods"
            source={[
              ...snapshotSource(snapshot, { scope: question.scope, events: null }),
              ...leftOut('Lines', compared.lines.length, compared.lineCount),
              ...periodsSource({
                figure: figures.find(({ name }) => name === shown),
                version: is.latest?.answer.worth?.version ?? null,
                zone,
                every,
                cut,
                isPartOfLines: isPartOfLines(compared),
              }),
            ]}
            table={() => copiedTable(periodsTable(compared, shown, comparedColumns(compared, question, names), null))}
          />
        )}
      </Group>
      {trouble?.trouble && <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />}
      {isShort && <p className={common.hint}>This snapshot has only one of these periods.</p>}
      {cut !== null && <p className={common.hint}>{cut}</p>}
      {compared !== null && isPartOfLines(compared) && (
        <p className={common.hint}>
          Not in these totals: events billed by the month, of which a {every} has only a part.
        </p>
      )}
      {compared !== null && compared.lines.length < compared.lineCount && (
        <p className={common.hint}>
          {grouped(compared.lines.length)} of at least {grouped(compared.lineCount)} lines: with so many, only those in
          both periods’ answers are compared. “All” includes every line.
        </p>
      )}
      {compared !== null && was.latest && is.latest && !isShort && (
        <FigureTable
          table={periodsTable(compared, shown, comparedColumns(compared, question, names), MOST_LINES)}
          isBusy={was.isBusy || is.isBusy}
          onAct={({ of: { line, side } }) => {
            const [asked, at] = side === 'there' ? ([was.latest, 'before'] as const) : ([is.latest, 'after'] as const)
            if (asked === null) return
            const total = line[at]
            if (asked.answer.worth !== undefined && total !== null)
              onShowWorth(comparedWorthRows(asked, line, total, shown))
            else onShowEvents(periodScope(asked.question, { ...asked.answer, by: compared.by }, line, at, shown))
          }}
        />
      )}
    </section>
  )
}

const periodsQuestion = ({ worth: _, ...question }: TotalsQuestion, every: Period): TotalsQuestion => ({
  ...question,
  by: [{ of: 'time', every }],
  split: null,
  measure: null,
  units: [],
  rounding: null,
  order: 'keys',
})

function periodQuestion(
  snapshot: SnapshotSummary,
  question: TotalsQuestion,
  every: Period,
  period: string,
): TotalsQuestion {
  const within = {
    is: 'one-of' as const,
    key: { of: 'time' as const, every },
    values: [{ kind: 'time' as const, text: period }],
    zone: question.zone,
  }
  const scope = { ...question.scope, where: [...question.scope.where, within] }
  // A month of the billing zone has whole lines; a day or a week cuts them.
  const worth = question.worth && { ...question.worth, inHand: scopeInHand(snapshot, scope) }
  return { ...question, scope, split: null, rounding: null, ...(worth && { worth }) }
}

function cutWords(chosen: readonly (string | undefined)[], cut: readonly string[], every: Period): string | null {
  const found = chosen.flatMap((period) => (period !== undefined && cut.includes(period) ? [period] : []))
  if (found.length === 0) return null
  return `${found.map((period) => periodWords(period, every)).join(' and ')}: only part of it is in this snapshot.`
}
