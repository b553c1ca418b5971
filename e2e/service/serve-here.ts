// The reference service of a spec, in the spec's own process: a process for each is a sixth of a second of a core for
// every spec.
import { readCommandLine } from '../../service/command-line.ts'
import { startAsTold } from '../../service/start-as-told.ts'

export interface RunningService {
  /** Its base URL. */
  url: string
  /** The bodies of the searches that it was sent, in order of arrival. */
  searches: () => string[]
  /** Ends it; calling it again does nothing. */
  stop: () => Promise<void>
}

/** @param switches as on its command line (docs/service.md). Rejects in words where they are refused. */
export async function serveHere(switches: string[]): Promise<RunningService> {
  const reading = readCommandLine(switches)
  if (reading.kind !== 'start') throw new Error(reading.kind === 'refused' ? reading.problem : 'No service is started.')
  const { service } = await startAsTold(reading.command, true, () => undefined)
  return {
    url: service.url,
    searches: () => service.requests().flatMap(({ body }) => (body === null ? [] : [body])),
    stop: () => service.close(),
  }
}
