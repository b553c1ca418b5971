import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportFileName, type FileNameParts, matchesFileName } from './export-file-name.ts'

/** File systems count them, up to 255. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length

const march: FileNameParts = {
  connectionName: 'Staging',
  customerId: 'Northwind Ltd.',
  period: { from: '2026-02-28T23:00:00Z', until: '2026-03-31T22:00:00Z', zone: 'Europe/Berlin' },
  what: 'all',
  format: 'xlsx',
  now: Date.UTC(2026, 10, 20, 14, 52, 57),
}

test('names the customer and the period in its zone', () => {
  const named = (changed: Partial<FileNameParts>) => exportFileName({ ...march, ...changed })
  const during = (from: string | null, until: string | null, zone = 'UTC') => named({ period: { from, until, zone } })
  expect(named({})).toBe('eventscope-staging-northwind-ltd-2026-03.xlsx')
  expect(named({ connectionName: null })).toBe('usage-northwind-ltd-2026-03.xlsx')
  expect(named({ what: 'filtered', format: 'csv' })).toBe('eventscope-staging-northwind-ltd-2026-03-filtered.csv')
  const stem = 'eventscope-staging-northwind-ltd'
  expect(during('2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z')).toBe(`${stem}-2026-03-to-2026-04.xlsx`)
  expect(during('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z')).toBe(`${stem}-2026-03-01.xlsx`)
  expect(during('2026-03-01T00:00:00.000Z', '2026-03-09T00:00:00Z')).toBe(`${stem}-2026-03-01-to-2026-03-08.xlsx`)
  expect(during('2026-03-01T14:52:00Z', '2026-03-02T00:00:01Z')).toBe(
    `${stem}-2026-03-01T1452-to-2026-03-02T000001.xlsx`,
  )
  expect(during('2026-03-01T00:00:00Z', null)).toBe(`${stem}-20261120-145257Z.xlsx`)
  const soFar = { from: '2026-03-01T00:00:00Z', until: '2026-04-01T00:00:00Z', zone: 'UTC', soFar: true }
  expect(named({ period: soFar })).toBe(`${stem}-2026-03-so-far-20261120-145257Z.xlsx`)
  expect(named({ period: { ...soFar, from: null } })).toBe(`${stem}-20261120-145257Z.xlsx`)
  expect(named({ customerId: null, period: { from: null, until: null, zone: 'UTC' }, what: 'page' })).toBe(
    'eventscope-staging-20261120-145257Z-page.xlsx',
  )
})

test('stays usable whatever customer and connection are called', () => {
  const name = fc.string({ unit: 'binary', maxLength: 90 })
  fc.assert(
    fc.property(name, name, (connectionName, customerId) => {
      const named = exportFileName({ ...march, connectionName, customerId, what: 'selection' })
      expect(named).toMatch(/^eventscope-([\p{L}\p{N}\p{M}]+-)*2026-03-selection\.xlsx$/u)
      expect(bytesOf(`${named}.datapackage.json`)).toBeLessThan(256)
    }),
    {
      seed: 1,
      numRuns: 500,
      examples: [
        ['文'.repeat(80), 'ﷺ'.repeat(80)],
        ['../..', 'a/../b'],
        ['𠀀'.repeat(40), ' '],
      ],
    },
  )
})

const now = Date.parse('2026-11-22T09:00:00Z')
const october = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z', zone: 'UTC' }
const all = { connectionName: 'Acme', customerId: 'cus_1', format: 'csv' as const, now }

test('a period that is over is in the name; one that is not over yet has the time instead', () => {
  expect(matchesFileName({ ...all, range: october })).toBe('eventscope-acme-cus-1-2026-10.csv')
  const november = { ...october, from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }
  expect(matchesFileName({ ...all, range: november })).toBe('eventscope-acme-cus-1-20261122-090000Z.csv')
})
