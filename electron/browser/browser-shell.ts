// browser/ is the shell that shows the page in the user's own browser.
// The browser shell: the composition root that serves the page on this machine.
// Standard output is for the line with the launch link alone; everything else goes to standard error.
import { Console } from 'node:console'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BackendEffects, createBackend } from '../backend/bridge/backend.ts'
import { openKeychain } from '../backend/keychain/os-keychain.ts'
import { CHOOSE_ANOTHER } from '../backend/storage/private-file.ts'
import { installNetwork } from '../platform/network.ts'
import { openLog } from '../platform/open-log.ts'
import { createPageFiles } from '../platform/page-files.ts'
import {
  calledAs,
  platformName,
  readingsWords,
  takeVariables,
  userDataFolder,
  versionIn,
} from '../platform/process-facts.ts'
import { startSample } from '../platform/start-sample.ts'
import { type BrowserArguments, readBrowserArguments } from './browser-arguments.ts'
import { COMMON_ADDRESS, createBrowserServer, freshAddress } from './browser-server.ts'
import { HANDED_LINK_MS, type HandedLink, openInBrowser } from './open-in-browser.ts'

globalThis.console = new Console(process.stderr, process.stderr)
/** Printed for the person who started it: launch links are for nobody else. */
const say = (line: string) => console.error(line)

const given = readBrowserArguments(process.argv.slice(2), calledAs(process.argv0, 'npm run browser --'))
if (given.ok) await main(given.value)
else refuse(given.message, given.code)

async function main({ port, open, folder: chosen, link, stopWithStdin }: BrowserArguments): Promise<void> {
  const folder = chosen === null ? userDataFolder(process.platform, process.env, homedir()) : resolve(chosen)
  const { log, logging } = openLog({ folder, now: Date.now, print: say, show: null })
  const pageFolder = beside('./page/', '../../dist/page')
  if (!existsSync(pageFolder))
    say('The page is not built yet: run `npm run build`, or `npm run dev` for one that reloads on changes.')
  const variables = takeVariables(process.env)
  const effects: BackendEffects = {
    fetch: installNetwork({ resolveProxy: null, log }),
    now: Date.now,
    randomId: randomUUID,
    keychain: await openKeychain(),
    folder,
    environment: variables.connection,
    storeKey: variables.storeKey,
    shell: {
      shell: 'browser',
      version: version(),
      runtime: `Node ${process.versions.node}`,
      platform: platformName(process.platform),
    },
    questionsWorker: beside('./questions-worker.js', '../backend/snapshots/questions/worker/questions-worker.ts'),
    startSample: () => startSample(beside('./service-worker.js', '../../service/sample-worker.ts')),
    saving: null,
    log,
    logging,
  }
  logging.note(`Eventscope ${version()} starts: browser shell, Node ${process.versions.node}, ${process.platform}`)
  const backend = await createBackend(effects).catch((error: Error) => refuse(`${error.message}\n${CHOOSE_ANOTHER}`, 1))
  // The link goes by the bridge alone: an address would stay in the browser's history.
  if (link !== null) backend.openLink(link)
  const { host, address } = port === 0 ? COMMON_ADDRESS : freshAddress(process.platform, randomBytes)
  const { server, launchLink: newLink } = createBrowserServer({
    host,
    router: backend.router,
    pageFiles: createPageFiles(pageFolder),
    now: effects.now,
    log,
  })
  const launchLink = (goodForMs?: number) => {
    const made = newLink(goodForMs)
    logging.secrets.add(made.split('launch=')[1])
    return made
  }
  server.listen(port ?? 0, address)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => refuse(portRefusal(port ?? 0, error), 1))
  let removeHandedLink = async () => {}
  const end = async () => {
    server.close()
    await Promise.all([backend.close(), removeHandedLink()])
    server.closeAllConnections()
    // Not left to itself: a keychain's prompt that nobody answers would keep the process.
    process.exit(0)
  }
  let ending: Promise<void> | null = null
  // A signal and the end of standard input may come together: the second must not end the process before the first is
  // through.
  const stop = () => {
    ending ??= end()
    return ending
  }
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  let isAsked = false
  process.on('SIGINT', () => {
    const readings = backend.readings()
    if (isAsked || readings === 0 || !process.stdin.isTTY) return void stop()
    isAsked = true
    say(`${readingsWords(readings)} Press Ctrl+C again to stop.`)
  })
  if (stopWithStdin) process.stdin.once('close', stop)
  process.stdout.write(`Eventscope is ready at ${launchLink()}\n`)
  onEnter(() => say(`A new link: ${launchLink()}`))
  if (!open) return
  const handed = await handToBrowser(launchLink(HANDED_LINK_MS))
  if (handed === null) return
  removeHandedLink = handed.remove
  if (await handed.opened)
    say('Opening it in your browser. If that shows an error instead, open the link above yourself.')
  else say('No browser could be opened here: open the link above in one yourself.')
}

function portRefusal(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Leave --port out for a free one.`
  if (code === 'EACCES') return `This system does not let you use port ${port}. Leave --port out for a free one.`
  return `Port ${port} cannot be used: ${message}`
}

/** A browser that cannot read the file (snaps see no /tmp of others) or is not there leaves the printed link. */
async function handToBrowser(link: string): Promise<HandedLink | null> {
  try {
    return await openInBrowser(link, {
      platform: process.platform,
      env: process.env,
      later: (run, ms) => setTimeout(run, ms).unref(),
    })
  } catch (error) {
    say(`Your browser could not be given its link (${String(error)}). Open the link above yourself.`)
    return null
  }
}

/** The built file beside this one, else (this file being run from source) the other. */
function beside(built: string, otherwise: string): string {
  const path = fileURLToPath(new URL(built, import.meta.url))
  return existsSync(path) ? path : fileURLToPath(new URL(otherwise, import.meta.url))
}

function version(): string {
  return versionIn(beside('../package.json', '../../package.json'))
}

/** A window elsewhere needs a link of its own; whoever can press Enter here may have one. */
function onEnter(then: () => void): void {
  // In the background reading a terminal would stop the process.
  if (process.platform !== 'win32') process.on('SIGTTIN', () => undefined)
  process.stdin.on('error', () => undefined)
  process.stdin.on('data', then)
}

function refuse(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
