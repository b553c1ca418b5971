// Lines under the copies of "Totals": what is measured, how it is rounded, whose days, and what is in no figure.
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import type { FigureChoice } from '../figures/compared-periods.ts'
import { byRulesWords, type CopiedSource, figuresSource } from '../figures/snapshot-source.ts'
import type { ShownTotals } from './totals-lines.ts'
import { measureLabel, ROUNDED_OPTIONS, roundingLabel } from './totals-options.ts'

/** @param zone of the snapshot, whose days are meant where no other zone was chosen */
export function totalsSource(
  { measure, question, answer: { worth }, rounded }: Pick<ShownTotals, 'measure' | 'question' | 'answer' | 'rounded'>,
  zone: string,
): CopiedSource {
  const sent = measure.figure === 'count' ? measureLabel(measure) : `${measureLabel(measure)}, as sent`
  const how = ROUNDED_OPTIONS.find(({ means }) => means === rounded)?.label.toLowerCase()
  return figuresSource(
    worth === undefined ? sent : byRulesWords(worth.version),
    question.zone ?? zone,
    question.rounding === null ? 'none' : `${roundingLabel(question.rounding)}, ${how}; exact figures beside it`,
  )
}

interface ComparedPeriods {
  figure: { name: FigureChoice; label: string } | undefined
  /** Of the rules; null: as sent. */
  version: string | null
  zone: string
  every: Period
  /** Of which period only a part is there; null: of none. */
  cut: string | null
  /** Some events have no money because they are part of a line of a month. */
  isPartOfLines: boolean
}

/** The same of two periods beside each other. */
export function periodsSource({ figure, version, zone, every, cut, isPartOfLines }: ComparedPeriods): CopiedSource {
  const label = figure?.label ?? ''
  const by = version === null ? 'as sent' : byRulesWords(version)
  return [
    ...figuresSource(figure?.name === 'count' ? label : `${label}, ${by}`, zone),
    ...(cut === null ? [] : [['Left out', cut] as const]),
    ...(isPartOfLines
      ? [['Not valued', `events that are part of a line of a month, of which a ${every} has only a part`] as const]
      : []),
  ]
}
