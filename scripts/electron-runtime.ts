// Finds Electron's runtime by its files. It never calls require('electron'), which downloads it since Electron 42.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Runtime {
  /** People read it so: "Electron 45.4.1", or "a stand-in for Electron". */
  name: string
  executablePath: string
  standIn: boolean
}

export interface RuntimePlaces {
  /** The folder of the npm package `electron`. */
  packageFolder?: string
  /** A folder that takes the place of the package's `dist`: ELECTRON_OVERRIDE_DIST_PATH. */
  override?: string | undefined
}

const ourPackage = () => dirname(fileURLToPath(import.meta.resolve('electron/package.json')))

/** The installed runtime, or null; a `dist` of another version does not count. Starts and downloads nothing. */
export function findRuntime(places: RuntimePlaces = {}): Runtime | null {
  const { packageFolder = ourPackage(), override = process.env.ELECTRON_OVERRIDE_DIST_PATH } = places
  const named = textOf(join(packageFolder, 'path.txt'))
  if (override) return runtimeAt(resolve(override), named ?? defaultName())
  if (named === null) return null
  const dist = join(packageFolder, 'dist')
  const runtime = runtimeAt(dist, named)
  const wanted = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version
  return runtime !== null && versionOf(dist) === wanted ? runtime : null
}

function defaultName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

function runtimeAt(folder: string, name: string): Runtime | null {
  const executablePath = join(folder, name)
  if (!existsSync(executablePath)) return null
  const version = versionOf(folder)
  // Electron's own folder has a version file, and its executable is not a script. Anything else is not called Electron.
  const standIn = version === null || startsAsScript(executablePath)
  return { name: standIn ? 'a stand-in for Electron' : `Electron ${version}`, executablePath, standIn }
}

function versionOf(folder: string): string | null {
  return textOf(join(folder, 'version'))?.replace(/^v/, '') ?? null
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

function startsAsScript(file: string): boolean {
  const handle = openSync(file, 'r')
  const start = Buffer.alloc(2)
  readSync(handle, start)
  closeSync(handle)
  return start.toString('latin1') === '#!'
}

export interface InstallEffects {
  packageFolder?: string
  /** A refusal is remembered there. */
  memory: string
  now: () => number
  say: (line: string) => void
}

const DAY_MS = 86_400_000
const LONGEST_DOWNLOAD_MS = 600_000

/**
 * Runs Electron's own installer, unless it failed less than a day ago. It fails without a network within ten seconds,
 * its connect timeout.
 * @returns null on success, else a sentence that says why there is no runtime
 */
export function installRuntime(effects: InstallEffects): string | null {
  const { packageFolder = ourPackage(), memory, now, say } = effects
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set'
  const refusedAt = existsSync(memory) ? statSync(memory).mtimeMs : Number.NEGATIVE_INFINITY
  if (now() - refusedAt < DAY_MS)
    return 'Electron could not be downloaded less than a day ago (`npx install-electron` tries again)'
  say('Electron is not installed yet: downloading it (about 120 MB) …')
  const { status, stderr } = spawnSync(process.execPath, [join(packageFolder, 'install.js')], {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    timeout: LONGEST_DOWNLOAD_MS,
    // Node's fetch uses the proxy variables only if told to.
    env: { NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1', ...process.env },
  })
  if (status === 0) return null
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, stderr ?? '')
  const reason = (stderr ?? '').split('\n').find((line) => line.trim() !== '')
  return `Electron could not be downloaded${reason === undefined ? '' : `: ${inWords(reason.trim())}`}`
}

/** The first line of an error's stack, without the name of its class; what fetch says of a network is no help. */
function inWords(line: string): string {
  return line.replace(/^\w*Error: /, '').replace(/^fetch failed$/, 'its server cannot be reached from here')
}
