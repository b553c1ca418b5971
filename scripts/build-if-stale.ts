// Builds what is to be started, where a source is newer. Its words go to standard error: standard output is the program's.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Ends this process where the build fails, with its exit code; it has said why. */
export function buildIfStale(): void {
  const build = fileURLToPath(new URL('./build.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
