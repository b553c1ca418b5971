// The reference service for a test: a real server for the interface, with faults and ambiguities by switch.
import { randomBytes } from 'node:crypto'
import { startProgram } from './started-program.ts'

export interface RunningService {
  /** The base URL, as `http://127.0.0.1:41234`. */
  url: string
  /** The API key that is let in. */
  token: string
  /** Ends it. Calling it again does nothing. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Starts the reference service with switches as on its command line (docs/service.md), as `['--events', '237', '--total',
 * 'page']`. Without `--port` it takes a free one, without `--token` a random API key. It listens on 127.0.0.1 only, and ends
 * with this process, even where that is killed.
 * @throws Error in a sentence: a switch that it does not know, a value that does not fit, a port that is taken, a data file
 *   that cannot be read, no Node 24.5 or later
 */
export async function startReferenceService(switches: readonly string[] = []): Promise<RunningService> {
  const given = switchValue(switches, '--token')
  const token = given ?? randomBytes(24).toString('hex')
  const defaults = [
    ...(switchValue(switches, '--port') === null ? ['--port', '0'] : []),
    ...(given === null ? ['--token', token] : []),
  ]
  const program = await startProgram(
    'service',
    [...defaults, '--stop-with-stdin', ...switches],
    /^Reference service listening at (\S+)$/,
    {},
  )
  return { url: program.address, token, stop: program.stop }
}

/** `--token x` and `--token=x` alike; the last one counts, as for the service. */
function switchValue(switches: readonly string[], name: string): string | null {
  let value: string | null = null
  for (const [at, text] of switches.entries()) {
    if (text === name) value = switches[at + 1] ?? ''
    else if (text.startsWith(`${name}=`)) value = text.slice(name.length + 1)
  }
  return value
}
