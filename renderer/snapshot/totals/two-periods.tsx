// Two periods of one snapshot side by side: a figure of each group in both, and the difference, also in percent.
import { Group, Stack } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { periodsTable, WITHIN_PERIOD } from '../../../shared/figures/comparison.ts'
import { type ComparedFigure, type ComparedTotals, comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { narrowed, oneOf, wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { CopyTable } from '../../tables/copy-table.tsx'
import { Choice } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { leftOut, snapshotSource } from '../figures/snapshot-source.ts'
import { useSettled, useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { type ChartRange, chartPeriods } from './chart-bars.ts'
import {
  ComparedFigures,
  comparedColumns,
  comparedFigures,
  isPartOfLines,
  partOfWords,
  periodsSource,
  usualPeriods,
} from './compared-figures.tsx'
import type { worthRows } from './figure-columns.ts'
import { cutPeriodsWords, periodWords } from './key-words.ts'
import styles from './totals-tab.module.css'

interface TwoPeriodsProps {
  snapshot: SnapshotSummary
  /** The table's. */
  question: TotalsQuestion
  range: ChartRange
  /** The zone of the periods. */
  zone: string
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

export function TwoPeriods({ snapshot, question, range, zone, onShowWorth }: TwoPeriodsProps) {
  const [length, setLength] = useState<Period>('week')
  const first = useRef<HTMLSelectElement>(null)
  // The section opens below the visible part.
  useLayoutEffect(() => first.current?.focus(), [])
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({})
  const [figure, setFigure] = useState<ComparedFigure | null>(null)
  const known = useSnapshotAnswer(snapshot.id, periodsQuestion(question, length))
  // The periods that are known belong to their length until those of another are.
  const asked = known.latest?.question.by[0]
  const every = asked?.of === 'time' ? asked.every : length
  const periods = useMemo(() => {
    const seen = known.latest?.answer.lines.flatMap(({ keys }) => (keys[0] ? [keys[0].text] : [])) ?? []
    return known.latest === null ? [] : chartPeriods(every, seen, range, zone).slice(-MOST_PERIODS)
  }, [known.latest, every, range, zone])
  const usual = usualPeriods(periods, known.latest?.answer.cut ?? [])
  const there = (period: string | undefined) => (period !== undefined && periods.includes(period) ? period : undefined)
  const before = there(chosen.before) ?? usual?.before
  const after = there(chosen.after) ?? usual?.after
  const asks = (period: string | undefined) =>
    period === undefined ? null : periodQuestion(snapshot, question, every, period)
  const [was, is] = [useSnapshotAnswer(snapshot.id, asks(before)), useSnapshotAnswer(snapshot.id, asks(after))]
  const isBusy = was.isBusy || is.isBusy
  const isShort = periods.length < 2 && known.latest !== null
  // Of too few periods nothing is asked, and nothing is awaited.
  const settled = useSettled({ before, after, every, was: was.latest, is: is.latest }, isBusy && !isShort)
  const compared: ComparedTotals | null = useMemo(
    () => (settled.was && settled.is ? comparedTotals(settled.was.answer, settled.is.answer) : null),
    [settled.was, settled.is],
  )
  const figures = compared === null ? [] : comparedFigures(question, compared)
  const shown = figures.find(({ name }) => name === figure)?.name ?? figures[0]?.name ?? 'count'
  const options = periods.map((period) => ({ value: period, label: periodWords(period, every) }))
  const trouble = [known, was, is].find((one) => one.trouble !== null)
  const cut = cutWords([settled.before, settled.after], known.latest?.answer.cut ?? [], settled.every)
  const nameOf = (period = '') => periodWords(period, settled.every)
  const names = { before: nameOf(settled.before), after: nameOf(settled.after) }

  return (
    <Stack
      component="section"
      gap={8}
      p={12}
      className={common.box ?? ''}
      aria-label={WITHIN_PERIOD}
      data-before={before}
      data-after={after}
    >
      <Group className={styles.controls ?? ''} gap={8}>
        <Choice ref={first} label="Periods" choices={LENGTHS} value={length} onChange={setLength} />
        <Choice
          label="Earlier"
          choices={options}
          value={before ?? ''}
          onChange={(period) => setChosen((now) => ({ ...now, before: period }))}
        />
        <Choice
          label="Later"
          choices={options}
          value={after ?? ''}
          onChange={(period) => setChosen((now) => ({ ...now, after: period }))}
        />
        <Choice
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
                version: settled.is?.answer.worth?.version ?? null,
                zone,
                every: settled.every,
                cut,
                isPartOfLines: isPartOfLines(compared),
              }),
            ]}
            table={() => periodsTable(compared, shown, comparedColumns(compared, question, names), null)}
          />
        )}
      </Group>
      {trouble?.trouble && <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />}
      {isShort && <p className={common.hint}>This snapshot has only one of these periods.</p>}
      {cut !== null && <p className={common.hint}>{cut}</p>}
      {compared !== null && settled.was && settled.is && !isShort && (
        <ComparedFigures
          there={settled.was}
          here={settled.is}
          compared={compared}
          figure={shown}
          table={periodsTable(compared, shown, comparedColumns(compared, question, names), MOST_LINES)}
          isBusy={isBusy}
          ofMonthsWords={partOfWords(settled.every)}
          manyWords={{ both: 'both periods’ answers', all: '“All” includes every line.' }}
          onShow={(_, events) => onShowWorth(events)}
        />
      )}
    </Stack>
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
  const within = oneOf({ of: 'time', every }, [{ kind: 'time', text: period }], question.zone)
  const scope = narrowed(question.scope, within)
  // A month of the billing zone has whole lines; a day or a week cuts them.
  const worth = question.worth && { ...question.worth, wholeRange: wholeRangeOf(snapshot, scope) }
  return { ...question, scope, split: null, rounding: null, ...(worth && { worth }) }
}

function cutWords(chosen: readonly (string | undefined)[], cut: readonly string[], every: Period): string | null {
  const found = chosen.flatMap((period) => (period !== undefined && cut.includes(period) ? [period] : []))
  return found.length === 0 ? null : cutPeriodsWords(found, every)
}
