// This is what the rows of the page add up to, labelled as such.
import { Group } from '@mantine/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Event, Filters } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { type PageGroup, type PageTotals, pageTotalsTable } from '../../../shared/figures/page-totals.ts'
import { mismatches } from '../../../shared/search/matches.ts'
import { isWholeAnswer, knownTotal } from '../../../shared/search/paging.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { noRuleWords, WORTH_BY_RULES } from '../../../shared/worth/worth.ts'
import { type CaseOrigin, CaseOriginProvider } from '../../case/case-origin.ts'
import { CustomerNames } from '../../case/shown-names.tsx'
import { numericProperties, type WorthSides, worthSides } from '../../grid/event-sums.ts'
import { type CopiedSource, CopyTable } from '../../tables/copy-table.tsx'
import { Choice } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { type EventsWorth, NOT_NETTED_WORDS, useEventsWorth } from '../../worth/events-worth.ts'
import { useMeanings } from '../../worth/use-rules.ts'
import { PAGE_TOTALS } from '../results/live-actions.ts'
import type { SearchSession, ShownRows } from '../store/search-session.ts'
import { pageTotals, pageWorth } from './page-worth.ts'

interface PageTotalsProps {
  search: Pick<SearchSession, 'state' | 'subscribe'>
  /** The rows are of it; what they are worth and what their properties mean is said of it. */
  connectionId: string
  /** Prices of the rate card begin in it. */
  billingZone: string
  /** Selected rows that stand in place of the page's, whatever page they are of; else null. */
  only: readonly Event[] | null
}

const GROUPS: { value: PageGroup; label: string }[] = [
  { value: 'eventCode', label: 'Event code' },
  { value: 'customerId', label: 'Customer ID' },
  { value: 'nothing', label: 'nothing' },
]

export function PageTotalsPanel({ search, connectionId, billingZone, only }: PageTotalsProps) {
  const shown = useSyncExternalStore(search.subscribe, () => search.state().shown)
  const events = only ?? shown?.answer.page.events ?? NONE
  // Selected rows may be of another search.
  const filters = (only === null && shown?.request.filters) || NO_FILTERS
  const fitting = useMemo(() => events.filter((event) => mismatches(event, filters).length === 0), [events, filters])
  const names = useMemo(() => numericProperties(fitting), [fitting])
  const { meanings } = useMeanings(connectionId)
  const known = useEventsWorth(fitting, connectionId, billingZone)
  const valued = known.state === 'known' ? known.valued : null
  const why = valued === null ? NOT_NETTED_WORDS[known.state] : noRuleWords(valued.worth)
  const [chosen, setChosen] = useState<string | null>(null)
  const [group, setGroup] = useState<PageGroup>('eventCode')
  const usual = valued !== null && why === null ? WORTH : (usualAmount(names, meanings) ?? COUNT)
  const isThere = (name: string) => name === COUNT || (name === WORTH ? valued !== null : names.includes(name))
  const measure = chosen !== null && isThere(chosen) ? chosen : usual
  const worth = measure === WORTH ? valued : null
  const totals = useMemo(
    () =>
      worth === null
        ? pageTotals(fitting, measure === COUNT ? null : measure, group, meanings)
        : pageWorth(fitting, worth, group),
    [fitting, measure, group, meanings, worth],
  )
  const notes = useMemo(
    () => (worth === null ? sumNotes(totals, why) : worthNotes(worthSides(fitting, worth), why)),
    [worth, fitting, totals, why],
  )
  // Neither figures nor a measure before it is known by what.
  if (shown === null || known.state === 'loading' || (known.state === 'known' && valued === null)) return null
  const by = worth && rulesNote(worth)
  const left = events.length - fitting.length
  const leftWords = left === 0 ? [] : [`${countWords(left, 'row')} left out for not matching the applied filters.`]
  const about = only === null ? aboutWords(shown, events) : selectedWords(only)
  const table = pageTotalsTable(totals, group)
  const source: CopiedSource = [
    ['Rows', about],
    ['Measure', measureWords(measure)],
    ...(by === null ? [] : [['Price rules', by.copied] as const]),
    ...notes.map((words) => ['Note', words] as const),
    ...leftWords.map((words) => ['Left out', words] as const),
  ]
  return (
    <div className={common.panel}>
      <p className={common.dim}>{about}</p>
      <Group gap={8}>
        <Choice label="Group by" value={group} choices={GROUPS} onChange={setGroup} />
        <Choice
          label="Measure"
          value={measure}
          choices={[...(valued === null ? [] : [WORTH]), COUNT, ...names].map((value) => ({
            value,
            label: measureWords(value),
          }))}
          onChange={setChosen}
        />
        <CaseOriginProvider value={originOf(shown, connectionId, billingZone, only === null)}>
          <CopyTable title={PAGE_TOTALS} isInternal isWithin source={source} table={() => table} />
        </CaseOriginProvider>
      </Group>
      <CustomerNames connectionId={connectionId}>
        <FigureTable table={table} />
      </CustomerNames>
      {measure !== COUNT && (
        <p className={common.dim} title={by?.title}>
          {[...(by?.drawn ?? []), ...notes].join(' ')}
        </p>
      )}
      {left > 0 && <p className={common.warning}>{leftWords}</p>}
    </div>
  )
}

/** No property is named so, whose name may be anything, also empty. */
const COUNT = '\u0000count'
const WORTH = '\u0000worth'
const NONE: Event[] = []
const NO_FILTERS: Filters = { propertyFilters: [] }

/** Tells what was said to be an amount, else the commonest number; null where there is none. */
const usualAmount = (names: readonly string[], meanings: PropertyMeanings) =>
  names.find((name) => meanings.some((one) => one.name === name && one.meaning.startsWith('amount-'))) ??
  names[0] ??
  null

const measureWords = (measure: string) =>
  measure === COUNT ? 'Number of events' : measure === WORTH ? WORTH_BY_RULES : `Sum of ${shortened(measure, 40)}`

/** They are of sums as sent, which are never netted. */
function sumNotes({ by, confirmed, columns, others }: PageTotals, why: string | null): string[] {
  if (columns.length === 0) return []
  return [
    by === null ? 'Unit not set.' : confirmed ? `By ${by}.` : `By ${by}, not confirmed.`,
    why === null
      ? 'As sent, so credit and debit stay apart: the total is that of “Worth by your price rules”.'
      : `No total: ${why}.`,
    ...(others === 0
      ? []
      : [`${countWords(others, 'event')} of other units ${others === 1 ? 'is' : 'are'} in no line.`]),
  ]
}

/** A copy says the version, which the screen has where it is pointed at. */
const rulesNote = ({ version }: EventsWorth) => ({
  drawn: ['By your price rules.'],
  title: `Version ${version}`,
  copied: `By your price rules, version ${version}.`,
})

function worthNotes({ sides, left }: WorthSides, why: string | null): string[] {
  const quantities = sides.find(({ figure }) => figure === 'quantity')?.figures ?? []
  const named = quantities.slice(0, MOST_QUANTITIES).map(({ drawn, unit }) => `${drawn} ${unit}`.trimEnd())
  const more = quantities.length - named.length
  return [
    ...(why === null ? [] : [`No total: ${why}.`]),
    ...(left.length === 0 ? [] : [`Not in any figure: ${left.join('; ')}.`]),
    ...(named.length === 0 ? [] : [`Quantities: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}.`]),
  ]
}

const MOST_QUANTITIES = 20

const selectedWords = ({ length }: readonly Event[]) =>
  length === 1 ? 'Only the selected row.' : `Only the ${grouped(length)} selected rows.`

function aboutWords({ request, answer }: ShownRows, { length }: readonly Event[]): string {
  if (isWholeAnswer(request, answer.page))
    return `All ${countWords(length, 'event')} that match, by the service’s count.`
  const total = knownTotal(request, answer.page)
  const these = `These ${countWords(length, 'row')}`
  return total === null || total <= answer.page.events.length
    ? `${these}. Whether more match is not known: the service’s count may be of this page alone.`
    : `${these}, not all ${grouped(total)} that match.`
}

/** @param isOfPage else of selected rows, which may be of another search */
function originOf({ request, answer }: ShownRows, connectionId: string, zone: string, isOfPage: boolean): CaseOrigin {
  const { createdAtFrom, createdAtTo, customerId } = isOfPage ? request.filters : NO_FILTERS
  return {
    connectionId,
    customers: customerId === undefined ? null : [customerId],
    time: {
      from: createdAtFrom ?? null,
      until: createdAtTo ?? null,
      zone,
      isWhole: isOfPage && isWholeAnswer(request, answer.page),
    },
  }
}
