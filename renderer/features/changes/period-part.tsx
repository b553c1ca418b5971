// Two periods of one search side by side: figures by group, and the difference, also in percent.
import { useMemo, useState } from 'react'
import { comparedTotals } from '../../../shared/compare-totals.ts'
import type { Cell } from '../../../shared/event-table.ts'
import { figureScope } from '../../../shared/figure-scope.ts'
import type { Scope } from '../../../shared/snapshot-condition.ts'
import type { TotalsCell, TotalsQuestion } from '../../../shared/snapshot-totals.ts'
import type { AmountChoice } from '../../session/amount-choice.ts'
import type { ComparedSnapshots } from '../../session/comparable-snapshots.ts'
import { AnswerTrouble } from '../../ui/answer-trouble.tsx'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { CopyTable } from '../../ui/copy-table.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FigureButton } from '../../ui/figure-button.tsx'
import { NO_FIGURE } from '../../ui/figure-text.ts'
import { countWords, groupedDigits } from '../../ui/grouped-digits.ts'
import { signedFigure } from '../../ui/money-words.ts'
import { snapshotSource } from '../../ui/snapshot-source.ts'
import tool from '../../ui/tool-field.module.css'
import { unitWords } from '../../ui/unit-words.ts'
import { useSnapshotAnswer } from '../../ui/use-snapshot-answer.ts'
import { groupWords } from './change-lines.ts'
import styles from './changes.module.css'
import type { ComparedPartProps } from './changes-props.ts'
import { datesWords } from './changes-words.ts'
import { keysOf } from './group-keys.ts'

const FIGURES = [
  { name: 'count', label: 'Number of events' },
  { name: 'debit', label: 'Debit' },
  { name: 'credit', label: 'Credit' },
  { name: 'debitMinusCredit', label: 'Debit − credit' },
  { name: 'neither', label: 'Neither' },
] as const
type FigureName = (typeof FIGURES)[number]['name']

const MOST_LINES = 500

export function PeriodPart({ snapshot, scope, part, group, amount, onShowEvents }: ComparedPartProps) {
  const { before, now } = part
  const [chosen, setChosen] = useState<FigureName | null>(null)
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
  const all = compared.all.filter(({ changes }) => changes[figure] !== null)
  /** Only figures of the open snapshot can show their events. */
  const open = snapshot.id === now.id ? ('after' as const) : ('before' as const)
  const answer = open === 'after' ? is.answer : was.answer
  const show = (line: (typeof lines)[number]) => {
    if (answer !== null) onShowEvents(figureScope(question, answer, { line, ...(SIGNS[figure] ?? {}) }))
  }
  const copied = (): CopiedTable => ({
    heads: [group, 'Unit', nameOf(before), nameOf(now), 'Difference', 'Percent'],
    rows: [...lines, ...all].map((line): Cell[] => {
      const change = line.changes[figure]
      const number = (text: string | null | undefined): Cell => (text == null ? null : { kind: 'number', text })
      return [
        { kind: 'string', text: line.keys.length === 0 ? 'All' : groupWords(line.keys[0]).toWellFormed() },
        { kind: 'string', text: line.units.length === 0 ? '' : (unitWords(line.units) ?? 'not known').toWellFormed() },
        number(figureOf(line.before, figure)),
        number(figureOf(line.after, figure)),
        number(change?.difference),
        number(change?.percent),
      ]
    }),
  })
  return (
    <div className={styles.part} data-period data-before={before.id} data-now={now.id}>
      <div className={styles.head}>
        <ChoiceSelect
          label="Figure"
          classNames={{ root: styles.choice ?? '', label: tool.label ?? '' }}
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
            `Their days are in different time zones: ${before.range.zone} and ${now.range.zone}.`}
        </p>
        <CopyTable
          label="Copy table of periods"
          source={[
            ...snapshotSource(now),
            ...snapshotSource(before).map(([name, words]) => [`Before: ${name}`, words] as const),
          ]}
          table={copied}
        />
      </div>
      <div className={styles.scroll}>
        <DataTable className={styles.table} aria-label="Periods by group">
          <thead>
            <tr>
              <th scope="col">{group === 'nothing' ? 'All' : group}</th>
              {figure !== 'count' && <th scope="col">Unit</th>}
              <th scope="col" className={styles.right}>
                {label}, {nameOf(before)}
              </th>
              <th scope="col" className={styles.right}>
                {label}, {nameOf(now)}
              </th>
              <th scope="col" className={styles.right}>
                Difference
              </th>
              <th scope="col" className={styles.right}>
                Percent
              </th>
            </tr>
          </thead>
          <tbody>
            {[...lines.slice(0, MOST_LINES), ...(group === 'nothing' ? [] : all)].map((line) => {
              const change = line.changes[figure]
              const isAll = line.keys.length === 0
              const name = isAll ? 'All' : shortened(groupWords(line.keys[0]), 80)
              const cell = (side: 'before' | 'after') => {
                const exact = figureOf(line[side], figure)
                return (
                  <td className={styles.right} data-side={side} data-value={exact ?? ''}>
                    {exact === null ? (
                      NO_FIGURE
                    ) : side === open ? (
                      <FigureButton
                        label={`Show the events of ${groupedDigits(shortened(exact, 60))}, ${name}`}
                        onClick={() => show(line)}
                      >
                        {groupedDigits(shortened(exact, 60))}
                      </FigureButton>
                    ) : (
                      <span className={styles.mono}>{groupedDigits(shortened(exact, 60))}</span>
                    )}
                  </td>
                )
              }
              return (
                <tr
                  key={JSON.stringify([line.keys, line.units])}
                  className={isAll ? styles.all : undefined}
                  data-group={JSON.stringify([...line.keys.map((key) => key?.text ?? null), ...line.units])}
                >
                  <th scope="row">{name}</th>
                  {figure !== 'count' && <td>{unitWords(line.units) ?? 'not known'}</td>}
                  {cell('before')}
                  {cell('after')}
                  <td className={styles.right} data-difference={change?.difference ?? ''}>
                    <span className={styles.mono}>{change === null ? '–' : signedFigure(change.difference)}</span>
                  </td>
                  <td className={styles.right} data-percent={change?.percent ?? ''}>
                    <span className={styles.mono}>
                      {change?.percent == null ? '–' : `${signedFigure(change.percent)}%`}
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </DataTable>
        {lines.length > MOST_LINES && (
          <p className={styles.note}>
            {countWords(lines.length - MOST_LINES, 'more line is', 'more lines are')} not shown; the copied table has
            them all.
          </p>
        )}
      </div>
    </div>
  )
}

const SIGNS: Partial<Record<FigureName, { sign: 'credit' | 'debit' | 'neither' }>> = {
  credit: { sign: 'credit' },
  debit: { sign: 'debit' },
  neither: { sign: 'neither' },
}

function figureOf(cell: TotalsCell | null, name: FigureName): string | null {
  if (cell === null) return null
  return name === 'count' ? String(cell.count) : (cell[name]?.exact ?? null)
}

function totalsQuestion(scope: Scope, group: string, amount: AmountChoice): TotalsQuestion {
  return {
    ask: 'totals',
    scope,
    by: keysOf(group),
    split: null,
    measure: amount.measure,
    units: amount.units,
    zone: null,
    rounding: null,
    negativeCredits: null,
    order: 'keys',
    offset: 0,
    limit: 10_000,
  }
}
