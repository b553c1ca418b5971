// This is what the selection comes to, in its bar: what it is worth by the price rules, or the sums of a property as
// sent, credit and debit apart. Loaded with the first selection.
import { memo, useEffect, useMemo, useState } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { SUM_TYPES, type SumType } from '../../shared/exact/exact-sum.ts'
import { capitalized, grouped, trueMinus } from '../../shared/exact/grouped-digits.ts'
import type { PropertyFigure } from '../../shared/worth/property-sum.ts'
import { noRuleWords } from '../../shared/worth/worth.ts'
import common from '../ui/common.module.css'
import { shortened } from '../ui/excerpt.ts'
import { daysWords } from '../ui/instant-words.ts'
import { type KnownWorth, NOT_NETTED_WORDS, useEventsWorth } from '../worth/events-worth.ts'
import { useMeanings } from '../worth/use-rules.ts'
import { numericProperties, type Side, type SideFigure, type SumAsSent, sumAsSent, worthSides } from './event-sums.ts'
import styles from './selection-bar.module.css'

interface SelectionSumProps {
  selected: readonly Event[]
  /** Names of the properties that are columns; the first numeric one is the default. */
  properties: readonly string[]
  /** The rows are of it; what they are worth and what their properties mean is said of it. */
  connectionId: string
  billingZone: string
  /** Receives the text to copy of what is shown; null while there is none. */
  onText: (text: string | null) => void
}

/** One side shows so many; the tooltip has the others. */
const MOST_FIGURES = 3
const MOST_IN_TITLE = 60
/** No property is named so, whose name may be anything, also empty. */
const WORTH = '\u0000worth'

/** The selection shows this. */
interface Shown {
  /** Figures that are never added to each other: credit and debit as sent, or what was charged and taken off. */
  sides: readonly Side[]
  /** This is what is added up, and by which units it is split. */
  measure: string
  /** They stand beside the figures, in a few words each. */
  notes: readonly string[]
  /** They say what is in none of the figures, in a few words each. */
  left: readonly string[]
}

export const SelectionSum = memo(function SelectionSum(props: SelectionSumProps) {
  const { selected, properties, connectionId, billingZone, onText } = props
  const names = useMemo(() => numericProperties(selected), [selected])
  const [chosen, setChosen] = useState<string | null>(null)
  const known = useEventsWorth(selected, connectionId, billingZone)
  const { meanings } = useMeanings(connectionId)
  const { version = null, valued = null } = known.state === 'known' ? known : {}
  const hasRules = known.state === 'known'
  const why = whyNotNetted(known)
  const choices = hasRules ? [WORTH, ...names] : names
  const name =
    chosen !== null && choices.includes(chosen)
      ? chosen
      : usualChoice({ names, properties, hasRules, isNetted: why === null })
  const shown = useMemo((): Shown | null => {
    if (name === undefined) return null
    if (name !== WORTH) return sumShown(name, sumAsSent(selected, name, meanings), why)
    return valued === null
      ? null
      : {
          ...worthSides(selected, valued),
          measure: `worth by your price rules, version ${version}`,
          notes: whyNotes(why),
        }
  }, [selected, name, meanings, valued, version, why])
  useEffect(() => {
    onText(shown === null ? null : copiedText(selected.length, shown, name === WORTH ? billingZone : null))
  }, [selected, shown, name, billingZone, onText])
  if (name === undefined || known.state === 'loading') return null
  const notes = shown === null ? [] : [...shown.notes, ...shown.left]
  return (
    <span className={styles.sum}>
      <select
        className={styles.of}
        aria-label="Sum of"
        value={name}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === WORTH ? 'Worth' : shortened(choice, 40)}
          </option>
        ))}
      </select>
      <span className={styles.said}>
        <output
          className={styles.figures}
          title={shown === null ? undefined : titleOf(shown)}
          aria-busy={shown === null}
        >
          {shown === null ? '…' : shown.sides.length === 0 && '–'}
          {shown?.sides.map(({ name, figure, figures }) => (
            <span key={figure} className={`${common.cut} ${styles.side}`}>
              <span className={`${common.dim} ${styles.type}`}>{name}</span> <Figures figure={figure} of={figures} />
            </span>
          ))}
        </output>
        {notes.length > 0 && <span className={`${common.dim} ${styles.without}`}>{notes.join(' · ')}</span>}
      </span>
    </span>
  )
})

interface UsualChoice extends Pick<SelectionSumProps, 'properties'> {
  /** Numeric properties of the selected events. */
  names: readonly string[]
  hasRules: boolean
  isNetted: boolean
}

/**
 * Tells what is summed until the user chooses: what can be netted; else the first numeric property that is a column, or
 * that there is; else worth that is not netted. Undefined: there is nothing to sum.
 */
function usualChoice({ names, properties, hasRules, isNetted }: UsualChoice): string | undefined {
  if (hasRules && isNetted) return WORTH
  const property = properties.find((one) => names.includes(one)) ?? names[0]
  return property ?? (hasRules ? WORTH : undefined)
}

/** Says in a few words why; null where what the events are worth can be netted, or is not known yet. */
function whyNotNetted(known: KnownWorth): string | null {
  if (known.state !== 'known') return NOT_NETTED_WORDS[known.state]
  return known.valued === null ? null : noRuleWords(known.valued.worth)
}

const whyNotes = (why: string | null) => (why === null ? [] : [`no total: ${why}`])

const UNIT_NOT_KNOWN = 'unit not set'
const TYPE_WORDS: Record<SumType, string> = { credit: 'Credit', debit: 'Debit', neither: 'Other' }
/** Figures of a table of totals are called so. */
const FIGURE_NAMES: Record<SumType, string> = { credit: 'credit', debit: 'debit', neither: 'sum' }

/**
 * A property summed as it was sent. That is never netted, which is said where there are two sides.
 * @param name of the property
 * @param why worth is not netted either, in a few words; null: it could be
 */
export function sumShown(name: string, { figures, left, by, confirmed }: SumAsSent, why: string | null): Shown {
  const sides = SUM_TYPES.map(
    (type): Side => ({
      name: TYPE_WORDS[type],
      figure: FIGURE_NAMES[type],
      figures: figures.flatMap((figure) => (figure.type === type ? sentFigure(figure, by === null) : [])),
    }),
  ).filter(({ figures: shown }) => shown.length > 0)
  const units = by === null ? UNIT_NOT_KNOWN : confirmed ? `By ${by}` : `By ${by}, not confirmed`
  return {
    sides,
    measure: `sum of ${shortened(name, 100)} as sent. ${units}`,
    notes: [...(by === null && sides.length > 0 ? [UNIT_NOT_KNOWN] : []), ...(sides.length > 1 ? whyNotes(why) : [])],
    left,
  }
}

/** @param isAlone whether all figures are without a unit, which is then said once beside them */
function sentFigure({ units, sum }: PropertyFigure, isAlone: boolean): SideFigure[] {
  if (sum === null) return []
  const unit = units.filter((one) => one !== null).join(' · ')
  const words = unit === '' ? (isAlone ? '' : `(${UNIT_NOT_KNOWN})`) : shortened(unit, 20)
  return [{ value: sum, currency: null, unit: words, drawn: trueMinus(sum) }]
}

function Figures({ figure, of }: { figure: string; of: readonly SideFigure[] }) {
  const more = of.length - MOST_FIGURES
  return (
    <>
      {of.slice(0, MOST_FIGURES).map((one, at) => (
        <span key={wordsOf(one)}>
          {at > 0 && ', '}
          <span data-figure={figure} data-value={one.value} data-currency={one.currency ?? undefined}>
            {wordsOf(one)}
          </span>
        </span>
      ))}
      {more > 0 && `, +${more} more`}
    </>
  )
}

const wordsOf = ({ drawn, unit }: SideFigure) => (unit === '' ? drawn : `${drawn} ${unit}`)

/** Tells what is added up, and all figures where some are not shown. */
function titleOf({ measure, sides }: Shown): string {
  const about = capitalized(measure)
  if (sides.every(({ figures }) => figures.length <= MOST_FIGURES)) return about
  const all = sides.flatMap(({ name, figures }) => figures.map((one) => `${name} ${wordsOf(one)}`))
  return [about, ...all.slice(0, MOST_IN_TITLE)].join('\n')
}

/** Every figure in a line of its own, with what is in none of them. @param zone in which prices begin; null: none */
export function copiedText(count: number, { measure, sides, notes, left }: Shown, zone: string | null): string {
  return [
    `Selected events: ${grouped(count)}`,
    `Measure: ${measure}`,
    'Rounding: none',
    ...(zone === null ? [] : [`Days: ${daysWords(zone)}`]),
    ...sides.flatMap(({ name, figures }) =>
      figures.map(({ value, unit }) => `${name}: ${trueMinus(value)} ${unit}`.trimEnd()),
    ),
    ...notes.map(capitalized),
    ...(left.length === 0 ? [] : [`Left out: ${left.join('; ')}`]),
  ].join('\n')
}
