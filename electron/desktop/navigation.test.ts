import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import {
  LINK_SCHEME,
  linkArgument,
  mayNavigate,
  mayOpenExternally,
  mayUse,
  PAGE_URL,
  RFC_3339_URL,
  switchRefusal,
  viewMenu,
  webPreferences,
} from './navigation.ts'

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
    'https://:pw@www.rfc-editor.org/',
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
  'no-sandbox',
  'disable-web-security',
])('a packaged app refuses to start with --%s, and names it; the checkout starts', (name) => {
  expect(switchRefusal(true, started('user-data-dir', name))).toContain(`--${name},`)
  expect(switchRefusal(false, started('user-data-dir', name))).toBeNull()
})

test('a packaged app starts with anything else', () => {
  expect(switchRefusal(true, started())).toBeNull()
  expect(switchRefusal(true, started('user-data-dir', 'lang', 'ozone-platform'))).toBeNull()
})

test('what is said fits the switch', () => {
  expect(switchRefusal(true, started('inspect'))).toMatch(/lets other programs read/)
  expect(switchRefusal(true, started('no-sandbox'))).toMatch(/from the page\. .* An AppImage adds it/)
  expect(switchRefusal(true, started('disable-web-security'))).toMatch(/shields everything else from the page/)
})

/** As `electron`, for a process that asks no more of it: a packaged app that was started with this switch. */
const packaged = (name: string, folder: string) => `
  export const app = {
    isPackaged: true,
    commandLine: { hasSwitch: (name) => name === '${name}', getSwitchValue: () => ${JSON.stringify(folder)} },
  }
  export const dialog = { showErrorBox: (title, text) => console.log(title + ': ' + text) }
  export const [BrowserWindow, ipcMain, Menu, MessageChannelMain, nativeTheme, Notification] = []
  export const [protocol, screen, session, shell] = []`

test('it refuses before anything else is done', async () => {
  const folder = join(await temporaryFolder(), 'user-data')
  const hooks = `import { registerHooks } from 'node:module'
    const url = 'data:text/javascript,' + ${JSON.stringify(encodeURIComponent(packaged('no-sandbox', folder)))}
    registerHooks({ resolve: (asked, context, next) => asked === 'electron' ? { url, shortCircuit: true } : next(asked, context) })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, join(import.meta.dirname, 'main.ts')],
    { encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toMatch(/^Eventscope cannot start: It was started with --no-sandbox, /)
  expect(readdirSync(join(folder, '..'))).toEqual([])
})

test('the menu entry of an AppImage does not add the switch that is refused', () => {
  const config = readFileSync(new URL('../../electron-builder.yml', import.meta.url), 'utf8')
  // Left out, electron-builder writes "AppRun --no-sandbox %U".
  expect(config).toMatch(/^appImage:\n(?: +.*\n)*? +executableArgs: \[\]$/m)
})

test('the View menu of a packaged app has everything but developer tools', () => {
  const roles = JSON.stringify(viewMenu(true))
  expect(roles).not.toMatch(/devtools/i)
  for (const role of ['reload', 'forceReload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'])
    expect(roles).toContain(`"role":"${role}"`)
  expect(viewMenu(false)).toEqual({ role: 'viewMenu' })
})

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

const link = 'eventscope://open?connection=Acme'

test('the one link is taken, whatever stands beside it', () => {
  expect(linkArgument(['/opt/eventscope', '--flag', link, '/home/x'])).toBe(link)
  expect(linkArgument(['/opt/eventscope', '.'])).toBeNull()
  expect(linkArgument(['/opt/eventscope', `--x=${link}`])).toBeNull()
  expect(linkArgument(['/opt/eventscope', link, link])).toBeNull()
})

test('the scheme is the one that the packages register', async () => {
  const packages = await readFile(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')
  expect(packages).toContain(`schemes: [${LINK_SCHEME.slice(0, -1)}]`)
})
