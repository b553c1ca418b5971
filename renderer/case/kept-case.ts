// The cases of a connection, each with a name and kept between runs. One of them is open: what is added goes there.

import { z } from 'zod'
import { type Case, type CaseItem, emptyCase, readCase, withItem } from '../../shared/case/case.ts'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Event } from '../../shared/event/event.ts'
import { type Decimal, decimalText } from '../../shared/exact/decimal.ts'
import { parseKept } from '../../shared/exact/exact-json.ts'
import { type Failure, failed, type Result, succeeded } from '../../shared/failure/failure.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import { inZone } from '../../shared/time/instant.ts'
import { rulesVersion } from '../../shared/worth/rules-text.ts'
import type { EventWorth } from '../../shared/worth/value-event.ts'
import { shortened } from '../ui/excerpt.ts'
import { dayWords } from '../ui/instant-words.ts'
import { say, sayWithButton } from '../ui/notify.tsx'
import type { Remembered, RememberedValue } from '../ui/remembered-value.ts'
import { unusedName } from '../ui/unused-name.ts'
import { rememberedOf } from '../ui/use-remembered.tsx'
import { startValuing } from '../worth/events-worth.ts'
import { drawnMoney, moneyInWords } from '../worth/money-words.ts'
import { rulesOf } from '../worth/use-rules.ts'
import { shownCase } from './shown-case.ts'

/** `unreadable`: by another version, or damaged; the text stays as it is until its user begins another case. */
export type KeptCase = { is: 'case'; case: Case } | { is: 'unreadable'; text: string }

const MOST_CASES = 100
export const LONGEST_CASE_NAME = 200

const caseListSchema = z
  .object({
    open: z.string(),
    cases: z
      .array(z.object({ id: z.string().min(1).max(60), name: z.string().min(1).max(LONGEST_CASE_NAME) }))
      .min(1)
      .max(MOST_CASES),
  })
  .refine(({ open, cases }) => cases.some(({ id }) => id === open))
export type CaseList = z.infer<typeof caseListSchema>

/** The one case that earlier versions kept of a connection, where it always was. */
const FIRST = 'first'
const FIRST_LIST: CaseList = { open: FIRST, cases: [{ id: FIRST, name: 'Report' }] }

export const CASE_LIST: Remembered<CaseList> = {
  name: 'cases',
  read: (text) => parseKept(text, caseListSchema) ?? FIRST_LIST,
}

/** An empty report with an ID of its own. */
export const newCase = (): KeptCase => ({ is: 'case', case: emptyCase(crypto.randomUUID().replaceAll('-', '')) })

/** @param id of the list */
export const keptCase = (id: string): Remembered<KeptCase> => ({
  name: id === FIRST ? 'case' : `case ${id}`,
  read(text) {
    if (text === null) return newCase()
    const read = readCase(text)
    return read === null ? { is: 'unreadable', text } : { is: 'case', case: read }
  },
  write: (kept) => (kept.is === 'case' ? JSON.stringify(kept.case) : kept.text),
  writtenAfterMs: 400,
})

/** It reads what is remembered of one connection. */
export type RememberedHere = <T>(what: Remembered<T>) => RememberedValue<T>

/** Each fails as the backend does, and takes effect once it is stored, whatever another window did meanwhile. */
export function casesIn(here: RememberedHere) {
  const list = here(CASE_LIST)
  return {
    /** Begins another one, which is open then. Fails with `invalid` where there are too many. */
    begin: () =>
      list.update(({ cases }) => {
        if (cases.length >= MOST_CASES)
          return invalid(`There are ${MOST_CASES} reports already, and no more are kept. Delete one first.`)
        const id = crypto.randomUUID()
        return succeeded({ open: id, cases: [...cases, { id, name: unusedName('Report', namesOf(cases)) }] })
      }),
    open: (id: string) => list.update((now) => succeeded(namesId(now, id) ? { ...now, open: id } : now)),
    /** Another case may have the name: then a number is put behind it. */
    rename: (id: string, name: string) =>
      list.update((now) => {
        const others = now.cases.filter((one) => one.id !== id)
        const unused = unusedName(name, namesOf(others))
        return succeeded({ ...now, cases: now.cases.map((one) => (one.id === id ? { id, name: unused } : one)) })
      }),
    /** Deletes it with all of its entries; the one beside it is open then, or an empty one. */
    async delete(id: string): Promise<Result<null>> {
      // Its place stays, with nothing in it: what is remembered has no other way to go.
      const emptied = await here(keptCase(id)).update(() => succeeded(newCase()))
      if (!emptied.ok) return emptied
      return list.update((now) => {
        const at = now.cases.findIndex((one) => one.id === id)
        // Another window deleted it meanwhile.
        if (at < 0) return succeeded(now)
        const cases = now.cases.filter((one) => one.id !== id)
        const beside = cases[Math.min(at, cases.length - 1)]
        if (beside === undefined) return succeeded(FIRST_LIST)
        return succeeded({ open: now.open === id ? beside.id : now.open, cases })
      })
    },
    /**
     * Adds to the case that is open. Answers with its name, null where there is no other. Fails with `invalid` where it
     * is full or unreadable.
     */
    async add(item: CaseItem): Promise<Result<string | null>> {
      await list.start()
      const { open, cases } = list.state() ?? FIRST_LIST
      const added = await here(keptCase(open)).update((kept) => {
        if (kept.is === 'unreadable') return invalid(UNREADABLE_CASE)
        const made = withItem(kept.case, item)
        return made.ok ? succeeded({ is: 'case', case: made.value }) : made
      })
      if (!added.ok) return added
      return succeeded(cases.length === 1 ? null : (cases.find(({ id }) => id === open)?.name ?? null))
    },
  }
}

const UNREADABLE_CASE =
  'The report that is open cannot be read by this version of Eventscope. Open it, and start another one.'

const invalid = (message: string) => failed({ kind: 'invalid', field: 'request', message })
const namesOf = (cases: CaseList['cases']) => cases.map(({ name }) => name)
const namesId = ({ cases }: CaseList, id: string) => cases.some((one) => one.id === id)

/** The reports of a connection, as this computer keeps them. */
export const casesOf = (connectionId: string) => casesIn((what) => rememberedOf(connectionId, what))

/** Says what could not be done with a case. */
export const sayFailure = (failure: Failure) =>
  say(failure.kind === 'invalid' ? failure.message : failureSentence(failure), 'refused')

/**
 * Adds to the case of the connection that is open, and says so with a button to show it, or says why not. Never rejects
 * for an expected failure.
 */
export async function addAndSay(connectionId: string, item: CaseItem): Promise<void> {
  const added = await casesOf(connectionId).add(item)
  if (!added.ok) return sayFailure(added.failure)
  const where = added.value === null ? 'the report' : `“${added.value}”`
  sayWithButton(`Added to ${where}.`, 'Open report', () => shownCase.open(connectionId))
}

/**
 * An event as an entry of a case: its exact text, where it was seen, and what it is in words. Rejects where it cannot
 * be known what events are worth.
 * @param zone in which times are shown
 */
export async function eventItem(
  event: Event,
  { id: connectionId, name, baseUrl, billingZone }: Pick<Connection, 'id' | 'name' | 'baseUrl' | 'billingZone'>,
  zone: string,
): Promise<CaseItem> {
  const { rules } = await rulesOf(connectionId)
  const valuing = startValuing([event], { rules, version: rulesVersion(rules), zone: billingZone ?? zone })
  valuing.step(1)
  const valued = valuing.result().each[0] ?? null
  return {
    is: 'event',
    id: crypto.randomUUID(),
    title: eventTitle(event, valued, zone),
    source: event.source,
    customerId: event.customerId,
    worth: hasMoney(valued) ? { amount: decimalText(valued.worth), currency: valued.currency } : null,
    from: [
      ['Source', `${name}, ${baseUrl}`],
      ['Time zone', zone],
    ],
  }
}

/** "23 Oct 2026, 09:00:02, 100,000 api_calls, 40.00 EUR", as far as known; what says nothing else has its ID. */
export function eventTitle(
  { eventId, eventCode, createdAt }: Pick<Event, 'eventId' | 'eventCode' | 'createdAt'>,
  valued: Pick<EventWorth, 'quantity' | 'unit' | 'worth' | 'currency' | 'moneyKind'> | null,
  zone: string,
): string {
  const seen = createdAt === null ? null : inZone(createdAt, zone)
  const quantity = valued?.quantity ?? null
  const counted = [
    quantity === null ? null : drawnMoney(decimalText(quantity), null),
    quantity === null || valued?.unit === eventCode ? null : (valued?.unit ?? null),
    eventCode,
  ].filter((part) => part !== null && part !== '')
  const parts = [
    ...(seen === null ? [] : [`${dayWords(seen.date)} ${seen.date.slice(0, seen.date.indexOf('-'))}`, seen.time]),
    ...(counted.length === 0 ? [] : [shortened(counted.join(' '), 200)]),
    ...(hasMoney(valued) ? [moneyInWords(decimalText(valued.worth), valued.currency)] : []),
  ]
  if (parts.length > 0) return parts.join(', ')
  return eventId === null ? 'Event without an ID' : `Event ${eventId.slice(0, 200)}`
}

type Money = Pick<EventWorth, 'worth' | 'moneyKind'>

const hasMoney = <V extends Money>(valued: V | null): valued is V & { worth: Decimal } =>
  valued !== null && (valued.moneyKind === 'charged' || valued.moneyKind === 'reduces') && valued.worth !== null
