// The result of an invoice check: lines with verdicts, groups on no line, the equation, and the chosen line explained.
import { Group, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { invoiceTable } from '../../../shared/figures/invoice.ts'
import { invoiceWords, linesOf } from '../../../shared/snapshot/checked-words.ts'
import { type ExplainedLine, type LineVerdict, VERDICT_WORDS } from '../../../shared/snapshot/snapshot-invoice.ts'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { ChipButton } from '../../ui/link-button.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import {
  type CheckedInvoice,
  type CheckedInvoiceFile,
  FIRST_SHOWN,
  type ShownInvoice,
} from '../store/file-check-state.ts'
import { isProven } from './checked-words.ts'
import { DifferenceRegion } from './difference-region.tsx'
import type { Appendix } from './explanation.ts'
import { type ResultProps, useFileCheckTools } from './file-check-tools.ts'
import { invoiceSource } from './file-copies.ts'
import { CheckAgainNotice, CheckedVerdict, LINES_GONE, Note } from './file-notice.tsx'
import styles from './invoice.module.css'
import { type EquationPlace, InvoiceEquations } from './invoice-equation.tsx'
import { EdgesNotice, InvoiceWarnings } from './invoice-notices.tsx'
import { LinePages } from './line-pages.tsx'
import { InvoiceNames, isKnownName } from './names-card.tsx'
import {
  firstExplained,
  LINES_A_PAGE,
  UNBILLED_A_PAGE,
  useInvoiceFacts,
  useInvoiceLines,
  useUnbilled,
} from './use-invoice.ts'

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
  const isWhole = isProven(snapshot)
  const isAll = answer.agrees && isWhole && answer.inUtc.unread === 0
  const lines = page.lines ?? []
  const notes = [...(isWhole ? [] : ['Not all events were read: every verdict is of what was read.']), ...answer.notes]
  const explained = shown.explained ?? (page.lines === null ? null : firstExplained(lines, answer.unbilled))

  async function print(line: ExplainedLine, appendices: readonly Appendix[]) {
    const [{ printPages }, { lineSheets }] = await Promise.all([
      import('../../case/print-pages.ts'),
      import('./invoice-sheets.ts'),
    ])
    printPages(lineSheets({ fileName, facts, source }, line, appendices))
  }

  function goTo(place: EquationPlace) {
    switch (place.of) {
      case 'usage':
        return show({ verdict: null, offset: 0 })
      case 'differing':
        return show({ verdict: linesOf(answer, 'explained') > 0 ? 'explained' : 'unexplained', offset: 0 })
      case 'line':
        return show({
          verdict: null,
          offset: Math.floor(place.at / LINES_A_PAGE) * LINES_A_PAGE,
          explained: { of: 'line', at: place.at },
        })
      case 'unbilled':
        return show({ unbilledOffset: 0, explained: { of: 'unbilled', at: 0 } })
      default:
        return place satisfies never
    }
  }
  return (
    <Stack gap={12}>
      <CheckedVerdict isAll={isAll} words={invoiceWords(answer, isWhole)} />
      {stale !== null && <CheckAgainNotice words={stale} onCheckAgain={onCheckAgain} />}
      <InvoiceWarnings answer={answer} />
      {answer.edgesWanted !== null && <EdgesNotice snapshot={snapshot} wanted={answer.edgesWanted} />}
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
          <div className={`${common.frame} ${styles.lines}`}>
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
            <InvoiceEquations equation={answer.equation} differing={differing} onPlace={goTo} />
          </div>
          {notes.length > 0 && (
            <Stack
              component="ul"
              gap={2}
              px={16}
              className={`${common.hint} ${common.list}`}
              aria-label="What to know of it"
            >
              {notes.map((words) => (
                <li key={words}>
                  <Note words={words} hidden={answer.hidden} onHidden={(hidden) => onRecheck({ hidden })} />
                </li>
              ))}
            </Stack>
          )}
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
