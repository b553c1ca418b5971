// worth/ is where the user says what events are worth, and so which properties are amounts, currencies and units.
import { useEffect, useState } from 'react'
import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { useRemembered } from '../ui/use-remembered.tsx'
import { OLDER_MEANINGS, RULES_TEXT } from './kept-rules-text.ts'

/**
 * What the properties of a connection's events mean by its rules; while there are none, as it was said before.
 * `isKnown`: false until they are loaded; `meanings` is empty until then.
 */
export function useMeanings(connectionId: string) {
  const [kept] = useRemembered(connectionId, RULES_TEXT)
  const [older] = useRemembered(connectionId, OLDER_MEANINGS)
  const text = kept?.text ?? null
  const isKept = kept !== null
  // What was known holds until the next is there.
  const [known, setKnown] = useState<{ connectionId: string; meanings: PropertyMeanings } | null>(null)
  useEffect(() => {
    if (!isKept) return
    let isWanted = true
    const know = (meanings: PropertyMeanings | null) => {
      if (isWanted && meanings !== null) setKnown({ connectionId, meanings })
    }
    if (text === null) know(older)
    // What reads rules is no part of the page's start.
    else void import('./meanings-of-text.ts').then(({ meaningsOfText }) => know(meaningsOfText(text)))
    return () => {
      isWanted = false
    }
  }, [connectionId, isKept, text, older])
  const meanings = known?.connectionId === connectionId ? known.meanings : null
  return { meanings: meanings ?? NO_MEANINGS, isKnown: meanings !== null }
}

const NO_MEANINGS: PropertyMeanings = []
