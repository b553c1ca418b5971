// The code of the list below the one box.
import { useEffect, useState } from 'react'
import { notifyFailure } from '../ui/notify-failure.ts'

type ListPart = typeof import('./find-results.tsx')

/** Loaded when first wanted; null until then. */
export function useListPart(wanted: boolean): ListPart | null {
  const [part, setPart] = useState<ListPart | null>(null)
  useEffect(() => {
    if (wanted && part === null) import('./find-results.tsx').then(setPart, notifyFailure)
  }, [wanted, part])
  return part
}
