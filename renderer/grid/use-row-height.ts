// How high rows are in this window; every grid of it has the same.
import { useSyncExternalStore } from 'react'
import { rowHeight } from './grid-measures.ts'

/** In CSS pixels. */
export const useRowHeight = (): number => useSyncExternalStore(onResize, () => rowHeight(innerHeight))

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
