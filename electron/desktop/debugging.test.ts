import { expect, test } from 'vitest'
import { debuggingRefusal, viewMenu } from './debugging.ts'

const started = (...switches: string[]) => {
  const given = new Set(switches)
  return (name: string) => given.has(name)
}

test.each([
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-wait',
  'inspect-port',
  'inspect-publish-uid',
])('a packaged app refuses to start with --%s, and names it; the checkout starts', (name) => {
  expect(debuggingRefusal(true, started('user-data-dir', name))).toContain(`--${name},`)
  expect(debuggingRefusal(false, started('user-data-dir', name))).toBeNull()
})

test('a packaged app starts with anything else', () => {
  expect(debuggingRefusal(true, started())).toBeNull()
  expect(debuggingRefusal(true, started('user-data-dir', 'no-sandbox', 'lang', 'ozone-platform'))).toBeNull()
})

test('the View menu of a packaged app has everything but developer tools', () => {
  const roles = JSON.stringify(viewMenu(true))
  expect(roles).not.toMatch(/devtools/i)
  for (const role of ['reload', 'forceReload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'])
    expect(roles).toContain(`"role":"${role}"`)
  expect(viewMenu(false)).toEqual({ role: 'viewMenu' })
})
