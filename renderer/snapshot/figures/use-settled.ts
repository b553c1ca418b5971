// What several answers come to together: while one of them is awaited, what they came to before.
import { useState } from 'react'

/** The latest values from when nothing was awaited, so that none of them stands beside what it does not belong to. */
export function useSettled<T extends object>(now: T, isBusy: boolean): T {
  const [held, setHeld] = useState(now)
  const names = Object.keys(now) as (keyof T)[]
  if (isBusy || names.every((name) => held[name] === now[name])) return held
  setHeld(now)
  return now
}
