// npm hands SIGTERM to the shell by which it starts a script, and that shell hands it to nobody: what it started stayed.

const LOOK_EVERY_MS = 500

/** Ends this process as SIGTERM does when the process that started it is gone. On Windows a parent's end is not seen. */
export function endWithParent(): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  looking.unref()
}
