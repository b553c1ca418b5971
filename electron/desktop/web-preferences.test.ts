import { expect, test } from 'vitest'
import { webPreferences } from './web-preferences.ts'

// Whole, because a runtime fills in what is left out, and a test in its window would see its defaults.
test.each([
  [true, false],
  [false, true],
])('packaged %s: every wall is named, not left to a default; developer tools %s', (isPackaged, devTools) => {
  expect(webPreferences('/preload.cjs', isPackaged)).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    devTools,
  })
})
