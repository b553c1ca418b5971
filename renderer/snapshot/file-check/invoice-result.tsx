// The result of an invoice check: why nothing can be said of some lines, lines with verdicts, groups on no line, the
// equation, and the chosen line explained.

import { Box, Button, Group, Modal, Stack } from '@mantine/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { invoiceTable } from '../../../shared/figures/invoice.ts'
import { invoiceWords, linesOf, unreadWords } from '../../../shared/snapshot/checked-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { type ExplainedLine, type LineVerdict, VERDICT_WORDS } from '../../../shared/snapshot/snapshot-invoice.ts'
import { isProved, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { momentWords } from '../../ui/instant-words.ts'
import { Sentences } from '../../ui/kept-lines.tsx'
import { ChipButton } from '../../ui/link-button.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SAY_WORTH } from '../../worth/use-rules.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { LinePages } from '../figures/page-buttons.tsx'
import { type PlannedBoundaryReading, plannedBoundaryReadings } from '../store/boundary-readings.ts'
import {
  type CheckedInvoice,
  type CheckedInvoiceFile,
  FIRST_SHOWN,
  type ShownInvoice,
} from '../store/file-check-state.ts'
import { DifferenceRegion } from './difference-region.tsx'
import type { Appendix } from './explanation.ts'
import styles from './file-check.module.css'
import {
  firstExplained,
  LINES_A_PAGE,
  type ResultProps,
  UNBILLED_A_PAGE,
  useFileCheckTools,
  useInvoiceFacts,
  useInvoiceLines,
  useUnbilled,
} from './file-check-tools.ts'
import { invoiceSource, lineSheets } from './file-copies.tsx'
import { CheckAgainNotice, CheckedVerdict, FileNotice, LINES_GONE, Note, type NoteProps } from './file-notice.tsx'
import { type EquationPlace, InvoiceEquations } from './invoice-equations.tsx'
import { InvoiceNames, isKnownName } from './names-card.tsx'

/** Up to this many differing lines are listed one by one in the equation. */
const MOST_ONE_BY_ONE = 6

export function InvoiceResult(props: ResultProps<CheckedInvoiceFile>) {
  const { snapshot, fileName, state, checked, stale, onCheckAgain } = props
  const { check, known, onRecheck } = useFileCheckTools()
  const { answer } = checked
  const shown = state.shown.invoice ?? FIRST_SHOWN
  const show = (change: Partial<ShownInvoice>) => check.show({ invoice: { ...shown, ...change } })
  const page = useInvoiceLines(snapshot.id, answer.checkId, shown)
  const { groups, ...unbilled } = useUnbilled(snapshot.id, answer, shown.unbilledOffset)
  const differing = useDiffering(snapshot.id, answer)
  const source = useMemo(() => invoiceSource(snapshot, fileName, checked), [snapshot, fileName, checked])
  const facts = useInvoiceFacts(snapshot.id, checked)
  const isWhole = isProved(verdictOf(snapshot))
  const isAll = answer.agrees && isWhole && answer.inUtc.unread === 0
  const lines = page.lines ?? []
  const notes = [...(isWhole ? [] : ['Not all events were read: every verdict is of what was read.']), ...answer.notes]
  const explained = shown.explained ?? (page.lines === null ? null : firstExplained(lines, answer.unbilled))

  async function print(line: ExplainedLine, appendices: readonly Appendix[]) {
    const { printPages } = await import('../../case/print-pages.ts')
    printPages(lineSheets({ fileName, facts, source }, line, appendices))
  }

  return (
    <Stack gap={12}>
      <CheckedVerdict isAll={isAll} words={invoiceWords(answer, isWhole)} />
      {stale !== null && <CheckAgainNotice words={stale} onCheckAgain={onCheckAgain} />}
      <InvoiceWarnings answer={answer} />
      {answer.boundaryEventsWanted !== null && (
        <BoundaryEventsNotice snapshot={snapshot} wanted={answer.boundaryEventsWanted} />
      )}
      {!answer.names.every(isKnownName) && (
        <InvoiceNames names={answer.names} choices={state.choices.invoice} known={known} onNames={onRecheck} />
      )}
      <div className={styles.sides}>
        <Stack miw={0} gap={8}>
          <Group justify="space-between" gap="6px 12px">
            <VerdictChips answer={answer} chosen={shown.verdict} onChoose={(verdict) => show({ verdict, offset: 0 })} />
            {page.count > LINES_A_PAGE && (
              <LinePages
                name="lines"
                from={shown.offset}
                shown={lines.length}
                count={page.count}
                previous={shown.offset === 0 ? null : Math.max(0, shown.offset - LINES_A_PAGE)}
                onPage={(offset) => show({ offset })}
              />
            )}
          </Group>
          <div className={`${common.frame} ${styles.invoice}`}>
            {page.error !== null && <AnswerTrouble trouble={page.error} onRetry={page.retry} />}
            {unbilled.error !== null && <AnswerTrouble trouble={unbilled.error} onRetry={unbilled.retry} />}
            {page.isGone && <CheckAgainNotice words={LINES_GONE} onCheckAgain={onCheckAgain} />}
            {page.lines !== null && (
              <FigureTable
                table={invoiceTable({
                  lines,
                  unbilled: shown.verdict === null && isLastPage(shown.offset, lines.length, page.count) ? groups : [],
                  paper: answer.paper,
                  isWhole,
                  explained,
                })}
                region="Lines of the invoice"
                isBusy={page.isBusy}
                onAct={({ of }) => show({ explained: of })}
              />
            )}
            {unbilled.count > UNBILLED_A_PAGE && shown.verdict === null && (
              <LinePages
                name="groups on no line"
                from={shown.unbilledOffset}
                shown={groups.length}
                count={unbilled.count}
                previous={shown.unbilledOffset === 0 ? null : Math.max(0, shown.unbilledOffset - UNBILLED_A_PAGE)}
                onPage={(unbilledOffset) => show({ unbilledOffset })}
              />
            )}
            <InvoiceEquations
              equation={answer.equation}
              differing={differing}
              onPlace={(place) => show(shownAt(place, answer))}
            />
          </div>
          <Notes notes={notes} hidden={answer.hidden} onHidden={(hidden) => onRecheck({ hidden })} />
        </Stack>
        <DifferenceRegion
          snapshot={snapshot}
          checked={checked}
          of={explained}
          unbilled={groups}
          source={source}
          onPrint={(line, appendices) => void print(line, appendices).catch(notifyError)}
        />
      </div>
    </Stack>
  )
}

/** What is shown of an invoice where a figure of its equation is pressed. */
function shownAt(place: EquationPlace, answer: CheckedInvoice): Partial<ShownInvoice> {
  switch (place.of) {
    case 'usage':
      return { verdict: null, offset: 0 }
    case 'differing':
      return { verdict: linesOf(answer, 'explained') > 0 ? 'explained' : 'unexplained', offset: 0 }
    case 'line':
      return {
        verdict: null,
        offset: Math.floor(place.at / LINES_A_PAGE) * LINES_A_PAGE,
        explained: { of: 'line', at: place.at },
      }
    case 'unbilled':
      return { unbilledOffset: 0, explained: { of: 'unbilled', at: 0 } }
  }
}

interface NotesProps extends Omit<NoteProps, 'words'> {
  notes: readonly string[]
}

function Notes({ notes, ...rows }: NotesProps) {
  if (notes.length === 0) return null
  return (
    <Stack
      component="ul"
      gap={2}
      px={16}
      className={`${common.hint} ${common.list}`}
      aria-label="What to know about it"
    >
      {notes.map((words) => (
        <li key={words}>
          <Note words={words} {...rows} />
        </li>
      ))}
    </Stack>
  )
}

/** Groups on no line come after the last page of lines. */
const isLastPage = (offset: number, here: number, count: number) => offset + here >= count

/** All differing lines; null if there are too many, or not loaded yet. */
function useDiffering(snapshotId: string, answer: CheckedInvoice) {
  const [explained, unexplained] = [linesOf(answer, 'explained'), linesOf(answer, 'unexplained')]
  const areFew = explained + unexplained <= MOST_ONE_BY_ONE
  const page = (verdict: LineVerdict, lines: number) => (areFew && lines > 0 ? { verdict, offset: 0 } : null)
  const first = useInvoiceLines(snapshotId, answer.checkId, page('explained', explained))
  const second = useInvoiceLines(snapshotId, answer.checkId, page('unexplained', unexplained))
  return useMemo(() => {
    const isThere = (explained === 0 || first.lines !== null) && (unexplained === 0 || second.lines !== null)
    if (!areFew || !isThere) return null
    return [...(first.lines ?? []), ...(second.lines ?? [])].sort((a, b) => a.at - b.at)
  }, [areFew, explained, unexplained, first.lines, second.lines])
}

interface VerdictChipsProps {
  answer: CheckedInvoice
  chosen: LineVerdict | null
  onChoose: (verdict: LineVerdict | null) => void
}

/** They narrow the lines to those of one verdict, with how many there are. */
function VerdictChips({ answer, chosen, onChoose }: VerdictChipsProps) {
  const there = answer.verdicts.filter(({ lines }) => lines > 0)
  return (
    <Group component="ul" gap={6} className={`${common.list} ${styles.verdicts}`} aria-label="Verdicts">
      <li>
        <ChipButton aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          <span>All {countWords(answer.lines, 'line')}</span>
        </ChipButton>
      </li>
      {there.map(({ verdict, lines }) => (
        <li key={verdict}>
          <ChipButton
            aria-pressed={chosen === verdict}
            data-verdict={verdict}
            data-count={lines}
            onClick={() => onChoose(chosen === verdict ? null : verdict)}
          >
            <span>
              {VERDICT_WORDS[verdict]} {grouped(lines)}
            </span>
          </ChipButton>
        </li>
      ))}
    </Group>
  )
}

/** Why nothing can be said of lines, with a way out of it. */
function InvoiceWarnings({ answer }: { answer: CheckedInvoice }) {
  const { onRules } = useFileCheckTools()
  const { columns, version } = answer
  const noRule = linesOf(answer, 'no-rule')
  const unread = unreadWords(columns, () => 'not read')
  return (
    <>
      {noRule > 0 && (
        <FileNotice tone="warning">
          <Group component="p" gap="6px 12px">
            {version === null
              ? 'No price rules say what these events are worth, so no line can be compared with them.'
              : `${countWords(noRule, 'line has', 'lines have')} no price rule, so it is not known what their events are worth.`}{' '}
            <Button variant="default" onClick={onRules}>
              {SAY_WORTH}
            </Button>
          </Group>
        </FileNotice>
      )}
      {unread.length > 0 && (
        <FileNotice tone="warning">
          {unread.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </FileNotice>
      )}
    </>
  )
}

interface BoundaryEventsNoticeProps {
  snapshot: SnapshotSummary
  wanted: NonNullable<CheckedInvoice['boundaryEventsWanted']>
}

/** "Load the hours before and after": what two small readings around the period would ask, before anything is asked. */
function BoundaryEventsNotice({ snapshot, wanted }: BoundaryEventsNoticeProps) {
  const { check, against, edges: readings, snapshots } = useFileCheckTools()
  const state = useSyncExternalStore(readings.subscribe, readings.state)
  const [isOpen, setOpen] = useState(false)
  const planned = useMemo(() => plannedBoundaryReadings(snapshot, wanted, snapshots), [snapshot, wanted, snapshots])
  const begin = () => {
    setOpen(false)
    readings.read(snapshot, planned, (read) => void check.check(against, read))
  }
  if (state.step === 'failed') return <FailureNotice failure={state.failure} onRetry={begin} compact />
  if (state.step === 'reading') {
    const underWay = snapshots.filter(({ id }) => state.snapshotIds.includes(id))
    const read = underWay.filter(({ status }) => status.state === 'finished').length
    return (
      <Group className={common.notice ?? ''} gap="8px 12px" role="status">
        <Box component="p" flex="1 1 200px">
          Reading the hours around the period
        </Box>
        <ProgressBar
          label="Loading the hours before and after"
          className={styles.progress}
          done={read}
          of={Math.max(1, state.snapshotIds.length)}
        />
        <Button variant="default" onClick={readings.end}>
          Do not wait
        </Button>
      </Group>
    )
  }
  const toRead = planned.filter(({ there }) => there === null).length
  return (
    <>
      <FileNotice tone="plain">
        <Group component="p" gap="6px 12px">
          {countWords(wanted.lines, 'line needs', 'lines need')} events close to the edges of the period, which are not
          in this snapshot.{' '}
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Load the hours before and after
          </Button>
        </Group>
      </FileNotice>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Load the hours before and after" size={560}>
        <Stack gap={12}>
          <p>
            {toRead === 0
              ? 'Snapshots that are there hold these hours already: nothing is asked of the service.'
              : `${toRead === 1 ? 'One small reading, kept as a snapshot of its own' : 'Two small readings, kept as snapshots of their own'}:`}
          </p>
          <Sentences all={planned.map((one) => boundaryWords(one, snapshot.range.zone))} />
          <p>Then the invoice is checked again with these events.</p>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button variant="filled" data-autofocus onClick={begin}>
              {toRead === 0 ? 'Check again' : 'Read them'}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

/** "26 hours after: from 1 Nov 2026 00:00 to 2 Nov 2026 02:00, of cus_nordlicht". */
export function boundaryWords({ edge, range, there }: PlannedBoundaryReading, zone: string): string {
  const at = (instant: string) => momentWords(instant, zone) ?? instant
  const hours = Math.round((Date.parse(range.until) - Date.parse(range.from)) / 3_600_000)
  const of = range.customer === null ? 'all customers of the search' : `customer ${shortened(range.customer, 60)}`
  const held = there === null ? '' : `; held by “${shortened(there.name, 60)}”`
  return `${hours} hours ${edge}: from ${at(range.from)} to ${at(range.until)}, ${of}${held}`
}
