// An export while the dialog is open: the backend holds its rows, for the preview.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure/failure.ts'
import { bridge, failureOf } from '../../bridge.ts'
import { chunksOf, MOST_CHUNK_BYTES } from '../../ui/row-chunks.ts'
import { type DialogSubject, openedSubject } from './export-subject.ts'

export interface OpenedExport {
  /** Null until the backend has all rows. */
  exportId: string | null
  /** Rows sent so far, and how many there are. */
  sent: number
  of: number
  failure: Failure | null
  retry: () => void
  /** The export was begun: it must survive the dialog. */
  letGo: () => void
}

/** An export that was not begun is cancelled when the dialog closes. */
export function useOpenedExport(subject: DialogSubject): OpenedExport {
  const events = subject.of === 'snapshot' ? null : subject.events
  const [state, setState] = useState<Omit<OpenedExport, 'of' | 'retry' | 'letGo'>>(NOTHING_SENT)
  const [turn, setTurn] = useState(0)
  const begun = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` opens it again
  useEffect(() => {
    const gone = new AbortController()
    let opened: string | null = null
    setState(NOTHING_SENT)
    async function open() {
      // Without the signal: the ID must arrive, or the export could not be cancelled.
      const { exportId } = await bridge.exports.open(openedSubject(subject))
      opened = exportId
      let sent = 0
      for (const sources of chunksOf(events?.map(({ source }) => source) ?? [], MOST_CHUNK_BYTES)) {
        if (gone.signal.aborted) return giveUp(exportId)
        await bridge.exports.add({ exportId, sources }, { signal: gone.signal })
        sent += sources.length
        setState((now) => ({ ...now, sent }))
      }
      if (gone.signal.aborted) return giveUp(exportId)
      setState((now) => ({ ...now, exportId }))
    }
    open().catch((error: unknown) => {
      if (gone.signal.aborted) return opened && giveUp(opened)
      setState((now) => ({ ...now, failure: failureOf(error) }))
    })
    return () => {
      gone.abort()
      if (opened !== null && begun.current !== opened) giveUp(opened)
    }
  }, [subject, events, turn])

  const { exportId } = state
  const letGo = useCallback(() => {
    begun.current = exportId
  }, [exportId])
  const retry = useCallback(() => setTurn((now) => now + 1), [])
  return useMemo(() => ({ ...state, of: events?.length ?? 0, retry, letGo }), [state, events, retry, letGo])
}

const NOTHING_SENT = { exportId: null, sent: 0, failure: null }

/** If this call fails, the backend drops the export after a while. */
function giveUp(exportId: string): void {
  bridge.exports.cancel({ exportId }).catch(() => {})
}
