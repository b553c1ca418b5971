// A Secret Service for tests on a private D-Bus: gnome-keyring, unlocked and empty.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackages } from './provide-program.ts'

export interface SecretService {
  /** Its DBUS_SESSION_BUS_ADDRESS. */
  address: string
  /** Locks the keyring; the next use of an entry prompts for the password (see `prompt`). */
  lock: () => void
  /** Suspends its process, so that requests get no answer. */
  freeze: () => void
  /** Ends its process as a crash does. */
  crash: () => void
  /** All entries under a service name, secrets included, as `secret-tool search --all` prints them. */
  search: (service: string) => string
  /** Ends the bus and the daemon, and removes their folder. */
  stop: () => Promise<void>
}

const debianPackages = {
  'dbus-run-session': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  'secret-tool': 'libsecret-tools',
}

/** The Debian packages that are not installed; null on macOS and Windows, which have no Secret Service. */
export function missingPackages(): string[] | null {
  if (process.platform !== 'linux') return null
  const folders = (process.env.PATH ?? '').split(':')
  return Object.entries(debianPackages)
    .filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))))
    .map(([, name]) => name)
}

/**
 * Whether gnome-keyring is there, installing it if possible.
 * @param say told what it does, or why it cannot
 */
export function provideSecretService(say: (line: string) => void): boolean {
  const missing = missingPackages()
  if (missing === null) {
    say('Tests of the Secret Service are skipped: they are for Linux.')
    return false
  }
  if (missing.length === 0) return true
  const packages = missing.join(' ')
  try {
    if (installDebianPackages(missing, 'keyring to test with', say)) return true
    say(`Tests of the Secret Service are skipped: run "sudo apt-get install -y ${packages}" to have them.`)
  } catch {
    say(`Tests of the Secret Service are skipped: installing ${packages} failed.`)
  }
  return false
}

/**
 * Starts one. It ends with this process even if that is killed: its shell reads a pipe of ours.
 * @param prompt what happens to a password prompt: it is `refused`, or never answered (`silent`)
 */
export async function startSecretService(prompt: 'refused' | 'silent' = 'refused'): Promise<SecretService> {
  const folder = mkdtempSync(join(tmpdir(), 'eventscope-keyring-'))
  const services = join(folder, 'dbus-1', 'services')
  mkdirSync(services, { recursive: true })
  // It is not empty: with an empty password gnome-keyring unlocks nothing.
  writeFileSync(join(folder, 'password'), 'any-password')
  writeFileSync(join(folder, 'daemon.sh'), daemonScript)
  // Both take the place of the system's own, which would be started locked.
  provide(services, 'org.freedesktop.secrets', `/bin/sh ${join(folder, 'daemon.sh')}`)
  provide(services, 'org.gnome.keyring.SystemPrompter', prompt === 'silent' ? '/bin/sleep 30' : '/bin/false')
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, XDG_CACHE_HOME: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const address = await firstLine(child)
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: address }
  const daemon = () => Number(readFileSync(join(folder, 'daemon.pid'), 'utf8'))
  return {
    address,
    lock: () => {
      const target = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets']
      const call = ['org.freedesktop.Secret.Service.Lock', 'array:objpath:/org/freedesktop/secrets/collection/login']
      execFileSync('dbus-send', [...target, ...call], { env, stdio: 'ignore' })
    },
    freeze: () => {
      process.kill(daemon(), 'SIGSTOP')
    },
    crash: () => {
      process.kill(daemon(), 'SIGKILL')
    },
    search: (service) =>
      execFileSync('secret-tool', ['search', '--all', 'service', service], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    stop: () =>
      new Promise((resolve) => {
        const clear = () => {
          if (!existsSync(folder)) return resolve()
          end(daemon())
          rmSync(folder, { recursive: true, force: true })
          resolve()
        }
        // A signal to the whole group of processes may have ended it before.
        if (child.exitCode !== null || child.signalCode !== null) return clear()
        child.once('exit', clear)
        child.stdin.end()
      }),
  }
}

/** It may have ended by itself, as its bus did. */
function end(daemon: number): void {
  try {
    process.kill(daemon, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function provide(services: string, name: string, program: string): void {
  writeFileSync(join(services, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=${program}\n`)
}

/**
 * The bus starts it whenever somebody asks and none is there: gnome-keyring crashes about once in some hundred callers
 * that are killed while they ask, and what it had stored is then read again.
 */
const daemonScript = `
echo $$ > "$XDG_DATA_HOME/daemon.pid"
exec gnome-keyring-daemon --foreground --unlock --components=secrets <"$XDG_DATA_HOME/password" >/dev/null 2>&1
`

const script = `
dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
  org.freedesktop.DBus.Peer.Ping >/dev/null 2>&1 || exit 1
echo "$DBUS_SESSION_BUS_ADDRESS"
exec cat >/dev/null
`

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`No Secret Service: dbus-run-session ended with ${code}`)))
  })
}
