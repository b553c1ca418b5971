// How often the rows on screen are asked for again by themselves, and that this has stopped, and why.
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useEffect, useSyncExternalStore } from 'react'
import { notifyNotice } from '../../ui/notify.tsx'
import { type AutoRefresh, type AutoRefreshState, REFRESH_INTERVALS } from '../store/auto-refresh.ts'
import { intervalWords, stateWords } from './auto-refresh-words.ts'
import styles from './page-controls.module.css'

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
        <p className={styles.oftenHint}>
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
