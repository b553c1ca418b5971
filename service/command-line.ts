// Parses the command line strictly; the first invalid option is reported.
import { parseArgs } from 'node:util'
import { commandOptions, type OptionName } from './command-options.ts'
import { isPostgresUrl, refusedByPostgres } from './postgres-limits.ts'
import { readInstant } from './read-instant.ts'
import type { ServiceOptions } from './server.ts'
import {
  type Faults,
  type FaultTrigger,
  type Gaps,
  gapChoices,
  readFaultTrigger,
  type SampleTraits,
} from './service-options.ts'

/** What to start; the caller reads the data file. */
export interface StartCommand {
  options: ServiceOptions
  data: string | null
  /** The file of a mapping. */
  mapping: string | null
  /** Serve the sample company: as it is now, or as it was when its last month was closed. */
  sample: 'now' | 'at-closing' | null
  strict: boolean
  /** Where the service's clock starts, in milliseconds since 1970; null: at the time of this computer. */
  startsAt: number | null
  stopWithStdin: boolean
}

export type CommandLine =
  | { kind: 'start'; command: StartCommand }
  | { kind: 'help' }
  | { kind: 'mapping-example'; database: string; table: string }
  | { kind: 'refused'; problem: string }

const parse = (args: string[]) => parseArgs({ args, strict: true, allowPositionals: false, options: commandOptions })

type Values = ReturnType<typeof parse>['values']

/** The options that take one value. */
type TextOption = { [Name in OptionName]: Values[Name] extends string | undefined ? Name : never }[OptionName]

/** Parses the arguments that follow the script's name. */
export function readCommandLine(args: string[]): CommandLine {
  let values: Values
  try {
    values = parse(args).values
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error))
  }
  if (values.help === true) return { kind: 'help' }
  try {
    const { db = '', 'mapping-example': table } = values
    if (table !== undefined) {
      if (!isPostgresUrl(db)) throw new OptionError('--mapping-example needs --db postgres://….')
      return { kind: 'mapping-example', database: db, table }
    }
    return { kind: 'start', command: startCommand(values) }
  } catch (error) {
    if (error instanceof OptionError) return refused(error.message)
    throw error
  }
}

/** A problem quotes what was typed, which may be a database's address in the wrong place: its password is masked. */
const refused = (problem: string): CommandLine => ({
  kind: 'refused',
  problem: problem.replace(/(:\/\/[^\s:/]*:)\S+@/, '$1***@').replace(/([?&]password=)[^\s&']+/i, '$1***'),
})

/** @throws OptionError for the first option that is not valid, or excludes another */
function startCommand(values: Values): StartCommand {
  const { token = 'demo-token', data = null, now = null } = values
  if (!/^[!-~]+$/.test(token)) throw new OptionError('--token must be visible ASCII characters without spaces.')
  const strict = values.strict === true
  if (strict && data === null) throw new OptionError('--strict refuses a data file with bad lines, so it needs --data.')
  const isSample = values.sample === true
  if (values['at-closing'] === true && !isSample) throw new OptionError('--at-closing needs --sample.')
  if (isSample && data !== null) throw new OptionError('--sample and --data exclude each other.')
  const source = isSample ? '--sample' : data === null ? null : '--data'
  if (source !== null && values.events !== undefined)
    throw new OptionError(`${source} and --events exclude each other.`)
  const { mapping = null } = values
  const other = (['data', 'sample', 'events'] as const).find((name) => values[name] !== undefined)
  if (mapping !== null && other !== undefined) {
    throw new OptionError(`--mapping serves events that are there, and --${other} others: they exclude each other.`)
  }
  const trait = traitOptions.find((name) => values[name] !== undefined)
  if (source !== null && trait !== undefined) {
    throw new OptionError(
      `--${trait} shapes sample events, which ${source} takes the place of: they exclude each other.`,
    )
  }
  const events = count('events', values.events ?? '10000', 5_000_000)
  const [gaps, faults] = [readGaps(values), readFaults(values)]
  const instant = now === null ? null : readInstant(now)
  if (instant?.ok === false) throw new OptionError(`--now ${instant.problem}.`)
  return {
    options: {
      token,
      port: count('port', values.port ?? '8787', 65_535),
      events,
      traits: readTraits(values, events),
      seed: count('seed', values.seed ?? '1', 2 ** 32 - 1),
      ...readDatabase(values, gaps, faults),
      gaps,
      faults,
    },
    data,
    mapping,
    sample: !isSample ? null : values['at-closing'] === true ? 'at-closing' : 'now',
    strict,
    stopWithStdin: values['stop-with-stdin'] === true,
    // Date knows no leap second: the clock starts a second before it.
    startsAt: instant === null ? null : Date.parse(instant.instant.utc.replace(':60', ':59')),
  }
}

const traitOptions = ['look-alikes', 'mixed-kinds', 'text-amounts', 'currencies', 'burst'] as const

function readTraits(values: Values, events: number): SampleTraits {
  return {
    lookAlikes: share('look-alikes', values['look-alikes'] ?? '0'),
    mixedKinds: share('mixed-kinds', values['mixed-kinds'] ?? '0'),
    textAmounts: share('text-amounts', values['text-amounts'] ?? '0'),
    currencies: values.currencies === undefined ? [] : currencyCodes('currencies', values.currencies),
    burst: count('burst', values.burst ?? '0', events),
  }
}

function readDatabase(values: Values, gaps: Gaps, faults: Faults): Partial<ServiceOptions> {
  const { db: database = ':memory:', 'db-connections': connections, 'db-timeout': timeout } = values
  if (!isPostgresUrl(database)) {
    const ofPostgres = (['db-connections', 'db-timeout', 'mapping'] as const).find((name) => values[name] !== undefined)
    if (ofPostgres !== undefined) throw new OptionError(`--${ofPostgres} needs --db postgres://….`)
    // An address as other programs write it, such as jdbc:postgresql://…, would become a file of that name.
    if (/^(?!file:)[a-z][\w+.:-]*:\/\//i.test(database)) {
      throw new OptionError('--db takes a file of SQLite, or an address that begins with postgres://.')
    }
    return { database }
  }
  const refusal = refusedByPostgres(gaps, faults, false)
  if (refusal !== null) throw new OptionError(refusal)
  return {
    database,
    databaseConnections: count('db-connections', connections ?? '10', 1_000, 1),
    databaseTimeout: count('db-timeout', timeout ?? '30', 86_400, 1) * 1_000,
  }
}

function readGaps(values: Values): Gaps {
  const chosen = <Gap extends keyof typeof gapChoices>(gap: Gap, name: TextOption): Gaps[Gap] =>
    choice(name, values[name] ?? gapChoices[gap][0], gapChoices[gap])
  const { 'total-cap': totalCap, 'clamp-to': clampTo } = values
  return {
    total: chosen('total', 'total'),
    totalCap: totalCap === undefined ? null : count('total-cap', totalCap, 1_000_000_000, 1),
    bounds: chosen('bounds', 'bounds'),
    rangePrecision: chosen('rangePrecision', 'range-precision'),
    order: chosen('order', 'order'),
    combine: chosen('combine', 'combine'),
    propertyMatch: chosen('propertyMatch', 'property-match'),
    overLimit: chosen('overLimit', 'over-limit'),
    clampTo: clampTo === undefined ? null : count('clamp-to', clampTo, 100, 1),
    errors: chosen('errors', 'errors'),
    unauthorized: choice('unauthorized', values.unauthorized ?? '401', ['401', '403']) === '401' ? 401 : 403,
    strictBody: values['strict-body'] === true,
  }
}

function readFaults(values: Values): Faults {
  const when = (name: TextOption): FaultTrigger => faultTrigger(name, values[name] ?? '0')
  const retryAfter = choice('retry-after', values['retry-after'] ?? 'seconds', ['seconds', 'date'])
  const { 'rate-limit': limit, 'result-window': window, 'window-end': end, 'date-skew': skew = '0' } = values
  if (end !== undefined && window === undefined) throw new OptionError('--window-end needs --result-window.')
  const perSecond = (name: TextOption) => (values[name] === undefined ? 0 : rate(name, values[name]))
  return {
    latency: readLatency(values.latency ?? '0'),
    fail: (values.fail ?? []).map(readFail),
    rateLimit: limit === undefined ? null : { perSecond: rate('rate-limit', limit), retryAfter },
    cutBody: when('cut-body'),
    stall: when('stall'),
    redirect: when('redirect'),
    duplicateIds: share('duplicate-ids', values['duplicate-ids'] ?? '0'),
    offsetCost: count('offset-cost', values['offset-cost'] ?? '0', 1_000_000),
    totalAge: count('total-age', values['total-age'] ?? '0', 86_400),
    resultWindow:
      window === undefined
        ? null
        : {
            places: count('result-window', window, 1_000_000_000, 1),
            end: choice('window-end', end ?? 'refuse', ['refuse', 'empty']),
          },
    floorOffset: values['floor-offset'] === true,
    dateSkew: skew === 'none' ? null : seconds('date-skew', skew),
    grow: perSecond('grow'),
    late: perSecond('late'),
    amend: perSecond('amend'),
    vanish: perSecond('vanish'),
  }
}

function readLatency(text: string): Faults['latency'] {
  const match = /^(\d{1,7})(?:,(\d{1,7}))?$/.exec(text)
  if (match === null) throw new OptionError(`--latency must be MS or MS,JITTER in milliseconds, not ${text}.`)
  return { ms: Number(match[1]), jitter: Number(match[2] ?? 0) }
}

function readFail(text: string): Faults['fail'][number] {
  const match = /^([45]\d\d):(.+)$/.exec(text)
  if (match === null) throw new OptionError(`--fail must be STATUS:WHEN with a status from 400 to 599, not ${text}.`)
  return { status: Number(match[1]), when: faultTrigger('fail', match[2] ?? '') }
}

// The values of options: an error names the option, what it takes and what was given.

/** An invalid option; the message is a sentence for the user. */
class OptionError extends Error {}

/** Parses a fault's WHEN. */
function faultTrigger(name: OptionName, text: string): FaultTrigger {
  const trigger = readFaultTrigger(text)
  if (trigger !== null) return trigger
  throw new OptionError(
    `--${name} hits a share from 0 to 1, "all", or requests such as #3, #3,#7 or #2-5; it cannot be ${text}.`,
  )
}

/** Parses a share from 0 to 1. */
function share(name: OptionName, text: string): number {
  const trigger = readFaultTrigger(text)
  if (trigger?.kind === 'share') return trigger.share
  throw new OptionError(`--${name} must be a share from 0 to 1, not ${text}.`)
}

/** Parses a rate above 0, such as `10/s`, in events a second. */
function rate(name: OptionName, text: string): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)\/s$/.exec(text)
  const perSecond = Number(match?.[1] ?? 0)
  if (perSecond > 0) return perSecond
  throw new OptionError(`--${name} must be a number per second above 0, such as 10/s, not ${text}.`)
}

/** Parses a whole number within limits. */
function count(name: OptionName, text: string, most: number, least = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new OptionError(`--${name} must be a whole number from ${least} to ${most}, not ${text}.`)
}

/** Parses whole seconds, ahead or behind. */
function seconds(name: OptionName, text: string): number {
  if (/^-?\d{1,10}$/.test(text)) return Number(text)
  throw new OptionError(`--${name} must be a whole number of seconds, such as =-7200, or none, not ${text}.`)
}

/** Parses one of several words. */
function choice<Value extends string>(name: OptionName, value: string, choices: readonly Value[]): Value {
  const found = choices.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new OptionError(`--${name} must be one of ${choices.join(', ')}, not ${value}.`)
}

/** Parses distinct codes of three capital letters, such as `EUR,USD`. */
function currencyCodes(name: OptionName, text: string): string[] {
  const codes = text.split(',')
  if (codes.every((code) => /^[A-Z]{3}$/.test(code)) && new Set(codes).size === codes.length) return codes
  throw new OptionError(`--${name} must be different codes of three capital letters, such as EUR,USD, not ${text}.`)
}
