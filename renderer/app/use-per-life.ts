// State that belongs to one opening of a connection, and is back at its beginning in the very render that shows another.
import { useCallback, useState } from 'react'

export function usePerLife<Value>(life: number, beginning: Value): [Value, (next: Value) => void] {
  const [held, setHeld] = useState({ life, value: beginning })
  const set = useCallback((value: Value) => setHeld({ life, value }), [life])
  return [held.life === life ? held.value : beginning, set]
}
