import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { switchRefusal, viewMenu } from './debugging.ts'

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
  expect(switchRefusal(true, started('no-sandbox'))).toMatch(/keeps a page .* An AppImage adds it/)
  expect(switchRefusal(true, started('disable-web-security'))).toMatch(/keeps a page/)
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
