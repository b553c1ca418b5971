// A comparison by groups, such as periods, customers or services: what it asks of both sides, and a line for each
// group, with what its difference comes from.
import { Checkbox, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { comparedGroups, groupsTable } from '../../../shared/figures/comparison.ts'
import { type ComparedTotals, comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { PLAIN_TOTALS } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { periodDays } from '../../../shared/snapshot/snapshot-periods.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { joinedNotIn, notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import { NOT_IN_TOTAL } from '../../../shared/worth/worth.ts'
import { bridge, FailureError } from '../../bridge.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { CopyTable } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { byRulesWords, figuresSource, linesLeftOut } from '../figures/snapshot-source.ts'
import { unruledBy } from '../figures/use-amount.ts'
import { useSettled, useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { comparisonOf, useOpenedWindow } from '../opened/opened-context.ts'
import { type Answered, snapshotQuery } from '../store/snapshot-query.ts'
import { ComparedFigures, comparedColumns, comparedFigures } from '../totals/compared-figures.tsx'
import { useWorthEvents } from '../totals/figure-columns.ts'
import { keyLabel, keyOptions, NOTHING } from '../totals/totals-options.ts'
import { useComparedActions } from './compared-tab.tsx'
import styles from './comparison.module.css'
import { type ComparisonPartProps, RulesOf, ToolSelect } from './comparison-tools.tsx'
import { isSoFar, sideNames, sidesSource } from './comparison-words.ts'
import { GroupsTogether } from './groups-together.tsx'

/** Names of properties to group by: nobody chooses from a longer list. */
const MOST_NAMES = 500
/** Drawn of each currency or unit; the copied table has the rest. */
const MOST_LINES = 200

export function GroupsPart(props: ComparisonPartProps) {
  const { sides, choice, scope, amounts } = props
  const { here, there } = sides
  const { choose } = comparisonOf(useOpenedWindow())
  const { amount, names } = amounts
  const { by, answers, isBusy, trouble } = useGroups(props)
  const figures = answers === null ? [] : comparedFigures(answers.here.question, answers.compared)
  const figure = figures.find(({ name }) => name === choice.figure) ?? figures[0]
  const days = { here: periodDays(here), there: periodDays(there) }
  const hasDays = days.here !== null && days.there !== null
  const isPerDay = hasDays && (choice.isPerDay ?? days.here?.milliseconds !== days.there?.milliseconds)
  const { open } = useComparedActions()
  const showWorth = {
    here: useWorthEvents(here.id, (shown) => open(here.id, shown)),
    there: useWorthEvents(there.id, (shown) => open(there.id, shown)),
  }
  const allLines = useAllLines()
  const keys = useMemo(() => keyOptions((names ?? []).slice(0, MOST_NAMES).map(({ name }) => name)), [names])
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  if (answers === null || figure === undefined) {
    return (
      <p className={common.dim} role="status">
        Adding up both snapshots…
      </p>
    )
  }
  const { here: answeredHere, there: answeredThere, compared } = answers
  const isByRules = answeredHere.question.worth !== undefined
  const sideWords = sideNames(sides)
  const groupsOf = (all: ComparedTotals) =>
    comparedGroups(all, {
      figure: figure.name,
      isByRules,
      days,
      isSoFar: isSoFar(here) || isSoFar(there),
    })
  const groups = groupsOf(compared)
  const columns = {
    ...comparedColumns(compared, answeredHere.question, { before: sideWords.there, after: sideWords.here }),
    isPerDay,
    isOfMoney: isByRules && figure.name !== 'count' && figure.name !== 'quantity',
  }
  const [groupBy, thenBy = null] = by
  const options = keys.map(({ means, label }) => ({ means, label }))
  const version = answeredHere.answer.worth?.version ?? null
  const without =
    figure.name === 'count'
      ? null
      : withoutWords({ here: answeredHere.answer, there: answeredThere.answer }, sideWords, isByRules)
  const source: CopiedSource = [
    ...sidesSource(sides, scope, { here: answeredHere.answer.events, there: answeredThere.answer.events }),
    ...figuresSource(measureWords(figure.label, amount.name, isByRules, version), here.range.zone),
    ...(isPerDay ? [['Per day', `${days.there?.words} and ${days.here?.words}; rounded half up`] as const] : []),
    ...(without === null ? [] : [['Left out', without] as const]),
  ]
  return (
    <Stack gap={10}>
      <Group className={styles.tools ?? ''} gap="8px 12px">
        <ToolSelect
          label="Group by"
          options={withKey(options, groupBy)}
          value={groupBy}
          onChange={(key) => choose({ groupBy: thenBy === null ? [key] : [key, thenBy] })}
        />
        <ToolSelect
          label="Then by"
          options={[{ means: null, label: NOTHING }, ...withKey(options, thenBy)]}
          value={thenBy}
          onChange={(key) => choose({ groupBy: key === null ? [groupBy] : [groupBy, key] })}
        />
        <ToolSelect
          label="Figure"
          options={figures.map(({ name, label }) => ({ means: name, label }))}
          value={figure.name}
          onChange={(name) => choose({ figure: name })}
        />
        {!isByRules && (
          <ToolSelect
            label="Amount"
            options={[
              { means: null, label: NOTHING },
              ...amount.names.map((name) => ({ means: name as string | null, label: name })),
            ]}
            value={amount.name}
            onChange={(name) => amounts.session.look({ amount: name })}
          />
        )}
        <RulesOf sides={sides} choice={choice} />
        {hasDays && (
          <Checkbox
            size="xs"
            label="Per day"
            checked={isPerDay}
            onChange={({ currentTarget }) => choose({ isPerDay: currentTarget.checked })}
          />
        )}
        <Group justify="flex-end" gap="8px 12px" ml="auto">
          <CopyTable
            label="Copy table of groups"
            isInternal={there.search.customerId !== here.search.customerId}
            otherCustomer={there.search.customerId}
            {...(compared.lines.length < compared.lineCount && {
              whole: {
                batches: async function* () {
                  const all = comparedTotals(
                    await allLines(there.id, answeredThere),
                    await allLines(here.id, answeredHere),
                  )
                  yield groupsTable(groupsOf(all), columns)
                },
                lines: null,
                source,
              },
            })}
            source={[...source, ...linesLeftOut(compared.lines.length, compared.lineCount)]}
            table={() => groupsTable(groups, columns)}
          />
        </Group>
      </Group>
      {without !== null && <p className={common.hint}>{without}</p>}
      <ComparedFigures
        there={answeredThere}
        here={answeredHere}
        compared={compared}
        figure={figure.name}
        table={groupsTable(groups, columns, MOST_LINES)}
        isBusy={isBusy}
        isBoxed
        ofMonthsWords="which these groups or this range do not hold whole"
        manyWords={{ both: 'both answers', all: '“All” includes every line, and so does an Excel file.' }}
        onShow={(side, events) => void showWorth[side](events)}
      >
        <GroupsTogether groups={groups} columns={columns} isOfMoney={columns.isOfMoney} />
      </ComparedFigures>
      {groups.blocks.length === 0 && <p className={common.dim}>Neither snapshot has such a figure.</p>}
      {groups.isSplit && <VolumeAndPrice {...sideWords} hasRest={groups.hasRest} />}
    </Stack>
  )
}

/** How differences are split. `here` and `there` are what the sides are called. */
function VolumeAndPrice({ here, there, hasRest }: { here: string; there: string; hasRest: boolean }) {
  return (
    <p className={common.hint}>
      Volume: (quantity {here} − quantity {there}) × price {there}. Price: quantity {here} × (price {here} − price{' '}
      {there}). This is worked out for each customer, event code and unit, and then added up.
      {hasRest && ' Other: amounts that are not quantity × price, or that one side alone has.'}
    </p>
  )
}

/** The options, with the chosen key first if it is not listed. */
function withKey(options: { means: SnapshotKey; label: string }[], key: SnapshotKey | null) {
  if (key === null) return options
  const isListed = options.some(({ means }) => JSON.stringify(means) === JSON.stringify(key))
  return isListed ? options : [{ means: key, label: keyLabel(key) }, ...options]
}

/** Tells what no sum has in it, of both sides; null where nothing is left out. */
function withoutWords(
  sides: Record<'here' | 'there', TotalsAnswer>,
  names: Record<'here' | 'there', string>,
  isByRules: boolean,
): string | null {
  const [here, there] = [sides.here, sides.there].map(({ without, beyond }) => without + beyond)
  if (here === 0 && there === 0) return null
  const what = isByRules ? NOT_IN_TOTAL.head : 'Number missing'
  const lacks = (['here', 'there'] as const).flatMap((side) => {
    const words = notInAll(sides[side])
    return words === null ? [] : [` ${names[side]} ${words}.`]
  })
  return `${what}: ${countWords(here ?? 0, 'event')} of ${names.here}, ${grouped(there ?? 0)} of ${names.there}.${lacks.join('')}`
}

function notInAll({ all: ofUnits, lines, isApart }: TotalsAnswer): string | null {
  // What is apart by event code is in no "All".
  const all = [...ofUnits, ...lines.filter(({ units }) => isApart === true && units.every((unit) => unit === null))]
  const parts = joinedNotIn(all.map(({ total }) => total.notIn?.parts ?? []))
  return notInSumWords(
    parts,
    all.reduce((sum, { total }) => sum + (total.notIn?.untold ?? 0), 0),
  )
}

function measureWords(label: string, amount: string | null, isByRules: boolean, version: string | null): string {
  if (isByRules) return `${label}: ${byRulesWords(version)}`
  return amount === null ? label : `${label} of ${amount}, as sent`
}

/** `answers` are null until there are any; while another question is asked, they are those to the previous one. */
function useGroups({ sides: { here, there }, choice, scope, worth, amounts }: ComparisonPartProps) {
  const by = choice.groupBy ?? usualKeys(here, there)
  const questionFor = (side: SnapshotSummary): TotalsQuestion | null => {
    const valuedBy = worth.valuedBy(side, scope)
    if (valuedBy === null) return null
    const plain = { ...PLAIN_TOTALS, scope, by: [...by], zone: here.range.zone }
    if (worth.hasRules) return { ...plain, worth: valuedBy, prices: true }
    return { ...plain, ...unruledBy(amounts.amount, amounts.meanings) }
  }
  const [askedHere, askedThere] = [questionFor(here), questionFor(there)]
  // What has no unit is asked of both sides with a line for each code, so that different codes stand beside each other.
  // Where both have a single code, the same one, both are asked again without that.
  const apart = [
    useSnapshotAnswer(here.id, askedHere && eachCode(askedHere)),
    useSnapshotAnswer(there.id, askedThere && eachCode(askedThere)),
  ] as const
  const told = apart.flatMap(({ answer, isBusy }) => (answer === null || isBusy ? [] : [answer]))
  const isOne = told.length === apart.length && areOfOneCode(told, by)
  const together = [
    useSnapshotAnswer(here.id, isOne ? askedHere : null),
    useSnapshotAnswer(there.id, isOne ? askedThere : null),
  ] as const
  const [ofHere, ofThere] = isOne ? together : apart
  const isBusy = ofHere.isBusy || ofThere.isBusy
  const latest = useSettled({ here: ofHere.latest, there: ofThere.latest }, isBusy)
  const answers = useMemo(
    () =>
      latest.here && latest.there
        ? { here: latest.here, there: latest.there, compared: comparedTotals(latest.there.answer, latest.here.answer) }
        : null,
    [latest.here, latest.there],
  )
  return { by, answers, isBusy, trouble: [...apart, ofHere, ofThere].find((one) => one.trouble !== null) }
}

/** Whether all sums of both sides without a unit are of one event code: then they can be added and compared. */
export function areOfOneCode(answers: readonly TotalsAnswer[], by: readonly SnapshotKey[]): boolean {
  const codeKey = by.findIndex((key) => key.of === 'field' && key.field === 'eventCode')
  /** The code of a line that sums numbers without a unit; undefined: it sums none. */
  const codeOfSum = ({ code, keys, units, total: { credit, debit, neither } }: TotalsLine) => {
    // Lines that are not grouped by code name it only where they are apart by it, for want of a unit.
    if (codeKey < 0) return code
    const isSum = units.every((unit) => unit === null) && (credit ?? debit ?? neither) !== null
    return isSum ? (keys[codeKey]?.text ?? null) : undefined
  }
  const codes = new Set(answers.flatMap(({ lines }) => lines.map(codeOfSum)))
  codes.delete(undefined)
  return codes.size === 1 && answers.every(({ lines, lineCount }) => lines.length === lineCount)
}

/** The same question, where what has no unit is told apart however few codes it has. */
export function eachCode(question: TotalsQuestion): TotalsQuestion {
  const { byCode, worth } = question
  const unruled = worth?.unruled
  return {
    ...question,
    ...(byCode && { byCode: 'each' }),
    ...(worth && unruled?.byCode && { worth: { ...worth, unruled: { ...unruled, byCode: 'each' } } }),
  }
}

type Keys = [SnapshotKey] | [SnapshotKey, SnapshotKey]

/** Customer and event code. Where each side is of a single customer, the customer needs no column. */
function usualKeys(...sides: SnapshotSummary[]): Keys {
  const code: SnapshotKey = { of: 'field', field: 'eventCode' }
  const areOfCustomers = sides.every(({ search }) => search.customerId !== undefined)
  return areOfCustomers ? [code] : [{ of: 'field', field: 'customerId' }, code]
}

/** A bound on memory: lines of both sides are held until they are compared. */
const MOST_HELD = 200_000

/** Every line of an answer; the screen has only the first ones. Rejects with a FailureError if there are too many. */
function useAllLines() {
  const client = useQueryClient()
  return (snapshotId: string, answered: Answered<TotalsQuestion>): Promise<TotalsAnswer> =>
    allLines(answered, async (question) => {
      // Not cached: each page is needed once.
      const { answer } = await client.fetchQuery({ ...snapshotQuery(bridge, snapshotId, question), gcTime: 0 })
      return answer
    })
}

/** Asks for page after page. Rejects with a FailureError if there are more than 200,000 lines, and as `ask` does. */
export async function allLines(
  { question, answer }: Answered<TotalsQuestion>,
  ask: (question: TotalsQuestion) => Promise<TotalsAnswer>,
): Promise<TotalsAnswer> {
  if (answer.lineCount > MOST_HELD) {
    const message = `There are more than ${grouped(MOST_HELD)} groups. Choose others, or set a condition in Events first.`
    throw new FailureError({ kind: 'invalid', field: 'export', message })
  }
  const lines = [...answer.lines]
  while (lines.length < answer.lineCount) {
    const next = await ask({ ...question, offset: question.offset + lines.length })
    if (next.lines.length === 0) break
    lines.push(...next.lines)
  }
  return { ...answer, lines }
}
