// The window's layout: the environment's stripe, header, and three panes that become overlays where there is no room.

import { Button, MantineProvider } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Environment } from '../../../shared/connection/connection.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import { OWN_FAULT } from '../../../shared/failure/failure-words.ts'
import { type DetailsSide, EventPanes } from '../../grid/event-panes.tsx'
import { useBackendAbsence } from '../../ui/backend-presence.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { partBehindRows } from '../../ui/on-demand.tsx'
import { SidePane } from '../../ui/side-pane.tsx'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import styles from './app-frame.module.css'

interface FiltersSide {
  content: ReactNode
  open: boolean
  close: () => void
}

interface AppFrameProps {
  environment: Environment
  /** Too narrow for three panes: filters and details are overlays. */
  narrow: boolean
  header: ReactNode
  filters: FiltersSide
  results: ReactNode
  details: DetailsSide
  /** Covers the three panes, which stay mounted; null: nothing. */
  over: ReactNode | null
  /** At the window's lower edge, whatever else is on screen: readings and exports under way. */
  below: ReactNode
}

export function AppFrame(props: AppFrameProps) {
  const { environment, narrow, header, filters, results, details, over, below } = props
  const beneath = useFocusBeneath(over !== null)
  return (
    <div className={styles.frame}>
      <div className={styles.stripe} data-environment={environment} />
      <div className={styles.header}>{header}</div>
      <BackendAbsence />
      <div className={styles.stage}>
        <div
          className={styles.panes}
          inert={over !== null}
          {...beneath}
          data-filters={(filters.open && !narrow) || undefined}
        >
          <div className={styles.filters}>
            <SidePane
              side="left"
              label="Filters of the search"
              overlay={narrow}
              open={filters.open}
              onClose={filters.close}
            >
              {filters.content}
            </SidePane>
          </div>
          <EventPanes as="main" narrow={narrow} details={details}>
            {results}
          </EventPanes>
        </div>
        {over !== null && <main className={styles.over}>{over}</main>}
      </div>
      {below}
    </div>
  )
}

/**
 * Returns the focus to where it was in the panes when what covers them goes, and the focus with it.
 * @param isCovered as drawn now.
 * @returns listeners for the element that holds the panes
 */
function useFocusBeneath(isCovered: boolean) {
  const last = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (isCovered || document.activeElement !== document.body) return
    if (last.current?.isConnected) last.current.focus({ preventScroll: true })
  }, [isCovered])
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null
    },
  }
}

/** An error that is shown is cut there. */
const MOST_CHARACTERS = 10_000

/** It stands in place of a blank page after an error of ours: why, and what to do next. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <Broken error={error} />
  }
}

function Broken({ error }: { error: Error }) {
  return (
    <div role="alert" className={styles.broken}>
      <h1>{OWN_FAULT}</h1>
      <p>
        This part of the page stopped working. Connections, settings and API keys are not affected. Reload to start the
        page again.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0}>{shortened(error.stack ?? error.message, MOST_CHARACTERS)}</pre>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </div>
  )
}

/** The page could not reach its backend: why, and what to do next. */
export function StartFailure({ failure }: { failure: Failure }) {
  return (
    <main className={styles.broken}>
      <h1>Eventscope cannot start here</h1>
      <FailureNotice failure={failure} />
      {failureCourse(failure).reload && (
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
    </main>
  )
}

const Notices = partBehindRows(() => import('./notices.tsx').then((part) => part.Notices))

interface AppProvidersProps {
  scheme: 'light' | 'dark'
  nonce: string
  queryClient: QueryClient
  children: ReactNode
}

/** Around the whole page: theme, style nonce, query cache, notices, and an error boundary. */
export function AppProviders({ scheme, nonce, queryClient, children }: AppProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      getStyleNonce={() => nonce}
    >
      <Notices />
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The scheme to paint in: as set, or as the system has it. */
export function useScheme(theme: Settings['theme']): 'light' | 'dark' {
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  return theme === 'auto' ? system : theme
}

/** Says across the window that Eventscope itself has stopped, so that nothing in it can become newer. */
export function BackendAbsence() {
  const failure = useBackendAbsence()
  return failure && <FailureNotice failure={failure} compact />
}
