// What the page remembers between runs, and what it runs on.
import { Modal, SegmentedControl, Select, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { ShellInfo } from '../../../shared/contract/shell-info.ts'
import { PAGE_SIZES, type PageSize } from '../../../shared/event/event.ts'
import { zones } from '../../../shared/time/instant.ts'
import { CacheSection } from './cache-section.tsx'
import styles from './settings.module.css'

interface SettingsDialogProps {
  opened: boolean
  settings: Settings
  shell: ShellInfo
  /** Answers that could not be kept since the connection was opened. */
  unkept: () => number
  /** After the local cache was cleared. */
  onClear: () => Promise<void>
  onChange: (change: Partial<Settings>) => void
  /** Rows per page, of this search too. */
  onPageSize: (size: PageSize) => void
  onClose: () => void
}

export function SettingsDialog({ opened, onClose, ...rest }: SettingsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Settings" size={480}>
      {opened && <SettingsForm {...rest} />}
    </Modal>
  )
}

function SettingsForm(props: Omit<SettingsDialogProps, 'opened' | 'onClose'>) {
  const { settings, shell, onChange, onPageSize } = props
  return (
    <div className={styles.form}>
      <Row label="Theme">
        <SegmentedControl
          aria-label="Theme"
          value={settings.theme}
          onChange={(theme) => onChange({ theme: theme as Settings['theme'] })}
          data={[
            { value: 'auto', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </Row>
      <Row label="Time zone" hint="For reading and showing times. Requests always use UTC.">
        <Select
          aria-label="Show times in"
          searchable
          limit={60}
          allowDeselect={false}
          value={settings.zone}
          data={zones()}
          nothingFoundMessage="No time zone with that name"
          onChange={(zone) => zone !== null && onChange({ zone })}
        />
      </Row>
      <Row label="Rows per page">
        <SegmentedControl
          aria-label="Rows on a page"
          value={String(settings.pageSize)}
          onChange={(size) => onPageSize(Number(size) as PageSize)}
          data={PAGE_SIZES.map(String)}
        />
      </Row>
      <Row label="“/” goes to filters" hint="Outside of text fields, the slash key focuses the first filter.">
        <Switch
          aria-label="Slash key goes to filters"
          checked={settings.slashFocusesFilters}
          onChange={(event) => onChange({ slashFocusesFilters: event.currentTarget.checked })}
        />
      </Row>
      <Row
        label="Fetch the next page ahead"
        hint="While you stay on a page, but never when the service asks for fewer requests."
      >
        <Switch
          aria-label="Fetch the next page ahead"
          checked={settings.fetchAhead}
          onChange={(event) => onChange({ fetchAhead: event.currentTarget.checked })}
        />
      </Row>
      <CacheSection zone={settings.zone} unkept={props.unkept} onClear={props.onClear} />
      <dl className={styles.about}>
        <dt>Version</dt>
        <dd>Eventscope {shell.version}</dd>
        <dt>Shell</dt>
        <dd>
          {shell.shell === 'desktop' ? 'Desktop' : 'Browser'}, on {shell.runtime}
        </dd>
        <dt>API keys</dt>
        <dd>
          {shell.keychain.available
            ? `Kept in ${shell.keychain.name}`
            : `Kept for this run only. ${shell.keychain.why}`}
        </dd>
      </dl>
    </div>
  )
}

function Row({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </div>
      {children}
    </div>
  )
}
