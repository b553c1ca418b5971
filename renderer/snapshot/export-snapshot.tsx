// "Export" in the head of an opened snapshot: all of its rows, or those of the filter that is set in it, as they are sorted there.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useOpenedWindow } from './opened-context.ts'
import { useSnapshotExports } from './snapshot-exports.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

export function ExportSnapshot({ snapshot, scope }: SnapshotTabProps) {
  const exports = useSnapshotExports()
  const { opened, shownColumns } = useOpenedWindow()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
      onClick={() => {
        const view = opened.place()?.view
        const seen = { scope, sort: view?.sort ?? null, columns: shownColumns.current }
        exports.open(snapshot, seen)
      }}
    >
      Export
    </Button>
  )
}
