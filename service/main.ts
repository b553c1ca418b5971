// The reference service as a command: parses options, loads data, starts, prints the address.
import { readCommandLine, type StartCommand } from './command-line.ts'
import { helpText } from './command-options.ts'
import { type BadLine, readDataFile } from './data-file.ts'
import { sampleCompany } from './sample-company.ts'
import { type Service, startService } from './server.ts'
import { steeredByParent } from './steered-by-parent.ts'

const BAD_LINES_SHOWN = 20

const reading = readCommandLine(process.argv.slice(2))
switch (reading.kind) {
  case 'help':
    // The command `eventscope` puts its own words there (bin/eventscope.ts).
    process.stdout.write(helpText(process.argv0.startsWith('eventscope ') ? process.argv0 : 'node service/main.ts'))
    break
  case 'refused':
    process.stderr.write(`${reading.problem}\n--help lists the options.\n`)
    process.exitCode = 2
    break
  case 'start':
    try {
      await run(reading.command)
    } catch (error) {
      process.stderr.write(`The service cannot start: ${problemOf(error, reading.command)}\n`)
      process.exitCode = 1
    }
    break
  default:
    reading satisfies never
}

async function run(command: StartCommand): Promise<void> {
  const { options, data, sample, strict, startsAt, stopWithStdin } = command
  if (data !== null) {
    const { events, badLines } = await readDataFile(data).catch((error: Error) => {
      throw new Error(`${data}: ${error.message}`)
    })
    if (badLines.length > 0) process.stderr.write(badLinesReport(data, badLines))
    if (strict && badLines.length > 0) throw new Error(`--strict refuses ${data}.`)
    options.records = events
  }
  if (sample !== null) {
    options.records = sampleCompany({ now: startsAt ?? Date.now(), atClosing: sample === 'at-closing' })
  }
  let offset = startsAt === null ? 0 : startsAt - Date.now()
  options.clock = () => Date.now() + offset
  const hasParent = process.send !== undefined
  const service = await startService({ ...options, keepRequests: hasParent })
  if (data !== null || options.database !== ':memory:') {
    process.stderr.write(`The store holds ${service.count} events, ${service.added} of them added now.\n`)
  }
  const stop = stopOnSignal(service)
  if (stopWithStdin)
    process.stdin
      .once('close', stop)
      .on('error', () => undefined)
      .resume()
  if (hasParent) {
    steeredByParent(service, (milliseconds) => {
      offset += milliseconds
    })
  }
  process.stdout.write(`Reference service listening at ${service.url}\n`)
}

function problemOf(error: unknown, { options }: StartCommand): string {
  if (!(error instanceof Error)) return String(error)
  const choose = 'Choose another with --port, or 0 for a free one.'
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `port ${options.port} is in use by another program. ${choose}`
    case 'EACCES':
      return `this system does not let you use port ${options.port}. ${choose}`
    default:
      return error.message
  }
}

// By the second signal the handlers are gone, so it ends the process at once.
function stopOnSignal(service: Service): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const stop = () => {
    for (const signal of signals) process.off(signal, stop)
    void service.close()
  }
  for (const signal of signals) process.on(signal, stop)
  return stop
}

function badLinesReport(path: string, badLines: BadLine[]): string {
  const shown = badLines.slice(0, BAD_LINES_SHOWN).map(({ line, problem }) => `${path}:${line}: ${problem}\n`)
  const rest = badLines.length - shown.length
  const more = rest > 0 ? `… and ${rest} more.\n` : ''
  return `${shown.join('')}${more}${path}: ${badLines.length} bad ${badLines.length === 1 ? 'line' : 'lines'} left out.\n`
}
