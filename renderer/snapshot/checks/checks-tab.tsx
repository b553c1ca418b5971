// The tab "Checks" of an open snapshot: possible duplicates, and what does not fit.
import { Input, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Cell } from '../../../shared/event/event-table.ts'
import type { ChecksAnswer, DuplicatesAnswer, DuplicatesQuestion } from '../../../shared/snapshot/snapshot-checks.ts'
import common from '../../ui/common.module.css'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { shortened } from '../../ui/excerpt.ts'
import { PropertySelect } from '../../ui/property-select.tsx'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { CopyTable } from '../figures/copy-table.tsx'
import { snapshotSource } from '../figures/snapshot-source.ts'
import type { ChecksSession, ChecksState } from '../store/checks-session.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { evidenceWords, identifierWords, misfitWords } from './check-words.ts'
import styles from './checks.module.css'
import { DuplicatesCheck } from './duplicates-check.tsx'
import { MisfitsCheck, MixedKindsCheck, RepeatedIdsCheck } from './other-checks.tsx'
import { useChecks } from './use-checks.ts'

interface ChecksTabProps extends SnapshotTabProps {
  /** Compares the events of these rows. */
  onCompare: (rows: readonly number[]) => void
}

export function ChecksTab({ snapshot, scope, zone, onShowEvents, onCompare }: ChecksTabProps) {
  const [offset, setOffset] = useState(0)
  const { session, view, amount, duplicates, others, trouble } = useChecks(snapshot, scope, offset)
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  const look: typeof session.look = (change) => {
    setOffset(0)
    session.look(change)
  }
  return (
    <div className={styles.tab} aria-busy={others.answer === null || duplicates.isBusy}>
      <div className={styles.tools}>
        <ChecksTools view={view} amount={amount} by={duplicates.answer?.by ?? null} onLook={look} />
        <CopyTable
          source={snapshotSource(snapshot, { scope, events: others.answer?.events ?? null })}
          table={() => copiedChecks(duplicates.answer, others.answer, amount)}
        />
      </div>
      <ul className={styles.list} aria-label="Checks">
        <DuplicatesCheck
          answer={duplicates.answer}
          isBusy={duplicates.isBusy}
          amount={amount}
          zone={zone}
          session={session}
          onOffset={setOffset}
          onShowEvents={onShowEvents}
          onCompare={onCompare}
        />
        <MixedKindsCheck answer={others.answer} scope={scope} onShowEvents={onShowEvents} />
        <MisfitsCheck answer={others.answer} scope={scope} onShowEvents={onShowEvents} />
        <RepeatedIdsCheck answer={others.answer} onShowEvents={onShowEvents} onCompare={onCompare} />
      </ul>
    </div>
  )
}

const text = (words: string | null): Cell => (words === null ? null : { kind: 'string', text: words.toWellFormed() })
const number = (exact: string | number | null): Cell =>
  exact === null ? null : { kind: 'number', text: String(exact) }

/**
 * What the checks found as a table to copy: a line for each finding, groups as far as they are listed. A null answer has
 * not arrived yet, and gives no lines.
 */
function copiedChecks(
  duplicates: DuplicatesAnswer | null,
  others: ChecksAnswer | null,
  amount: AmountChoice,
): CopiedTable {
  const line = (check: string, what: string | null, events: number, ...rest: Cell[]): Cell[] =>
    [text(check), text(what), number(events), ...rest, null, null, null, null].slice(0, 7)
  const groups = (duplicates?.groups ?? []).map((group) => {
    const what = [group.eventCode, group.eventType, group.customerId].map((one) => one ?? '–').join(', ')
    const ids = group.events.map(({ eventId }) => eventId ?? '–').join(', ')
    const mark = group.legitimate === null ? null : `legitimate: ${group.legitimate}`
    const words = [evidenceWords(group), identifierWords(group), mark, ids].filter(Boolean).join('; ')
    const units = group.units.filter((unit) => unit !== null).join(' · ')
    const each = [number(group.amount), number(group.tooMuch)]
    return line('Possible duplicates', what, group.count, ...each, text(units === '' ? null : units), text(words))
  })
  const mixed = (others?.mixedKinds ?? []).flatMap(({ name, kinds }) =>
    Object.entries(kinds).map(([kind, count]) => line('Mixed kinds', `${name} is ${kind}`, count)),
  )
  const misfits = (others?.misfits ?? []).map(({ misfit, count }) =>
    line('Does not fit', misfitWords(misfit, count), count),
  )
  const repeated = (others?.repeatedIds ?? []).map(({ eventId, rows, texts }) =>
    line('Repeated ID', eventId, rows.length, null, null, null, text(texts === 1 ? 'one text' : `${texts} texts`)),
  )
  return {
    heads: [
      'Check',
      'What',
      'Events',
      amount.name === null ? 'Amount each' : `${amount.name} each`,
      'Too much',
      'Unit',
      'Details',
    ],
    rows: [...groups, ...mixed, ...misfits, ...repeated],
  }
}

interface ChecksToolsProps {
  view: ChecksState
  amount: AmountChoice
  /** Properties that give the units of these events; null until known. */
  by: readonly string[] | null
  onLook: ChecksSession['look']
}

const WINDOWS: { seconds: DuplicatesQuestion['windowSeconds']; label: string }[] = [
  { seconds: 0, label: 'Same instant' },
  { seconds: 5, label: '5 s' },
  { seconds: 60, label: '1 min' },
]

/** How possible duplicates are searched for: how far apart they may be, and which property is the amount. */
function ChecksTools({ view, amount, by, onLook }: ChecksToolsProps) {
  return (
    <>
      <Input.Wrapper
        label="Duplicates within"
        labelElement="div"
        classNames={{ root: styles.field ?? '', label: common.toolLabel ?? '' }}
      >
        <SegmentedControl
          aria-label="Duplicates within"
          value={String(view.windowSeconds)}
          data={WINDOWS.map(({ seconds, label }) => ({ value: String(seconds), label }))}
          onChange={(chosen) => {
            const found = WINDOWS.find(({ seconds }) => String(seconds) === chosen)
            if (found !== undefined) onLook({ windowSeconds: found.seconds })
          }}
        />
      </Input.Wrapper>
      <PropertySelect
        label="Amount"
        classNames={{ label: common.toolLabel ?? '', input: common.toolSelect ?? '' }}
        names={amount.names}
        value={amount.name}
        none="nothing"
        onChange={(name) => onLook({ amount: name })}
      />
      <p className={styles.note}>{amount.name !== null && by !== null && unitsWords(by, amount)}</p>
    </>
  )
}

function unitsWords(by: readonly string[], { confirmed }: AmountChoice): string {
  if (by.length === 0) return 'Unit not known.'
  const units = by.map((unit) => shortened(unit, 40)).join(' and ')
  return confirmed ? `By ${units}.` : `By ${units}, not confirmed.`
}
