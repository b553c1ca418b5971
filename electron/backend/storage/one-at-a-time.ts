// Read-change-write on a file must not interleave with another one of this process.

/** Runs what it is given one after the other; a rejection reaches its own caller only. */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
}
