// The button "How it was read" and its dialog: verdict, evidence, account, how the reading went, and what the service showed.
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { readingFactsWords } from '../../../shared/snapshot/reading-facts-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { isOfEarlierRule } from '../../../shared/snapshot/verdict-name.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountTable } from './account-table.tsx'
import { EvidenceList } from './evidence-list.tsx'
import styles from './how-it-was-read.module.css'
import { ServiceFindings } from './service-findings.tsx'

export function HowItWasRead({ snapshot, zone }: { snapshot: SnapshotSummary; zone: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <LinkButton tone="accent" className={styles.button} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        How it was read
      </LinkButton>
      <Modal opened={opened} onClose={() => setOpened(false)} title="How it was read" size={640}>
        {opened && <Reading snapshot={snapshot} zone={zone} />}
      </Modal>
    </>
  )
}

function Reading({ snapshot, zone }: { snapshot: SnapshotSummary; zone: string }) {
  const { status, requests, asOf, connection, account, counted } = snapshot
  const verdict = status.state === 'finished' ? status.verdict : null
  const at = (instant: string) => momentWords(instant, zone) ?? instant
  const notes = [...(verdict?.reasons ?? []).map(({ words }) => words), ...readingFactsWords(snapshot, verdict, at)]
  return (
    <div className={styles.reading}>
      <p className={styles.sentence}>{verdict?.sentence ?? 'This snapshot is not finished.'}</p>
      {verdict !== null && isOfEarlierRule(verdict) && <p>{LESS_EVIDENCE}</p>}
      <p className={styles.dim}>
        In {countWords(requests, 'request')} to {connection.baseUrl}.
        {asOf !== null && ` It shows the service as of ${at(asOf)}.`}
      </p>
      {verdict?.grounds && (
        <section>
          <h3>Evidence</h3>
          <EvidenceList grounds={verdict.grounds} />
        </section>
      )}
      {account !== null && (
        <section>
          <h3>Account</h3>
          <AccountTable account={account} counted={counted} />
        </section>
      )}
      {notes.length > 0 && (
        <section>
          <h3>Worth knowing</h3>
          <ul className={styles.notes}>
            {notes.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>What the service showed</h3>
        <ServiceFindings connectionId={connection.id} zone={zone} />
      </section>
    </div>
  )
}

const LESS_EVIDENCE =
  'It was judged by an earlier rule, which asked for less evidence, and kept no account. Read it again for all of it.'
