// This is what can be done with an opened snapshot, in its head: compare it, check for changes, export it, and the rest
// behind "…".

import { ActionIcon, Button, Menu, Modal } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { Fragment, type ReactElement, type ReactNode, type Ref, useRef, useState, useSyncExternalStore } from 'react'
import { searchAsked } from '../../shared/connection/link.ts'
import type { Filters } from '../../shared/event/event.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { USUAL_SAMPLE } from '../../shared/snapshot/asked-sample.ts'
import { madeForSnapshot } from '../../shared/snapshot/made-for.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { lastInstantBefore } from '../../shared/snapshot/snapshot-range.ts'
import { isAllRead, ONLY_PROVED_EXTENDS, verdictOf } from '../../shared/snapshot/verdict-name.ts'
import { Choice } from '../live/results/export-menu.tsx'
import { copyLink } from '../live/searches/copy-link-button.tsx'
import { useTabTables } from '../tables/tab-table.ts'
import { notifyError } from '../ui/notify.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { useSnapshotExports } from './events/snapshot-exports.ts'
import { SnapshotForm } from './list/snapshot-form.tsx'
import { comparisonOf, readToCompare, useOpenedWindow } from './opened/opened-context.ts'
import { comparedSnapshots, daysToCount, KEEP_CLOSING, NOT_FINISHED, noDaysWords } from './store/compared-snapshots.ts'
import type { SnapshotComparison } from './store/snapshot-comparison.ts'
import { againWords } from './store/snapshot-order.ts'
import type { SnapshotTabName, SnapshotTabProps } from './store/snapshot-tab.ts'

const CHEVRON = <IconChevronDown size={13} stroke={1.7} aria-hidden />

export function SnapshotActions({ tab, ...props }: SnapshotTabProps & { tab: SnapshotTabName }) {
  return (
    <>
      <CompareAction {...props} />
      <CheckForChanges {...props} />
      <ExportAction {...props} tab={tab} />
      <MoreActions {...props} />
    </>
  )
}

interface ActionMenuProps {
  button: (ref: Ref<HTMLButtonElement>) => ReactElement
  width?: number
  children: ReactNode
}

function ActionMenu({ button, width, children }: ActionMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" {...(width && { width })} withInitialFocusPlaceholder={false}>
      <Menu.Target>{button(target)}</Menu.Target>
      {/* The chosen item is about to unmount, and a dialog it opens returns the focus to what has it now. */}
      <Menu.Dropdown onClickCapture={() => target.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** @returns a function that begins a comparison and shows it */
function useBeginComparison() {
  const window = useOpenedWindow()
  const comparison = comparisonOf(window)
  return (begin: (comparison: SnapshotComparison) => void, tab: SnapshotTabName = 'Changes') => {
    begin(comparison)
    window.opened.showTab(tab)
  }
}

const CompareDialog = dialogOnDemand(async () => (await import('./comparison/compare-dialog.tsx')).CompareDialog)

/** "Changes" is for readings of one search and range, "Comparison" for all others. */
function CompareAction({ snapshot, zone }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const [isChoosing, setChoosing] = useState(false)
  const begin = useBeginComparison()
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => {
          // Another window may have taken snapshots.
          void snapshots.refresh()
          setChoosing(true)
        }}
      >
        Compare…
      </Button>
      <CompareDialog
        opened={isChoosing}
        snapshot={snapshot}
        list={list}
        connections={connections}
        zone={zone}
        onClose={() => setChoosing(false)}
        onCompare={(other) => {
          setChoosing(false)
          const ofOneSearch = comparedSnapshots(snapshot, other)
          if (ofOneSearch !== null) return begin((comparison) => comparison.show(ofOneSearch))
          begin((comparison) => comparison.compare(snapshot.id, other.id), 'Comparison')
        }}
        onRead={(range) => {
          setChoosing(false)
          const show = () => opened.open(snapshot.id, { tab: 'Comparison' })
          readToCompare(snapshot, range, { opened, snapshots }, show).catch(notifyError)
        }}
      />
    </>
  )
}

const SampleDialog = dialogOnDemand(async () => (await import('./changes/sample-dialog.tsx')).SampleDialog)

const NO_COPY = 'Needs a closing copy, to compare with: “Keep as closing copy” is behind “…”.'

/** Three ways to ask the service whether anything changed, each with what it costs, finds and misses. */
function CheckForChanges({ snapshot, zone, onShowEvents }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const [isSampling, setSampling] = useState(false)
  const begin = useBeginComparison()
  const { closed, rows, status } = snapshot
  const noConnection = useWhyNoConnection(snapshot)
  const noCopy = noConnection ?? (closed === null ? NO_COPY : undefined)
  const notRead = noConnection ?? (status.state === 'finished' ? undefined : NOT_FINISHED)
  const days = daysToCount(snapshot)
  // 300, of which the words say what they find: 0.99 to the power of 300 is below 5 %.
  const sampled = Math.min(USUAL_SAMPLE, rows)
  return (
    <>
      <ActionMenu
        width={400}
        button={(ref) => (
          <Button ref={ref} variant="default" rightSection={CHEVRON}>
            Check for changes…
          </Button>
        )}
      >
        <Choice
          name="Count each day again"
          {...(days !== null && { cost: countWords(days, 'request') })}
          note={
            noCopy ??
            'Finds the days with more or fewer events. Misses events that were altered, or replaced by another on the same day.'
          }
          disabled={noCopy !== undefined}
          onChoose={() => begin((comparison) => comparison.recheck(snapshot))}
        />
        <Choice
          name={`Spot-check ${countWords(sampled, 'event')}`}
          cost={countWords(sampled, 'request')}
          note={
            noCopy ??
            (sampled < rows
              ? '95 % likely to find one if more than 1 in 100 was altered or deleted. Misses new events.'
              : 'Finds every event that was altered or deleted. Misses new events.')
          }
          disabled={noCopy !== undefined}
          onChoose={() => setSampling(true)}
        />
        <Choice
          name="Read all again"
          cost={againWords(snapshot)}
          note={notRead ?? 'Finds every change, event by event, and says what it comes to in money.'}
          disabled={notRead !== undefined}
          onChoose={() => begin((comparison) => comparison.readAgain(snapshot))}
        />
      </ActionMenu>
      <SampleDialog
        opened={isSampling}
        snapshot={snapshot}
        zone={zone}
        connections={connections}
        onAsked={() => {
          void snapshots.refresh()
          opened.renew()
        }}
        onShowEvents={onShowEvents}
        onClose={() => setSampling(false)}
      />
    </>
  )
}

/** It is as wide with the sign of a menu and without: what stands beside it stays in place from tab to tab. */
const EXPORT_WIDTH = 78

/** The rows, narrowed by conditions and sorted as in "Events"; on a tab of figures first the table of these. */
function ExportAction({ snapshot, scope, tab }: SnapshotTabProps & { tab: SnapshotTabName }) {
  const exports = useSnapshotExports()
  const { opened, shownColumns } = useOpenedWindow()
  const exportEvents = () => {
    const sort = opened.place()?.view.sort ?? null
    exports.open(snapshot, { scope, sort, columns: shownColumns.current })
  }
  if (tab === 'Events') {
    return (
      <Button variant="filled" miw={EXPORT_WIDTH} onClick={exportEvents}>
        Export
      </Button>
    )
  }
  return (
    <ActionMenu
      button={(ref) => (
        <Button ref={ref} variant="filled" miw={EXPORT_WIDTH} rightSection={CHEVRON}>
          Export
        </Button>
      )}
    >
      <TableChoices />
      <Menu.Item onClick={exportEvents}>Events…</Menu.Item>
    </ActionMenu>
  )
}

/** They are a part of their own, which is drawn when the menu opens: the tables are those of then. */
const TableChoices = () =>
  useTabTables().map(({ name, save, print }) => (
    <Fragment key={name}>
      <Menu.Item onClick={() => save('xlsx')}>{name} as an Excel file</Menu.Item>
      <Menu.Item onClick={() => save('csv')}>{name} as a CSV file</Menu.Item>
      <Menu.Item onClick={print}>Print “{name}”</Menu.Item>
    </Fragment>
  ))

const ExtendDialog = dialogOnDemand(async () => (await import('./changes/extend-dialog.tsx')).ExtendDialog)
const ClosingCopyDialog = dialogOnDemand(async () => (await import('./closing-copy-dialog.tsx')).ClosingCopyDialog)

/** These are done once a month rather than every minute. */
function MoreActions({ snapshot, zone }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const [dialog, setDialog] = useState<'extend' | 'close' | 'rename' | 'delete' | null>(null)
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const { closed, connection } = snapshot
  const noConnection = useWhyNoConnection(snapshot)
  const notExtended = noConnection ?? (isAllRead(verdictOf(snapshot)) ? undefined : ONLY_PROVED_EXTENDS)
  // That it is kept can be taken back without asking the service.
  const notKept =
    closed === null ? (noConnection ?? (daysToCount(snapshot) === null ? noDaysWords(snapshot) : undefined)) : undefined
  const close = () => setDialog(null)
  /** Its name is another one, or it is there no longer, whichever window did it. */
  const closeForm = () => {
    close()
    if (snapshots.state().list?.snapshots.some(({ id }) => id === snapshot.id)) opened.renew()
    else opened.backToLive()
  }
  return (
    <>
      <ActionMenu
        width={300}
        button={(ref) => (
          <ActionIcon ref={ref} size={28} aria-label="More actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        )}
      >
        <Choice
          name="Extend the period…"
          note={notExtended ?? ''}
          disabled={notExtended !== undefined}
          onChoose={() => setDialog('extend')}
        />
        <Choice
          name={closed === null ? `${KEEP_CLOSING}…` : 'Closing copy…'}
          note={notKept ?? ''}
          disabled={notKept !== undefined}
          onChoose={() => setDialog('close')}
        />
        <Menu.Item onClick={() => setDialog('rename')}>Rename…</Menu.Item>
        <Menu.Item
          aria-description={LINK}
          title={LINK}
          onClick={() => void copyLink(connection, searchAsked(filtersOf(snapshot), snapshot.range.zone))}
        >
          Copy link
        </Menu.Item>
        <Menu.Item onClick={() => setDialog('delete')}>Delete…</Menu.Item>
      </ActionMenu>
      <ExtendDialog
        opened={dialog === 'extend'}
        snapshot={snapshot}
        account={connections.find(({ id }) => id === connection.id)?.account ?? connection.account}
        snapshots={snapshots}
        onClose={close}
      />
      <ClosingCopyDialog opened={dialog === 'close'} snapshot={snapshot} zone={zone} onClose={close} />
      <Modal
        opened={dialog === 'rename' || dialog === 'delete'}
        onClose={close}
        title={dialog === 'delete' ? 'Delete this snapshot' : 'Rename this snapshot'}
      >
        {(dialog === 'rename' || dialog === 'delete') && (
          <SnapshotForm
            form={dialog}
            snapshot={snapshot}
            madeForIt={madeForSnapshot(list?.snapshots ?? [], snapshot.id)}
            snapshots={snapshots}
            connections={connections}
            onClose={closeForm}
          />
        )}
      </Modal>
    </>
  )
}

const LINK = 'A link to the search of this snapshot, for somebody with the same service'

/** Gives what the service is asked for the same events now. */
function filtersOf({ search, range: { from, until }, until: readUntil }: SnapshotSummary): Filters {
  const end = until ?? readUntil
  return {
    ...search,
    ...(from === null ? {} : { createdAtFrom: from }),
    ...(end === null ? {} : { createdAtTo: lastInstantBefore(end) }),
  }
}

/** Why nothing can be asked of the service for a snapshot whose connection was deleted; undefined: it is there. */
function useWhyNoConnection({ connection }: SnapshotSummary): string | undefined {
  const isThere = useOpenedWindow().connections.some(({ id }) => id === connection.id)
  return isThere ? undefined : 'Its connection was deleted. What was read can still be viewed and exported.'
}
