// The values of command-line options: each read strictly, what does not fit named together with what would.
import type { OptionName } from './command-options.ts'
import { readWhen, type When } from './when.ts'

/** A value that does not fit; the message is a sentence for the user. */
export class Misfit extends Error {}

/** Reads which requests a fault hits. */
export function whenOf(name: OptionName, text: string): When {
  const when = readWhen(text)
  if (when !== null) return when
  throw new Misfit(
    `--${name} hits a share from 0 to 1, "all", or requests such as #3, #3,#7 or #2-5; it cannot be ${text}.`,
  )
}

/** Reads a share, from 0 to 1. */
export function share(name: OptionName, text: string): number {
  const when = readWhen(text)
  if (when?.kind === 'share') return when.share
  throw new Misfit(`--${name} must be a share from 0 to 1, not ${text}.`)
}

/** Reads `10/s`: how often a second, more than never. */
export function rate(name: OptionName, text: string): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)\/s$/.exec(text)
  const perSecond = Number(match?.[1] ?? 0)
  if (perSecond > 0) return perSecond
  throw new Misfit(`--${name} must be a number per second above 0, such as 10/s, not ${text}.`)
}

/** Reads a whole number within its limits. */
export function count(name: OptionName, text: string, most: number, least = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Misfit(`--${name} must be a whole number from ${least} to ${most}, not ${text}.`)
}

/** Reads one of a few words. */
export function choice<Value extends string>(name: OptionName, value: string, choices: readonly Value[]): Value {
  const found = choices.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new Misfit(`--${name} must be one of ${choices.join(', ')}, not ${value}.`)
}

/** Reads `EUR,USD`: codes of three capital letters, none of them twice. */
export function currencyCodes(name: OptionName, text: string): string[] {
  const codes = text.split(',')
  if (codes.every((code) => /^[A-Z]{3}$/.test(code)) && new Set(codes).size === codes.length) return codes
  throw new Misfit(`--${name} must be different codes of three capital letters, such as EUR,USD, not ${text}.`)
}
