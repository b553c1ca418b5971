// What readings saw of a service where the interface is silent, with the requests that showed it.
import { useEffect, useState } from 'react'
import type { ServiceFinding } from '../../../shared/snapshot/snapshot.ts'
import { bridge } from '../../bridge.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { momentWords } from '../../ui/instant-words.ts'
import styles from './service-findings.module.css'

export function ServiceFindings({ connectionId, zone }: { connectionId: string; zone: string }) {
  const findings = useFindings(connectionId)
  if (findings === null) return <p>Loading…</p>
  if (findings.length === 0) return <p>Nothing is known about this service yet.</p>
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
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
