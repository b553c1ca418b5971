// npm run export: the composition root without a window. Reads every match and writes it to a file with its receipt.
// Standard output is for the one JSON line at the end; everything else goes to standard error.
import { Console } from 'node:console'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { openKeychain } from '../backend/keychain/os-keychain.ts'
import { installNetwork } from '../platform/network.ts'
import { takeVariables } from '../platform/process-facts.ts'
import { userDataFolder } from '../platform/user-data-folder.ts'
import { type ExportOutcome, exportAllMatches } from './export-all-matches.ts'
import { type ExportArguments, readExportArguments } from './export-arguments.ts'
import { createProgressLine } from './progress-line.ts'
import { createStop } from './stop-signals.ts'

globalThis.console = new Console(process.stderr, process.stderr)
const variables = takeVariables(process.env)
const given = readExportArguments(process.argv.slice(2))
if (given.ok) await main(given.value)
else {
  process.stderr.write(`${given.message}\n`)
  process.exitCode = given.code
}

async function main(args: ExportArguments): Promise<void> {
  const progress = createProgressLine(process.stderr)
  const { signal, onSignal } = createStop({
    now: () => performance.now(),
    onFirst: () => progress.say('Stopping. Press Ctrl+C once more to end at once.'),
    endAtOnce: () => process.exit(130),
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  const folder = args.userData ?? userDataFolder(process.platform, process.env, homedir())
  const end = await exportAllMatches(args, resolve(args.out), {
    fetch: installNetwork({ resolveProxy: null, log: progress.say }),
    now: Date.now,
    wait: (ms, ofWait) => delay(ms, undefined, { signal: ofWait }).catch(() => undefined),
    random: Math.random,
    keychain: await openKeychain(),
    variables,
    folder: resolve(folder),
    program: `Eventscope ${version()}`,
    progress,
    signal,
  })
  progress.end()
  const code = tell(end, args)
  // Not left to itself: a keychain's prompt that nobody answers would keep the process.
  process.stdout.write('', () => process.exit(code))

  /** Says how it ended; answers with the exit code. */
  function tell(end: ExportOutcome, { out, userData }: ExportArguments): number {
    switch (end.kind) {
      case 'written':
        process.stdout.write(`${JSON.stringify(end.written)}\n`)
        return end.written.verdict === 'complete' ? 0 : 3
      case 'refused':
        progress.say(end.message)
        return 2
      case 'failed':
      case 'stopped': {
        progress.say(end.message)
        const more = userData === undefined ? '' : ` --user-data ${quoted(userData)}`
        if (end.resumable) progress.say(`To go on: npm run export -- --out ${quoted(out)} --resume${more}`)
        return end.kind === 'failed' ? 1 : 130
      }
      default:
        return end satisfies never
    }
  }
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** For a shell, as far as it needs it. */
function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
