// The programs ask these of their process: the variables of a ready connection, the system's name and its place for
// files, and how the program was called. They also say what closing it does to readings.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BackendEffects } from '../backend/bridge/backend.ts'

export type Variables = ReturnType<typeof takeVariables>

/**
 * The variables, the secret ones taken out of the environment: what this process starts must not inherit them.
 * `storeKey`: EVENTSCOPE_STORE_KEY as it is set, the key of all that is kept on a server without a keychain.
 */
export function takeVariables(env: NodeJS.ProcessEnv) {
  const { EVENTSCOPE_BASE_URL: baseUrl, EVENTSCOPE_TOKEN: token, EVENTSCOPE_STORE_KEY: storeKey } = env
  delete env.EVENTSCOPE_TOKEN
  delete env.EVENTSCOPE_STORE_KEY
  return { connection: { baseUrl, token }, storeKey }
}

/** The program's version, as its package.json has it. */
export const versionIn = (packageFile: string | URL): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version

/** The platform as the page knows it. */
export function platformName(platform: NodeJS.Platform): BackendEffects['shell']['platform'] {
  return platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other'
}

/**
 * The command by which the reader of a usage line started the program.
 * @param argv0 process.argv0: the command `eventscope` (bin/eventscope.ts) puts its own words there, as "eventscope
 * export"
 * @param otherwise how it is called without the command, as "npm run export --"
 */
export const calledAs = (argv0: string, otherwise: string): string =>
  argv0.startsWith('eventscope ') ? argv0 : otherwise

/**
 * Tells where a shell keeps its files when nothing else is said: the system's place for them.
 * @param home of the user
 */
export function userDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Eventscope')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Eventscope')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'Eventscope')
}

/** Tells what closing does to the snapshots that are being read, said before it is done. @param readings one or more */
export function readingsWords(readings: number): string {
  const [what, pause, they] =
    readings === 1 ? ['A snapshot is', 'It pauses', 'it was'] : [`${readings} snapshots are`, 'They pause', 'they were']
  return `${what} being read. ${pause} when Eventscope closes, and “Resume” continues from where ${they}.`
}

/**
 * The folder in which a command was typed: npm runs its scripts in the package's own, and says in INIT_CWD where it was
 * called.
 * @param script the name under which npm runs the command; below another script of npm's, its INIT_CWD is not ours
 * @param cwd the process's own
 */
export function startedIn(env: NodeJS.ProcessEnv, script: string, cwd: string): string {
  const { npm_lifecycle_event: running, INIT_CWD: typedIn } = env
  return running === script && typedIn !== undefined && typedIn !== '' ? typedIn : cwd
}
