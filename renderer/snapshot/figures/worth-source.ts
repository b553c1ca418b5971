// Lines under a copied table whose figures are worth by the rules: which rules, how they are rounded, whose days.
import type { CopiedSource } from './snapshot-source.ts'

/**
 * @param version of the rules
 * @param zone of its days and months
 */
export const worthSource = (version: string | null, zone: string): CopiedSource => [
  ['Measure', `worth by the rules${version === null ? '' : `, version ${version}`}; as sent where there is no rule`],
  ['Rounding', 'none'],
  ['Days', `in ${zone}, by the time of creation`],
]
