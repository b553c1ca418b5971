// A file that is dropped anywhere on the window: with its receipt, or where that is kept here, it is verified; any
// other is checked against the snapshot that is open, and without one it is said what to do. The window never leaves
// for it.
import { notifications } from '@mantine/notifications'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { shownCase } from '../case/shown-case.ts'
import { shortened } from '../ui/excerpt.ts'
import { notifyOffer, say } from '../ui/notify.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import styles from './file-drop.module.css'
import type { OpenedSnapshot } from './store/opened-snapshot.ts'
import { isReceipt, verificationOf } from './store/verification.ts'

const VerifyDialog = dialogOnDemand(async () => (await import('./verify/verify-dialog.tsx')).VerifyDialog)

interface FileDropProps {
  /** A receipt goes to its case. */
  connectionId: string
  opened: OpenedSnapshot
  /** Shows the list of snapshots. */
  onSnapshots: () => void
}

const NOTICE = 'dropped-file'

export function FileDrop({ connectionId, opened, onSnapshots }: FileDropProps) {
  const { dropped } = opened
  const isOpen = useSyncExternalStore(opened.subscribe, () => opened.state().kind === 'open')
  const waiting = useSyncExternalStore(dropped.subscribe, dropped.state)
  const [isOver, setOver] = useState(false)
  const verification = verificationOf(opened)
  const isVerifying = useSyncExternalStore(verification.subscribe, () => verification.state().isOpen)
  // A case that is opened meanwhile would lie below.
  useEffect(
    () => shownCase.subscribe(({ connectionId: shown }) => shown !== null && verification.close()),
    [verification],
  )
  useEffect(() => {
    function over(dragged: DragEvent) {
      if (!holdsFiles(dragged)) return
      dragged.preventDefault()
      if (dragged.dataTransfer !== null) dragged.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    function leave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setOver(false)
    }
    function drop(done: DragEvent) {
      if (!holdsFiles(done)) return
      done.preventDefault()
      setOver(false)
      const files = [...(done.dataTransfer?.files ?? [])]
      if (files.length > 0) void take(files)
    }
    /** Verifies the files, or lets a single one wait (`dropped`) until it can be checked against an open snapshot. */
    async function take(files: readonly File[]) {
      const areReceipts = await Promise.all(files.map(isReceipt))
      const [file] = files
      if (verification.state().isOpen || areReceipts.includes(true)) return verification.bring(files)
      if (file === undefined || files.length > 1) {
        return say('One file is checked at a time: drop a single one, or a file with its receipt.', 'refused')
      }
      const put = () => dropped.set({ file, isChecked: false })
      // With `put` for the case that its receipt turns out not to be kept here.
      if (await verification.expects(file)) await verification.bring([file], put)
      else put()
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [dropped, verification])
  useEffect(() => {
    if (waiting === null) {
      notifications.hide(NOTICE)
      return
    }
    if (isOpen) {
      opened.showTab('Check a file')
      return
    }
    const name = shortened(waiting.file.name, 60)
    notifyOffer({
      id: NOTICE,
      words: `A file is checked against a snapshot, and none is open. Open one, or load a search: ${name} is checked there.`,
      action: 'Open a snapshot',
      onAction: onSnapshots,
      onClose: () => dropped.set(null),
    })
  }, [waiting, isOpen, opened, dropped, onSnapshots])
  return (
    <>
      {isOver && (
        <div className={styles.over} aria-hidden>
          <p>{overWords(isOpen, isVerifying)}</p>
        </div>
      )}
      <VerifyDialog opened={isVerifying} verification={verification} connectionId={connectionId} />
    </>
  )
}

function overWords(isOpen: boolean, isVerifying: boolean): string {
  if (isVerifying) return 'Drop the file or its receipt to verify it'
  return isOpen ? 'Drop the file to check it against this snapshot' : 'Drop the file to check it against a snapshot'
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
