// The commands are run by bash itself, with a curl that prints its arguments: text that merely looks right proves
// nothing.
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PropertyFilter, SearchRequest } from '../../../shared/event/event.ts'
import { searchBody } from '../../../shared/search/search-body.ts'
import { eventCurl, searchCurl } from './curl.ts'

const TOKEN = `tok'en "$HOME" \`x\` \\ !`
const AUTHORIZATION = `Authorization: Bearer ${TOKEN}`

/** What curl would be called with. */
function argumentsOf(command: string): string[] {
  const { stdout, stderr, status } = spawnSync('bash', ['--noprofile', '--norc', '-s'], {
    // No PATH to speak of: should quoting ever fail, what escapes finds no program.
    input: `PATH=/nowhere\ncurl() { printf '%s\\0' "$@"; }\n${command}\n`,
    env: { ...process.env, EVENTSCOPE_TOKEN: TOKEN, LC_ALL: 'C' },
    timeout: 5_000,
    encoding: 'utf8',
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\0').slice(0, -1)
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '$',
      '`',
      '\\',
      '!',
      '\n',
      ' ',
      '*',
      '~',
      '(',
      ')',
      '&',
      ';',
      '{',
      '[',
      '%',
      '/',
      '\0',
      '\u001b',
      'é',
      '\ud800',
    ),
  }),
)
/** As a connection's: normalised by URL, without query, fragment and trailing slash. */
const baseUrl = fc
  .tuple(fc.constantFrom('https://api.example', 'http://127.0.0.1:8787', 'http://[::1]:80'), nasty)
  .map(([origin, path]) => {
    const url = new URL(origin)
    url.pathname = path.toWellFormed()
    return url.href.replace(/\/+$/, '')
  })
/** Two addresses that name one thing, the first of them without a sign that some shell would act on. */
function expectSamePath(address: string, wanted: string): void {
  const { origin } = new URL(wanted)
  expect(address.startsWith(origin)).toBe(true)
  expect(address.slice(origin.length)).not.toMatch(/['()!*~]/)
  const encoded = (url: string) =>
    url.replace(/['()!*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  expect(address).toBe(origin + encoded(wanted.slice(origin.length)))
}

const runs = { seed: 1, numRuns: 60 }

describe('eventCurl', () => {
  it('asks for the very event at the very address, whatever both hold', () => {
    fc.assert(
      fc.property(baseUrl, nasty, (base, id) => {
        fc.pre(!['', '.', '..'].includes(id) && id.isWellFormed())
        const [first, ...rest] = argumentsOf(eventCurl(base, id)).filter((word) => word !== '--globoff')
        const address = rest[0] ?? ''
        expect([first, ...rest.slice(1)]).toEqual(['-sS', '-H', AUTHORIZATION])
        expectSamePath(address.slice(0, address.lastIndexOf('/')), `${base}/v1/events`)
        const segment = address.slice(address.lastIndexOf('/') + 1)
        expect(segment).not.toMatch(/[?#'()!*~]/)
        expect(decodeURIComponent(segment)).toBe(id)
      }),
      runs,
    )
  })

  it('searches for ids that no path can carry', () => {
    for (const id of ['', '.', '..', 'half \ud83d']) {
      const words = argumentsOf(eventCurl('https://api.example', id))
      expect(words).toContain('https://api.example/v1/events/search')
      expect(JSON.parse(words.at(-1) ?? '')).toEqual({ event_id: id, limit: 1, offset: 0 })
    }
  })

  it('never holds the token', () => {
    expect(eventCurl('https://api.example', 'evt_1')).toBe(
      `curl -sS 'https://api.example/v1/events/evt_1' \\\n  -H "Authorization: Bearer $EVENTSCOPE_TOKEN"`,
    )
  })

  it('keeps curl from reading brackets as a pattern', () => {
    expect(argumentsOf(eventCurl('http://[::1]:8787', 'a'))).toContain('--globoff')
    expect(argumentsOf(eventCurl('https://billing.example/{eu}', 'a'))).toContain('--globoff')
  })
})

describe('searchCurl', () => {
  const propertyFilter: fc.Arbitrary<PropertyFilter> = fc.oneof(
    fc.record({ name: nasty, kind: fc.constant('string' as const), text: nasty }),
    fc.record({
      name: nasty,
      kind: fc.constant('number' as const),
      text: fc.constantFrom('0.10', '12345678901234567890', '1e-7', '-0'),
    }),
  )
  const request: fc.Arbitrary<SearchRequest> = fc.record({
    filters: fc.record({
      propertyFilters: fc.array(propertyFilter, { maxLength: 3 }),
      customerId: nasty,
      eventId: nasty,
    }),
    limit: fc.integer({ min: 1, max: 100 }),
    offset: fc.nat(),
  })

  it('sends the very body, in printable ASCII', () => {
    fc.assert(
      fc.property(baseUrl, request, (base, wanted) => {
        const command = searchCurl(base, wanted)
        expect(command).toMatch(/^[\x20-\x7e\n]*$/)
        const words = argumentsOf(command).filter((word) => word !== '--globoff')
        expectSamePath(words[3] ?? '', `${base}/v1/events/search`)
        expect(words.toSpliced(3, 1).slice(0, -1)).toEqual([
          '-sS',
          '-X',
          'POST',
          '-H',
          AUTHORIZATION,
          '-H',
          'Content-Type: application/json',
          '--data-raw',
        ])
        const body = words.at(-1) ?? ''
        expect(JSON.parse(body)).toEqual(JSON.parse(searchBody(wanted)))
        // Without the quotes that stand around its strings, nothing is left that cmd.exe or PowerShell would act on.
        expect(body).not.toMatch(/[&|<>^%']|\\["\\]/)
        for (const { kind, text } of wanted.filters.propertyFilters)
          if (kind === 'number') expect(searchBody(wanted).includes(text)).toBe(body.includes(text))
      }),
      runs,
    )
  })

  it('leaves nothing to other shells than bash', () => {
    expect(eventCurl("https://api.example/~o'brien(1)", "a'b|calc&!*~()")).toContain(
      "'https://api.example/%7Eo%27brien%281%29/v1/events/a%27b%7Ccalc%26%21%2A%7E%28%29'",
    )
    const filters = { customerId: 'x" & calc | <a> ^ %PATH% \\"', propertyFilters: [] }
    expect(searchCurl('https://api.example', { filters, limit: 1, offset: 0 })).toContain(
      String.raw`"x\u0022 \u0026 calc \u007C \u003Ca\u003E \u005E \u0025PATH\u0025 \u005C\u0022"`,
    )
  })

  it('keeps every digit', () => {
    const filters = { propertyFilters: [{ name: 'amount', kind: 'number' as const, text: '12345678901234567890.10' }] }
    expect(argumentsOf(searchCurl('https://api.example', { filters, limit: 50, offset: 0 })).at(-1)).toBe(
      '{"event_property_filters":{"amount":12345678901234567890.10},"limit":50,"offset":0}',
    )
  })
})
