// Eventscope's browser shell for a test, on a port and in a folder of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './started-program.ts'

export interface InspectorOptions {
  /** Of the service: what stands before `/v1`, http or https. Plain http only to this machine. */
  baseUrl: string
  /** The service's API key. It is held in memory and never stored. */
  token: string
  /** The folder of connections, settings and the cache; without one a fresh folder, which `stop` removes. */
  userData?: string
  /**
   * Whether the next page is fetched ahead while a page stays on screen, as the inspector does unless told otherwise.
   * False lets requests be counted. In a folder of yours its own settings count, and this is refused.
   */
  fetchAhead?: boolean
  /** Environment variables besides those of this process, as a proxy's. */
  env?: Record<string, string>
}

export interface RunningInspector {
  /** Opens one window, once: `await page.goto(url)`. For a second window, or after a failed try, ask `newLink`. */
  url: string
  /** Another link, good for one window as well. @throws Error once the inspector has ended */
  newLink: () => Promise<string>
  /** Ends it and removes its own folder. Calling it again does nothing. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Starts the browser shell with one connection, "Environment". It listens on 127.0.0.1 only, and ends with this
 * process, even where that is killed. Takes a second or two.
 * @throws Error in a sentence: a base URL or an API key that cannot be used, a folder that cannot be written, no Node
 * 24.5 or
 *   later, not ready within a minute
 */
export async function startInspector(options: InspectorOptions): Promise<RunningInspector> {
  const { baseUrl, token, userData, fetchAhead, env = {} } = options
  for (const [name, value] of Object.entries({ baseUrl, token })) {
    if (typeof value !== 'string' || value.trim() === '')
      throw new Error(`startInspector needs ${name}, a text that is not empty.`)
  }
  if (userData !== undefined && fetchAhead !== undefined)
    throw new Error('startInspector takes userData or fetchAhead: in a folder of yours its own settings count.')
  const own = userData === undefined ? await mkdtemp(join(tmpdir(), 'eventscope-test-')) : null
  const removeOwn = async () => {
    if (own !== null) await rm(own, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
  try {
    if (own !== null && fetchAhead === false) {
      const settings = { version: 1, content: { fetchAhead } }
      await writeFile(join(own, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
    }
    const program = await startProgram(
      'browser',
      ['--port', '0', '--no-open', '--user-data', userData ?? own ?? '', '--stop-with-stdin'],
      /^Eventscope is ready at (\S+)$/,
      { ...env, EVENTSCOPE_BASE_URL: baseUrl, EVENTSCOPE_TOKEN: token },
    )
    const stop = async () => {
      await program.stop()
      await removeOwn()
    }
    const problem = /^EVENTSCOPE_(?:BASE_URL|TOKEN) cannot be used: .*$/m.exec(await settled(program.complaints))?.[0]
    if (problem !== undefined) {
      await stop()
      throw new Error(problem)
    }
    // One after the other: each answer is a line of the same stream.
    let last: Promise<unknown> = Promise.resolve()
    const newLink = () => {
      const link = last.then(() => program.enter(/A new link: (\S+)\n/))
      last = link.catch(() => undefined)
      return link
    }
    return { url: program.address, newLink, stop }
  } catch (error) {
    await removeOwn()
    throw error
  }
}

/** What was said before the line on the other stream is read a moment later. */
async function settled(complaints: () => string): Promise<string> {
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setTimeout(resolve, 10))
  return complaints()
}
