// The tab "Values" of an open snapshot: what each field and property holds, over all events or those of one event code.
import { NativeSelect, TextInput } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-key.ts'
import type { ValueSummary, ValuesAnswer } from '../../../shared/snapshot/snapshot-values.ts'
import { bridge } from '../../bridge.ts'
import { shortened } from '../../ui/excerpt.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import tool from '../../ui/tool-field.module.css'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { CopyTable } from '../figures/copy-table.tsx'
import { snapshotSource } from '../figures/snapshot-source.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { type ChosenCode, listedKeys, scopeOfCode } from './value-keys.ts'
import styles from './values.module.css'
import { ValuesList, valuesQuestion } from './values-list.tsx'
import { copiedValues } from './values-table.ts'

/** Lines copied at most; a question takes at most 200 keys. */
const MOST_COPIED = 1_000
const KEYS_A_QUESTION = 200

export function ValuesTab({ snapshot, scope, zone, onShowEvents }: SnapshotTabProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState(ALL)
  const [typed, setTyped] = useState('')
  const overview = useSnapshotAnswer(snapshot.id, valuesQuestion(scope, [], true))
  const { answer, trouble, retry } = overview
  const codes = answer?.codes ?? NO_CODES
  const code: ChosenCode = chosen === ALL ? undefined : (codes[Number(chosen)]?.code ?? null)
  const within = useMemo(() => scopeOfCode(scope, code), [scope, code])
  const keys = useMemo(() => (answer === null ? null : listedKeys(answer.names, typed)), [answer, typed])
  if (trouble !== null) return <AnswerTrouble trouble={trouble} onRetry={retry} />
  const otherCodes = answer?.otherCodes ?? 0
  const unlisted = answer === null ? 0 : answer.nameCount - answer.names.length
  const events = code === undefined ? answer?.events : codes[Number(chosen)]?.events
  return (
    <div className={styles.tab}>
      <div className={styles.tools}>
        <NativeSelect
          label="Event code"
          size="xs"
          classNames={{ label: tool.label ?? '', input: styles.select ?? '' }}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value={ALL}>all event codes</option>
          {codes.map((one, at) => (
            <option key={one.code} value={at}>
              {one.code === null ? 'none' : shortened(one.code, 60)} ({one.events.toLocaleString('en-US')})
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label="Find a field or property"
          classNames={{ label: tool.label ?? '' }}
          value={typed}
          placeholder="any"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <p className={styles.count} role="status">
          {keys !== null &&
            events !== undefined &&
            `${countWords(keys.length, 'field')} of ${countWords(events, 'event')}`}
          {otherCodes > 0 &&
            `, ${countWords(otherCodes, 'other code is', 'other codes are')} in “all event codes” only`}
          {unlisted > 0 && `, ${countWords(unlisted, 'other property', 'other properties')} not listed`}
        </p>
        <CopyTable
          source={snapshotSource(snapshot, { scope: within, events: events ?? null })}
          table={async () =>
            copiedValues(await summariesOf(queryClient, snapshot.id, within, (keys ?? []).slice(0, MOST_COPIED)))
          }
        />
      </div>
      {keys !== null && (
        <ValuesList snapshotId={snapshot.id} scope={within} keys={keys} zone={zone} onShowEvents={onShowEvents} />
      )}
    </div>
  )
}

const ALL = 'all'
const NO_CODES: ValuesAnswer['codes'] = []

/** For the clipboard, whatever is in sight. */
async function summariesOf(
  queryClient: QueryClient,
  snapshotId: string,
  scope: Scope,
  keys: SnapshotKey[],
): Promise<ValueSummary[]> {
  const summaries: ValueSummary[] = []
  for (let from = 0; from < keys.length; from += KEYS_A_QUESTION) {
    const question = valuesQuestion(scope, keys.slice(from, from + KEYS_A_QUESTION))
    const { answer } = await queryClient.fetchQuery(snapshotQuery(bridge, snapshotId, question))
    summaries.push(...answer.summaries)
  }
  return summaries
}
