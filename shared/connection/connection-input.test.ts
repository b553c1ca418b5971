import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBaseUrl, readBillingZone, readToken } from './connection-input.ts'

const settings = { seed: 20261120, numRuns: 150 }

describe('readBaseUrl', () => {
  test('refuses more than 2,000 characters', () => {
    const address = `https://a.example/${'p'.repeat(2_000 - 18)}`
    expect(readBaseUrl(address)).toMatchObject({ ok: true, baseUrl: address })
    expect(readBaseUrl(`${address}p`)).toEqual({ ok: false, message: 'This is too long for an address.' })
  })

  test('is idempotent, and what it gives ends in no slash and holds no user, query or fragment', () => {
    const typed = fc.oneof(
      fc.webUrl({ withQueryParameters: false, validSchemes: ['http', 'https'] }),
      fc
        .tuple(
          fc.constantFrom('https://h', 'http://[::1]:80', 'HTTPS://münchen.de:443'),
          fc.webPath(),
          fc.constantFrom('', '/', '//', '/v1', '/v1/events/'),
        )
        .map((parts) => parts.join('')),
      fc.string(),
    )
    fc.assert(
      fc.property(typed, fc.constantFrom('', ' ', '\n'), (text, around) => {
        const read = readBaseUrl(around + text + around)
        if (!read.ok) {
          expect(read.message).toMatch(/^[A-Z].*\.$/)
          return
        }
        for (const address of [read.baseUrl, ...(read.trimmed === null ? [] : [read.trimmed])]) {
          const url = new URL(address)
          expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
          expect(address).not.toMatch(/\/$/)
          expect(readBaseUrl(address)).toMatchObject({ ok: true, baseUrl: address, plainHttp: read.plainHttp })
          expect(`${address}/v1/events/x`).toBe(new URL(`${address}/v1/events/x`).href)
        }
      }),
      settings,
    )
  })

  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://api.example.com/\n', 'https://api.example.com'],
    ['HTTPS://API.Example.com:443//', 'https://api.example.com'],
    ['https://h/gateway/../usage/', 'https://h/usage'],
    ['https://h/a@b', 'https://h/a@b'],
    ['http://localhost:8787', 'http://localhost:8787'],
    ['http://127.1:8787/x', 'http://127.0.0.1:8787/x'],
    ['http://127.255.255.254', 'http://127.255.255.254'],
    ['http://[0:0::1]:1', 'http://[::1]:1'],
  ])('%j is fine', (text, baseUrl) => {
    expect(readBaseUrl(text)).toEqual({ ok: true, baseUrl, trimmed: null, plainHttp: false })
  })

  test.each([
    'http://example.com',
    'http://10.0.0.1',
    'http://128.0.0.1',
    'http://localhost.',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
  ])('%s needs consent', (text) => {
    expect(readBaseUrl(text)).toMatchObject({ ok: true, plainHttp: true })
  })

  test.each([
    ['https://h/v1', 'https://h'],
    ['https://h/v1/', 'https://h'],
    ['https://h/v1/events', 'https://h'],
    ['https://h/v1/events/search', 'https://h'],
    ['https://h:8443/gw/v1/events/ev_1', 'https://h:8443/gw'],
    ['https://h/v1/v1/events', 'https://h/v1'],
    ['https://h/v10', null],
    ['https://h/v1/customers', null],
    ['https://h/v1/events2', null],
  ])('%s is offered as %s', (text, trimmed) => {
    expect(readBaseUrl(text)).toMatchObject({ ok: true, baseUrl: text.replace(/\/$/, ''), trimmed })
  })

  test.each([
    ['', 'Enter the address of the service, for example https://api.example.com.'],
    ['https://', 'The host name is missing, as in https://api.example.com.'],
    ['https:h', 'Two slashes follow the colon, as in https://api.example.com.'],
    ['https:///h', 'Two slashes follow the colon, as in https://api.example.com.'],
    ['api.example.com', 'Begin with https:// (or http:// for a service on this machine).'],
    ['localhost:8787', 'Begin with https:// (or http:// for a service on this machine).'],
    ['ftp://h', 'Only https:// and http:// addresses can be used.'],
    ['javascript://h/%0aalert(1)', 'Only https:// and http:// addresses can be used.'],
    ['https://exa mple.com', 'An address cannot have spaces or line breaks in it.'],
    ['https://h\n.example.com', 'An address cannot have spaces or line breaks in it.'],
    ['https://h\u0000', 'An address cannot have spaces or line breaks in it.'],
    ['https://h\\x', 'Write / instead of \\.'],
    ['https://u:secret@h', 'Leave out the user name and password before the @: the API key has a field of its own.'],
    ['https://@h', 'Leave out the user name and password before the @: the API key has a field of its own.'],
    ['https://h?', 'Leave out the question mark and what follows it.'],
    ['https://h/x?key=secret#y', 'Leave out the question mark and what follows it.'],
    ['https://h#', 'Leave out the # and what follows it.'],
    ['https://h:99999', 'This is not a valid address. Check the host name and the port.'],
    ['https://[::1', 'This is not a valid address. Check the host name and the port.'],
  ])('%j is refused in words', (text, message) => {
    expect(readBaseUrl(text)).toEqual({ ok: false, message })
  })
})

test.each([
  ['', null],
  ['  ', null],
  ['Europe/Berlin', 'Europe/Berlin'],
  [' europe/berlin ', 'Europe/Berlin'],
  ['America/New York', 'America/New_York'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['utc', 'UTC'],
])('"%s" is %s', (typed, zone) => {
  expect(readBillingZone(typed)).toEqual({ ok: true, zone })
})

test.each(['Europe/Berlim', 'Berlin', '+01:00', 'Europe/Berlin\0', 'x'.repeat(5_000)])('%j is refused', (typed) => {
  expect(readBillingZone(typed)).toEqual({ ok: false, message: expect.stringMatching(/not known here|too long/) })
})

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
})

describe('readToken', () => {
  test('any visible ASCII is a token, whatever white space and "Bearer " stand before it', () => {
    fc.assert(
      fc.property(
        visible.filter((token) => !/^bearer$/i.test(token)),
        fc.constantFrom('', 'Bearer ', 'bearer  ', 'BEARER\t'),
        fc.constantFrom('', ' ', '\r\n', '\u00a0', '\ufeff'),
        (token, scheme, around) => {
          expect(readToken(around + scheme + token + around)).toEqual({
            ok: true,
            token,
            strippedBearer: scheme !== '',
          })
        },
      ),
      { seed: 20261120, numRuns: 300 },
    )
  })

  test('what is accepted can go into a header, and what is refused is not repeated', () => {
    const counts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readToken(text)
        counts[read.ok ? 'accepted' : 'refused'] += 1
        if (read.ok) {
          expect(new Headers({ authorization: `Bearer ${read.token}` }).get('authorization')).toBe(
            `Bearer ${read.token}`,
          )
        } else {
          expect(read.message).toMatch(/^(Enter the API key\.|The API key has a [ -~]+)$/)
        }
      }),
      { seed: 20261120, numRuns: 300 },
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0)
  })

  test.each([
    ['', 'Enter the API key.'],
    [' \n', 'Enter the API key.'],
    ['Bearer ', 'Enter the API key.'],
    ['abc\ndef', 'The API key has a line break in it, at character 4: paste only the key.'],
    ['abc\r\nX-Evil: 1', 'The API key has a line break in it, at character 4: paste only the key.'],
    ['Bearer abc def', 'The API key has a space in it, at character 11: paste only the key.'],
    ['abc\tdef', 'The API key has a space in it, at character 4: paste only the key.'],
    ['abc\u0000', 'The API key has a control character in it, at character 4.'],
    ['abc\u007f', 'The API key has a control character in it, at character 4.'],
    ['schlüssel', 'The API key has a character in it that is not plain ASCII, at character 5.'],
    ['abc\u200bdef', 'The API key has a character in it that is not plain ASCII, at character 4.'],
  ])('%j is refused in words', (text, message) => {
    expect(readToken(text)).toEqual({ ok: false, message })
  })
})
