// npm sends SIGTERM to the shell that runs a script, and the shell does not pass it on: the script would stay behind.

const LOOK_EVERY_MS = 500

/**
 * Under npm, ends this process as SIGTERM would once its parent, the shell, is gone. It does not notice a parent's end
 * on Windows, and npm's end by SIGKILL, which leaves the shell alive.
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
