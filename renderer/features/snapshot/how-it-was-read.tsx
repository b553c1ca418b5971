// The button "How it was read": the grounds of the verdict, and findings about the service with their requests.
import { Popover } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ServiceFinding, SnapshotSummary } from '../../../shared/snapshot.ts'
import { bridge } from '../../bridge.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { usePopover } from '../../ui/use-popover.ts'
import styles from './how-it-was-read.module.css'

export function HowItWasRead({ snapshot, zone }: { snapshot: SnapshotSummary; zone: string }) {
  const { popover, button, dropdown } = usePopover()
  return (
    <Popover position="bottom-start" width={420} {...popover}>
      <Popover.Target>
        <LinkButton tone="accent" className={styles.button} {...button}>
          How it was read
        </LinkButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown ?? ''} {...dropdown}>
        {popover.opened && <Reading snapshot={snapshot} zone={zone} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Reading({ snapshot, zone }: { snapshot: SnapshotSummary; zone: string }) {
  const { status, requests, asOf, connection } = snapshot
  const findings = useFindings(connection.id)
  const reasons = status.state === 'finished' ? status.verdict.reasons : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.reading} tabIndex={0} aria-label="How it was read">
      <p>
        In {countWords(requests, 'request')} to {connection.baseUrl}.
        {asOf !== null && ` It shows the service as of ${momentWords(asOf, zone) ?? asOf}.`}
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ code, words }) => (
            <li key={`${code} ${words}`}>{words}</li>
          ))}
        </ul>
      )}
      <h3>What the service showed</h3>
      {findings === null && <p>Loading…</p>}
      {findings?.length === 0 && <p>Nothing is known about this service yet.</p>}
      <ul>
        {findings?.map((finding) => (
          <li key={`${finding.about} ${finding.finding}`}>
            {finding.words}{' '}
            <span className={styles.seen}>Seen {momentWords(finding.seenAt, zone) ?? finding.seenAt}.</span>
            {finding.requests.length > 0 && (
              <details>
                <summary>Shown by {countWords(finding.requests.length, 'request')}</summary>
                <ol>
                  {finding.requests.map(({ body, saw }) => (
                    <li key={`${body} ${saw}`}>
                      <code>{body}</code> {saw}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Null until loaded; empty where none are available, as for a deleted connection. */
function useFindings(connectionId: string): ServiceFinding[] | null {
  const [findings, setFindings] = useState<ServiceFinding[] | null>(null)
  useEffect(() => {
    let isWanted = true
    bridge.connections.findings({ connectionId }).then(
      (found) => isWanted && setFindings(found),
      () => isWanted && setFindings([]),
    )
    return () => {
      isWanted = false
    }
  }, [connectionId])
  return findings
}
