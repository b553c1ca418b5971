// The tab "Values" of an open snapshot: what each field and property holds, over all events or those of one event code.
import { Box, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValueSummary, ValuesAnswer, ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import { bridge } from '../../bridge.ts'
import { CopyTable } from '../../tables/copy-table.tsx'
import choiceStyles from '../../ui/choice.module.css'
import common from '../../ui/common.module.css'
import { DataTable, TableHead } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { leftOut, snapshotSource } from '../figures/snapshot-source.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { type ChosenCode, listedKeys, scopeOfCode, ValueRow, type ValueRowProps, valuesTable } from './value-row.tsx'
import styles from './values.module.css'

/** Lines copied at most; a question takes at most 200 keys. */
const MOST_COPIED = 1_000
const KEYS_A_QUESTION = 200

export function ValuesTab({ snapshot, scope, zone, onShowEvents }: SnapshotTabProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<ChosenCode>(undefined)
  const [typed, setTyped] = useState('')
  const overview = useSnapshotAnswer(snapshot.id, valuesQuestion(scope, { keys: [], byCode: true }))
  const { answer, trouble, retry } = overview
  const codes = answer?.codes ?? NO_CODES
  // Found by the code: other conditions bring the codes in another order. One that they leave out is not shown as chosen.
  const listed = chosen === undefined ? undefined : codes.find((one) => one.code === chosen)
  const code: ChosenCode = listed?.code
  const within = useMemo(() => scopeOfCode(scope, code), [scope, code])
  const keys = useMemo(() => (answer === null ? null : listedKeys(answer.names, typed)), [answer, typed])
  if (trouble !== null) return <AnswerTrouble trouble={trouble} onRetry={retry} />
  const otherCodes = answer?.otherCodes ?? 0
  const unlisted = answer === null ? 0 : answer.nameCount - answer.names.length
  const fieldCount = answer === null ? 0 : listedKeys(answer.names, '').length + unlisted
  const events = listed === undefined ? answer?.events : listed.events
  return (
    <Stack gap={0} h="100%" mih={0}>
      <Group gap="8px 16px" px={16} py={12}>
        <NativeSelect
          label="Event code"
          size="xs"
          className={choiceStyles.choice ?? ''}
          value={listed === undefined ? ALL : codes.indexOf(listed)}
          onChange={({ currentTarget }) => setChosen(codes[Number(currentTarget.value)]?.code)}
        >
          <option value={ALL}>all event codes</option>
          {codes.map((one, at) => (
            <option key={one.code} value={at}>
              {one.code === null ? 'none' : shortened(one.code, 60)} ({grouped(one.events)})
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label="Find a field or property"
          className={`${choiceStyles.choice} ${styles.find}`}
          value={typed}
          placeholder="any"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <p className={`${common.dim} ${styles.count}`} role="status">
          {keys !== null &&
            events !== undefined &&
            `${countWords(keys.length, 'field')} of ${countWords(events, 'event')}`}
          {otherCodes > 0 &&
            `, ${countWords(otherCodes, 'other code is', 'other codes are')} in “all event codes” only`}
          {unlisted > 0 && `, ${countWords(unlisted, 'other property', 'other properties')} not listed`}
        </p>
        <CopyTable
          title="Values"
          isInternal
          source={[
            ...snapshotSource(snapshot, { scope: within, events: events ?? null }),
            ['Measure', 'number of events; values as sent, the beginning of those that are very long'],
            ['Rounding', 'none'],
            ...leftOut('Fields', Math.min(keys?.length ?? 0, MOST_COPIED), fieldCount, typedWords(typed)),
          ]}
          table={async () =>
            valuesTable(await summariesOf(queryClient, snapshot.id, within, (keys ?? []).slice(0, MOST_COPIED)))
          }
        />
      </Group>
      {keys !== null && (
        <ValuesList snapshotId={snapshot.id} scope={within} keys={keys} zone={zone} onShowEvents={onShowEvents} />
      )}
    </Stack>
  )
}

/** Why fields are missing in a copy. */
const typedWords = (typed: string) =>
  typed.trim() === '' ? 'the commonest' : `those with “${shortened(typed.trim(), 60)}” in their name`

/** The choice of all event codes; any other is the place of a code in the list. */
const ALL = 'all'
const NO_CODES: ValuesAnswer['codes'] = []

/** They go to the clipboard, whatever is in sight. */
async function summariesOf(
  queryClient: QueryClient,
  snapshotId: string,
  scope: Scope,
  keys: SnapshotKey[],
): Promise<ValueSummary[]> {
  const summaries: ValueSummary[] = []
  for (let from = 0; from < keys.length; from += KEYS_A_QUESTION) {
    const question = valuesQuestion(scope, { keys: keys.slice(from, from + KEYS_A_QUESTION) })
    const { answer } = await queryClient.fetchQuery(snapshotQuery(bridge, snapshotId, question))
    summaries.push(...answer.summaries)
  }
  return summaries
}

interface ValuesListProps extends Pick<SnapshotTabProps, 'zone' | 'onShowEvents'> {
  snapshotId: string
  scope: Scope
  keys: readonly SnapshotKey[]
}

/** It counts CSS pixels of a row whose kinds fit side by side. */
const ROW = 32
/** Rows per question: rare properties are read from the texts, several in one pass. */
const CHUNK = 16

/** The table "Values": only the rows in sight are drawn and asked for, so that thousands of properties stay usable. */
function ValuesList(props: ValuesListProps) {
  const { keys } = props
  const scroll = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const drawn = virtualizer.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  const chunks = new Map<number, number[]>()
  for (const { index } of drawn) {
    const chunk = Math.floor(index / CHUNK)
    chunks.set(chunk, [...(chunks.get(chunk) ?? []), index])
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div ref={scroll} className={styles.scroll} tabIndex={0}>
      <DataTable className={styles.table} aria-label="Values" aria-rowcount={keys.length + 1}>
        <TableHead
          heads={['Field', 'Kinds', 'Distinct', 'Most frequent', 'Smallest', 'Largest']}
          numbers={['Distinct']}
        />
        <tbody>
          <Gap height={above} />
          {[...chunks].map(([chunk, indexes]) => (
            <Chunk key={chunk} {...props} chunk={chunk} indexes={indexes} measure={virtualizer.measureElement} />
          ))}
          <Gap height={below} />
        </tbody>
      </DataTable>
      {keys.length === 0 && (
        <Box component="p" px={16} py={24} className={common.dim}>
          No field or property matches this name.
        </Box>
      )}
    </div>
  )
}

interface ChunkProps extends ValuesListProps, Pick<ValueRowProps, 'measure'> {
  chunk: number
  indexes: number[]
}

/** The rows of one question. */
function Chunk({ keys, chunk, indexes, ...props }: ChunkProps) {
  const from = chunk * CHUNK
  const asked = valuesQuestion(props.scope, { keys: keys.slice(from, from + CHUNK) })
  const { answer, isBusy, trouble, retry } = useSnapshotAnswer(props.snapshotId, asked)
  if (trouble !== null && indexes[0] !== undefined) {
    return (
      <tr>
        <td colSpan={6}>
          <AnswerTrouble trouble={trouble} onRetry={retry} />
        </td>
      </tr>
    )
  }
  return indexes.map((index) => {
    const key = keys[index]
    const summary = isBusy ? null : (answer?.summaries[index - from] ?? null)
    return key && <ValueRow key={index} index={index} of={key} summary={summary} {...props} />
  })
}

function Gap({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={6} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

/**
 * The question of "Values" to an open snapshot.
 * No keys: only which names and event codes there are.
 */
function valuesQuestion(
  scope: Scope,
  { keys, byCode = false }: { keys: SnapshotKey[]; byCode?: boolean },
): ValuesQuestion {
  return { ask: 'values', scope, keys, byCode }
}
