// The choices of the dialog "Export", as they were left on this connection.
import { useCallback, useEffect, useRef, useState } from 'react'
import { bridge } from '../../bridge.ts'
import { DRAFT_NAME, type ExportDraft, FIRST_DRAFT, readExportDraft } from '../store/export-draft.ts'

/** How long to wait for a keychain that may be asking its user, in milliseconds. */
const KEYCHAIN_WITHIN_MS = 1_000

/** Null until read; a changed draft is remembered when the dialog closes, in whichever way. */
export function useExportDraft(connectionId: string) {
  const [draft, setDraft] = useState<ExportDraft | null>(null)
  const changed = useRef<ExportDraft | null>(null)
  useEffect(() => {
    let isGone = false
    const take = (text: string | null) => !isGone && setDraft((now) => now ?? readExportDraft(text))
    const timer = setTimeout(() => setDraft((now) => now ?? FIRST_DRAFT), KEYCHAIN_WITHIN_MS)
    bridge.remembered.read({ connectionId, name: DRAFT_NAME }).then(take, () => take(null))
    return () => {
      isGone = true
      clearTimeout(timer)
      // Silent on failure: the file is written as chosen all the same.
      if (changed.current !== null) {
        const value = JSON.stringify(changed.current)
        bridge.remembered.write({ connectionId, name: DRAFT_NAME, value }).catch(() => {})
      }
    }
  }, [connectionId])
  const change = useCallback((next: ExportDraft) => {
    changed.current = next
    setDraft(next)
  }, [])
  return [draft, change] as const
}
