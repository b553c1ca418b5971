// What "Changes" and "Comparison" are drawn in: a title with tools, and what can be done with the events that are compared.
import { Box, CloseButton, createSafeContext, Group } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { useComparedEvents } from '../../event/compare/use-compared-events.tsx'
import common from '../../ui/common.module.css'
import { useOpenedWindow } from '../opened/opened-context.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

interface ComparedActions {
  /** Opens a snapshot; on these of its events where a scope is given. */
  open: (snapshotId: string, scope?: Scope) => void
  /** Compares the texts of two events. */
  compare: (sources: readonly string[]) => void
}

const [ComparedActionsProvider, useComparedActions] = createSafeContext<ComparedActions>('Nothing is compared here')

export { useComparedActions }

interface ComparedTabProps extends Pick<SnapshotTabProps, 'snapshot' | 'zone'> {
  name: 'Changes' | 'Comparison'
  title?: string
  /** What tests know of it. */
  data: Record<`data-${string}`, string | number | undefined>
  isBusy?: boolean
  /** Between the title and the button that closes the tab. */
  tools: ReactNode
  /** Ends the comparison. */
  onClose: () => void
  children: ReactNode
}

export function ComparedTab(props: ComparedTabProps) {
  const { snapshot, zone, name, title = name, data, isBusy, tools, onClose, children } = props
  const { opened } = useOpenedWindow()
  const { show, dialog } = useComparedEvents(snapshot, zone)
  const actions = useMemo(
    (): ComparedActions => ({
      open: (id, scope) => opened.open(id, scope && { scope, tab: 'Events' }),
      compare: show,
    }),
    [opened, show],
  )
  const close = () => {
    opened.showTab('Events')
    onClose()
  }
  return (
    <ComparedActionsProvider value={actions}>
      <section className={common.tab} aria-label={name} aria-busy={isBusy} {...data}>
        <Group gap="8px 12px">
          <Box component="h3" flex="1 1 160px" className={common.heading}>
            {title}
          </Box>
          {tools}
          <CloseButton aria-label={`Close ${name.toLowerCase()}`} onClick={close} />
        </Group>
        {children}
      </section>
      {dialog}
    </ComparedActionsProvider>
  )
}
