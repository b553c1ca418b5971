// How often the rows on screen are asked for again by themselves, and that this has stopped, and why.
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useEffect, useSyncExternalStore } from 'react'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import common from '../../ui/common.module.css'
import { notifyNotice } from '../../ui/notify.tsx'
import {
  type AutoRefresh,
  type AutoRefreshState,
  REFRESH_INTERVALS,
  type RefreshInterval,
} from '../store/auto-refresh.ts'
import styles from './results-bar.module.css'

export const AutoRefreshMenu = memo(function AutoRefreshMenu({ autoRefresh }: { autoRefresh: AutoRefresh }) {
  const state = useSyncExternalStore(autoRefresh.subscribe, autoRefresh.state)
  const words = stateWords(state)
  // That it has stopped is said once, wherever its user is looking.
  useEffect(() => {
    if (state.kind === 'stopped') notifyNotice(words)
  }, [state, words])
  return (
    <Menu position="bottom-end" width={250} withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          className={styles.often ?? ''}
          data-state={state.kind}
          aria-label="Auto-refresh"
          aria-description={words}
          title={words}
        >
          {state.kind === 'off' && <IconChevronDown size={14} stroke={1.7} aria-hidden />}
          {state.kind === 'on' && intervalWords(state.every)}
          {state.kind === 'stopped' && 'Stopped'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words}</Menu.Label>
        <Menu.RadioGroup
          value={chosen(state)}
          onChange={(value) => autoRefresh.choose(REFRESH_INTERVALS.find((every) => String(every) === value) ?? null)}
        >
          <Menu.RadioItem value="off" closeMenuOnClick>
            Off
          </Menu.RadioItem>
          {REFRESH_INTERVALS.map((every) => (
            <Menu.RadioItem key={every} value={String(every)} closeMenuOnClick>
              {intervalWords(every)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <p className={`${common.faint} ${styles.oftenHint}`}>
          New rows are counted, and shown when you ask for them. Auto-refresh waits while the window is hidden.
        </p>
      </Menu.Dropdown>
    </Menu>
  )
})

/** Stopped, it can be switched off as well as on again. */
function chosen(state: AutoRefreshState): string {
  if (state.kind === 'on') return String(state.every)
  return state.kind === 'off' ? 'off' : ''
}

/** "30 s", "1 min". */
export const intervalWords = (every: RefreshInterval) => (every === 60 ? '1 min' : `${every} s`)

/** "Auto-refresh every 30 s", or that it stopped and why. */
function stateWords(state: AutoRefreshState): string {
  switch (state.kind) {
    case 'off':
      return 'Auto-refresh is off'
    case 'on':
      return `Auto-refresh every ${intervalWords(state.every)}`
    case 'stopped':
      return state.failure === null
        ? 'Auto-refresh stopped: no search or paging for an hour'
        : `Auto-refresh stopped: ${failureWords(state.failure).title}`
  }
}
