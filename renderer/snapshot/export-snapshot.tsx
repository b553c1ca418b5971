// "Export" in the head of an opened snapshot: all of its rows, or those of the filter that is set in it, as they are sorted there.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useOpenExport } from '../export/exporting.tsx'
import { snapshotSubject } from '../export/snapshot-subject.ts'
import { useOpenedWindow } from './opened-context.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

export function ExportSnapshot({ snapshot, scope }: SnapshotTabProps) {
  const open = useOpenExport()
  const { opened, shownColumns } = useOpenedWindow()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
      onClick={() => {
        const view = opened.place()?.view
        const seen = { scope, sort: view?.sort ?? null, columns: shownColumns.current }
        open(snapshotSubject(snapshot, seen), snapshot.connection.name)
      }}
    >
      Export
    </Button>
  )
}
