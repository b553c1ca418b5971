// The figure "Chart": a bar for each period, credit below the line. Each bar is a button that names its exact figures
// and shows its events; only its height is approximate. The table below has the same figures.
import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { blockOf, codeWords, unitWords } from '../../../shared/figures/line-words.ts'
import { figureScope } from '../../../shared/snapshot/scopes.ts'
import type { Period, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { NOT_IN_TOTAL } from '../../../shared/worth/worth.ts'
import choiceStyles from '../../ui/choice.module.css'
import { Choice } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { zoneCity } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import { type Bar, type ChartRange, chartBars, chartPeriods, type DrawnUnits } from './chart-bars.ts'
import { ChartDrawing, sideWords } from './chart-drawing.tsx'
import { cutPeriodsWords } from './key-words.ts'
import styles from './totals-chart.module.css'
import type { MeasureChoice } from './totals-choice.ts'
import { measureLabel } from './totals-options.ts'

interface TotalsChartProps {
  measure: MeasureChoice
  /** `duplicated`: the answer about only those events that came twice; null: there are none. */
  asked: { question: TotalsQuestion; answer: TotalsAnswer; duplicated: TotalsAnswer | null }
  every: Period
  range: ChartRange
  /** The zone of the periods. */
  zone: string
  isBusy: boolean
  isMinor: boolean
  /** This one of the answer's units is drawn. */
  unitAt: number
  onShowEvents: (scope: Scope) => void
  /** Shows all events of a line of an answer by the rules. */
  onShowWorth: (line: TotalsLine) => void
}

/** The hours of the longest month. More bars are shown page by page. */
const MOST_BARS = 744

export function TotalsChart(props: TotalsChartProps) {
  const { measure, asked, every, range, zone, isBusy, isMinor, onShowEvents, onShowWorth } = props
  const { question, answer, duplicated } = asked
  const [chosenPage, setChosenPage] = useState(0)
  const allUnits = useMemo(() => unitsToDraw(answer), [answer])
  const drawn = allUnits[Math.min(props.unitAt, allUnits.length - 1)] ?? NO_UNITS
  const { units } = drawn
  const periods = useMemo(() => {
    const seen = [...new Set(answer.lines.flatMap(({ keys }) => (keys[0] ? [keys[0].text] : [])))]
    return chartPeriods(every, seen, range, zone)
  }, [answer, every, range, zone])
  const pages = Math.max(1, Math.ceil(periods.length / MOST_BARS))
  const page = Math.min(chosenPage, pages - 1)
  const shown = useMemo(() => periods.slice(page * MOST_BARS, (page + 1) * MOST_BARS), [periods, page])
  const chart = useMemo(
    () => chartBars(measure, answer, drawn, shown, duplicated),
    [measure, answer, drawn, shown, duplicated],
  )
  const unit = unitWords(units) ?? codeWords(drawn.code)
  const isSum = measure.figure !== 'count'
  const unitSuffix = isSum && unit !== null ? ` ${unit}` : ''
  const sides = (['debit', 'credit', 'other'] as const).filter((side) =>
    chart.bars.some((bar) => bar.parts.some((part) => part.side === side)),
  )
  const undated = answer.lines.reduce((sum, { keys, total }) => sum + (keys[0] === null ? total.count : 0), 0)
  const cut = chart.bars.filter(({ isCut }) => isCut)

  function show({ period, line }: Bar) {
    if (answer.worth !== undefined && line !== null) return onShowWorth(line)
    const keys = line?.keys ?? [{ kind: 'time' as const, text: period }]
    onShowEvents(figureScope(question, answer, { line: { keys, ...drawn } }))
  }

  return (
    <figure className={`${common.box} ${styles.figure}`} aria-label="Chart" data-busy={isBusy || undefined}>
      <Group className={common.hint ?? ''} gap="4px 14px" pb={10}>
        <Group component="span" gap={6} c="var(--es-text)" className={common.title ?? ''}>
          {isSum ? (allUnits.length > 1 ? unitName(drawn, answer) : (unit ?? 'Unit not set,')) : 'Events'}
          {isMinor && ' in minor units'} {everyWords(every)}
        </Group>
        {measure.figure !== 'min' &&
          measure.figure !== 'max' &&
          sides.map((side) => (
            <span key={side} className={styles.legend} data-side={side}>
              {sideWords(measure)[side]}
            </span>
          ))}
        <Group component="span" gap="4px 6px" ml="auto">
          Click a {every} for its events. {PERIODS_WORDS[every]} of {zoneCity(zone)}
        </Group>
      </Group>
      <ChartDrawing
        chart={chart}
        every={every}
        isWhole={measure.figure === 'count'}
        named={unitSuffix}
        single={measure.figure === 'min' || measure.figure === 'max' ? measureLabel(measure) : null}
        words={sideWords(measure)}
        onShow={show}
      />
      <Group component="figcaption" gap="4px 10px" className={common.hint ?? ''}>
        {answer.worth?.inNoLine
          .filter(({ currency }) => currency === (units[0] ?? null))
          .map((money) => (
            <span key={money.currency} data-not-drawn={money.sum}>
              {lineMoneyWords(money)} is not drawn by {every}.
            </span>
          ))}
        {answer.worth !== undefined && answer.worth.unruled > 0 && (
          <span>{countWords(answer.worth.unruled, 'event')} without a price rule: as sent, and not drawn.</span>
        )}
        {cut.length > 0 && (
          <span data-cut={cut.map(({ period }) => period).join(' ')}>
            {cutPeriodsWords(
              cut.map(({ period }) => period),
              every,
            )}
          </span>
        )}
        {undated > 0 && (
          <span>
            {countWords(undated, 'event')} without a readable time {undated === 1 ? 'is' : 'are'} not drawn.{' '}
            <LinkButton onClick={() => onShowEvents(figureScope(question, ACROSS_UNITS, { line: UNDATED }))}>
              Show them
            </LinkButton>
          </span>
        )}
        {pages > 1 && (
          <Group component="span" gap={6}>
            <Button {...STEP} aria-label="Earlier bars" disabled={page === 0} onClick={() => setChosenPage(page - 1)}>
              <IconChevronLeft size={14} aria-hidden />
            </Button>
            Bars {grouped(page * MOST_BARS + 1)}–{grouped(page * MOST_BARS + shown.length)} of {grouped(periods.length)}
            <Button
              {...STEP}
              aria-label="Later bars"
              disabled={page === pages - 1}
              onClick={() => setChosenPage(page + 1)}
            >
              <IconChevronRight size={14} aria-hidden />
            </Button>
          </Group>
        )}
      </Group>
    </figure>
  )
}

/**
 * Each unit that can be drawn, once: those of "All", and those of lines that have no "All", as nothing is added across
 * their event codes or, by rules without money, across their units.
 */
function unitsToDraw({ all, lines, worth }: TotalsAnswer): DrawnUnits[] {
  const apart = lines.filter(({ units, code }) =>
    worth === undefined ? code !== undefined : !worth.hasMoney && units.some((unit) => unit !== null),
  )
  const drawn = (worth?.hasMoney === false ? apart : [...all, ...apart]).map(({ units, code }) =>
    code === undefined ? { units } : { units, code },
  )
  return [...new Map(drawn.map((one) => [blockOf(one), one])).values()]
}

const STEP = { variant: 'subtle', size: 'compact-sm' } as const
const NO_UNITS: DrawnUnits = { units: [] }

/** Events without a readable time, whatever their units. */
const UNDATED = { keys: [null], units: [] }
const ACROSS_UNITS = { by: [] }

const PERIODS_WORDS: Record<Period, string> = { hour: 'Hours', day: 'Days', week: 'Weeks', month: 'Months' }
const everyWords = (every: Period) => (every === 'hour' ? 'an hour' : `a ${every}`)

/** "EUR", "api_calls", "unit not set". */
const unitName = (one: DrawnUnits, { worth }: TotalsAnswer) =>
  unitWords(one.units) ?? codeWords(one.code) ?? (worth === undefined ? 'unit not set' : NOT_IN_TOTAL.words)

/** Units of so few characters, so many of them, stand side by side, each one click away; what is more is a list. */
const MOST_BESIDE = { units: 4, characters: 16 }

interface DrawnChoiceProps {
  answer: TotalsAnswer
  at: number
  onUnit: (at: number) => void
}

/** Shows which unit the chart draws; nothing where there is one. */
export function DrawnChoice({ answer, at, onUnit }: DrawnChoiceProps) {
  const all = useMemo(() => unitsToDraw(answer), [answer])
  if (all.length < 2) return null
  const names = all.map((one) => unitName(one, answer))
  const isShort = all.length <= MOST_BESIDE.units && names.every((name) => name.length <= MOST_BESIDE.characters)
  const value = String(Math.min(at, all.length - 1))
  const choices = names.slice(0, 200).map((name, index) => ({ value: String(index), label: name.slice(0, 60) }))
  const onChange = (chosen: string) => onUnit(Number(chosen))
  if (!isShort) return <Choice label="Drawn" value={value} choices={choices} onChange={onChange} />
  return (
    <Group gap={8} wrap="nowrap">
      <span className={choiceStyles.label} aria-hidden>
        Drawn
      </span>
      <SegmentedControl size="xs" aria-label="Drawn" data={choices} value={value} onChange={onChange} />
    </Group>
  )
}
