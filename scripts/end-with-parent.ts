// npm hands SIGTERM to the shell by which it starts a script, and that shell hands it to nobody: what it started stayed.

const LOOK_EVERY_MS = 500

/**
 * Where npm started this process: ends it, as SIGTERM does, when the one in between is gone. On Windows a parent's end is
 * not seen, and one of npm by SIGKILL nowhere: the shell in between lives on.
 */
export function endWithParent(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  looking.unref()
}
