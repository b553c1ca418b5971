// Reads the command line: every option checked, the first one that does not fit named.
import { parseArgs } from 'node:util'
import { commandOptions, type OptionName } from './command-options.ts'
import { readInstant } from './instant.ts'
import type { ServiceOptions } from './server.ts'
import { type Faults, type Gaps, gapChoices } from './service-options.ts'
import { readWhen, type When } from './when.ts'

/** What to start; the data file is read by the caller. */
export type StartCommand = { options: ServiceOptions; data: string | null; strict: boolean; startsAt: number | null }

export type CommandLine =
  | { kind: 'start'; command: StartCommand }
  | { kind: 'help' }
  | { kind: 'refused'; problem: string }

type Values = { [Name in OptionName]?: string | string[] | boolean }

/** Reads the arguments after the script's name. */
export function readCommandLine(args: string[]): CommandLine {
  let values: Values
  try {
    values = parseArgs({ args, strict: true, allowPositionals: false, options: commandOptions }).values
  } catch (error) {
    return { kind: 'refused', problem: error instanceof Error ? error.message : String(error) }
  }
  if (values.help === true) return { kind: 'help' }
  try {
    return { kind: 'start', command: startCommand(values) }
  } catch (error) {
    if (error instanceof Misfit) return { kind: 'refused', problem: error.message }
    throw error
  }
}

class Misfit extends Error {}

function startCommand(values: Values): StartCommand {
  const text = (name: OptionName) => (typeof values[name] === 'string' ? values[name] : null)
  const token = text('token') ?? 'demo-token'
  if (!/^[!-~]+$/.test(token)) throw new Misfit('--token must be visible ASCII characters without spaces.')
  const data = text('data')
  const strict = values.strict === true
  if (strict && data === null) throw new Misfit('--strict refuses a data file with bad lines, so it needs --data.')
  if (data !== null && values.events !== undefined) throw new Misfit('--data and --events exclude each other.')
  const now = text('now')
  const instant = now === null ? null : readInstant(now)
  if (instant?.ok === false) throw new Misfit(`--now ${instant.problem}.`)
  return {
    options: {
      token,
      port: count('port', text('port') ?? '8787', 65_535),
      events: count('events', text('events') ?? '10000', 5_000_000),
      seed: count('seed', text('seed') ?? '1', 2 ** 32 - 1),
      database: text('db') ?? ':memory:',
      gaps: readGaps(values),
      faults: readFaults(values),
    },
    data,
    strict,
    startsAt: instant === null ? null : Date.parse(instant.instant.utc.replace(':60', ':59')),
  }
}

function readGaps(values: Values): Partial<Gaps> {
  const clampTo = values['clamp-to']
  return {
    ...chosen(values, 'total', 'total'),
    ...chosen(values, 'bounds', 'bounds'),
    ...chosen(values, 'order', 'order'),
    ...chosen(values, 'combine', 'combine'),
    ...chosen(values, 'property-match', 'propertyMatch'),
    ...chosen(values, 'over-limit', 'overLimit'),
    ...chosen(values, 'errors', 'errors'),
    ...(clampTo === undefined ? {} : { clampTo: count('clamp-to', String(clampTo), 100, 1) }),
    unauthorized: choice('unauthorized', values.unauthorized ?? '401', ['401', '403']) === '401' ? 401 : 403,
    strictBody: values['strict-body'] === true,
  }
}

function chosen<Gap extends keyof typeof gapChoices>(values: Values, name: OptionName, gap: Gap): Partial<Gaps> {
  const value = values[name]
  return value === undefined ? {} : { [gap]: choice(name, value, gapChoices[gap]) }
}

function readFaults(values: Values): Partial<Faults> {
  const when = (name: OptionName): When => whenOf(name, String(values[name] ?? '0'))
  const fail = Array.isArray(values.fail) ? values.fail : []
  const retryAfter = choice('retry-after', values['retry-after'] ?? 'seconds', ['seconds', 'date'])
  const limit = values['rate-limit']
  return {
    latency: readLatency(String(values.latency ?? '0')),
    fail: fail.map(readFail),
    rateLimit: limit === undefined ? null : { perSecond: rate('rate-limit', String(limit)), retryAfter },
    cutBody: when('cut-body'),
    stall: when('stall'),
    redirect: when('redirect'),
    duplicateIds: share('duplicate-ids', String(values['duplicate-ids'] ?? '0')),
    grow: values.grow === undefined ? 0 : rate('grow', String(values.grow)),
  }
}

function readLatency(text: string): Faults['latency'] {
  const match = /^(\d{1,7})(?:,(\d{1,7}))?$/.exec(text)
  if (match === null) throw new Misfit(`--latency must be MS or MS,JITTER in milliseconds, not ${text}.`)
  return { ms: Number(match[1]), jitter: Number(match[2] ?? 0) }
}

function readFail(text: string): Faults['fail'][number] {
  const match = /^([45]\d\d):(.+)$/.exec(text)
  if (match === null) throw new Misfit(`--fail must be STATUS:WHEN with a status from 400 to 599, not ${text}.`)
  return { status: Number(match[1]), when: whenOf('fail', match[2] ?? '') }
}

function whenOf(name: OptionName, text: string): When {
  const when = readWhen(text)
  if (when !== null) return when
  throw new Misfit(
    `--${name} hits a share from 0 to 1, "all", or requests such as #3, #3,#7 or #2-5; it cannot be ${text}.`,
  )
}

function share(name: OptionName, text: string): number {
  const when = readWhen(text)
  if (when?.kind === 'share') return when.share
  throw new Misfit(`--${name} must be a share from 0 to 1, not ${text}.`)
}

function rate(name: OptionName, text: string): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)\/s$/.exec(text)
  const perSecond = Number(match?.[1] ?? 0)
  if (perSecond > 0) return perSecond
  throw new Misfit(`--${name} must be a number per second above 0, such as 10/s, not ${text}.`)
}

function count(name: OptionName, text: string, most: number, least = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Misfit(`--${name} must be a whole number from ${least} to ${most}, not ${text}.`)
}

function choice<Value extends string>(name: OptionName, value: unknown, choices: readonly Value[]): Value {
  const found = choices.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new Misfit(`--${name} must be one of ${choices.join(', ')}, not ${value}.`)
}
