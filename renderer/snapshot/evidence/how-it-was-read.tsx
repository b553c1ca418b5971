// The button "How it was read" and its dialog: verdict, what was read and how that went, and, for auditors, evidence,
// account and what the service showed.

import { Box, Modal, Stack } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capitalized, countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { FigureTable as Described } from '../../../shared/figures/figure-description.ts'
import { numberValue, textValue } from '../../../shared/figures/figure-description.ts'
import { type Account, countedRows, ROW_KIND_WORDS, ROW_KINDS, receivedRows } from '../../../shared/snapshot/account.ts'
import { sampleWords } from '../../../shared/snapshot/asked-sample.ts'
import { EVIDENCE_NAMES, type EvidenceItem, type SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { isOfEarlierRule, readingFactsWords, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { bridge } from '../../bridge.ts'
import { NOT_HELD } from '../../live/store/queries.ts'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { momentWords } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NOT_FINISHED } from '../store/compared-snapshots.ts'
import styles from './how-it-was-read.module.css'

interface HowItWasReadProps {
  snapshot: SnapshotSummary
  zone: string
  /** They say what was read and when, to the second. */
  exact: readonly string[]
}

export function HowItWasRead(props: HowItWasReadProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <LinkButton tone="accent" className={common.rigid} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        How it was read
      </LinkButton>
      <Modal opened={opened} onClose={() => setOpened(false)} title="How it was read" size={640}>
        {opened && <Reading {...props} />}
      </Modal>
    </>
  )
}

function Reading({ snapshot, zone, exact }: HowItWasReadProps) {
  const { requests, asOf, connection, account, counted, sample } = snapshot
  const verdict = verdictOf(snapshot)
  const at = (instant: string) => momentWords(instant, zone) ?? instant
  const notes = [...(verdict?.reasons ?? []).map(({ words }) => words), ...readingFactsWords(snapshot, verdict, at)]
  return (
    <Stack gap={12} className={`${common.small} ${common.wrapped} ${styles.reading}`}>
      <p className={styles.sentence}>{verdict?.sentence ?? NOT_FINISHED}</p>
      {verdict !== null && isOfEarlierRule(verdict) && <p>{LESS_EVIDENCE}</p>}
      <p className={common.dim}>
        In {countWords(requests, 'request')} to {connection.baseUrl}.
        {asOf !== null && ` It shows the service as of ${at(asOf)}.`}
      </p>
      <p className={common.dim}>{capitalized(exact.join('; '))}</p>
      {notes.length > 0 && (
        <section>
          <h3>Worth knowing</h3>
          <Notes all={notes} />
        </section>
      )}
      {sample !== null && (
        <section>
          <h3>Spot check</h3>
          <p className={common.dim}>On {at(sample.at)}.</p>
          <Notes all={sampleWords(sample)} />
        </section>
      )}
      <details>
        <summary>Details for auditors</summary>
        <Stack gap={12} className={`${common.small} ${common.wrapped} ${styles.reading}`}>
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
          <section>
            <h3>What the service showed</h3>
            <ServiceFindings connectionId={connection.id} zone={zone} />
          </section>
        </Stack>
      </details>
    </Stack>
  )
}

const Notes = ({ all }: { all: readonly string[] }) => (
  <ul className={`${common.bullets} ${styles.notes}`}>
    {all.map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
)

const LESS_EVIDENCE =
  'It was judged by an earlier rule, which asked for less evidence, and kept less. “Read all again” under “Check for changes…” gives a verdict by the present rule.'

/** The five evidence items of a verdict: what each is, whether it holds, and what was seen. */
function EvidenceList({ grounds }: { grounds: readonly EvidenceItem[] }) {
  return (
    <ul className={common.list} aria-label="Evidence">
      {grounds.map(({ letter, holds, words }) => {
        const Icon = holds ? IconCheck : IconX
        return (
          <li key={letter} className={styles.ground} data-ground={letter} data-holds={holds}>
            <span className={common.medium}>
              {letter}. {EVIDENCE_NAMES[letter]}
            </span>
            <span className={`${common.warning} ${common.strong} ${styles.mark}`}>
              <Icon size={14} stroke={2.2} aria-hidden />
              {holds ? 'Holds' : 'Does not hold'}
            </span>
            <Box component="span" className={common.dim} style={{ gridColumn: '1 / -1' }}>
              {words}
            </Box>
          </li>
        )
      })}
    </ul>
  )
}

/** Shows what readings saw of a service where the interface is silent, with the requests that showed it. */
function ServiceFindings({ connectionId, zone }: { connectionId: string; zone: string }) {
  const query = { queryKey: ['findings', connectionId], queryFn: () => bridge.connections.findings({ connectionId }) }
  const { data, isError } = useQuery({ ...query, ...NOT_HELD })
  // None are available, as for a deleted connection.
  const findings = isError ? [] : data
  if (findings === undefined) return <p>Loading…</p>
  if (findings.length === 0) return <p>Nothing is known about this service yet.</p>
  return (
    <ul className={`${common.bullets} ${styles.findings}`}>
      {findings.map((finding) => (
        <li key={`${finding.about} ${finding.finding}`}>
          {finding.words}{' '}
          <span className={common.dim}>Seen {momentWords(finding.seenAt, zone) ?? finding.seenAt}.</span>
          {finding.requests.length > 0 && (
            <details>
              <summary>Shown by {countWords(finding.requests.length, 'request')}</summary>
              <ol className={common.bullets}>
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

interface AccountTableProps {
  account: Account
  /** The service's count; null where it gave none. */
  counted: number | null
}

interface AccountRow {
  is: string
  words: string
  note?: string
  count: number | null
}

/** How many rows of the answers are in each row kind, and whether they add up to what the service counts. */
function AccountTable({ account, counted }: AccountTableProps) {
  const rows = (all: readonly AccountRow[]) =>
    all.map((row) => ({
      id: row.is,
      of: row,
      name: [row.words],
      data: { 'data-account': row.is, 'data-count': row.count ?? '' },
    }))
  const table: Described<AccountRow> = {
    name: 'Account',
    columns: ACCOUNT_COLUMNS,
    blocks: [
      {
        id: 'bins',
        rows: rows(ROW_KINDS.map((is) => ({ is, words: ROW_KIND_WORDS[is], count: account[is] }))),
      },
      {
        id: 'sums',
        stands: 'foot',
        rows: rows([
          { is: 'received', words: 'Received', note: 'all of the above', count: receivedRows(account) },
          { is: 'counted', words: 'Counted by the service', note: countedNote(account, counted), count: counted },
        ]),
      },
    ],
    scaleOver: 'table',
  }
  return <FigureTable table={table} />
}

const ACCOUNT_COLUMNS: Described<AccountRow>['columns'] = [
  {
    id: 'bin',
    head: 'Rows of the answers',
    kind: 'words',
    isRowHead: true,
    cell: ({ words, note }) => ({
      value: textValue(words),
      behind: note === undefined ? [] : [{ text: ` ${note}`, tone: 'dim', cut: Number.POSITIVE_INFINITY }],
    }),
  },
  { id: 'count', head: 'Number', kind: 'number', cell: ({ count }) => ({ value: numberValue(count) }) },
]

/** Whether the service's count is that of the rows received. It counts a row once, however often the row came. */
export function countedNote(account: Account, counted: number | null): string {
  if (counted === null) return 'it gave no count'
  const expected = countedRows(account)
  const less = [
    ...(account.cameAgain === 0 ? [] : [`− ${grouped(account.cameAgain)} received twice`]),
    ...(account.gone === 0 ? [] : [`− ${grouped(account.gone)} that are gone`]),
  ]
  const sum =
    less.length === 0
      ? `${grouped(expected)} received`
      : `${grouped(receivedRows(account))} ${less.join(' ')} = ${grouped(expected)}`
  if (counted === expected) return `${sum}: it adds up`
  return `${sum}: ${grouped(Math.abs(counted - expected))} ${counted > expected ? 'are missing' : 'too many'}`
}
