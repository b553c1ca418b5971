// The region "Difference": the line that is chosen, explained as one would on the telephone; and the dialog "Explain",
// which also has its days and its events.
import { Box, Button, Group, Modal, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { listedTable } from '../../../shared/figures/figure-description.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine, InvoiceRowsOf, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { bridge } from '../../bridge.ts'
import { useCaseOrigin } from '../../case/case-origin.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { drawnMoney } from '../../worth/money-words.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import type { CheckedInvoiceFile, ExplainedOf } from '../store/file-check-state.ts'
import { CHECK_GONE, invoiceLinesOf, invoiceRowsOf } from '../store/file-questions.ts'
import { snapshotKey } from '../store/snapshot-query.ts'
import {
  type Appendix,
  appendicesOf,
  copiedExplanation,
  type Explanation,
  explainedItem,
  explanationOf,
  leftOutWords,
  unbilledExplanation,
} from './explanation.ts'
import styles from './file-check.module.css'
import { useExplained, useShowNamed } from './file-check-tools.ts'
import { lineEvents } from './file-copies.tsx'
import { showEventsWords } from './file-words.ts'
import { type LetterSubject, letterFacts } from './letter-facts.ts'

interface DifferenceRegionProps {
  snapshot: SnapshotSummary
  checked: CheckedInvoiceFile
  /** Null: there is no line. */
  of: ExplainedOf | null
  unbilled: readonly UnbilledGroup[]
  source: CopiedSource
  onPrint: (explained: ExplainedLine, appendices: readonly Appendix[]) => void
}

export function DifferenceRegion({ snapshot, checked, of, unbilled, source, onPrint }: DifferenceRegionProps) {
  const showNamed = useShowNamed()
  const { checkId } = checked.answer
  const { explained, isGone, isBusy, error, retry } = useExplained(
    snapshot.id,
    checkId,
    of?.of === 'line' ? of.at : null,
  )
  const [opened, setOpened] = useState<ExplainedLine | null>(null)
  const group = of?.of === 'unbilled' ? unbilled.find(({ at }) => at === of.at) : undefined
  const show = (rows: InvoiceRowsOf) => showNamed(invoiceRowsOf(bridge, snapshot.id, checkId, rows))
  return (
    <Stack
      component="section"
      gap={10}
      aria-label="Difference"
      aria-busy={isBusy}
      className={`${common.box} ${styles.difference}`}
      data-explained-line={explained?.line.line}
    >
      {error !== null && <AnswerTrouble trouble={error} onRetry={retry} />}
      {explained !== null && (
        <>
          <Words
            explanation={explanationOf(explained)}
            appendices={appendicesOf(explained)}
            source={source}
            version={checked.answer.version}
          />
          <Groups explained={explained} onShow={show} />
          <Offered explained={explained} />
          <Group gap={8}>
            {explained.line.byRules !== null && explained.line.byRules.events > 0 && (
              <Button variant="default" onClick={() => show({ of: 'line', at: explained.line.at })}>
                {showEventsWords(explained.line.byRules.events)}
              </Button>
            )}
            {explained.line.doubt !== null && (
              <Button variant="default" onClick={() => show({ of: 'doubt', at: explained.line.at })}>
                Show those possibly charged twice
              </Button>
            )}
            <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened(explained)}>
              Explain
            </Button>
            <AddExplanation
              subject={{ of: 'line', explained }}
              snapshot={snapshot}
              answer={checked.answer}
              source={source}
            />
          </Group>
        </>
      )}
      {group !== undefined && (
        <>
          <Words
            explanation={unbilledExplanation(group)}
            appendices={[]}
            source={source}
            version={checked.answer.version}
          />
          <Group gap={8}>
            <Button variant="default" onClick={() => show({ of: 'unbilled', at: group.at })}>
              {showEventsWords(group.worth.events)}
            </Button>
            <AddExplanation
              subject={{ of: 'unbilled', group }}
              snapshot={snapshot}
              answer={checked.answer}
              source={source}
            />
          </Group>
        </>
      )}
      {of === null && <p className={common.hint}>The file has no lines.</p>}
      {isGone && <p className={common.hint}>{CHECK_GONE}</p>}
      <ExplainDialog
        snapshot={snapshot}
        checked={checked}
        explained={opened}
        source={source}
        onPrint={onPrint}
        onClose={() => setOpened(null)}
      />
    </Stack>
  )
}

interface WordsProps {
  explanation: Explanation
  appendices: readonly Appendix[]
  source: CopiedSource
  version: string | null
}

function Words({ explanation, appendices, source, version }: WordsProps) {
  const { title, under, sums, notes } = explanation
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <h3 className={`${common.heading} ${common.wrapped}`}>{title}</h3>
        <CopyButton text={() => copiedExplanation(explanation, appendices, source)} label="Copy this line">
          Copy
        </CopyButton>
      </Group>
      <Box component="p" mt={-4} className={common.hint}>
        {under}
      </Box>
      <Sums sums={sums} version={version} />
      <Notes notes={notes} />
    </>
  )
}

function Groups({ explained, onShow }: { explained: ExplainedLine; onShow: (rows: InvoiceRowsOf) => void }) {
  const { groups, line } = explained
  if (groups.length === 0) return null
  return (
    <Stack gap={4} className={`${common.hint} ${common.wrapped}`}>
      <p>{countWords(groups.length, 'group of its events is', 'groups of its events are')} worth the difference:</p>
      <ul className={common.bullets}>
        {groups.map(({ words, events, worth }, group) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a group is asked by
          <li key={group}>
            <LinkButton tone="accent" onClick={() => onShow({ of: 'group', at: line.at, group })}>
              {words}: {countWords(events, 'event')}, {drawnMoney(worth, line.currency)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Offered({ explained: { offered } }: { explained: ExplainedLine }) {
  if (offered === null) return null
  return (
    <Stack gap={4} className={`${common.hint} ${common.wrapped}`}>
      <p>
        Offered as a rule, as it fits {countWords(offered.fits, 'customer or period', 'customers or periods')}:{' '}
        {offered.words}{' '}
        <CopyButton text={offered.rules} label="Copy the rule" hint="Paste it under “As text” in “Price rules”">
          Copy the rule
        </CopyButton>
      </p>
    </Stack>
  )
}

/** Refunds are looked for among so many. */
const MOST_LINES = 2_000

interface AddExplanationProps {
  subject: LetterSubject
  snapshot: SnapshotSummary
  answer: CheckedInvoiceFile['answer']
  source: CopiedSource
}

/** "Add to report" of an explained line: its tier steps for colleagues, for a letter the facts of nobody else. */
function AddExplanation({ subject, snapshot, answer, source }: AddExplanationProps) {
  const origin = useCaseOrigin()
  if (origin === null) return null
  const add = async () => {
    const { addAndSay } = await import('../../case/kept-case.ts')
    const lines = await invoiceLinesOf(bridge, snapshot.id, answer.checkId, MOST_LINES)
    const facts = letterFacts(subject, snapshot, answer, lines)
    const [explanation, customerId] =
      subject.of === 'line'
        ? [explanationOf(subject.explained), subject.explained.line.customerId]
        : [unbilledExplanation(subject.group), subject.group.customerId]
    await addAndSay(origin.connectionId, explainedItem(explanation, customerId, source, facts))
  }
  return (
    <Button variant="default" onClick={() => void add().catch(notifyError)}>
      Add to report
    </Button>
  )
}

interface ExplainDialogProps {
  snapshot: SnapshotSummary
  checked: CheckedInvoiceFile
  /** Null: it is closed. */
  explained: ExplainedLine | null
  source: CopiedSource
  onPrint: (explained: ExplainedLine, appendices: readonly Appendix[]) => void
  onClose: () => void
}

function ExplainDialog({ explained, onClose, ...rest }: ExplainDialogProps) {
  return (
    <Modal opened={explained !== null} onClose={onClose} title={explained && explanationOf(explained).title} size={820}>
      {explained !== null && <Explained explained={explained} {...rest} />}
    </Modal>
  )
}

/** Events in the appendix: more than anyone reads, and as many as a page draws at once. */
const MOST_EVENTS = 500

function Explained({
  snapshot,
  checked,
  explained,
  source,
  onPrint,
}: Omit<ExplainDialogProps, 'onClose'> & { explained: ExplainedLine }) {
  const { at } = explained.line
  const events = useQuery({
    queryKey: [...snapshotKey(snapshot.id), { checkId: checked.answer.checkId, eventsOf: at }],
    queryFn: () => lineEvents(snapshot, checked, at, MOST_EVENTS),
    enabled: explained.line.byRules !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const explanation = explanationOf(explained)
  const appendices: Appendix[] = [
    ...appendicesOf(explained),
    ...(events.data === undefined ? [] : [{ head: 'Events', ...events.data }]),
  ]
  return (
    <Stack gap={12}>
      <p className={common.hint}>{explanation.under}</p>
      <Sums sums={explanation.sums} version={checked.answer.version} />
      <Notes notes={explanation.notes} />
      <Group gap={8}>
        <CopyButton text={() => copiedExplanation(explanation, appendices, source)} label="Copy the explanation">
          Copy
        </CopyButton>
        <Button
          variant="default"
          aria-label="Print the explanation"
          leftSection={<IconPrinter size={14} stroke={1.75} aria-hidden />}
          onClick={() => onPrint(explained, appendices)}
        >
          Print
        </Button>
      </Group>
      {events.error !== null && <AnswerTrouble trouble={events.error} onRetry={() => void events.refetch()} />}
      {appendices.map((appendix) => (
        <Stack key={appendix.head} gap={6} mah={300}>
          <h3 className={common.cardTitle}>
            {appendix.head}
            {leftOutWords(appendix.table, appendix.count)}
          </h3>
          <FigureTable table={listedTable(appendix.head, appendix.table)} region={appendix.head} />
        </Stack>
      ))}
    </Stack>
  )
}

/** @param version of the price rules, shown where what they come to is pointed at; null: there are none */
function Sums({ sums, version }: Pick<Explanation, 'sums'> & { version: string | null }) {
  return (
    <Stack component="dl" gap={6} className={styles.sums ?? ''}>
      {sums.map(({ words, figure, tone }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be the same
        <div key={at} data-tone={tone} title={tone === 'sum' && version !== null ? `Version ${version}` : undefined}>
          <dt>{words}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </Stack>
  )
}

function Notes({ notes }: Pick<Explanation, 'notes'>) {
  return (
    <Stack gap={4} className={`${common.hint} ${common.wrapped}`}>
      {notes.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may be the same
        <p key={at}>{words}</p>
      ))}
    </Stack>
  )
}
