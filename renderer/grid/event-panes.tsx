// The rows of events and beside them the details of the open one, which become an overlay where there is no room.

import { createSafeContext } from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { ResizeHandle, SidePane } from '../ui/side-pane.tsx'
import styles from './event-screen.module.css'
import { focusGrid } from './events-grid.tsx'

export interface DetailsSide {
  /** Null: closed. */
  content: ReactNode | null
  /** It counts CSS pixels, as its edge was dragged. */
  width: number
  resize: (width: number) => void
  close: () => void
}

interface EventPanesProps {
  /** Both have no room. */
  narrow: boolean
  details: DetailsSide
  /** This is what holds the rows: the window's main part, unless that is around the panes. */
  as?: 'main' | 'div'
  children: ReactNode
}

export function EventPanes({ narrow, details, as: Rows = 'div', children }: EventPanesProps) {
  const { content, width, resize, close } = details
  const panes = useRef<HTMLDivElement>(null)
  const isBeside = content !== null && !narrow
  return (
    <div
      ref={panes}
      className={styles.panes}
      style={{ '--details-width': `${width}px` } as CSSProperties}
      data-details={isBeside || undefined}
    >
      <Rows className={styles.beside}>
        {children}
        {isBeside && (
          <ResizeHandle
            width={width}
            onPreview={(preview) => panes.current?.style.setProperty('--details-width', `${preview}px`)}
            onCommit={resize}
          />
        )}
      </Rows>
      <div className={styles.details}>
        <SidePane side="right" label="Details of the event" overlay={narrow} open={content !== null} onClose={close}>
          {content}
        </SidePane>
      </div>
    </div>
  )
}

/** Closes the details. The focus goes from them to the rows; as an overlay (`narrow`) they return it themselves. */
export function leaveDetails(close: () => void, narrow: boolean): void {
  const within = document.activeElement?.closest('[aria-label="Event details"]') ?? null
  close()
  if (within !== null && !narrow) focusGrid()
}

// Details and comparing stand on floors above: what they offer of the events in lists and figures is handed down.

export interface EventActions {
  /** Shows its details. */
  open: (event: Event) => void
  /** Compares two or more. */
  compare: (events: readonly Event[]) => void
}

/** What is provided stays the same from render to render: rows are drawn within. */
export const [EventActionsProvider, useEventActions] = createSafeContext<EventActions>('No event can be opened here')
