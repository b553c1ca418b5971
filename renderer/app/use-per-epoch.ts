// State that belongs to one session epoch, and is back at its beginning in the very render that shows another.
import { useCallback, useState } from 'react'

export function usePerEpoch<Value>(epoch: number, beginning: Value): [Value, (next: Value) => void] {
  const [held, setHeld] = useState({ epoch, value: beginning })
  const set = useCallback((value: Value) => setHeld({ epoch, value }), [epoch])
  return [held.epoch === epoch ? held.value : beginning, set]
}
