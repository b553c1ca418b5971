// Where the order of rows decides what they come to, and who else values events.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anyTurn, snapshotOfTexts } from '../questions/fixtures/table-of.ts'
import { groupRows } from '../table/group-rows.ts'
import { fold } from './fold.ts'
import { askedRules, valuedRows } from './valued-rows.ts'

const EVERYTHING = { from: null, until: null }

async function foldOf(rules: string, tables: readonly (readonly string[])[], isBackwards = false) {
  const asked = askedRules({ rules })
  expect(asked.problems).toEqual([])
  const made = []
  for (const sources of tables) {
    const snapshot = await snapshotOfTexts(sources.map((source) => ({ source })))
    const rows = Uint32Array.from(sources, (_, row) => row)
    const valued = await valuedRows(snapshot, asked, isBackwards ? rows.reverse() : rows, anyTurn)
    made.push({ valued, groups: await groupRows(valued.rows, [], anyTurn) })
  }
  return fold(made, asked.rules, EVERYTHING, anyTurn)
}

const seats = (day: string, count: number) =>
  `{"event_id":"${day}","customer_id":"c","event_code":"seats","event_type":"debit","created_at":"2026-10-${day}T12:00:00Z","event_properties":{"seats":${count}}}`

const SEATS = (prices: string) =>
  `{"eventscopeRules":1,"rules":[{"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"seats"},"money":{"by":"rate-card"}}],"prices":[${prices}]}`

test('a line of a month has the price of the first of its rows', async () => {
  const rules = SEATS(
    '{"code":"seats","price":"10","currency":"EUR"},{"code":"seats","price":"12","currency":"USD","validFrom":"2026-10-15"}',
  )
  const events = [seats('02', 3), seats('20', 4)]
  const [forwards] = (await foldOf(rules, [events])).lines
  const [backwards] = (await foldOf(rules, [events], true)).lines
  expect([forwards?.line.price, forwards?.line.currency]).toEqual([0, 'EUR'])
  expect([backwards?.line.price, backwards?.line.currency]).toEqual([1, 'USD'])
})

test('a line of a month is of the rows of all tables', async () => {
  const { lines, each, rowsOf } = await foldOf(SEATS('{"code":"seats","price":"10","currency":"EUR"}'), [
    [seats('02', 3), seats('03', 7)],
    [seats('04', 5)],
  ])
  expect(lines.map(({ line }) => [line.events, line.quantity, line.worth])).toEqual([[3, '7', '70']])
  const parts: number[][] = []
  await each(({ table, events, first, last }) => parts.push([table, events, first, last]))
  expect(parts).toEqual([
    [0, 2, 0, 1],
    [1, 1, 0, 0],
  ])
  expect([[...(await rowsOf(() => true))], [...(await rowsOf(({ table }) => table === 1, 1))]]).toEqual([[0, 1], [0]])
})

test('of rows that are not added up, the largest, the last and each different value are a line, and two that are the last are none', async () => {
  const rules = (by: string) => SEATS('{"code":"seats","price":"10","currency":"EUR"}').replace('maximum', by)
  const lineOf = async (by: string, events: string[]) => {
    const [computedLine] = (await foldOf(rules(by), [events])).lines
    return [computedLine?.line.events, computedLine?.line.quantity, computedLine?.line.why]
  }
  const alike = [seats('03', 5), seats('03', 5), seats('02', 9), seats('01', 9)]
  expect(await lineOf('maximum', alike)).toEqual([4, '9', null])
  expect(await lineOf('last', alike)).toEqual([4, '5', null])
  expect(await lineOf('distinct', alike)).toEqual([4, '2', null])
  expect(await lineOf('last', [seats('03', 5), seats('02', 9), seats('03', 6)])).toEqual([3, null, 'last-tied'])
  expect(await lineOf('last', [seats('03', 5), seats('03', 6), seats('04', 7)])).toEqual([3, '7', null])
})

test('the first thousand currencies have sums of their own, whichever they are', async () => {
  const rules = `{"eventscopeRules":1,"rules":[{"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}]}`
  const events = Array.from(
    { length: 1_002 },
    (_, at) => `{"event_id":"${at}","event_type":"debit","event_properties":{"amount":${at},"currency":"C${at}"}}`,
  )
  const currenciesOf = async (isBackwards: boolean) => {
    const { currencies, notValued } = await (await foldOf(rules, [events], isBackwards)).worth()
    expect(notValued).toEqual([{ why: 'too-many-currencies', events: 2 }])
    return new Set(currencies.map(({ currency }) => currency))
  }
  const [forwards, backwards] = [await currenciesOf(false), await currenciesOf(true)]
  expect([forwards.has('C0'), forwards.has('C1001')]).toEqual([true, false])
  expect([backwards.has('C0'), backwards.has('C1001')]).toEqual([false, true])
})

test('events are valued by valued rows, one by one, in the stream of an export and in the page, and nowhere else', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const sources = globSync('{electron,renderer,service,shared,contract,bin}/**/*.{ts,tsx}', { cwd: root })
  const calling = (name: string) =>
    sources
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !/\.test\.tsx?$|\/fixtures\//.test(file))
      .filter((file) => new RegExp(`(?<!function )\\b${name}\\(`).test(readFileSync(`${root}${file}`, 'utf8')))
      .sort()
  expect(calling('eventValuer')).toEqual([
    // Of each row of a file.
    'electron/backend/export/file-worth.ts',
    'electron/backend/snapshots/money/valued-rows.ts',
    // Of one line of an invoice, whose events are searched.
    'electron/backend/snapshots/questions/invoice/case-sources.ts',
    // Of one line of a ledger, which has no event.
    'electron/backend/snapshots/questions/ledger-money.ts',
    // Adds up what the two below value.
    'shared/worth/valuation.ts',
  ])
  expect(calling('createValuation')).toEqual([
    'electron/backend/export/file-worth.ts',
    'renderer/worth/events-worth.ts',
  ])
})
