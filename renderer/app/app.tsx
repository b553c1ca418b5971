// app/ is one window: it joins all subjects around the connection that is open.
// The page as a whole: what is remembered, which connection is open, and the dialogs over everything.
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Connection, ENVIRONMENT_WORDS } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { bridge, outcomeOf } from '../bridge.ts'
import { shownCase } from '../case/shown-case.ts'
import { useConnectionActions, useConnections } from '../connections/use-connections.ts'
import { isOfConnection, useDialog } from '../connections/use-dialog.ts'
import { Exporting, ExportsRegion, useExports } from '../export/exporting.tsx'
import { createOpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import { useSnapshots } from '../snapshot/use-snapshots.ts'
import { BackendPresence } from '../ui/backend-presence.tsx'
import { dialogOnDemand, partBehindRows, partOnDemand } from '../ui/on-demand.tsx'
import type { AskedRequest } from './activity/activity-drawer.tsx'
import { type BegunSession, returnToLive, useConnectionSession } from './connection-session.ts'
import { AppProviders, useScheme } from './frame/app-frame.tsx'
import { InspectorPage } from './inspector-page.tsx'
import { useShownLink } from './link/shown-link.ts'
import { type ChangeSettings, useSettings, useShownZones } from './settings/use-settings.ts'
import { type AddressAtStart, useAddress } from './use-address.ts'

const WithoutConnection = partOnDemand(async () => (await import('./without-connection.tsx')).WithoutConnection)
const CaseDialog = dialogOnDemand(async () => (await import('../case/case-dialog.tsx')).CaseDialog)
const ConnectionDialogs = dialogOnDemand(() =>
  import('../connections/connection-dialogs.tsx').then((part) => part.ConnectionDialogs),
)
const HelpDialog = dialogOnDemand(async () => (await import('./help/help-dialog.tsx')).HelpDialog)
const ActivityDrawer = dialogOnDemand(() =>
  import('./activity/activity-drawer.tsx').then((part) => part.ActivityDrawer),
)
const FileDrop = partBehindRows(async () => (await import('../snapshot/file-drop.tsx')).FileDrop)
const Links = partBehindRows(async () => (await import('./link/links.tsx')).Links)
const SnapshotsList = dialogOnDemand(async () => (await import('../snapshot/snapshots-list.tsx')).SnapshotsList)
const SettingsDialog = dialogOnDemand(() =>
  import('./settings/settings-dialog.tsx').then((part) => part.SettingsDialog),
)

/** Gives the focus to the header once a first connection is open: the page without one goes, and the button pressed. */
function useFocusOfFirst(isOpen: boolean) {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isFirst = isOpen && !wasOpen.current
    wasOpen.current = isOpen
    if (!isFirst) return
    // The header may still be loaded, and what was pressed still be there.
    const arrivals = new MutationObserver(give)
    arrivals.observe(document.body, { childList: true, subtree: true })
    give()
    return () => arrivals.disconnect()

    function give() {
      const button = document.querySelector<HTMLElement>('header button')
      if (button === null) return
      arrivals.disconnect()
      const focused = document.activeElement
      if (focused === null || focused === document.body) button.focus({ preventScroll: true })
    }
  }, [isOpen])
}

const askShell = () => outcomeOf(() => bridge.shell.info())

/** This is what was opened before anything is drawn. */
export interface OpenedAtStart {
  /** The page's address leads there. */
  start: AddressAtStart
  connectionId: string | null
  /** Whether pages are fetched ahead, as the settings have it now. */
  fetchesAhead: { current: boolean }
  /** Null where no connection is open. */
  begun: BegunSession | null
}

interface AppProps {
  /** The Content-Security-Policy nonce of this page load, for style elements. */
  nonce: string
  queryClient: QueryClient
  initialSettings: Settings
  shell: ShellInfo
  initialConnections: Connection[]
  atStart: OpenedAtStart
}

export function App({ nonce, initialSettings, ...rest }: AppProps) {
  const [settings, change] = useSettings(bridge, initialSettings)
  const scheme = useScheme(settings.theme)
  return (
    <AppProviders scheme={scheme} nonce={nonce} queryClient={rest.queryClient}>
      <BackendPresence ask={rest.shell.shell === 'browser' ? askShell : null}>
        <Page {...rest} settings={settings} change={change} />
      </BackendPresence>
    </AppProviders>
  )
}

interface PageProps extends Omit<AppProps, 'nonce' | 'initialSettings'> {
  settings: Settings
  change: ChangeSettings
}

function Page({ queryClient, shell, initialConnections, atStart, ...remembered }: PageProps) {
  // This is what the page opened with, whatever is passed later.
  const [{ start, connectionId, fetchesAhead, begun }] = useState(atStart)
  const connections = useConnections(initialConnections, connectionId)
  const { list, current, epoch } = connections
  const { arrivals } = start
  const [opened] = useState(() => createOpenedSnapshot({ bridge }))
  const openedZone = useSyncExternalStore(opened.subscribe, () => {
    const state = opened.state()
    return state.kind === 'open' ? state.snapshot.range.zone : null
  })
  const [settings, change] = useShownZones(remembered.settings, remembered.change, {
    billing: current?.billingZone ?? null,
    opened: openedZone,
  })
  const session = useConnectionSession({ bridge, queryClient, settings, arrivals, fetchesAhead }, current, epoch, begun)
  const actions = useConnectionActions({ bridge, queryClient }, connections, session, change, opened.backToLive)
  useEffect(() => (session === null ? undefined : returnToLive(session, opened)), [session, opened])
  const snapshots = useSnapshots(opened, session)
  const exports = useExports(snapshots)
  const goTo = useAddress(session, connections, actions, opened, start)
  const { dialog, dialogs, close } = useDialog()
  const shownLink = useShownLink()
  const caseOf = useSyncExternalStore(shownCase.subscribe, shownCase.connectionId)

  const runAgain = useCallback(
    (asked: AskedRequest) => {
      close()
      if (asked.kind === 'event') session?.details.find(asked.eventId)
      else session?.search.ask(asked.request)
    },
    [session, close],
  )

  useEffect(() => {
    document.title = current ? `${current.name} (${ENVIRONMENT_WORDS[current.environment]}) – Eventscope` : 'Eventscope'
  }, [current])

  useFocusOfFirst(session !== null)

  const links = { shown: shownLink, opened, connections: list, session, pageSize: settings.pageSize, goTo }
  if (!current || !session) {
    return (
      <Exporting exports={exports}>
        <Links {...links} onAdd={null} />
        <WithoutConnection
          connections={list}
          keychain={shell.keychain}
          actions={actions}
          snapshots={snapshots}
          zone={settings.zone}
          below={<ExportsRegion exports={exports} onOpen={null} />}
        />
      </Exporting>
    )
  }
  return (
    <Exporting exports={exports}>
      <InspectorPage
        current={current}
        connections={list}
        session={session}
        snapshots={snapshots}
        exports={exports}
        opened={opened}
        shell={shell}
        settings={settings}
        changeSettings={change}
        actions={actions}
        dialogs={dialogs}
        goTo={goTo}
        showLink={shownLink.show}
      />
      <HelpDialog
        opened={dialog === 'help'}
        mac={shell.platform === 'darwin'}
        signs={settings.slashFocusesFilters}
        connection={current}
        backToLive={opened.backToLive}
        onClose={close}
      />
      <ConnectionDialogs
        opened={isOfConnection(dialog)}
        dialog={dialog}
        current={current}
        actions={actions}
        snapshots={snapshots}
        onClose={close}
      />
      <CaseDialog opened={caseOf !== null} connectionId={caseOf} onClose={shownCase.close} />
      <Links {...links} onAdd={dialogs.add} />
      <FileDrop connectionId={current.id} opened={opened} onSnapshots={dialogs.snapshots} />
      <SnapshotsList
        opened={dialog === 'snapshots'}
        snapshots={snapshots}
        connections={list}
        zone={settings.zone}
        onOpen={opened.open}
        onClose={close}
      />
      <ActivityDrawer
        opened={dialog === 'activity'}
        zone={settings.zone}
        baseUrl={current.baseUrl}
        onRunAgain={runAgain}
        onClose={close}
      />
      <SettingsDialog
        opened={dialog === 'settings'}
        settings={settings}
        billingZone={current.billingZone}
        shell={shell}
        openedSnapshot={opened}
        unkept={session.answers.unkept}
        onClear={actions.clearCache}
        onHelp={dialogs.help}
        onChange={change}
        onPageSize={(pageSize) => {
          change({ pageSize })
          session.search.limit(pageSize)
        }}
        onActivity={dialogs.activity}
        onClose={close}
      />
    </Exporting>
  )
}
