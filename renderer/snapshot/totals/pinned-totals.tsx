// Below the table "Totals": "All" of each currency or unit in one line that stays in sight, and how rounding changes it.
import { Group } from '@mantine/core'
import { compareDecimals, decimalText, minus, readPlain } from '../../../shared/exact/decimal.ts'
import { countWords, grouped, groupedDigits } from '../../../shared/exact/grouped-digits.ts'
import { notInCell, unitWords } from '../../../shared/figures/line-words.ts'
import type { Period, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { Figure } from '../../../shared/snapshot/snapshot-totals.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces } from '../../ui/figure-text.ts'
import { cellOf, exactOf, sumOf } from './figure-columns.ts'
import { isSum, lineUnit, type ShownTotals } from './totals-lines.ts'
import { keyLabel, roundingLabel } from './totals-options.ts'
import styles from './totals-table.module.css'

/** More of them would cover the lines. */
const MOST_PINNED = 6

export function PinnedTotals({ shown }: { shown: ShownTotals }) {
  const pinned = pinnedFigures(shown)
  const more = pinned.length - MOST_PINNED
  return (
    <Group className={styles.pinned ?? ''} justify="space-between" gap="0 24px">
      {pinned.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <p className={styles.pinnedFigures} tabIndex={0}>
          <b>All</b>
          {pinned.slice(0, MOST_PINNED).map(({ unit, figures, without }) => (
            <span key={unit}>
              {figures.map(({ name, text }, at) => (
                <span key={name}>
                  {at > 0 && ' · '}
                  {figures.length > 1 && `${name} `}
                  <b>{text}</b>
                </span>
              ))}{' '}
              {shortened(unit, 20)}
              {without !== null && <span className={common.warning}> {without}</span>}
            </span>
          ))}
          {more > 0 && <span>and {grouped(more)} more</span>}
        </p>
      )}
      <p className={styles.pinnedCount} role="status">
        {countOfGroups(shown)}
      </p>
    </Group>
  )
}

interface PinnedFigures {
  /** The currency or unit. */
  unit: string
  /** The net alone where there is one. */
  figures: { name: string; text: string }[]
  /** What is not in them; null: nothing. */
  without: string | null
}

/** One for each "All" that has a figure besides its count; empty where "All" is one line, which is pinned itself. */
export function pinnedFigures(shown: ShownTotals): PinnedFigures[] {
  const { answer, columns, unitHead } = shown
  if (unitHead === null) return []
  return answer.all.flatMap((line) => {
    const there = columns.filter(
      (column) => column.at === null && column.figure !== 'count' && exactOf(line, column) !== null,
    )
    const net = there.find(({ figure }) => figure === 'debit-minus-credit')
    const figures = (net === undefined ? there : [net]).map((column) => ({
      name: column.head,
      text: column.textOf(line).trimEnd(),
    }))
    return figures.length === 0 ? [] : [{ unit: lineUnit(line) ?? 'not set', figures, without: notInCell(line.total) }]
  })
}

/** "8 customers · 3,220 events". */
export function countOfGroups({ question, answer }: ShownTotals): string {
  const { lines, lineCount, events } = answer
  const [key] = question.by
  const groups =
    lines.length < lineCount || key === undefined || question.by.length > 1
      ? countWords(lineCount, 'line')
      : groupWords(key, new Set(lines.flatMap(({ keys: [value] }) => (value ? [JSON.stringify(value)] : []))).size)
  return `${groups} · ${countWords(events, 'event')}`
}

const PERIOD_WORDS: Record<Period, string> = { hour: 'hour', day: 'day', week: 'week', month: 'month' }
const FIELD_WORDS: Record<Extract<SnapshotKey, { of: 'field' }>['field'], string> = {
  eventCode: 'event code',
  customerId: 'customer',
  eventType: 'event type',
  eventId: 'event ID',
  createdAt: 'time',
}

function groupWords(key: SnapshotKey, count: number): string {
  if (key.of === 'time') return countWords(count, PERIOD_WORDS[key.every])
  if (key.of === 'field') return countWords(count, FIELD_WORDS[key.field])
  return `${countWords(count, 'value')} of ${shortened(keyLabel(key), 40)}`
}

interface RoundedRow {
  id: string
  name: string
  /** What is not in it; null: nothing. */
  without: string | null
  figure: Figure
}

/** Sums rounded per event, per line and in total beside the exact ones of "All", and their spread. */
export function RoundingTable({ shown }: { shown: ShownTotals }) {
  const { question, answer, columns, unitHead } = shown
  if (question.rounding === null) return null
  const rows = answer.all.flatMap((line) =>
    columns.filter(isSum).flatMap((column): RoundedRow[] => {
      const figure = sumOf(cellOf(line, column), column.figure)
      if (figure === null || figure.perEvent === null) return []
      const unit = unitHead === null ? '' : `, ${unitWords(line.units) ?? 'unit not set'}`
      const id = `${JSON.stringify(line.units)} ${column.id}`
      return [{ id, name: `${column.title}${unit}`, without: notInCell(line.total), figure }]
    }),
  )
  const kinds = ['exact', 'perEvent', 'perLine', 'perTotal'] as const
  const places = columnPlaces(rows.flatMap(({ figure }) => kinds.map((kind) => figure[kind])))
  if (rows.length === 0) return null
  return (
    <div className={`${common.scroll} ${styles.scroll}`}>
      <DataTable className={styles.table} aria-label="Effect of rounding">
        <thead>
          <tr>
            <th scope="col" className={styles.key}>
              All, {roundingLabel(question.rounding)}
            </th>
            {['As sent', 'Per event', 'Per line', 'Per total', 'Range'].map((head) => (
              <th key={head} scope="col" className={styles.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, without, figure }) => (
            <tr key={id}>
              <th scope="row" className={styles.key}>
                {name}
                {without !== null && <span className={common.warning}> {without}</span>}
              </th>
              {kinds.map((kind) => (
                <td key={kind} className={styles.rounded} data-kind={kind} data-value={figure[kind] ?? ''}>
                  {alignedFigure(figure[kind], places)}
                </td>
              ))}
              <td className={styles.rounded} data-kind="apart" data-value={apart(figure)}>
                {groupedDigits(apart(figure))}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  )
}

/** The difference between the largest and the smallest of the three. */
function apart({ perEvent, perLine, perTotal }: Figure): string {
  const three = [perEvent, perLine, perTotal].flatMap((text) => (text === null ? [] : [readPlain(text)]))
  const sorted = three.toSorted(compareDecimals)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least === undefined || most === undefined ? '0' : decimalText(minus(most, least))
}
