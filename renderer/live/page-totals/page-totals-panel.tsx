// What the rows of the page add up to, labelled as such. Where they are all matches, "Totals" shows this too.
import { NativeSelect } from '@mantine/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { mismatches } from '../../../shared/search/matches.ts'
import { isWholeAnswer, knownTotal } from '../../../shared/search/paging.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { numericProperties } from '../../grid/selection-sums.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { columnPlaces, figureText } from '../../ui/figure-text.ts'
import { useMeanings } from '../../worth/use-meanings.ts'
import type { SearchSession } from '../store/search-session.ts'
import type { ShownRows } from '../store/search-state.ts'
import styles from './page-totals.module.css'
import { type PageGroup, type PageLine, type PageTotals, pageTotals } from './page-totals.ts'

export interface PageTotalsProps {
  search: Pick<SearchSession, 'state' | 'subscribe'>
  /** Of the rows; what their properties mean is said of it. */
  connectionId: string
}

const GROUPS: { value: PageGroup; label: string }[] = [
  { value: 'eventCode', label: 'Event code' },
  { value: 'customerId', label: 'Customer ID' },
  { value: 'nothing', label: 'nothing' },
]

export function PageTotalsPanel({ search, connectionId }: PageTotalsProps) {
  const shown = useSyncExternalStore(search.subscribe, () => search.state().shown)
  const events = shown?.answer.page.events ?? NONE
  const fitting = useMemo(
    () => events.filter((event) => mismatches(event, shown?.request.filters ?? NO_FILTERS).length === 0),
    [events, shown],
  )
  const names = useMemo(() => numericProperties(fitting), [fitting])
  const { meanings } = useMeanings(connectionId)
  const [chosen, setChosen] = useState<string | null>(null)
  const [group, setGroup] = useState<PageGroup>('eventCode')
  const measure =
    chosen === COUNT ? null : chosen !== null && names.includes(chosen) ? chosen : usualAmount(names, meanings)
  const totals = useMemo(() => pageTotals(fitting, measure, group, meanings), [fitting, measure, group, meanings])
  if (shown === null) return null
  const left = events.length - fitting.length
  return (
    <div className={common.panel}>
      <p className={styles.about}>{aboutWords(shown, events)}</p>
      <div className={styles.choices}>
        <NativeSelect
          label="Group by"
          size="xs"
          value={group}
          data={GROUPS}
          onChange={({ currentTarget }) => {
            const found = GROUPS.find(({ value }) => value === currentTarget.value)
            if (found) setGroup(found.value)
          }}
        />
        <NativeSelect
          label="Measure"
          size="xs"
          value={measure ?? COUNT}
          data={[
            { value: COUNT, label: 'Number of events' },
            ...names.map((name) => ({ value: name, label: `Sum of ${shortened(name, 40)}` })),
          ]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </div>
      <PageTotalsTable totals={totals} group={group} measure={measure} />
      {measure !== null && (
        <p className={styles.about}>
          {unitsWords(totals)}
          {totals.areCreditsNegative &&
            ' Some credits are negative here, so no difference is shown: it is not known whether to add or subtract them.'}
        </p>
      )}
      {left > 0 && (
        <p className={styles.left}>{`${countWords(left, 'row')} left out for not matching the applied filters.`}</p>
      )}
    </div>
  )
}

/** Not a property's name, which may be anything, also empty. */
const COUNT = '\u0000count'
const NONE: Event[] = []
const NO_FILTERS = { propertyFilters: [] }

/** What was said to be an amount, else the commonest number. */
const usualAmount = (names: readonly string[], meanings: PropertyMeanings) =>
  names.find((name) => meanings.some((one) => one.name === name && one.meaning.startsWith('amount-'))) ??
  names[0] ??
  null

const unitsWords = ({ by, confirmed }: PageTotals) =>
  by === null ? 'Unit not known.' : confirmed ? `By ${by}.` : `By ${by}, not confirmed.`

function aboutWords({ request, answer }: ShownRows, { length }: readonly Event[]): string {
  if (isWholeAnswer(request, answer.page)) return `All ${countWords(length, 'event')} that match are on this page.`
  const total = knownTotal(request, answer.page)
  const all = total === null ? 'all that match' : `all ${grouped(total)} that match`
  return `These ${countWords(length, 'row')}, not ${all}.`
}

interface PageTotalsTableProps {
  totals: PageTotals
  group: PageGroup
  /** The property that is added up; null: events are counted. */
  measure: string | null
}

const HEADS = { eventCode: 'Event code', customerId: 'Customer ID', nothing: '' }
const FIGURES = [
  { figure: 'credit', head: 'Credit', of: (line: PageLine) => line.credit },
  { figure: 'debit', head: 'Debit', of: (line: PageLine) => line.debit },
  { figure: 'sum', head: 'Neither', of: (line: PageLine) => line.sum },
  { figure: 'debit-minus-credit', head: 'Debit − credit', of: (line: PageLine) => line.debitMinusCredit },
] as const
const KEY_CHARACTERS = 60

/** The sums of a page as a table like that of a snapshot's "Totals": exact, with the number of events left out. */
function PageTotalsTable({ totals, group, measure }: PageTotalsTableProps) {
  const { lines, all, by } = totals
  const figures =
    measure === null
      ? []
      : FIGURES.filter(({ figure, of }) => figure !== 'sum' || all.some((line) => of(line) !== null)).map((column) => ({
          ...column,
          places: columnPlaces([...lines, ...all].map(column.of)),
        }))
  const cells = (line: PageLine) => (
    <>
      {by !== null && <td className={styles.unit}>{line.unit ?? <i>not known</i>}</td>}
      <td className={styles.number} data-figure="count" data-value={String(line.count)}>
        {grouped(line.count)}
      </td>
      {figures.map(({ figure, of, places }) => (
        <td
          key={figure}
          className={styles.number}
          data-figure={figure}
          data-value={of(line) ?? ''}
          title={of(line) ?? undefined}
        >
          {figureText(of(line), places)}
        </td>
      ))}
      {measure !== null && (
        <td className={styles.number}>
          {grouped(line.numbers)}
          {line.numbers < line.count && <span className={common.warning}> of {grouped(line.count)}</span>}
        </td>
      )}
    </>
  )
  return (
    <div className={styles.scroll}>
      <DataTable className={styles.table} aria-label="Totals">
        <thead>
          <tr>
            <th>{HEADS[group]}</th>
            {by !== null && <th className={styles.unit}>{by}</th>}
            <th className={styles.number}>Events</th>
            {figures.map(({ figure, head }) => (
              <th key={figure} className={styles.number}>
                {head}
              </th>
            ))}
            {measure !== null && <th className={styles.number}>With a number</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={JSON.stringify([line.key, line.unit])} data-group={JSON.stringify([line.key, line.unit])}>
              <th title={line.key ?? undefined}>
                {line.key == null ? <i>none</i> : shortened(line.key, KEY_CHARACTERS)}
              </th>
              {cells(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {all.map((line) => (
            <tr key={JSON.stringify(line.unit)} data-all={JSON.stringify([line.unit])}>
              <th>All</th>
              {cells(line)}
            </tr>
          ))}
        </tfoot>
      </DataTable>
    </div>
  )
}
