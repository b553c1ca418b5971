// "Totals": above its figures what the events are worth by your price rules, below them what the checks say about
// duplicates.

import { Box, Button, Group } from '@mantine/core'
import { IconArrowsDiff, IconSum } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { WITHIN_PERIOD } from '../../../shared/figures/comparison.ts'
import { totalsTable } from '../../../shared/figures/totals.ts'
import { rangeRead } from '../../../shared/snapshot/snapshot-range.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import type { PropertyMeaning, PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { CopyTable, WithoutTable } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { LinkButton } from '../../ui/link-button.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { useRemembered } from '../../ui/use-remembered.tsx'
import { ruleText, SAY_WORTH, useMeanings, useRules } from '../../worth/use-rules.ts'
import { duplicatesWords } from '../checks/check-words.ts'
import { useChecks } from '../checks/use-checks.tsx'
import { AnswerTrouble, noEventsWords } from '../figures/answer-trouble.tsx'
import { snapshotSource } from '../figures/snapshot-source.ts'
import { useWorth } from '../figures/use-amount.ts'
import { ChangedCard, changedSource, useChanged } from '../headlines/changed-card.tsx'
import { countedEventsWords, headlineSource } from '../headlines/headline-words.ts'
import { Headlines } from '../headlines/headlines.tsx'
import { comparisonOf, useOpenedWindow } from '../opened/opened-context.ts'
import { latestClosing } from '../store/compared-snapshots.ts'
import { SAVE_TOTALS, type SnapshotTabProps } from '../store/snapshot-tab.ts'
import { useWorthEvents, worthRows } from './figure-columns.ts'
import {
  type AmountMeaning,
  linesLeftOut,
  moneyLeftOut,
  type ShownTotals,
  shownTotals,
  totalsSource,
  unitsSentence,
} from './shown-totals.ts'
import { DrawnChoice, TotalsChart } from './totals-chart.tsx'
import { type MeasureChoice, readTotalsChoice, type TotalsChoice } from './totals-choice.ts'
import { OPTIONS_OPENED, TotalsControls, ZoneChoice } from './totals-controls.tsx'
import { TotalsNotices } from './totals-notices.tsx'
import styles from './totals-tab.module.css'
import { RoundingTable, TotalsTable } from './totals-table.tsx'
import { TwoPeriods } from './two-periods.tsx'
import { type TotalsRules, useTotals } from './use-totals.ts'

const RulesDialog = dialogOnDemand(async () => (await import('../headlines/rules-dialog.tsx')).RulesDialog)

export function TotalsView(props: SnapshotTabProps) {
  const { snapshot, scope, onShowEvents } = props
  const [isRulesOpen, setRulesOpen] = useState(false)
  const { kept } = useRules(snapshot.connection.id)
  const text = ruleText(kept)
  const { answer, measure, isBusy, trouble } = useWorth(snapshot, scope, text)
  const valued = answer?.kind === 'valued' ? answer : null
  const duplicateRows = useMemo(
    () => [...(valued?.charged ?? []), ...(valued?.credited ?? [])].flatMap(({ rows }) => rows),
    [valued],
  )
  const openRules = () => setRulesOpen(true)
  const { opened, snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const closing = useMemo(() => latestClosing(snapshot, list?.snapshots ?? []), [snapshot, list])
  const changed = useChanged(closing, snapshot, scope)
  const showChanges = () => {
    if (closing !== null) comparisonOf({ opened, snapshots }).show(closing)
    opened.showTab('Changes')
  }
  return (
    <>
      <TotalsTab
        {...props}
        headlines={{
          drawn: (
            <Headlines
              answer={answer}
              isBusy={isBusy && trouble === null}
              problems={kept?.problems ?? []}
              ofWhat={countedEventsWords(snapshot, valued?.events ?? null, scope.where.length > 0 || scope.misses)}
              onRules={openRules}
              onShowEvents={onShowEvents}
            >
              {changed !== null && <ChangedCard changed={changed} zone={props.zone} onShowChanges={showChanges} />}
            </Headlines>
          ),
          asked: trouble,
          isKnown: valued !== null && (closing === null || changed !== null),
          source: (isByRules) => [
            ...(valued !== null && kept?.text ? headlineSource(valued, isByRules) : []),
            ...changedSource(changed),
          ],
        }}
        rules={
          measure && { measure, hasRules: kept !== null && kept.rules.rules.length > 0, duplicated: duplicateRows }
        }
        onRules={openRules}
        duplicates={<DuplicatesLine {...props} />}
      />
      <RulesDialog
        opened={isRulesOpen}
        onClose={() => setRulesOpen(false)}
        snapshot={snapshot}
        onShowEvents={onShowEvents}
      />
    </>
  )
}

/**
 * One line about possible duplicates, shown beside figures, with a link to the check.
 * Draws nothing where no groups are left to look at.
 */
function DuplicatesLine({ snapshot, scope, onShowTab }: SnapshotTabProps) {
  const { amount, duplicates } = useChecks(snapshot, scope)
  const { answer } = duplicates
  if (answer === null || answer.groupCount === answer.marked) return null
  return (
    <p className={common.notice}>
      {duplicatesWords(answer, amount)} <LinkButton onClick={() => onShowTab('Checks')}>Open Checks</LinkButton>
    </p>
  )
}

// The tab "Totals": what the events of a snapshot add up to, by group and over time, with what each figure leaves out.

interface TotalsTabProps extends SnapshotTabProps {
  /** The line about possible duplicates. */
  duplicates: ReactNode
  /** What the events are worth, above all else, or why that is not known. `source` says it under every copy. */
  headlines: {
    drawn: ReactNode
    asked: { trouble: Error | null; retry: () => void } | null
    /** Whether `source` says all that it will. */
    isKnown: boolean
    source: (isByRules: boolean) => CopiedSource
  }
  /** Figures go by these rules; null until they are known. */
  rules: TotalsRules | null
  onRules: () => void
}

export function TotalsTab({ snapshot, scope, zone: shownZone, onShowEvents, ...worth }: TotalsTabProps) {
  const connectionId = snapshot.connection.id
  const [choice, setChoice] = useRemembered(connectionId, CHOICE)
  const [optionsOpened, setOptionsOpened] = useRemembered(connectionId, OPTIONS_OPENED)
  const { meanings: known, isKnown } = useMeanings(connectionId)
  const meanings = isKnown ? known : null
  const [order, setOrder] = useState<TotalsQuestion['order'] | null>(null)
  const [chosenZone, setZone] = useState<string | null>(null)
  const [unitAt, setUnitAt] = useState(0)
  const [isComparing, setComparing] = useState(false)
  const snapshotZone = snapshot.range.zone
  const zone = chosenZone === snapshotZone ? null : chosenZone
  const { values, seen, names, hasMore, numeric, measure, table, chart } = useTotals({
    snapshotId: snapshot.id,
    scope,
    choice,
    meanings,
    worth: worth.rules,
    zone,
    order,
  })
  const showWorth = useWorthEvents(snapshot.id, onShowEvents)
  const latest = table.latest
  const shown = useMemo(
    () =>
      choice && measure && meanings && latest
        ? shownTotals(
            choice,
            measureOf(latest.question, measure),
            latest.question,
            latest.answer,
            amountMeaning(latest.question, meanings),
          )
        : null,
    [choice, measure, meanings, latest],
  )
  const range = useMemo(() => rangeRead(snapshot), [snapshot])
  const trouble = [values, table, chart, worth.headlines.asked].find((asked) => asked?.trouble)
  if (choice === null || optionsOpened === null || meanings === null || measure === null) {
    return (
      <div className={`${common.tab} ${styles.tab}`}>
        {trouble?.trouble ? (
          <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
        ) : (
          <p className={common.dim} role="status">
            Loading the snapshot…
          </p>
        )}
      </div>
    )
  }
  const texts = 'properties' in measure ? measure.properties.map((name) => textsOf(name, seen)) : []
  const change = (next: TotalsChoice) => {
    if (JSON.stringify(next.groupBy) !== JSON.stringify(choice.groupBy)) setOrder(null)
    setChoice(next)
  }
  const isFiltered = scope.where.length > 0 || scope.misses
  const isEmpty = shown?.answer.events === 0
  const drawn = !isEmpty && choice.chartBy !== null ? chart.latest : null
  const units = shown && unitsSentence(shown, meanings)
  const sourceOf = (totals: ShownTotals): CopiedSource => [
    ...snapshotSource(snapshot, { scope: totals.question.scope, events: totals.answer.events }),
    ...totalsSource(totals, snapshotZone),
  ]
  return (
    <div className={`${common.tab} ${styles.tab}`} data-busy={table.isBusy || undefined}>
      {worth.headlines.drawn}
      <TotalsControls
        isOpened={optionsOpened}
        onOpened={setOptionsOpened}
        choice={choice}
        measure={measure}
        names={names}
        numeric={numeric}
        hasMore={hasMore}
        hasRules={worth.rules?.hasRules === true}
        onChoice={change}
        ofChart={
          <>
            {drawn !== null && measureOf(drawn.question, measure).figure !== 'count' && (
              <DrawnChoice answer={drawn.answer} at={unitAt} onUnit={setUnitAt} />
            )}
            <ZoneChoice snapshotZone={snapshotZone} shown={shownZone} zone={zone ?? snapshotZone} onZone={setZone} />
          </>
        }
        buttons={
          <TotalsButtons
            isComparing={isComparing}
            onCompare={() => setComparing(!isComparing)}
            onRules={worth.onRules}
          />
        }
      >
        <Group justify="flex-end" gap={8} ml="auto">
          {!isEmpty && (
            <span className={`${common.hint} ${styles.units}`} data-units={units?.state} title={units?.title}>
              {units?.words}
            </span>
          )}
          {shown === null ? (
            <WithoutTable />
          ) : (
            <CopyTable
              title="Totals"
              command={worth.headlines.isKnown ? SAVE_TOTALS : undefined}
              table={() => totalsTable(shown, 'copy')}
              source={[
                ...sourceOf(shown),
                ...linesLeftOut(shown.answer),
                ...moneyLeftOut(shown),
                ...worth.headlines.source(shown.answer.worth !== undefined),
              ]}
            />
          )}
        </Group>
      </TotalsControls>
      {trouble?.trouble && <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />}
      {isEmpty && (
        <Box component="p" px={16} py={32} ta="center" className={common.dim} role="status">
          {noEventsWords(isFiltered)}
        </Box>
      )}
      {drawn !== null && (
        <TotalsChart
          measure={measureOf(drawn.question, measure)}
          asked={{ ...drawn, duplicated: chart.duplicated }}
          every={everyOf(drawn.question) ?? choice.chartBy ?? 'day'}
          range={range}
          zone={drawn.question.zone ?? snapshotZone}
          isBusy={chart.isBusy}
          isMinor={amountMeaning(drawn.question, meanings) === 'amount-minor'}
          unitAt={unitAt}
          onShowEvents={onShowEvents}
          onShowWorth={(line) => void showWorth(worthRows(drawn.question, drawn.answer, line, { figure: 'count' }))}
        />
      )}
      {!isEmpty && shown !== null && (
        <>
          <TotalsTable
            shown={shown}
            isBusy={table.isBusy}
            onOrder={setOrder}
            onShowEvents={onShowEvents}
            onShowWorth={(line, column) => void showWorth(worthRows(shown.question, shown.answer, line, column))}
          />
          <RoundingTable shown={shown} source={sourceOf(shown)} />
          {isComparing && (
            <TwoPeriods
              snapshot={snapshot}
              question={comparedQuestion(shown)}
              range={range}
              zone={shown.question.zone ?? snapshotZone}
              onShowWorth={showWorth}
            />
          )}
          <TotalsNotices
            shown={shown}
            choice={choice}
            texts={texts}
            onChoice={setChoice}
            onShowEvents={onShowEvents}
            onRules={worth.onRules}
          />
          {worth.duplicates}
        </>
      )}
    </div>
  )
}

interface TotalsButtonsProps {
  isComparing: boolean
  onCompare: () => void
  onRules: () => void
}

function TotalsButtons({ isComparing, onCompare, onRules }: TotalsButtonsProps) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsDiff size={15} stroke={1.7} aria-hidden />}
        aria-expanded={isComparing}
        onClick={onCompare}
      >
        {WITHIN_PERIOD}
      </Button>
      <Button
        variant="default"
        leftSection={<IconSum size={15} stroke={1.7} aria-hidden />}
        title={SAY_WORTH}
        onClick={onRules}
      >
        Price rules
      </Button>
    </>
  )
}

const CHOICE = { name: 'totals', read: readTotalsChoice }

/** The question for two periods: what is apart by event code here is so in both, even in one that has a single code. */
function comparedQuestion({ question, answer }: Pick<ShownTotals, 'question' | 'answer'>): TotalsQuestion {
  const byCode = answer.isApart === true ? ('each' as const) : undefined
  const { worth } = question
  const unruled = worth?.unruled && { ...worth.unruled, byCode }
  return { ...question, byCode, ...(worth && { worth: { ...worth, unruled: unruled ?? null } }) }
}

/** The measure of a question already asked; which of its figures to show is the current choice. */
function measureOf({ measure, worth }: TotalsQuestion, now: MeasureChoice): MeasureChoice {
  if (worth !== undefined) return { figure: 'worth' }
  if (measure === null) return { figure: 'count' }
  return { figure: 'properties' in now ? now.figure : 'sum', properties: measure.properties }
}

const everyOf = ({ by }: TotalsQuestion) => (by[0]?.of === 'time' ? by[0].every : null)

/** Tells what the user said of the measured properties; of a product, if any of them is an amount. */
function amountMeaning({ measure }: TotalsQuestion, meanings: PropertyMeanings): AmountMeaning {
  const measuredMeanings = meanings.filter(({ name }) => measure?.properties.some((one) => one === name))
  const is = (wanted: PropertyMeaning) => measuredMeanings.some(({ meaning }) => meaning === wanted)
  return is('amount-minor') ? 'amount-minor' : is('amount-major') ? 'amount-major' : null
}

function textsOf(name: string, seen: ReturnType<typeof useTotals>['seen']) {
  return { name, count: seen.find((one) => one.name === name)?.strings ?? 0 }
}
