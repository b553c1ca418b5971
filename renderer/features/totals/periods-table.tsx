// The table of two periods: a line a group, "All" for each currency or unit, figures as buttons that show their events.
import type { ComparedTotals } from '../../../shared/compare-totals.ts'
import type { TotalsQuestion } from '../../../shared/snapshot-totals.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { columnPlaces, figureText, NO_FIGURE } from '../../ui/figure-text.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { unitWords } from '../../ui/unit-words.ts'
import { valueLabel } from './key-words.ts'
import { type ComparedLine, comparedText, type FigureChoice, withSign } from './period-figures.ts'
import { groupText, periodOf } from './totals-lines.ts'
import { keyLabel } from './totals-options.ts'
import styles from './totals-table.module.css'

interface PeriodsTableProps {
  compared: ComparedTotals
  question: TotalsQuestion
  figure: FigureChoice
  names: { before: string; after: string }
  isBusy: boolean
  onShow: (line: ComparedLine, side: 'before' | 'after') => void
}

/** The copied table has the rest. */
const MOST_LINES = 300

export function PeriodsTable({ compared, question, figure, names, isBusy, onShow }: PeriodsTableProps) {
  const { by, lines, all } = compared
  const drawn = [...lines.slice(0, MOST_LINES), ...all]
  const places = columnPlaces(
    drawn.flatMap((line) => [
      comparedText(line.before, figure),
      comparedText(line.after, figure),
      line.changes[figure]?.difference ?? null,
    ]),
  )
  return (
    <div className={styles.scroll} data-busy={isBusy || undefined}>
      <DataTable className={styles.table} aria-label="Two periods" aria-busy={isBusy}>
        <thead>
          <tr>
            {question.by.map((key, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be one
              <th key={at} scope="col" className={styles.key}>
                {shortened(keyLabel(key), 80)}
              </th>
            ))}
            {by.length > 0 && (
              <th scope="col" className={styles.key}>
                {shortened(by.join(' · '), 80)}
              </th>
            )}
            {[names.before, names.after, 'Difference', 'Percent'].map((head) => (
              <th key={head} scope="col" className={styles.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((line) => (
            <PeriodsLine
              key={JSON.stringify([line.keys, line.units])}
              line={line}
              question={question}
              figure={figure}
              places={places}
              onShow={onShow}
              hasUnits={by.length > 0}
            />
          ))}
        </tbody>
      </DataTable>
      {lines.length > MOST_LINES && (
        <p className={styles.more}>{countWords(lines.length - MOST_LINES, 'more line')} in the copied table</p>
      )}
    </div>
  )
}

interface PeriodsLineProps extends Pick<PeriodsTableProps, 'question' | 'figure' | 'onShow'> {
  line: ComparedLine
  places: number
  hasUnits: boolean
}

function PeriodsLine({ line, question, figure, places, hasUnits, onShow }: PeriodsLineProps) {
  const change = line.changes[figure]
  const isAll = line.keys.length === 0
  const words = question.by.map((key, at) =>
    isAll ? (at === 0 ? 'All' : '') : shortened(valueLabel(line.keys[at] ?? null, periodOf(key)), 80),
  )
  const unit = hasUnits ? [shortened(unitWords(line.units) ?? 'unit not known', 80)] : []
  const name = [...words.filter((word) => word !== ''), ...unit].join(', ')
  return (
    <tr data-all={isAll ? groupText(line) : undefined} data-group={isAll ? undefined : groupText(line)}>
      {words.map((word, at) =>
        at === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be one
          <th key={at} scope="row" className={styles.key}>
            {word}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <td key={at} className={styles.key}>
            {word}
          </td>
        ),
      )}
      {hasUnits && <td className={styles.key}>{shortened(unitWords(line.units) ?? 'not known', 80)}</td>}
      {(['before', 'after'] as const).map((side) => {
        const exact = comparedText(line[side], figure)
        return (
          <td key={side} className={styles.number} data-side={side} data-value={exact ?? ''}>
            {exact === null ? (
              NO_FIGURE
            ) : (
              <button
                type="button"
                className={styles.figure}
                aria-label={`${name}, ${side === 'before' ? 'earlier' : 'later'}: ${figureText(exact, places)}. Show these events`}
                onClick={() => onShow(line, side)}
              >
                {figureText(exact, places)}
              </button>
            )}
          </td>
        )
      })}
      <td className={styles.rounded} data-difference={change?.difference ?? ''}>
        {change === null ? NO_FIGURE : withSign(figureText(change.difference, places))}
      </td>
      <td className={styles.rounded} data-percent={change?.percent ?? ''}>
        {change?.percent == null ? NO_FIGURE : `${withSign(figureText(change.percent, 2))}%`}
      </td>
    </tr>
  )
}
