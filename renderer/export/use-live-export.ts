// "Export" of the live page, from its menu, the selection and the one box.
import { useCallback, useEffect, useRef } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Exportable } from '../live/results/export-menu.tsx'
import { notifyFailed } from '../ui/notify-failure.ts'
import { useOpenExport } from './exporting.tsx'
import type { RowsOnScreen } from './live-subject.ts'

/** A stable function, which exports what is on screen when it is called. */
export function useLiveExport(rows: RowsOnScreen, current: Connection, zone: string): (what: Exportable) => void {
  const open = useOpenExport()
  const latest = useRef({ rows, current, zone })
  useEffect(() => {
    latest.current = { rows, current, zone }
  })
  return useCallback(
    (what) => {
      const { rows, current, zone } = latest.current
      void import('./live-subject.ts').then(({ liveSubject }) => {
        const subject = liveSubject(what, rows, current, zone)
        if (subject?.ok) open(subject.value, current.name)
        else if (subject !== null) notifyFailed(subject.failure)
      })
    },
    [open],
  )
}
