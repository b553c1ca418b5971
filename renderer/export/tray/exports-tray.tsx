// The region "Exports": exports under way and their outcomes, in a strip below the panes that covers nothing.
import { ActionIcon, Box, Button, Group, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState, useSyncExternalStore } from 'react'
import type { ExportEntry } from '../../../shared/export/file-export.ts'
import { bridge } from '../../bridge.ts'
import common from '../../ui/common.module.css'
import { download } from '../../ui/download.ts'
import { later } from '../../ui/later.ts'
import { notifyOutcome } from '../../ui/notify.tsx'
import { createExports, createOwnExports, type Exports, type ExportsEffects, isUnderWay } from '../store/exports.ts'
import { ExportRow, type FileActions, itemWords, type RowActions } from './export-row.tsx'
import styles from './exports-tray.module.css'

/** In lower windows the tray is folded until somebody opens it: the space is for rows and lines. Zoom at 200 % halves pixels. */
const LOW = '(max-height: 719px)'

/** Nothing while there are no exports. */
export function ExportsTray({ exports, onOpen }: { exports: Exports; onOpen: RowActions['open'] }) {
  const items = useSyncExternalStore(exports.subscribe, exports.state)
  const isLow = useMediaQuery(LOW, undefined, { getInitialValueInEffect: false })
  const [chosen, setFolded] = useState<boolean | null>(null)
  const isFolded = chosen ?? isLow ?? false
  const titleId = useId()
  if (items.length === 0) return null
  const over = items.filter(({ endedAt }) => endedAt !== null)
  const actions: RowActions = {
    ...FILE_ACTIONS,
    cancel: (id) => notifyOutcome(exports.cancel(id)),
    save: (id) => notifyOutcome(exports.save(id)),
    retry: (id) => notifyOutcome(exports.retry(id)),
    again: (id) => notifyOutcome(exports.again(id)),
    dismiss: exports.dismiss,
    open: onOpen,
  }
  return (
    <section className={styles.tray} aria-labelledby={titleId} data-exports>
      <Group gap="sm" wrap="nowrap" h={36} pl={14} pr={8}>
        <h2 id={titleId} className={common.title}>
          Exports
        </h2>
        <Box component="span" flex={1} className={`${common.cut} ${common.hint}`}>
          {isFolded && items[0] ? `${items[0].fileName}: ${itemWords(items[0]).words}` : summaryWords(items)}
        </Box>
        {over.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label="Clear finished exports"
            title={
              over.some(({ readFirst }) => readFirst)
                ? 'Also deletes the events that were read for these files; the files stay'
                : undefined
            }
            onClick={() => {
              for (const { exportId } of over) exports.dismiss(exportId)
            }}
          >
            Clear finished
          </Button>
        )}
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={isFolded ? 'Show exports' : 'Hide exports'}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        </ActionIcon>
      </Group>
      {!isFolded && (
        <ul className={`${common.list} ${styles.list}`}>
          {items.map((item) => (
            <ExportRow key={item.exportId} item={item} actions={actions} />
          ))}
        </ul>
      )}
      <FinishedAnnouncement items={items} />
    </section>
  )
}

/** Announces the latest finished export, once; not its progress. */
function FinishedAnnouncement({ items }: { items: readonly ExportEntry[] }) {
  const latest = items.find((item) => !isUnderWay(item))
  const { words, failure } = latest === undefined ? { words: '', failure: null } : itemWords(latest)
  return (
    <VisuallyHidden role="status">
      {/* Failures are announced by alerts of their own. */}
      {latest !== undefined && failure === null && `${latest.fileName}: ${words}`}
    </VisuallyHidden>
  )
}

function summaryWords(items: readonly ExportEntry[]): string {
  const running = items.filter(isUnderWay).length
  const over = items.filter(({ endedAt }) => endedAt !== null).length
  const waiting = items.length - running - over
  const parts = [
    running > 0 && `${running} running`,
    waiting > 0 && `${waiting} waiting`,
    over > 0 && `${over} finished`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The exports of the page, wired to the browser. */
export function createPageExports(snapshots: ExportsEffects['snapshots']): Exports {
  const own = (which: 'begun' | 'cleared') => createOwnExports(which, sessionStorage)
  return createExports({ bridge, snapshots, begunHere: own('begun'), cleared: own('cleared'), later, download })
}

/** Each is offered only where it can be done, and rejects with a FailureError otherwise. */
const FILE_ACTIONS: FileActions = {
  showInFolder: (exportId) => bridge.exports.showInFolder({ exportId }),
  downloadCharges: async (exportId) => download((await bridge.exports.charges({ exportId })).address),
  downloadReceipt: async (exportId) => download((await bridge.exports.receipt({ exportId })).address),
  /** Says the outcome in a notice. */
  async addToCase(exportId) {
    const { connectionId, receipt } = await bridge.exports.receiptFacts({ exportId })
    const { addAndSay } = await import('../../case/kept-case.ts')
    await addAndSay(connectionId, { is: 'receipt', id: crypto.randomUUID(), receipt, verified: null })
  },
}
