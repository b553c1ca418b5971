// Every command without a window needs these of its process: signals, the terminal, the environment. Standard output is
// for what the command answers, in JSON; everything else goes to standard error.
import { Console } from 'node:console'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type OsKeychain, openKeychain } from '../backend/keychain/os-keychain.ts'
import { installNetwork } from '../platform/network.ts'
import { calledAs, startedIn, takeVariables, userDataFolder, versionIn } from '../platform/process-facts.ts'
import type { CommandEffects } from './command-store.ts'
import { createProgressLine } from './progress-line.ts'

/**
 * Runs it with the arguments of this process, and ends the process with its exit code.
 * @param script the name under which npm runs it
 */
export async function runCommand(
  script: string,
  command: (args: string[], effects: CommandEffects) => Promise<number>,
): Promise<void> {
  globalThis.console = new Console(process.stderr, process.stderr)
  const progress = createProgressLine(process.stderr)
  let keychain: OsKeychain | null = null
  const { signal, onSignal } = createStop({
    now: () => performance.now(),
    onFirst: () => progress.say('Stopping. Press Ctrl+C again to stop at once.'),
    endAtOnce: () => endAtOnce(keychain),
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  const code = await command(process.argv.slice(2), {
    fetch: installNetwork({ resolveProxy: null, log: progress.say }),
    now: Date.now,
    wait: (ms, ofWait) => delay(ms, undefined, { signal: ofWait }).catch(() => undefined),
    random: Math.random,
    openKeychain: async () => {
      keychain = await openKeychain()
      return keychain
    },
    variables: takeVariables(process.env),
    defaultFolder: userDataFolder(process.platform, process.env, homedir()),
    startedIn: startedIn(process.env, script, process.cwd()),
    // package.json is as far away when it is built (dist/command/) as here.
    program: `Eventscope ${versionIn(new URL('../../package.json', import.meta.url))}`,
    calledAs: calledAs(process.argv0, `npm run ${script} --`),
    questionsWorker: questionsWorker(),
    progress,
    signal,
    print: (text) => void process.stdout.write(text),
  })
  // Not left to itself: a keychain's prompt that nobody answers would keep the process.
  process.stdout.write('', () => process.exit(code))
}

/**
 * Ends the process, as the second Ctrl+C asks for: with exit code 130, or by a signal where an exit would wait for a
 * call of the keychain.
 * @param keychain null: it was not opened
 */
export function endAtOnce(keychain: Pick<OsKeychain, 'isCalled'> | null): void {
  if (keychain?.isCalled()) process.kill(process.pid, 'SIGKILL')
  process.exit(130)
}

/** The built one where this is built too. */
function questionsWorker(): URL {
  const built = new URL('../questions-worker.js', import.meta.url)
  if (existsSync(built)) return built
  return new URL('../backend/snapshots/questions/worker/questions-worker.ts', import.meta.url)
}

/** One Ctrl+C may come twice: from the terminal, and passed on by npm. Later ones are the user's. */
const ECHO_MS = 400

interface StopEffects {
  /** Milliseconds; only differences count. */
  now: () => number
  /** The first signal: told what to do to end at once. */
  onFirst: () => void
  /** Ends the process. */
  endAtOnce: () => void
}

/** Ctrl+C: once to stop cleanly, twice to end at once. What each signal calls, and the first aborts. */
export function createStop({ now, onFirst, endAtOnce }: StopEffects): { signal: AbortSignal; onSignal: () => void } {
  const stopping = new AbortController()
  let first = 0
  return {
    signal: stopping.signal,
    onSignal: () => {
      if (stopping.signal.aborted) {
        if (now() - first >= ECHO_MS) endAtOnce()
        return
      }
      first = now()
      onFirst()
      stopping.abort()
    },
  }
}
