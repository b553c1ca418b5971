import { expect, test } from 'vitest'
import { type CaseItem, emptyCase } from '../../shared/case/case.ts'
import { parseEventText } from '../../shared/search/search-page.ts'
import { readRules, rulesVersion } from '../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-files.ts'
import { NO_RULES } from '../../shared/worth/worth-rules.ts'
import { manualTimers } from '../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../ui/fixtures/memory-remembered.ts'
import { createRememberedValue, type Remembered, type RememberedValue } from '../ui/remembered-value.ts'
import { startValuing } from '../worth/events-worth.ts'
import { CASE_LIST, casesIn, eventTitle, keptCase } from './kept-case.ts'

const note = (text: string): CaseItem => ({ is: 'note', id: text, text, isInternal: true })

/** A window of its own onto what is remembered. */
function windowOnto(remembered: ReturnType<typeof memoryRemembered>) {
  const values = new Map<string, RememberedValue<never>>()
  const here = <T>(what: Remembered<T>): RememberedValue<T> => {
    const effects = {
      bridge: { remembered: remembered.calls },
      connectionId: 'c',
      later: manualTimers().later,
      onUnkept() {},
    }
    const value = values.get(what.name) ?? (createRememberedValue(what, effects) as RememberedValue<never>)
    values.set(what.name, value)
    return value as RememberedValue<T>
  }
  const cases = casesIn(here)
  return {
    cases,
    here,
    async list() {
      await here(CASE_LIST).start()
      const { open, cases: all } = here(CASE_LIST).state() ?? { open: '', cases: [] }
      return { open: all.find(({ id }) => id === open)?.name, names: all.map(({ name }) => name), ids: all }
    },
    async notesOf(name: string) {
      const { ids } = await this.list()
      const value = here(keptCase(ids.find((one) => one.name === name)?.id ?? ''))
      await value.start()
      const kept = value.state()
      return kept?.is === 'case' ? kept.case.items.map(({ id }) => id) : kept?.is
    },
  }
}

test('the one case that an earlier version kept is the first, and still there for it', async () => {
  const remembered = memoryRemembered()
  const place = { connectionId: 'c', name: 'case' }
  const old = { ...emptyCase('00112233445566778899aabbccddeeff'), items: [note('old')] }
  await remembered.calls.write({ ...place, value: JSON.stringify(old) })
  const page = windowOnto(remembered)
  expect(await page.list()).toMatchObject({ open: 'Report', names: ['Report'] })
  expect(await page.cases.add(note('new'))).toEqual({ ok: true, value: null })
  expect(await page.notesOf('Report')).toEqual(['old', 'new'])
  expect(await remembered.calls.read(place)).toContain('"new"')
})

test('several have names; what is added goes to the one that is open, which is said', async () => {
  const page = windowOnto(memoryRemembered())
  await page.cases.add(note('a'))
  await page.cases.begin()
  expect(await page.list()).toMatchObject({ open: 'Report (2)', names: ['Report', 'Report (2)'] })
  const [first, second] = (await page.list()).ids
  await page.cases.rename(second?.id ?? '', 'Halden')
  expect(await page.cases.add(note('b'))).toEqual({ ok: true, value: 'Halden' })
  await page.cases.rename(first?.id ?? '', 'Halden')
  expect((await page.list()).names).toEqual(['Halden (2)', 'Halden'])
  await page.cases.open(first?.id ?? '')
  expect(await page.cases.add(note('c'))).toEqual({ ok: true, value: 'Halden (2)' })
  expect(await page.notesOf('Halden (2)')).toEqual(['a', 'c'])
  expect(await page.notesOf('Halden')).toEqual(['b'])
})

test('one that is deleted leaves nothing of what was in it, and the one beside it is open', async () => {
  const remembered = memoryRemembered()
  const page = windowOnto(remembered)
  await page.cases.add(note('a'))
  await page.cases.begin()
  await page.cases.add(note('b'))
  const [first, second] = (await page.list()).ids
  await page.cases.delete(second?.id ?? '')
  expect(await page.list()).toMatchObject({ open: 'Report', names: ['Report'] })
  expect(await remembered.calls.read({ connectionId: 'c', name: `case ${second?.id}` })).not.toContain('"b"')
  await page.cases.delete(first?.id ?? '')
  expect(await page.list()).toMatchObject({ open: 'Report', names: ['Report'] })
  expect(await page.notesOf('Report')).toEqual([])
})

test('what another window began, renamed or opened is not lost', async () => {
  const remembered = memoryRemembered()
  const [one, other] = [windowOnto(remembered), windowOnto(remembered)]
  await one.list()
  await other.cases.begin()
  await one.cases.begin()
  expect((await one.list()).names).toEqual(['Report', 'Report (2)', 'Report (3)'])
  expect(await other.cases.add(note('d'))).toEqual({ ok: true, value: 'Report (3)' })
  expect(await one.notesOf('Report (3)')).toEqual(['d'])
})

test('one that cannot be read takes no entry and stays as it is; a list that cannot be read is that of the first', async () => {
  const remembered = memoryRemembered()
  await remembered.calls.write({ connectionId: 'c', name: 'cases', value: '{"open":"x","cases":[]}' })
  await remembered.calls.write({ connectionId: 'c', name: 'case', value: '{"form":2}' })
  const page = windowOnto(remembered)
  expect(await page.list()).toMatchObject({ names: ['Report'] })
  expect(await page.cases.add(note('a'))).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
  expect(await page.notesOf('Report')).toBe('unreadable')
  expect(await remembered.calls.read({ connectionId: 'c', name: 'case' })).toBe('{"form":2}')
})

test('one that another window deleted is not opened; deleting one that is not open leaves the open one', async () => {
  const remembered = memoryRemembered()
  const [one, other] = [windowOnto(remembered), windowOnto(remembered)]
  await one.cases.begin()
  await one.cases.begin()
  const [first, second, third] = (await one.list()).ids
  await other.list()
  await other.cases.delete(first?.id ?? '')
  expect((await other.list()).open).toBe('Report (3)')
  await one.cases.open(first?.id ?? '')
  expect(await one.list()).toMatchObject({ open: 'Report (3)', names: ['Report (2)', 'Report (3)'] })
  await one.cases.begin()
  await one.cases.open(third?.id ?? '')
  await one.cases.delete(third?.id ?? '')
  expect(await one.list()).toMatchObject({ open: 'Report', names: ['Report (2)', 'Report'] })
  await one.cases.delete(second?.id ?? '')
  expect((await one.list()).open).toBe('Report')
})

test('more than a hundred are refused in a sentence', async () => {
  const page = windowOnto(memoryRemembered())
  for (let at = 1; at < 100; at += 1) expect((await page.cases.begin()).ok).toBe(true)
  expect(await page.cases.begin()).toMatchObject({
    ok: false,
    failure: { message: 'There are 100 reports already, and no more are kept. Delete one first.' },
  })
})

const read = readRules(SAMPLE_COMPANY_RULES)
const company = read.ok ? read.rules : NO_RULES

/** As it is added where times are shown in Berlin's. */
function titleOf(sent: object, rules = company): string {
  const parsed = parseEventText(JSON.stringify(sent))
  if (!parsed.ok) throw new Error('This is no event.')
  const valuing = startValuing([parsed.event], { rules, version: rulesVersion(rules), zone: 'Europe/Berlin' })
  valuing.step(1)
  return eventTitle(parsed.event, valuing.result().each[0] ?? null, 'Europe/Berlin')
}

const event = (code: string, type: string, properties: object) => ({
  event_id: 'evt_1',
  customer_id: 'cus_nordlicht',
  event_code: code,
  event_type: type,
  created_at: '2026-10-23T07:00:02.5Z',
  event_properties: properties,
})
const CALLS = { quantity: 100_000, unit_price: 0.0004, amount: 40, currency: 'EUR' }

test.each<[string, object, string]>([
  ['usage with an amount', event('api_calls', 'debit', CALLS), '23 Oct 2026, 09:00:02, 100,000 api_calls, 40.00 EUR'],
  [
    'what reduces',
    event('refund', 'credit', { amount: 150, currency: 'EUR' }),
    '23 Oct 2026, 09:00:02, refund, −150.00 EUR',
  ],
  ['a part of a month', event('seats', 'debit', { quantity: 140 }), '23 Oct 2026, 09:00:02, 140 seats'],
  ['a balance', event('credit_grant', 'credit', { quantity: 50_000 }), '23 Oct 2026, 09:00:02, 50,000 credit_grant'],
  ['what no rule takes', event('other', 'debit', CALLS), '23 Oct 2026, 09:00:02, other'],
  [
    'a time that is none',
    { ...event('api_calls', 'debit', CALLS), created_at: 'soon' },
    '100,000 api_calls, 40.00 EUR',
  ],
  ['nothing but an ID', { event_id: 'evt_1' }, 'Event evt_1'],
])('%s is called by time, quantity and worth', (_, sent, expected) => expect(titleOf(sent)).toBe(expected))

test('without rules no property is taken for a quantity or an amount', () => {
  expect(titleOf(event('api_calls', 'debit', CALLS), NO_RULES)).toBe('23 Oct 2026, 09:00:02, api_calls')
})

test('one that another window deleted meanwhile is deleted again, and all others stay', async () => {
  const remembered = memoryRemembered()
  const [one, other] = [windowOnto(remembered), windowOnto(remembered)]
  await one.cases.begin()
  await one.cases.begin()
  const [, , third] = (await one.list()).ids
  await other.list()
  await one.cases.delete(third?.id ?? '')
  await other.cases.delete(third?.id ?? '')
  expect(await other.list()).toMatchObject({ open: 'Report (2)', names: ['Report', 'Report (2)'] })
})
