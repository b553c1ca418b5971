// A value that is made anew in each render, as one that stays: what depends on it is then not done again.

import { useMemo } from 'react'

/** The first of several values in a row that say the same as `next`. It is plain data, which JSON can hold. */
export function useUnchanged<Value>(next: Value): Value {
  const text = JSON.stringify(next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all that is in the value
  return useMemo(() => next, [text])
}
