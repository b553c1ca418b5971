// The state of one export dialog: ready, running, or over.
import { useCallback, useEffect, useRef, useState } from 'react'
import { bridge, failureOf } from '../../bridge.ts'
import type { ExportScope } from './export-words.ts'
import { type ExportEnd, runExport } from './run-export.ts'
import { saveDownload } from './save-download.ts'

export type ExportState =
  | { state: 'ready' }
  | { state: 'running'; sent: number; of: number; stopping: boolean }
  | ExportEnd

export function useExport(connectionId: string, what: ExportScope, sources: readonly string[]) {
  const [state, setState] = useState<ExportState>({ state: 'ready' })
  const running = useRef<AbortController | null>(null)
  // A dialog that is taken away takes its export along.
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(async () => {
    const controller = new AbortController()
    running.current = controller
    setState({ state: 'running', sent: 0, of: sources.length, stopping: false })
    const { signal } = controller
    const onProgress = (sent: number) => setState((now) => (now.state === 'running' ? { ...now, sent } : now))
    const end = await runExport({
      exports: bridge.rowExports,
      failureOf,
      connectionId,
      what,
      sources,
      signal,
      onProgress,
    })
    running.current = null
    if (end.state === 'done' && end.outcome.kind === 'download') saveDownload(end.outcome.fileName, end.outcome.text)
    setState(end)
  }, [connectionId, what, sources])

  const cancel = useCallback(() => {
    running.current?.abort()
    setState((now) => (now.state === 'running' ? { ...now, stopping: true } : now))
  }, [])

  return { state, start, cancel }
}
