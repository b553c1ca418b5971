// The window's layout: the environment's stripe, header, and three panes that become overlays where there is no room.
import { type ReactNode, useRef } from 'react'
import type { Environment } from '../../../shared/connection/connection.ts'
import { ResizeHandle } from '../../ui/resize-handle.tsx'
import { SidePane } from '../../ui/side-pane.tsx'
import styles from './app-frame.module.css'
import { useFocusBeneath } from './use-focus-beneath.ts'

interface AppFrameProps {
  environment: Environment
  /** Too narrow for three panes: filters and details are overlays. */
  narrow: boolean
  header: ReactNode
  filters: ReactNode
  filtersOpen: boolean
  onCloseFilters: () => void
  results: ReactNode
  /** null: closed. */
  details: ReactNode | null
  detailsWidth: number
  onDetailsWidth: (width: number) => void
  onCloseDetails: () => void
  /** Covers the three panes, which stay mounted; null: nothing. */
  over: ReactNode | null
  /** At the window's lower edge, whatever else is on screen: readings and exports under way. */
  below: ReactNode
}

export function AppFrame(props: AppFrameProps) {
  const { environment, narrow, header, filters, results, details, detailsWidth, over, below } = props
  const panes = useRef<HTMLDivElement>(null)
  const beneath = useFocusBeneath(over !== null)
  const preview = (width: number) => panes.current?.style.setProperty('--details-width', `${width}px`)
  const cssWidth = { '--details-width': `${detailsWidth}px` } as React.CSSProperties
  return (
    <div className={styles.frame}>
      <div className={styles.stripe} data-environment={environment} />
      <div className={styles.header}>{header}</div>
      <div className={styles.stage}>
        <div
          ref={panes}
          className={styles.panes}
          inert={over !== null}
          {...beneath}
          style={cssWidth}
          data-narrow={narrow || undefined}
          data-filters={props.filtersOpen || undefined}
          data-details={details !== null || undefined}
        >
          <div className={styles.filters}>
            <SidePane
              side="left"
              label="Filters of the search"
              overlay={narrow}
              open={props.filtersOpen}
              onClose={props.onCloseFilters}
            >
              {filters}
            </SidePane>
          </div>
          <main className={styles.results}>
            {results}
            {details !== null && !narrow && (
              <ResizeHandle width={detailsWidth} onPreview={preview} onCommit={props.onDetailsWidth} />
            )}
          </main>
          <div className={styles.details}>
            <SidePane
              side="right"
              label="Details of the event"
              overlay={narrow}
              open={details !== null}
              onClose={props.onCloseDetails}
            >
              {details}
            </SidePane>
          </div>
        </div>
        {over !== null && <main className={styles.over}>{over}</main>}
      </div>
      {below}
    </div>
  )
}
