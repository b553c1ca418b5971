// "Export" in the head of an opened snapshot: all of its rows, or those of the filter that is set in it.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { SnapshotTabProps } from '../session/snapshot-tab.ts'
import { useOpenExport } from './exporting.tsx'
import { snapshotSubject } from './snapshot-subject.ts'

export function ExportSnapshot({ snapshot, scope }: SnapshotTabProps) {
  const open = useOpenExport()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
      onClick={() => open(snapshotSubject(snapshot, scope), snapshot.connection.name)}
    >
      Export
    </Button>
  )
}
