// What somebody who helps asks for: diagnostics as text, and the log.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { bridge } from '../../bridge.ts'
import common from '../../ui/common.module.css'
import { copyAndSay } from '../../ui/copy-and-say.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { notifyFailure } from '../../ui/notify-failure.ts'
import styles from './settings.module.css'

export function DiagnosticsSection() {
  const [place, setPlace] = useState<string | null>(null)
  const copy = () => bridge.shell.diagnostics().then(copyAndSay, notifyFailure)
  async function openLog() {
    try {
      const { path, isShown } = await bridge.shell.openLog()
      setPlace(isShown ? null : (path ?? ''))
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <section className={styles.row} aria-label="Diagnostics">
      <div className={styles.words}>
        <span className={styles.label}>Diagnostics</span>
        <span className={common.hint}>
          Versions, settings, the latest requests and lines of the log. Never an API key, nor what was asked or
          answered. Look it over before you send it.
        </span>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={() => void copy()}>
          Copy diagnostics
        </Button>
        <Button variant="default" onClick={() => void openLog()}>
          Open log
        </Button>
      </Group>
      {place !== null && (
        <p className={styles.place} role="status">
          {place === '' ? 'No log is kept here.' : `The log is on the computer where Eventscope runs: ${place}`}
          {place !== '' && <CopyButton text={place} label="Copy where the log is" />}
        </p>
      )}
    </section>
  )
}
