// Builds if a source is newer than dist/. Its output goes to standard error: standard output belongs to the program.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** If the build fails, exits with its code; the build has printed why. */
export function buildIfStale(): void {
  const build = fileURLToPath(new URL('./build.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
