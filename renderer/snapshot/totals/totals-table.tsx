// The table "Totals", every figure of which shows its events; below it "All" of each currency or unit in one line that
// stays in sight, and how rounding changes it.

import { Group, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { notInCell, unitWords } from '../../../shared/figures/line-words.ts'
import {
  exactOf,
  leastPlaces,
  lineUnit,
  roundingTable,
  type ShownFigure,
  type TotalsFigure,
  totalsTable,
} from '../../../shared/figures/totals.ts'
import { figureScope } from '../../../shared/snapshot/scopes.ts'
import type { Period, Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { CopyTable } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { figureText, withPlaces } from '../../ui/figure-text.ts'
import { scopeOf } from './figure-columns.ts'
import type { ShownTotals } from './shown-totals.ts'
import { keyLabel, roundingLabel } from './totals-options.ts'
import styles from './totals-tab.module.css'

interface TotalsTableProps {
  shown: ShownTotals
  isBusy: boolean
  onOrder: (order: TotalsQuestion['order']) => void
  onShowEvents: (scope: Scope) => void
  /** Shows by the rules the events of a figure, or, of none, those without money; of all with money all. */
  onShowWorth: (line: TotalsLine, figure: TotalsFigure | null) => void
}

export function TotalsTable({ shown, isBusy, onOrder, onShowEvents, onShowWorth }: TotalsTableProps) {
  const { answer, question } = shown
  const table = useMemo(() => totalsTable(shown, 'screen'), [shown])

  function show(line: TotalsLine, figure: TotalsFigure | null) {
    if (answer.worth !== undefined) return onShowWorth(line, figure)
    if (figure !== null) return onShowEvents(scopeOf(question, answer, line, figure))
    const measured = line.total.numbers === line.total.count ? 'number' : line.total.without > 0 ? 'without' : 'beyond'
    onShowEvents(figureScope(question, answer, { line, measured }))
  }
  return (
    <div className={`${common.frame} ${styles.box}`}>
      <FigureTable
        table={table}
        region="Lines"
        isBusy={isBusy}
        onAct={({ of: { line, figure } }) => show(line, figure)}
        onOrder={onOrder}
      />
      <PinnedTotals shown={shown} />
    </div>
  )
}

/** More of them would cover the lines. */
const MOST_PINNED = 6

function PinnedTotals({ shown }: { shown: ShownTotals }) {
  const pinned = pinnedFigures(shown)
  const more = pinned.length - MOST_PINNED
  return (
    <Group className={`${common.dim} ${common.numbers} ${styles.pinned}`} justify="space-between" gap="0 24px">
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
  /** It says what is not in them; null: nothing. */
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
    const net = there.find(({ figure }) => figure === 'debitMinusCredit')
    const figures = (net === undefined ? there : [net]).map((column) => ({
      name: column.head,
      text: drawnText(column, line),
    }))
    return figures.length === 0 ? [] : [{ unit: lineUnit(line) ?? 'not set', figures, without: notInCell(line.total) }]
  })
}

function drawnText(column: ShownFigure, line: TotalsLine): string {
  const exact = exactOf(line, column) ?? ''
  const least = leastPlaces(column, line)
  return figureText(least === null ? exact : withPlaces(exact, least), 0)
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

/** How rounding changes "All". Draws nothing where nothing is rounded. */
export function RoundingTable({ shown, source }: { shown: ShownTotals; source: CopiedSource }) {
  const { question, answer, columns, unitHead } = shown
  if (question.rounding === null) return null
  const unitOf = unitHead === null ? null : ({ units }: TotalsLine) => unitWords(units) ?? 'unit not set'
  const table = roundingTable(answer.all, columns, roundingLabel(question.rounding), unitOf)
  if (table === null) return null
  return (
    <Stack gap={8}>
      <Group justify="flex-end">
        <CopyTable label="Copy table of rounding" title={table.name} source={source} table={() => table} />
      </Group>
      <FigureTable table={table} />
    </Stack>
  )
}
