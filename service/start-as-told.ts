// Starts the service as a command line tells: reads the data file or tells the sample company, and sets the clock.
import { readFile } from 'node:fs/promises'
import type { StartCommand } from './command-line.ts'
import { type BadLine, readDataFile } from './data-file.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { sampleCompany } from './sample-company.ts'
import { type Service, startService } from './server.ts'

const BAD_LINES_SHOWN = 20

export interface StartedAsTold {
  service: Service
  /** Moves its clock ahead, by milliseconds. */
  advance: (milliseconds: number) => void
}

/**
 * @param command `stopWithStdin` is left to the caller
 * @param keepRequests as of `startService`
 * @param warn is handed what a person should read, in whole lines
 * @throws as `startService` does, and where the data file cannot be read or is refused
 */
export async function startAsTold(
  command: StartCommand,
  keepRequests: boolean,
  warn: (lines: string) => void,
): Promise<StartedAsTold> {
  const { data, mapping, sample, strict, startsAt } = command
  const options = { ...command.options }
  if (data !== null) {
    const { events, badLines } = await readDataFile(data).catch((error: Error) => {
      throw new Error(`${data}: ${error.message}`)
    })
    if (badLines.length > 0) warn(badLinesReport(data, badLines))
    if (strict && badLines.length > 0) throw new Error(`--strict refuses ${data}.`)
    options.records = events
  }
  if (sample !== null) {
    options.records = sampleCompany({ now: startsAt ?? Date.now(), atClosing: sample === 'at-closing' })
  }
  if (mapping !== null) options.mapping = await readMappingFile(mapping)
  let offset = startsAt === null ? 0 : startsAt - Date.now()
  options.clock = () => Date.now() + offset
  const service = await startService({ ...options, keepRequests, warn })
  if (service.about !== null) warn(service.about)
  else if (data !== null || (options.database ?? ':memory:') !== ':memory:') {
    const held = service.count === 1 ? '1 event' : `${service.count} events`
    warn(`The store holds ${held}, ${service.added} of them added now.\n`)
  }
  const advance = (milliseconds: number) => {
    offset += milliseconds
  }
  return { service, advance }
}

async function readMappingFile(path: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`${path}: ${error.message}`)
  })
  const reading = readMapping(text)
  if (reading.ok) return reading.mapping
  throw new Error(`${path}: ${reading.problems.join(' ')}`)
}

function badLinesReport(path: string, badLines: BadLine[]): string {
  const shown = badLines.slice(0, BAD_LINES_SHOWN).map(({ line, problem }) => `${path}:${line}: ${problem}\n`)
  const rest = badLines.length - shown.length
  const more = rest > 0 ? `… and ${rest} more.\n` : ''
  return `${shown.join('')}${more}${path}: ${badLines.length} bad ${badLines.length === 1 ? 'line' : 'lines'} left out.\n`
}
