// What every command without a window needs of its process: signals, the terminal, the environment. Standard output is for
// what the command answers, in JSON; everything else goes to standard error.
import { Console } from 'node:console'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { openKeychain } from '../backend/keychain/os-keychain.ts'
import { calledAs } from '../platform/called-as.ts'
import { installNetwork } from '../platform/network.ts'
import { takeVariables } from '../platform/process-facts.ts'
import { userDataFolder } from '../platform/user-data-folder.ts'
import type { CommandEffects } from './export-command.ts'
import { createProgressLine } from './progress-line.ts'
import { startedIn } from './started-in.ts'
import { createStop } from './stop-signals.ts'

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
  const { signal, onSignal } = createStop({
    now: () => performance.now(),
    onFirst: () => progress.say('Stopping. Press Ctrl+C again to stop at once.'),
    endAtOnce: () => process.exit(130),
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  const code = await command(process.argv.slice(2), {
    fetch: installNetwork({ resolveProxy: null, log: progress.say }),
    now: Date.now,
    wait: (ms, ofWait) => delay(ms, undefined, { signal: ofWait }).catch(() => undefined),
    random: Math.random,
    openKeychain,
    variables: takeVariables(process.env),
    defaultFolder: userDataFolder(process.platform, process.env, homedir()),
    startedIn: startedIn(process.env, script, process.cwd()),
    program: `Eventscope ${version()}`,
    calledAs: calledAs(process.argv0, `npm run ${script} --`),
    questionsWorker: questionsWorker(),
    progress,
    signal,
    print: (text) => void process.stdout.write(text),
  })
  // Not left to itself: a keychain's prompt that nobody answers would keep the process.
  process.stdout.write('', () => process.exit(code))
}

/** The built one where this is built too. */
function questionsWorker(): URL {
  const built = new URL('../questions-worker.js', import.meta.url)
  if (existsSync(built)) return built
  return new URL('../backend/snapshots/questions/worker/questions-worker.ts', import.meta.url)
}

// As far from package.json when it is built (dist/command/) as here.
function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
