// This says what the page remembers between runs, and what it runs on.
import { Box, Button, Group, Modal, SegmentedControl, Select, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CacheStatus, ShellInfo } from '../../../shared/contract/contract.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { PAGE_SIZES, type PageSize } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { listedSnapshots } from '../../../shared/snapshot/made-for.ts'
import type { SnapshotList } from '../../../shared/snapshot/snapshot.ts'
import { NO_SUCH_ZONE, zones } from '../../../shared/time/instant.ts'
import { bridge, failureOf } from '../../bridge.ts'
import { cacheStatusQuery, NOT_HELD } from '../../live/store/queries.ts'
import type { OpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'
import { verificationOf } from '../../snapshot/store/verification.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import { copyAndSay } from '../../ui/clipboard.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { clockWords } from '../../ui/instant-words.ts'
import { notifyError } from '../../ui/notify.tsx'
import styles from './settings.module.css'
import type { ShownSettings } from './use-settings.ts'

interface SettingsDialogProps {
  opened: boolean
  settings: ShownSettings
  /** The open connection's; null: it has none. */
  billingZone: string | null
  shell: ShellInfo
  /** It keeps "Verify a file": one a window. */
  openedSnapshot: OpenedSnapshot
  /** Answers that could not be kept since the connection was opened. */
  unkept: () => number
  /** Clears the local cache; rejects where that failed. */
  onClear: () => Promise<void>
  onHelp: () => void
  onChange: (change: Partial<Settings>) => void
  /** Rows per page, of this search too. */
  onPageSize: (size: PageSize) => void
  /** Opens the activity in place of the settings. */
  onActivity: () => void
  onClose: () => void
}

export function SettingsDialog({ opened, onClose, ...rest }: SettingsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Settings" size={480}>
      {opened && <SettingsForm {...rest} onClose={onClose} />}
    </Modal>
  )
}

function SettingsForm(props: Omit<SettingsDialogProps, 'opened'>) {
  const { settings, billingZone, shell, openedSnapshot, onChange, onPageSize, onActivity, onClose } = props
  const verify = () => {
    onClose()
    verificationOf(openedSnapshot).open()
  }
  return (
    <div>
      <Row label="Activity" hint="Requests since Eventscope started, and how long each took.">
        <Button variant="default" aria-haspopup="dialog" onClick={onActivity}>
          Activity
        </Button>
      </Row>
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
      <Row
        label="Time zone"
        hint="For reading and showing times; the billing zone until another is chosen. Requests always use UTC."
      >
        <Select
          aria-label="Show times in"
          searchable
          limit={60}
          allowDeselect={false}
          value={settings.zone}
          data={[...new Set([...(billingZone === null ? [] : [billingZone]), ...zones()])]}
          nothingFoundMessage={NO_SUCH_ZONE}
          onChange={(zone) => onChange({ zone })}
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
      <SnapshotsSection />
      <Row label="Exported files" hint="Checks a file against its receipt, on this computer.">
        <Button variant="default" aria-haspopup="dialog" onClick={verify}>
          Verify a file…
        </Button>
      </Row>
      <Row label="Help" hint="Shortcuts, what the words mean, and the docs.">
        <Button variant="default" aria-haspopup="dialog" onClick={props.onHelp}>
          Open help
        </Button>
      </Row>
      <DiagnosticsSection />
      <Box component="dl" mt="md" className={`${common.hint} ${common.terms}`}>
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
            : `Kept until Eventscope closes. ${shell.keychain.why}`}
        </dd>
      </Box>
    </div>
  )
}

interface RowProps {
  label: string
  /** It stands below the label: words, or what is to be known. */
  hint?: ReactNode
  as?: 'div' | 'section'
  children?: ReactNode
}

function Row({ label, hint, as = 'div', children }: RowProps) {
  const name = as === 'section' ? { 'aria-label': label } : {}
  return (
    <Group component={as} justify="space-between" gap="8px 16px" className={styles.row} {...name}>
      <Stack gap={0} flex="1 1 180px">
        <span className={common.medium}>{label}</span>
        {typeof hint === 'string' ? <span className={common.hint}>{hint}</span> : hint}
      </Stack>
      {children}
    </Group>
  )
}

type CacheSectionProps = Pick<SettingsDialogProps, 'unkept' | 'onClear'> & { zone: string }

/** The local cache in Settings: where it is, how much it holds, what went wrong with it, and the way to clear it. */
function CacheSection({ zone, unkept, onClear }: CacheSectionProps) {
  const { data: status, error, refetch } = useQuery(cacheStatusQuery(bridge))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  async function clear() {
    setBusy(true)
    try {
      await onClear()
      setFailure(null)
      await refetch()
    } catch (reason) {
      setFailure(failureOf(reason))
    }
    setBusy(false)
  }
  const problem = failure ?? (error && failureOf(error))
  return (
    <Row
      as="section"
      label="Local cache"
      hint={
        <>
          {status && <Facts status={status} zone={zone} unkept={unkept()} />}
          {problem && <FailureNotice failure={problem} compact />}
        </>
      }
    >
      <Button variant="default" loading={busy} disabled={status?.entries === 0} onClick={() => void clear()}>
        Clear cache
      </Button>
    </Row>
  )
}

function Facts({ status, zone, unkept }: { status: CacheStatus; zone: string; unkept: number }) {
  const now = new Date().toISOString()
  return (
    <>
      <span className={common.hint} data-cache-entries={status.entries}>
        {amountWords(status)}
        {status.oldest !== null && `, the oldest from ${clockWords(status.oldest, zone, now)}`}
      </span>
      <span className={common.hint}>{limitWords(status)}</span>
      {status.notice !== null && <span className={`${common.warning} ${common.small}`}>{status.notice}</span>}
      {unkept > 0 && (
        <span className={`${common.warning} ${common.small}`}>
          {unkept === 1 ? '1 answer was' : `${unkept} answers were`} not kept: too large, or not writable.
        </span>
      )}
    </>
  )
}

/** Says "128 entries, 12.3 MB, encrypted on this computer" or "Nothing is kept". */
export function amountWords({ entries, bytes, place }: CacheStatus): string {
  if (entries === 0) return 'Nothing is kept'
  const amount = `${grouped(entries)} ${entries === 1 ? 'entry' : 'entries'}, ${sizeWords(bytes)}`
  return `${amount}, ${place === 'disk' ? 'encrypted on this computer' : 'in memory until Eventscope closes'}`
}

/** Says "At most 268 MB, kept for 7 days; the least recently used go first." */
export function limitWords({ limitBytes, retention }: CacheStatus): string {
  const days = Math.round(retention / 86_400_000)
  return `At most ${sizeWords(limitBytes)}, kept for ${days === 1 ? '1 day' : `${days} days`}; the least recently used go first.`
}

/** Shows what snapshots hold on this computer, with what was read for them and for files. */
function SnapshotsSection() {
  const { data: list } = useQuery({
    queryKey: ['snapshots-kept'],
    queryFn: () => bridge.snapshots.list(),
    ...NOT_HELD,
  })
  return <Row as="section" label="Snapshots" hint={list === undefined ? 'Counting…' : snapshotsWords(list)} />
}

/** Says "3 snapshots, 12 MB; 2 readings made for snapshots or files, 40 kB" or "None is kept". */
export function snapshotsWords({ snapshots, unreadable }: SnapshotList): string {
  const listed = listedSnapshots(snapshots)
  const made = snapshots.filter((one) => !listed.includes(one))
  const snapshotFiles = [...listed, ...unreadable]
  const sizeOf = (all: readonly { bytes: number }[]) => sizeWords(all.reduce((sum, { bytes }) => sum + bytes, 0))
  const words = [
    snapshotFiles.length > 0 && `${countWords(snapshotFiles.length, 'snapshot')}, ${sizeOf(snapshotFiles)}`,
    made.length > 0 && `${countWords(made.length, 'reading')} made for snapshots or files, ${sizeOf(made)}`,
  ].filter((one) => one !== false)
  return words.length === 0 ? 'None is kept' : `${words.join('; ')}, encrypted on this computer`
}

/** Somebody who helps asks for it: diagnostics as text, and the log. */
function DiagnosticsSection() {
  /** Where the log is, which the shell did not open; '': none is kept; null: nothing is to be said. */
  const [place, setPlace] = useState<string | null>(null)
  const copy = () => bridge.shell.diagnostics().then(copyAndSay, notifyError)
  async function openLog() {
    try {
      const { path, isShown } = await bridge.shell.openLog()
      setPlace(isShown ? null : (path ?? ''))
    } catch (error) {
      notifyError(error)
    }
  }
  return (
    <Row
      as="section"
      label="Diagnostics"
      hint="Versions, settings, the latest requests and lines of the log. Never an API key, nor what was asked or answered. Look it over before you send it."
    >
      <Group gap="xs">
        <Button variant="default" onClick={() => void copy()}>
          Copy diagnostics
        </Button>
        <Button variant="default" onClick={() => void openLog()}>
          Open log
        </Button>
      </Group>
      {place !== null && (
        <Box component="p" flex="1 1 100%" className={`${common.small} ${common.wrapped}`} role="status">
          {place === '' ? 'No log is kept here.' : `The log is on the computer where Eventscope runs: ${place}`}
          {place !== '' && <CopyButton text={place} label="Copy where the log is" />}
        </Box>
      )}
    </Row>
  )
}
