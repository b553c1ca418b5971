// `--help` of the scripts that run the browser shell, from its source: nothing needs to be built for an answer.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Where `--help` is among the arguments, has the shell answer it, and exits. */
export function browserHelp(): void {
  if (!process.argv.includes('--help')) return
  const shell = fileURLToPath(new URL('../electron/browser/browser-shell.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, [shell, '--help'], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
