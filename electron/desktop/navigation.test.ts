import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayNavigate, mayOpenExternally, mayUse, PAGE_URL, RFC_3339_URL } from './navigation.ts'

describe('the window goes', () => {
  test.each([PAGE_URL, `${PAGE_URL}#launch=x`, 'app://eventscope/', `${PAGE_URL}#a\nb`])('to %j', (url) => {
    expect(mayNavigate(url, true)).toBe(true)
    expect(mayNavigate(url, false)).toBe(false)
  })

  test.each([
    'https://evil.example/',
    'app://evil/index.html',
    'app://eventscope.evil/index.html',
    'app://eventscope@evil/index.html',
    'app://eventscope/other.html',
    'app://eventscope/index.html?x',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'about:blank',
    '',
  ])('never to %j', (url) => {
    expect(mayNavigate(url, true)).toBe(false)
  })

  test('nowhere else, whatever it is called', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.webPath().map((path) => `app://eventscope${path}x`),
        ),
        (url) => {
          expect(mayNavigate(url, true)).toBe(false)
        },
      ),
      { seed: 5 },
    )
  })
})

describe("the system's browser is asked to open", () => {
  test('what is listed', () => expect(mayOpenExternally(RFC_3339_URL)).toBe(true))

  test.each([
    'http://www.rfc-editor.org/',
    'https://www.rfc-editor.org:8443/',
    'https://www.rfc-editor.org@evil.example/',
    'https://user:pw@www.rfc-editor.org/',
    'https://www.rfc-editor.org.evil.example/',
    'https://evil.example/?https://www.rfc-editor.org/',
    'file:///etc/passwd',
    'smb://share/x',
    'javascript:alert(1)',
    'not a url',
  ])('never %j', (url) => expect(mayOpenExternally(url)).toBe(false))
})

describe('permissions', () => {
  test('only writing to the clipboard, only for our page', () => {
    expect(mayUse('clipboard-sanitized-write', PAGE_URL)).toBe(true)
    expect(mayUse('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
    expect(mayUse('clipboard-sanitized-write', 'app://evil/index.html')).toBe(false)
    expect(mayUse('clipboard-sanitized-write', '')).toBe(false)
    for (const other of [
      'clipboard-read',
      'geolocation',
      'media',
      'notifications',
      'openExternal',
      'fileSystem',
      'hid',
    ]) {
      expect(mayUse(other, PAGE_URL)).toBe(false)
    }
  })
})
