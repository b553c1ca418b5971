// Five things to try with the sample company: what each is called, what its card says, what is to be seen at its end,
// and the way there, on which what it needs is made ready first. The figures are the company's, and trial.test.ts holds
// them against its events.

import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event, Filters } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { readDateInput } from '../../../shared/time/date-input.ts'
import { presetRange } from '../../../shared/time/date-words.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { sampleInvoice } from '../../../shared/worth/sample-company-files.ts'
import type { DetailSession } from '../../event/store/detail-session.ts'
import { sameAgain } from '../../grid/same-again.ts'
import { sameFilters } from '../../live/store/filters-meaning.ts'
import type { SearchSession } from '../../live/store/search-session.ts'
import { type ComparedSnapshots, latestClosing } from '../../snapshot/store/compared-snapshots.ts'
import { createLatestWork } from '../../snapshot/store/latest-work.ts'
import type { OpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'
import { type PageSnapshots, snapshotNames } from '../../snapshot/store/page-snapshots.ts'
import { whenFinished } from '../../snapshot/store/queued-readings.ts'
import { isOfOrder, snapshotOrder } from '../../snapshot/store/snapshot-order.ts'
import type { SnapshotTabName } from '../../snapshot/store/snapshot-tab.ts'
import { monthWords } from '../../ui/instant-words.ts'
import type { StateStore } from '../../ui/state-store.ts'
import { unusedName } from '../../ui/unused-name.ts'

export type ThingToTry = (typeof THINGS_TO_TRY)[number]['is']

/** Writes what is said of a thing once it is there. @param month as "October" */
type Words = (month: string) => string

interface Thing {
  is: string
  title: string
  /** Its card says them. */
  words: Words
  /** They are said at its end, beside what the window shows. */
  seen: Words
}

export const THINGS_TO_TRY = [
  {
    is: 'mail',
    title: 'Answer a customer’s mail',
    words: () => 'Paste it, find the event and its twin.',
    seen: () =>
      'Pasted into Find, this mail is offered as a search for its customer, its day and its event code. One of the two events is open; the row that is marked looks like the same usage again, 2 s later with the same idempotency_key.',
  },
  {
    is: 'twice',
    title: 'Was anybody charged twice?',
    words: (month) => `Possibly 480.00 EUR in ${month}.`,
    seen: () =>
      'Twelve batches of cus_nordlicht came again 2 s later with the same idempotency_key: possibly 480.00 EUR charged too much. A refund of 49.60 EUR was given twice, too. Each group can be marked once it is settled.',
  },
  {
    is: 'invoice',
    title: 'Check an invoice',
    words: () => 'Nordlicht’s 46.00 EUR hide four mistakes.',
    seen: () =>
      'The invoice is 46.00 EUR lower than its events are worth, which looks harmless. It charges 3.00, 135.00 and 16.00 EUR too much, and does not bill 200.00 EUR. Choose a line to see what may have caused it.',
  },
  {
    is: 'changed',
    title: 'What changed after closing?',
    words: (month) => `Two events dated ${month} came later, −375.30 EUR.`,
    seen: (month) =>
      `Two events of cus_halden came after the closing copy of ${month}: 37.20 EUR charged and 412.50 EUR taken off, together −375.30 EUR.`,
  },
  {
    is: 'workbook',
    title: 'Totals in a workbook that adds up',
    words: () => 'Three currencies, never added together.',
    seen: (month) =>
      `The workbook has what these totals show: 42,803.30 EUR, 64,916.00 USD and 3,843.70 GBP for ${month}, with what each figure leaves out. No line adds two currencies together.`,
  },
] as const satisfies readonly Thing[]

/** A day on which two of Nordlicht's batches came twice, the second one 2 s later; as a day of any month. */
export const DAY_OF_MAIL = 6

/** The mail, as a customer writes it: without the ID of an event. @param month as "October" */
export const mailOf: Words = (month) =>
  `Hello, in our usage of ${DAY_OF_MAIL} ${month} we see 100,000 api_calls at 03:00 twice. Were we charged for both? Nordlicht Logistik, cus_nordlicht`

/** One at a time. */
export type Trial =
  | { step: 'none' }
  /** What it needs is being searched for or read. */
  | { step: 'begun'; thing: ThingToTry }
  | { step: 'there'; thing: ThingToTry }
  | { step: 'failed'; thing: ThingToTry; words: string }

export interface TrialParts {
  /** It leads to the sample company. */
  connection: Connection
  /** It is the service's clock, RFC 3339. */
  now: () => string
  search: Pick<SearchSession, 'search' | 'state' | 'subscribe'>
  details: Pick<DetailSession, 'open'>
  opened: Pick<OpenedSnapshot, 'open' | 'state' | 'subscribe' | 'backToLive' | 'dropped'>
  snapshots: Pick<PageSnapshots, 'state' | 'subscribe' | 'take' | 'refresh' | 'opensOn'>
  /** It compares in the tab "Changes". */
  compare: (compared: ComparedSnapshots) => void
  /** Saves the totals as a workbook once they are there, unless aborted before. */
  saveTotals: (signal: AbortSignal) => void
}

export type TrialSession = ReturnType<typeof createTrialSession>

function createTrialSession(parts: StateStore<{ trial: Trial }>) {
  const { state, subscribe, set: publish } = parts.part('trial', { step: 'none' })
  const latestWork = createLatestWork()
  return {
    state,
    subscribe,
    async begin(thing: ThingToTry, parts: TrialParts): Promise<void> {
      const signal = latestWork.next()
      publish({ step: 'begun', thing })
      const trouble = await (thing === 'mail' ? openTwin(parts, signal) : openMonth(thing, parts, signal))
      if (!signal.aborted)
        publish(trouble === null ? { step: 'there', thing } : { step: 'failed', thing, words: trouble })
    },
    /** What is being read for it is read on. */
    end(): void {
      latestWork.next()
      publish({ step: 'none' })
    },
  }
}

interface WithTrial {
  parts: StateStore<{ trial: Trial }>
  trial?: TrialSession
}

/** @param session of the sample company, which keeps it */
export function trialOf(session: WithTrial): TrialSession {
  session.trial ??= createTrialSession(session.parts)
  return session.trial
}

const wordsOf = (failure: Failure): string => {
  const { title, cause, advice } = failureWords(failure)
  return [title, cause, advice].filter(Boolean).join(' ')
}

/** The filters of the sample company's last month, and the month as "2026-10". */
export function lastMonthOf({ billingZone }: Connection, now: string): { filters: Filters; month: string } {
  const zone = billingZone ?? 'UTC'
  const { from, to } = presetRange('last-month', now, zone)
  const filters = { propertyFilters: [], createdAtFrom: from, createdAtTo: to }
  return { filters, month: inZone(from, zone)?.date.slice(0, 7) ?? '' }
}

/** Searches for what the mail is about, and opens the first of two alike. @returns what went wrong, in words */
async function openTwin(parts: TrialParts, signal: AbortSignal): Promise<string | null> {
  const { connection, now, search, details, opened } = parts
  const day = `${lastMonthOf(connection, now()).month}-${String(DAY_OF_MAIL).padStart(2, '0')}`
  const edge = (side: 'from' | 'to') => {
    const read = readDateInput(day, connection.billingZone ?? 'UTC', side)
    return read.kind === 'instant' ? read.utc : undefined
  }
  const filters: Filters = {
    customerId: 'cus_nordlicht',
    eventCode: 'api_calls',
    propertyFilters: [],
    createdAtFrom: edge('from'),
    createdAtTo: edge('to'),
  }
  opened.backToLive()
  const rows = await rowsOf(filters, search, signal)
  if (!Array.isArray(rows)) return wordsOf(rows)
  // The newest are first.
  const first = rows.findLast((one) => rows.some((other) => sameAgain(one, other) !== null))
  if (first === undefined) return 'The two events that the mail is about are not among the events of its day.'
  details.open(first)
  return null
}

/** Empty where it was aborted. */
function rowsOf(filters: Filters, search: TrialParts['search'], signal: AbortSignal): Promise<Event[] | Failure> {
  const answered = Promise.withResolvers<Event[] | Failure>()
  search.search(filters)
  const unsubscribe = search.subscribe(look)
  look()
  return answered.promise.finally(unsubscribe)

  function look() {
    const { shown, loading, failure } = search.state()
    if (signal.aborted) return answered.resolve([])
    if (loading !== null) return
    if (failure !== null) answered.resolve(failure)
    else if (shown !== null && sameFilters(shown.request.filters, filters)) answered.resolve(shown.answer.page.events)
  }
}

/** Opens last month where it is to be seen; it is read first if missing. @returns what went wrong, in words */
async function openMonth(
  thing: Exclude<ThingToTry, 'mail'>,
  parts: TrialParts,
  signal: AbortSignal,
): Promise<string | null> {
  const { connection, now, opened, snapshots, compare, saveTotals } = parts
  const { filters, month } = lastMonthOf(connection, now())
  const snapshot = await monthOf(filters, monthWords(month), parts, signal)
  if (snapshot === null) return null
  if ('words' in snapshot) return snapshot.words
  const { id } = snapshot
  switch (thing) {
    case 'twice':
      opened.open(id, { tab: 'Checks' })
      return null
    case 'workbook':
      opened.open(id, { tab: 'Totals' })
      saveTotals(whileOn({ id, tab: 'Totals' }, opened, signal))
      return null
    case 'changed': {
      const closing = latestClosing(snapshot, snapshots.state().list?.snapshots ?? [])
      if (closing === null) return NO_CLOSING
      compare(closing)
      opened.open(id, { tab: 'Changes' })
      return null
    }
    case 'invoice': {
      opened.open(id, { tab: 'Check a file' })
      await whenOpen(id, opened, signal)
      const { fileName, text } = sampleInvoice(month)
      if (!signal.aborted) opened.dropped.set({ file: new File([text], fileName), isChecked: true })
      return null
    }
  }
}

const STOPPED = 'Its reading was stopped, and what was read is deleted.'

const NO_CLOSING =
  'The closing copy of last month is gone, and what the service had then cannot be read any more. It is made when sample data is opened: start Eventscope again.'

/** The snapshot of it, once it is finished; null where it was aborted. */
async function monthOf(
  filters: Filters,
  name: string,
  { connection, snapshots }: TrialParts,
  signal: AbortSignal,
): Promise<SnapshotSummary | { words: string } | null> {
  const read = snapshotOrder(connection, filters, connection.billingZone ?? 'UTC')
  if (!read.ok) return { words: read.message }
  const { order } = read
  await snapshots.refresh()
  // The closing copy is of the same order, but holds the events as they were when the month was closed.
  const known = snapshots.state().list?.snapshots.find((one) => one.closed === null && isOfOrder(one, order))
  if (known?.status.state === 'finished') return known
  let id = known?.id
  if (id === undefined) {
    const taken = await snapshots.take({
      ...order,
      name: unusedName(name, snapshotNames(snapshots.state().list, connection.id)),
    })
    if (!taken.ok) return { words: wordsOf(taken.failure) }
    id = taken.value.snapshotId
  }
  // What was taken here opens by itself once it is read, unless it is told not to (null): the caller opens it on the
  // tab of the thing.
  snapshots.opensOn(id, null)
  const over = Promise.withResolvers<SnapshotSummary | { words: string } | null>()
  signal.addEventListener('abort', () => over.resolve(null), { once: true })
  whenFinished([id], snapshots, signal, (finished) => over.resolve(finished?.[0] ?? { words: STOPPED }))
  return over.promise
}

/** Aborted with `signal`, and once that tab of that snapshot is left. */
function whileOn(
  { id, tab }: { id: string; tab: SnapshotTabName },
  opened: TrialParts['opened'],
  signal: AbortSignal,
): AbortSignal {
  const left = new AbortController()
  const unsubscribe = opened.subscribe(() => {
    const state = opened.state()
    const isThere = state.kind === 'open' && state.id === id && state.tab === tab
    if (isThere || state.kind === 'opening') return
    unsubscribe()
    left.abort()
  })
  return AbortSignal.any([signal, left.signal])
}

function whenOpen(id: string, opened: TrialParts['opened'], signal: AbortSignal): Promise<void> {
  const there = Promise.withResolvers<void>()
  const look = () => {
    const state = opened.state()
    if (signal.aborted || (state.kind === 'open' && state.id === id)) there.resolve()
  }
  const unsubscribe = opened.subscribe(look)
  signal.addEventListener('abort', look, { once: true })
  look()
  return there.promise.finally(unsubscribe)
}
