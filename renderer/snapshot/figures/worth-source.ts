// Lines under every copied table of figures: what is measured and by which rules, how it is rounded, whose days.
import type { CopiedSource } from './snapshot-source.ts'

/** @param zone of its days and months */
export const figuresSource = (measure: string, zone: string, rounding = 'none'): CopiedSource => [
  ['Measure', measure],
  ['Rounding', rounding],
  ['Days', `in ${zone}, by the time of creation`],
]

/** @param version of the rules */
export const byRulesWords = (version: string | null): string =>
  `worth by the rules${version === null ? '' : `, version ${version}`}; as sent where there is no rule`

/** Of figures that are worth by the rules. */
export const worthSource = (version: string | null, zone: string): CopiedSource =>
  figuresSource(byRulesWords(version), zone)
