// The window's layout: the environment's stripe, header, and three panes that become overlays where there is no room.
import { type ReactNode, useRef } from 'react'
import type { Environment } from '../../../shared/connection/connection.ts'
import { ResizeHandle } from '../../ui/resize-handle.tsx'
import { SidePane } from '../../ui/side-pane.tsx'
import styles from './app-frame.module.css'
import { useFocusBeneath } from './use-focus-beneath.ts'

interface FiltersSide {
  content: ReactNode
  open: boolean
  close: () => void
}

interface DetailsSide {
  /** Null: closed. */
  content: ReactNode | null
  /** In CSS pixels, as its edge was dragged. */
  width: number
  resize: (width: number) => void
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
  const isDetailed = details.content !== null
  const panes = useRef<HTMLDivElement>(null)
  const beneath = useFocusBeneath(over !== null)
  const preview = (width: number) => panes.current?.style.setProperty('--details-width', `${width}px`)
  const cssWidth = { '--details-width': `${details.width}px` } as React.CSSProperties
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
          data-filters={filters.open || undefined}
          data-details={isDetailed || undefined}
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
          <main className={styles.results}>
            {results}
            {isDetailed && !narrow && (
              <ResizeHandle width={details.width} onPreview={preview} onCommit={details.resize} />
            )}
          </main>
          <div className={styles.details}>
            <SidePane
              side="right"
              label="Details of the event"
              overlay={narrow}
              open={isDetailed}
              onClose={details.close}
            >
              {details.content}
            </SidePane>
          </div>
        </div>
        {over !== null && <main className={styles.over}>{over}</main>}
      </div>
      {below}
    </div>
  )
}
