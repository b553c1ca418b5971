// The window's layout: the environment's stripe, header, and three panes that become overlays where there is no room.
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Environment } from '../../../shared/connection/connection.ts'
import { type DetailsSide, EventPanes } from '../../grid/event-panes.tsx'
import { SidePane } from '../../ui/side-pane.tsx'
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
 * When what covers the panes goes, and the focus with it, the focus returns to where it was in the panes.
 * @param isCovered as drawn now. @returns listeners for the element that holds the panes
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
