import { expect, test } from 'vitest'
import { HOSTILE_LINKS, LINKS_OF_OTHERS } from '../../../shared/connection/fixtures/hostile-links.ts'
import { someConnection } from '../../../shared/connection/fixtures/some-connection.ts'
import { type Link, printLink, searchAsked } from '../../../shared/connection/link.ts'
import { daysWords, linkTarget, placeOfLink } from './links.tsx'

const acme = { ...someConnection, name: 'Acme', baseUrl: 'https://api.acme.example' }
const twin = { ...acme, id: 'two', name: 'Acme again' }
const other = { ...someConnection, id: 'three', name: 'Other' }

const link = (name: string): Link => ({
  connection: { name, baseUrl: acme.baseUrl },
  asks: { kind: 'event', eventId: 'evt_1' },
})
const targetOf = (name: string, connections = [other, acme, twin]) =>
  linkTarget(printLink(link(name)) ?? '', connections)

test('the base URL says whom a link asks; of several the one of its name comes first', () => {
  expect(targetOf('Acme')).toEqual({ kind: 'found', link: link('Acme'), connections: [acme, twin] })
  expect(targetOf('Acme again')).toEqual({ kind: 'found', link: link('Acme again'), connections: [twin, acme] })
  expect(targetOf('As others call it', [acme])).toMatchObject({ kind: 'found', connections: [acme] })
  expect(targetOf('Acme', [other])).toEqual({ kind: 'nobody', link: link('Acme'), namesake: null })
})

test.each(LINKS_OF_OTHERS)('nobody is asked by %s', (_, text) => {
  expect(linkTarget(text, [acme, twin, other])).toMatchObject({ kind: 'nobody', namesake: acme })
})

test.each(HOSTILE_LINKS)('nobody is asked by %s', (_, text) => {
  expect(linkTarget(text, [acme, twin, other]).kind).toBe('refused')
})

test('a range is said in the days of the zone that the link was made in', () => {
  const filters = {
    createdAtFrom: '2026-09-30T22:00:00Z',
    createdAtTo: '2026-10-31T22:59:59.999999999Z',
    propertyFilters: [],
  }
  expect(daysWords(searchAsked(filters, 'Europe/Berlin'))).toBe('October 2026, in Europe/Berlin')
  expect(daysWords({ kind: 'search', filters })).toBeNull()
  expect(daysWords({ kind: 'search', filters, zone: 'Mars/Olympus_Mons' })).toBeNull()
  expect(daysWords(searchAsked({ propertyFilters: [] }, 'Europe/Berlin'))).toBeNull()
})

test('it leads to its search or its event, and changes nothing else of what is on screen', () => {
  const from = { limit: 25, sort: { column: 'amount', descending: true }, columns: ['amount'] }
  const filters = { customerId: 'cus_1', propertyFilters: [] }
  const event = { ...from, filters: { propertyFilters: [] }, offset: 0, event: 'evt_1' }
  expect(placeOfLink(link('Acme'), from)).toEqual(event)
  expect(placeOfLink({ ...link('Acme'), asks: { kind: 'search', filters } }, from)).toEqual({
    ...event,
    filters,
    event: null,
  })
  const asks = { kind: 'search' as const, filters, zone: 'Europe/Berlin' }
  expect(placeOfLink({ ...link('Acme'), asks }, from)).toMatchObject({ zone: 'Europe/Berlin' })
  expect(placeOfLink({ ...link('Acme'), asks: { ...asks, zone: 'Mars/Olympus_Mons' } }, from)).not.toHaveProperty(
    'zone',
  )
})
