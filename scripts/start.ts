// `npm start`: the desktop shell if Electron's runtime is installed or can be, else the browser shell and a line that
// says why.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build-if-stale.ts'
import { findRuntime, installRuntime, type Runtime } from './electron-runtime.ts'
import { endWithParent } from './end-with-parent.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv.slice(2)
const say = (line: string) => console.log(line)

/** A desktop shell that fails sooner never showed a window; in ms. */
const AT_ONCE_MS = 10_000

let running: ChildProcess | undefined
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    running?.kill(signal)
  })
}

function helpOfStart(): never {
  console.error(`Usage: npm start -- [--user-data-dir=FOLDER]
Opens the desktop shell, or the browser shell where no desktop window can be shown.
  --user-data-dir=FOLDER  where connections and settings are kept (of the browser shell also: --user-data FOLDER)
"npm run browser -- --help" lists what the browser shell takes besides.`)
  process.exit(0)
}

/** Why this machine cannot show Electron's windows, as a sentence, or null. */
function whyNoWindow(runtime: Runtime): string | null {
  if (runtime.standIn || process.platform !== 'linux') return null
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'this session has no display'
  if (process.getuid?.() === 0) return 'Electron does not run as root'
  return null
}

/** Runs a program in the foreground; `failure` is null if it succeeded. */
function run(program: string, args: string[], env = process.env): Promise<{ code: number; failure: string | null }> {
  running = spawn(program, args, { cwd: root, stdio: 'inherit', env })
  return new Promise((resolve) => {
    running?.once('error', (error) => resolve({ code: 127, failure: error.message }))
    running?.once('exit', (code, signal) => {
      if (code === 0) resolve({ code, failure: null })
      else resolve({ code: code ?? 1, failure: signal ?? `code ${code}` })
    })
  })
}

/** Runs the desktop shell. @returns why it cannot run, or null once it has */
async function openDesktopShell(): Promise<string | null> {
  const memory = `${root}node_modules/.cache/eventscope/electron-refused`
  if (findRuntime() === null && process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    return 'the folder that ELECTRON_OVERRIDE_DIST_PATH names holds no runtime'
  }
  const refusal = findRuntime() === null ? installRuntime({ memory, now: Date.now, say }) : null
  const runtime = findRuntime()
  if (runtime === null) return refusal ?? "Electron's installer left no runtime"
  const hindrance = whyNoWindow(runtime)
  if (hindrance !== null) return hindrance
  say(`Eventscope opens its desktop shell on ${runtime.name}.`)
  // Electron-based editors set ELECTRON_RUN_AS_NODE in their terminals.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const started = performance.now()
  const { code, failure } = await run(runtime.executablePath, ['.', ...given], env)
  if (failure !== null && performance.now() - started < AT_ONCE_MS && !interrupted)
    return `it ended at once (${failure})`
  process.exit(code)
}

if (given.includes('--help')) helpOfStart()
endWithParent()
buildIfStale()
const why = await openDesktopShell()
say(`Eventscope opens its browser shell, without a desktop window: ${why}.`)
const { code } = await run(process.execPath, [
  `${root}dist/browser.js`,
  ...given.flatMap((argument) => {
    const folder = /^--user-data-dir=(.*)$/.exec(argument)?.[1]
    return folder === undefined ? [argument] : ['--user-data', folder]
  }),
])
process.exit(code)
