// The reference service as a command: parses options, loads data, starts, prints the address.
import { readCommandLine, type StartCommand } from './command-line.ts'
import { helpText } from './command-options.ts'
import { StoreAway } from './event-store.ts'
import type { Service } from './server.ts'
import { startAsTold } from './start-as-told.ts'
import { steeredByParent } from './steered-by-parent.ts'

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
  case 'mapping-example':
    try {
      const { mappingExample } = await import('./mapping-example.ts')
      const { text, left } = await mappingExample(reading.database, reading.table)
      process.stdout.write(text)
      process.stderr.write(left)
    } catch (error) {
      process.stderr.write(`There is no example: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
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
  const hasParent = process.send !== undefined
  const alone = { ...command, options: { ...command.options, isAlone: true } }
  const { service, advance } = await startAsTold(alone, hasParent, (lines) => process.stderr.write(lines))
  const stop = stopOnSignal(service)
  if (command.stopWithStdin)
    process.stdin
      .once('close', stop)
      .on('error', () => undefined)
      .resume()
  if (hasParent) steeredByParent(service, advance)
  process.stdout.write(`Reference service listening at ${service.url}\n`)
}

function problemOf(error: unknown, { options }: StartCommand): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StoreAway) return error.atStart
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
