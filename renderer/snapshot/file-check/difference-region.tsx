// The region "Difference": the line that is chosen, explained as one would on the telephone.
import { Box, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine, InvoiceRowsOf, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { bridge } from '../../bridge.ts'
import { useCaseOrigin } from '../../case/case-origin.ts'
import type { CopiedSource } from '../../tables/save-table.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { drawnMoney } from '../../worth/money-words.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import type { CheckedInvoiceFile, ExplainedOf } from '../store/file-check-state.ts'
import { CHECK_GONE, invoiceLinesOf, invoiceRowsOf } from '../store/file-questions.ts'
import { ExplainDialog, Notes, Sums } from './explain-dialog.tsx'
import {
  type Appendix,
  appendicesOf,
  copiedExplanation,
  type Explanation,
  explainedItem,
  explanationOf,
  unbilledExplanation,
} from './explanation.ts'
import { useShowNamed } from './file-check-tools.ts'
import styles from './invoice.module.css'
import { showEventsWords } from './invoice-words.ts'
import { type LetterSubject, letterFacts } from './letter-facts.ts'
import { useExplained } from './use-invoice.ts'

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

/** Among which refunds are looked for. */
const MOST_LINES = 2_000

interface AddExplanationProps {
  subject: LetterSubject
  snapshot: SnapshotSummary
  answer: CheckedInvoiceFile['answer']
  source: CopiedSource
}

/** "Add to report" of an explained line: its walk for colleagues, and for a letter the facts that tell of nobody else. */
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
