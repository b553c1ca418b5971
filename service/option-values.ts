// Parses the values of command-line options; an error names the option, what it takes and what was given.
import type { OptionName } from './command-options.ts'
import { type FaultTrigger, readFaultTrigger } from './fault-trigger.ts'

/** An invalid value; the message is a sentence for the user. */
export class OptionError extends Error {}

/** Parses a fault's WHEN. */
export function faultTrigger(name: OptionName, text: string): FaultTrigger {
  const trigger = readFaultTrigger(text)
  if (trigger !== null) return trigger
  throw new OptionError(
    `--${name} hits a share from 0 to 1, "all", or requests such as #3, #3,#7 or #2-5; it cannot be ${text}.`,
  )
}

/** Parses a share from 0 to 1. */
export function share(name: OptionName, text: string): number {
  const trigger = readFaultTrigger(text)
  if (trigger?.kind === 'share') return trigger.share
  throw new OptionError(`--${name} must be a share from 0 to 1, not ${text}.`)
}

/** Parses a rate above 0, such as `10/s`, in events a second. */
export function rate(name: OptionName, text: string): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)\/s$/.exec(text)
  const perSecond = Number(match?.[1] ?? 0)
  if (perSecond > 0) return perSecond
  throw new OptionError(`--${name} must be a number per second above 0, such as 10/s, not ${text}.`)
}

/** Parses a whole number within limits. */
export function count(name: OptionName, text: string, most: number, least = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new OptionError(`--${name} must be a whole number from ${least} to ${most}, not ${text}.`)
}

/** Parses whole seconds, ahead or behind. */
export function seconds(name: OptionName, text: string): number {
  if (/^-?\d{1,10}$/.test(text)) return Number(text)
  throw new OptionError(`--${name} must be a whole number of seconds, such as =-7200, or none, not ${text}.`)
}

/** Parses one of several words. */
export function choice<Value extends string>(name: OptionName, value: string, choices: readonly Value[]): Value {
  const found = choices.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new OptionError(`--${name} must be one of ${choices.join(', ')}, not ${value}.`)
}

/** Parses distinct codes of three capital letters, such as `EUR,USD`. */
export function currencyCodes(name: OptionName, text: string): string[] {
  const codes = text.split(',')
  if (codes.every((code) => /^[A-Z]{3}$/.test(code)) && new Set(codes).size === codes.length) return codes
  throw new OptionError(`--${name} must be different codes of three capital letters, such as EUR,USD, not ${text}.`)
}
