import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Filters } from '../event/event.ts'
import { HOSTILE_LINKS, LINKS_OF_OTHERS } from './fixtures/hostile-links.ts'
import { isLinkText, type Link, LONGEST_LINK, printLink, readLink } from './link.ts'

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u
const seen = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((one) => !UNSEEN.test(one))
const anything = fc.oneof({ weight: 5, arbitrary: seen }, fc.string({ maxLength: 30, unit: 'binary' }))

const filtersOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Filters> =>
  fc
    .record(
      {
        customerId: text,
        eventCode: text,
        eventId: text,
        eventType: fc.constantFrom('credit' as const, 'debit' as const),
        createdAtFrom: fc.constant('2026-11-03T00:00:00Z'),
        createdAtTo: fc.constant('2026-11-30T23:59:59.999999999Z'),
      },
      { requiredKeys: [] },
    )
    .chain((fields) => {
      const string = fc.record({ name: text, kind: fc.constant('string' as const), text })
      const number = fc.record({ name: text, kind: fc.constant('number' as const), text: fc.constant('-1.50e400') })
      return fc
        .uniqueArray(fc.oneof(string, number), { selector: ({ name }) => name, maxLength: 4 })
        .map((propertyFilters) => ({ ...fields, propertyFilters }))
    })

const linkOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Link> =>
  fc.record({
    connection: fc.record({
      name: text,
      baseUrl: fc.constantFrom('https://api.acme.example', 'http://127.0.0.1:8080/billing', 'https://[::1]:8443'),
    }),
    asks: fc.oneof(
      fc.record(
        { kind: fc.constant('search' as const), filters: filtersOf(text), zone: fc.constant('Europe/Berlin') },
        { requiredKeys: ['kind', 'filters'] },
      ),
      fc.record({ kind: fc.constant('event' as const), eventId: text }),
    ),
  })

describe('a link', () => {
  test('is read back as what it was printed from, whatever is in it', () => {
    fc.assert(
      fc.property(linkOf(seen), (link) => {
        const text = printLink(link)
        expect(text).toMatch(/^eventscope:\/\/open\?[\w.~%=&-]+$/)
        expect(readLink(text ?? '')).toEqual({ ok: true, link })
      }),
    )
  })

  test('is printed whole or not at all', () => {
    const counts = { printed: 0, not: 0 }
    fc.assert(
      fc.property(linkOf(anything), (link) => {
        const text = printLink(link)
        counts[text === null ? 'not' : 'printed'] += 1
        if (text !== null) expect(readLink(text)).toEqual({ ok: true, link })
      }),
      { seed: 4, numRuns: 300 },
    )
    expect(Math.min(counts.printed, counts.not)).toBeGreaterThan(10)
  })

  test('that was changed anywhere is another link or none', () => {
    let others = 0
    fc.assert(
      fc.property(linkOf(seen), fc.nat(), fc.string({ maxLength: 4, unit: 'binary' }), (link, at, change) => {
        const text = printLink(link) ?? ''
        const place = at % text.length
        const other = text.slice(0, place) + change + text.slice(place + 1)
        const reading = readLink(other)
        if (!reading.ok) return
        others += 1
        expect(printLink(reading.link)).toBe(other.trim().replace('open/?', 'open?'))
      }),
      { seed: 4, numRuns: 300 },
    )
    expect(others).toBeGreaterThan(0)
  })

  test('may have the slash that Windows puts behind its first word, and space around it', () => {
    const text = printLink(ACME) ?? ''
    for (const other of [text.replace('open?', 'open/?'), ` ${text}\n`]) {
      expect(readLink(other)).toEqual({ ok: true, link: ACME })
    }
  })

  test('that would be too long, or holds what nobody sees, is not printed', () => {
    const withId = (eventId: string): Link => ({ ...ACME, asks: { kind: 'event', eventId } })
    expect(printLink(withId('x'.repeat(2_000)))?.length).toBeLessThan(LONGEST_LINK)
    for (const id of ['x'.repeat(2_001), '', 'a\u202eb', 'a\nb', '\ud800', 'é'.repeat(1_500)]) {
      expect(printLink(withId(id)), id.slice(0, 20)).toBeNull()
    }
  })
})

const ACME: Link = {
  connection: { name: 'Acme', baseUrl: 'https://api.acme.example' },
  asks: { kind: 'event', eventId: 'evt_1' },
}

describe('is not a link', () => {
  test.each(HOSTILE_LINKS)('%s', (_, text) => {
    const reading = readLink(text)
    expect(reading.ok).toBe(false)
    if (!reading.ok) for (const problem of reading.problems) expect(problem.length).toBeLessThan(200)
  })

  test('in at least sixty ways', () => {
    expect(new Set(HOSTILE_LINKS.map(([, text]) => text)).size).toBeGreaterThanOrEqual(60)
  })
})

test.each(LINKS_OF_OTHERS)('is a link: %s', (_, text) => {
  expect(readLink(text).ok).toBe(true)
})

test('a text that means to be a link is taken for nothing else, however it is written', () => {
  for (const text of ['eventscope://x', ' EVENTSCOPE://open?a', 'eventscope://open\0'])
    expect(isLinkText(text)).toBe(true)
  for (const text of ['evt_1', 'eventscope:search?name=a', 'see eventscope://open?a'])
    expect(isLinkText(text)).toBe(false)
})
