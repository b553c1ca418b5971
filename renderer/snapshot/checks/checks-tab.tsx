// "Checks", with its dialogs: the comparison of events that it found, the expected shapes, and what events are worth.

import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { DuplicatesAnswer, DuplicatesQuestion } from '../../../shared/snapshot/snapshot-checks.ts'
import type { RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import { isOfNoRules } from '../../../shared/worth/rules-text.ts'
import { bridge } from '../../bridge.ts'
import { MOST_COMPARED } from '../../event/compare/compare-events.ts'
import { useComparedEvents } from '../../event/compare/use-compared-events.tsx'
import { CopyTable } from '../../tables/copy-table.tsx'
import choiceStyles from '../../ui/choice.module.css'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { notifyError } from '../../ui/notify.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { snapshotSource, worthSource } from '../figures/snapshot-source.ts'
import type { ChecksSession, ChecksState } from '../store/checks-session.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import {
  alikeTitle,
  alikeWords,
  checksTable,
  duplicatesWords,
  groupsToCopy,
  unexpectedSentence,
} from './check-words.ts'
import styles from './checks.module.css'
import { AlikeCheck, DuplicatesCheck } from './duplicates-check.tsx'
import { useGroupMarks } from './group-marks.tsx'
import {
  AmountDiffersCheck,
  MismatchesCheck,
  MixedKindsCheck,
  type OtherCheckProps,
  RepeatedIdsCheck,
} from './other-checks.tsx'
import { type OpenShapes, UnexpectedShapesCheck } from './unexpected-shapes-check.tsx'
import { useAlike, useChecks } from './use-checks.tsx'

const ShapesDialog = dialogOnDemand(async () => (await import('./shapes-dialog.tsx')).ShapesDialog)
const RulesDialog = dialogOnDemand(async () => (await import('../headlines/rules-dialog.tsx')).RulesDialog)

export function ChecksView(props: SnapshotTabProps) {
  const { id } = props.snapshot
  const queryClient = useQueryClient()
  const { show, dialog } = useComparedEvents(props.snapshot, props.zone)
  const compare = useCallback(
    (rows: readonly number[]) => void sourcesOf(queryClient, id, rows).then(show, notifyError),
    [queryClient, id, show],
  )
  const [isRulesOpen, setRulesOpen] = useState(false)
  const [shapes, setShapes] = useState({ opened: false, isLearning: false })
  return (
    <>
      <ChecksTab
        {...props}
        onCompare={compare}
        onRules={() => setRulesOpen(true)}
        onShapes={(isLearning) => setShapes({ opened: true, isLearning })}
      />
      {dialog}
      <ShapesDialog
        {...shapes}
        onClose={() => setShapes({ ...shapes, opened: false })}
        snapshot={props.snapshot}
        onShowEvents={props.onShowEvents}
      />
      <RulesDialog
        opened={isRulesOpen}
        onClose={() => setRulesOpen(false)}
        snapshot={props.snapshot}
        onShowEvents={props.onShowEvents}
      />
    </>
  )
}

/** The JSON of these rows, as many as the dialog compares at most. */
async function sourcesOf(queryClient: QueryClient, snapshotId: string, rows: readonly number[]): Promise<string[]> {
  const scope = scopeOfRows(rows.slice(0, MOST_COMPARED))
  const question: RowsQuestion = { ask: 'rows', scope, sort: null, offset: 0, limit: MOST_COMPARED }
  const { answer } = await queryClient.fetchQuery(snapshotQuery(bridge, snapshotId, question))
  return answer.rows.map(({ source }) => source)
}

// The tab "Checks" of an open snapshot: possible duplicates, and what does not fit.

interface ChecksTabProps extends SnapshotTabProps, Pick<OtherCheckProps, 'onCompare'> {
  /** Opens what events are worth. */
  onRules: () => void
  onShapes: OpenShapes
}

export function ChecksTab({ snapshot, scope, zone, onShowEvents, onCompare, onRules, onShapes }: ChecksTabProps) {
  const [offset, setOffset] = useState(0)
  const queryClient = useQueryClient()
  const { session, view, amount, question, duplicates, others, shapes, trouble } = useChecks(snapshot, scope, offset)
  const alike = useAlike(snapshot, question)
  const [found, beside] = [duplicates.answer, others.answer]
  const asked = JSON.stringify([snapshot.id, found?.version ?? '', view.windowSeconds, scope])
  const marks = useGroupMarks(session, view.marks, asked)
  const { found: alikeFound } = alike
  const failed = trouble ?? (alike.trouble === null ? null : alike)
  if (failed?.trouble) return <AnswerTrouble trouble={failed.trouble} onRetry={failed.retry} />
  const groupsOf = async (asked: DuplicatesQuestion) =>
    (await queryClient.fetchQuery(snapshotQuery(bridge, snapshot.id, asked))).answer
  const look: typeof session.look = (change) => {
    setOffset(0)
    session.look(change)
  }
  const other: OtherCheckProps = { answer: beside, scope, zone, onShowEvents, onCompare }
  return (
    <div className={common.tab} aria-busy={beside === null || duplicates.isBusy || alike.isBusy}>
      <Group gap={8}>
        <ChecksTools view={view} amount={amount} duplicates={found} onLook={look} />
        <Button variant="default" onClick={onRules}>
          Price rules
        </Button>
        {question !== null && found !== null && beside !== null && !alike.isBusy && (
          <CopyTable
            title="Checks"
            isInternal
            source={[
              ...snapshotSource(snapshot, { scope, events: beside.events }),
              ...worthSource(found.version, snapshot.range.zone),
              ['Duplicates within', WINDOWS.find(({ seconds }) => seconds === view.windowSeconds)?.label ?? ''],
              ['Possible duplicates', duplicatesWords(found, amount)],
              ...(alikeFound === null
                ? []
                : [
                    [
                      alikeTitle(alikeFound.butFor.names),
                      alikeWords(alikeFound.butFor, alikeFound.answer, amount),
                    ] as const,
                  ]),
              ...(shapes.answer === null ? [] : [['Expected shapes', unexpectedSentence(shapes.answer)] as const]),
              ...(found.undated === 0
                ? []
                : [['Left out', `${countWords(found.undated, 'event')} without a readable time of creation`] as const]),
            ]}
            table={async () =>
              checksTable(
                {
                  duplicates: found,
                  groups: await groupsToCopy(question, groupsOf),
                  alike: alikeFound && {
                    ...alikeFound,
                    groups: await groupsToCopy(alikeFound.question, groupsOf),
                  },
                  others: beside,
                  shapes: shapes.answer,
                },
                amount,
              )
            }
          />
        )}
      </Group>
      <Stack component="ul" gap={12} className={common.list ?? ''} aria-label="Checks">
        <DuplicatesCheck
          answer={found}
          isBusy={duplicates.isBusy}
          amount={amount}
          zone={zone}
          marks={marks}
          allGroups={async () => (question === null ? [] : groupsToCopy(question, groupsOf))}
          onOffset={setOffset}
          onShowEvents={onShowEvents}
          onCompare={onCompare}
        />
        <AlikeCheck found={alikeFound} amount={amount} zone={zone} onShowEvents={onShowEvents} onCompare={onCompare} />
        <AmountDiffersCheck {...other} />
        <UnexpectedShapesCheck
          snapshot={snapshot}
          kept={shapes.kept}
          answer={shapes.answer}
          scope={scope}
          onShowEvents={onShowEvents}
          onShapes={onShapes}
        />
        <MixedKindsCheck {...other} />
        <MismatchesCheck {...other} />
        <RepeatedIdsCheck {...other} />
      </Stack>
    </div>
  )
}

interface ChecksToolsProps {
  view: ChecksState
  amount: AmountChoice
  /** Whether some possible duplicates have no rule; null until it is known. */
  duplicates: DuplicatesAnswer | null
  onLook: ChecksSession['look']
}

const WINDOWS: { seconds: DuplicatesQuestion['windowSeconds']; label: string }[] = [
  { seconds: 0, label: 'Same instant' },
  { seconds: 5, label: '5 s' },
  { seconds: 60, label: '1 min' },
]

/** How possible duplicates are searched for, and by what they are worth. */
function ChecksTools({ view, amount, duplicates, onLook }: ChecksToolsProps) {
  return (
    <>
      <span className={choiceStyles.label} aria-hidden>
        Duplicates within
      </span>
      <SegmentedControl
        size="xs"
        aria-label="Duplicates within"
        value={String(view.windowSeconds)}
        data={WINDOWS.map(({ seconds, label }) => ({ value: String(seconds), label }))}
        onChange={(chosen) => {
          const found = WINDOWS.find(({ seconds }) => String(seconds) === chosen)
          if (found !== undefined) onLook({ windowSeconds: found.seconds })
        }}
      />
      <p
        className={`${common.hint} ${styles.note}`}
        title={duplicates === null || isOfNoRules(duplicates.version) ? undefined : `Version ${duplicates.version}`}
      >
        {duplicates !== null && measureWords(duplicates, amount)}
      </p>
    </>
  )
}

/** "Worth by your price rules.": and what is taken for the amount of events that have none. */
function measureWords({ version, tooMuch, by }: DuplicatesAnswer, { name, confirmed }: AmountChoice): string {
  if (tooMuch.length === 0 || name === null)
    return isOfNoRules(version)
      ? 'There are no price rules yet, so no event has a value.'
      : 'Worth by your price rules.'
  const units = by.length === 0 ? 'unit not set' : `by ${by.map((unit) => shortened(unit, 40)).join(' and ')}`
  return `Without a price rule: ${shortened(name, 40)} as sent, ${units}${confirmed ? '' : ', not confirmed'}.`
}
