// Keeps read-modify-write sequences on one file from interleaving within this process.

/** Runs tasks one after another. A rejection only reaches its own caller. */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
}
