// The first rows of the file, requested again as the options change.
import { useEffect, useState } from 'react'
import type { ExportOptions, ExportPreview } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { bridge, failureOf } from '../../bridge.ts'

/** Options are sent once typing pauses, not letter by letter. In ms. */
const SETTLED_MS = 120

export interface Previewed {
  /** For the last valid options; null before the first. */
  preview: ExportPreview | null
  failure: Failure | null
  /** Another one is on its way. */
  busy: boolean
}

/** @param options null while they are invalid: the last preview stays */
export function useExportPreview(exportId: string | null, options: ExportOptions | null): Previewed {
  const [state, setState] = useState<Previewed>({ preview: null, failure: null, busy: true })
  const asked = options === null ? null : JSON.stringify(options)
  useEffect(() => {
    if (exportId === null || asked === null) return
    const gone = new AbortController()
    setState((now) => ({ ...now, busy: true }))
    const timer = setTimeout(() => {
      const wanted: ExportOptions = JSON.parse(asked)
      bridge.exports.preview({ exportId, options: wanted }, { signal: gone.signal }).then(
        (preview) => gone.signal.aborted || setState({ preview, failure: null, busy: false }),
        (error: unknown) =>
          gone.signal.aborted || setState((now) => ({ ...now, failure: failureOf(error), busy: false })),
      )
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [exportId, asked])
  return state
}
