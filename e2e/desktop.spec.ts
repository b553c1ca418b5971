// The desktop shell's wiring: keychain, guards, CSP, reload, crashes, save dialog, single instance, proxy.
// What a search shows and does is the same page's, and specified in the browser shell.
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSecretService } from '../scripts/secret-service.ts'
import { type Desktop, expect, launchAgain, launchDesktop, runtime, test, wholeChromium } from './desktop-app.ts'
import { token } from './fixtures.ts'
import { startHeldService } from './held-service.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'

const standIn = runtime?.standIn ?? true

/** Files of a folder that hold the token as it is, as UTF-16 or in base64. */
async function filesWithToken(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(0)
  const base64 = Buffer.from(token).toString('base64').slice(0, -4)
  const disguises = [Buffer.from(token), Buffer.from(token, 'utf16le'), Buffer.from(base64)]
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return files.filter((_, index) => disguises.some((disguise) => contents[index]?.includes(disguise)))
}

/** Runs in the window's page by way of the main process: a page that crashed is lost to Playwright. */
function inWindow(desktop: Desktop, code: string): Promise<unknown> {
  return desktop.app.evaluate(
    ({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script),
    code,
  )
}

test.describe('the token', () => {
  test('typed once, is in the Secret Service under "Eventscope" and nowhere else, until it is forgotten', {
    tag: '@core',
  }, async ({ folder, service, keyring }) => {
    const env = { DBUS_SESSION_BUS_ADDRESS: keyring.address }
    const first = await launchDesktop(folder, { env })
    await first.inspector.connect({ name: 'Acme Billing', baseUrl: service.url, token })
    await expect(first.inspector.status('Rows 1–50 of 237')).toBeVisible()
    expect(keyring.search('Eventscope')).toContain(`secret = ${service.url} ${token}\n`)
    await first.close()
    expect(first.errors()).not.toContain(token)
    expect(await filesWithToken(folder)).toEqual([])
    expect((await stat(folder)).mode & 0o077).toBe(0)

    const second = await launchDesktop(folder, { env })
    await expect(second.inspector.status('Rows 1–50 of 237')).toBeVisible()
    await expect(second.inspector.button('Switch connection')).toHaveAccessibleDescription(/Acme Billing/)
    await second.inspector.button('Switch connection').click()
    await second.page.getByRole('menuitem', { name: 'Forget API key…' }).click()
    await second.inspector.button('Forget API key', second.page.getByRole('dialog')).click()
    await expect(second.page.getByRole('dialog')).toHaveCount(0)
    expect(keyring.search('Eventscope')).not.toContain(token)
    await second.close()

    const third = await launchDesktop(folder, { env })
    await expect(third.inspector.button('Switch connection')).toHaveAccessibleDescription(/Acme Billing/)
    await expect(third.inspector.rows).toHaveCount(0)
    await third.close()
  })

  test('that a locked keyring does not give is asked for, with what to do about it', async ({
    folder,
    service,
    keyring,
  }) => {
    const env = { DBUS_SESSION_BUS_ADDRESS: keyring.address }
    const first = await launchDesktop(folder, { env })
    await first.inspector.connect({ name: 'Locked away', baseUrl: service.url, token })
    await first.close()
    keyring.lock()
    const second = await launchDesktop(folder, { env })
    await expect(second.inspector.alert).toContainText(/unlock your keychain/i)
    await second.close()
  })

  test('behind a prompt that nobody answers keeps neither the window nor the end waiting', async ({
    folder,
    service,
  }) => {
    test.skip(process.env.EVENTSCOPE_SECRET_SERVICE !== '1', 'needs gnome-keyring')
    const silent = await startSecretService('silent')
    const env = { DBUS_SESSION_BUS_ADDRESS: silent.address }
    const first = await launchDesktop(folder, { env })
    await first.inspector.connect({ name: 'Locked away', baseUrl: service.url, token })
    await first.close()
    silent.lock()
    const second = await launchDesktop(folder, { env })
    await expect(second.inspector.button('Switch connection')).toHaveAccessibleDescription(/Locked away/)
    await expect(second.inspector.button('Cancel search')).toBeVisible()
    await second.quit()
    await silent.stop()
  })

  test('of the variables gives rows at once and is stored nowhere', async ({ folder, service, keyring }) => {
    const env = { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token }
    const desktop = await launchDesktop(folder, { env: { ...env, DBUS_SESSION_BUS_ADDRESS: keyring.address } })
    await expect(desktop.inspector.status('Rows 1–50 of 237')).toBeVisible()
    await expect(desktop.inspector.button('Switch connection')).toHaveAccessibleDescription(/Environment/)
    expect(await desktop.app.evaluate(() => process.env.EVENTSCOPE_TOKEN)).toBeUndefined()
    await desktop.close()
    expect(keyring.search('Eventscope')).not.toContain(token)
    expect(await filesWithToken(folder)).toEqual([])
  })
})

test('a window at first run: what it may do, what it is handed, its menu, and sample data', async ({ desktop }) => {
  await test.step('the window is sandboxed, isolated, and without Node', async () => {
    const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as Record<string, () => object>
      return contents.getLastWebPreferences?.()
    })
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      // Of no runtime's defaults: that our own preferences arrived.
      webviewTag: false,
      spellcheck: false,
    })
  })

  await test.step('the content security policy is on every answer, without unsafe words, with a nonce of its own each time', async () => {
    const policies = await desktop.page.evaluate(async () => {
      const answers = await Promise.all([fetch(location.href), fetch(location.href)])
      return answers.map((answer) => answer.headers.get('content-security-policy') ?? '')
    })
    expect(policies[0]).toMatch(
      /^default-src 'none'; script-src 'self'(?: 'sha256-[^']{44}'){2}; style-src 'self' 'nonce-[^']{24}'; worker-src 'none'; /,
    )
    expect(policies.join()).not.toMatch(/unsafe|\*|https?:/)
    expect(policies[0]).not.toBe(policies[1])
    const missing = await desktop.page.evaluate(async () => {
      const answers = await Promise.all(
        ['/nothing.js', '/%2e%2e/main.js', '/..%5cmain.js', '/assets/'].map((path) => fetch(path)),
      )
      return answers.map((answer) => [
        answer.status,
        answer.headers.get('content-security-policy')?.startsWith("default-src 'none'"),
      ])
    })
    expect(missing).toEqual(Array(4).fill([404, true]))
  })

  await test.step('the menu has the usual roles', async () => {
    const roles = await desktop.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map((item) => item.role))
    const usual = ['fileMenu', 'editMenu', 'viewMenu', 'windowMenu', 'help'].map((role) => role.toLowerCase())
    expect(roles?.map((role) => role?.toLowerCase()).filter((role) => role !== 'appmenu')).toEqual(usual)
  })

  await test.step('sample data is one click away, served by a worker of the main process', async () => {
    await desktop.inspector.button('Explore sample data', desktop.inspector.connectionDialog).click()
    await expect(desktop.inspector.rows).toHaveCount(50)
  })

  // Last: the window's own page has lost its port then.
  await test.step('a port is handed to our own page only', async () => {
    const handed = await desktop.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
      const sender = BrowserWindow.getAllWindows()[0]?.webContents
      const posted: unknown[] = []
      const frame = (origin: string, parent: object | null) => ({
        origin,
        parent,
        isDestroyed: () => false,
        postMessage: (...all: unknown[]) => posted.push([origin, all.length]),
      })
      for (const senderFrame of [
        null,
        frame('https://evil.example', null),
        frame('app://evil', null),
        frame('app://eventscope', {}),
        frame('app://eventscope', null),
      ]) {
        ipcMain.emit('eventscope:want-port', { sender, senderFrame } as never)
      }
      // The last of the frames is ours: once it has its port, the others were judged.
      for (let turn = 0; turn < 500 && posted.length === 0; turn++) await new Promise((next) => setTimeout(next, 10))
      return posted
    })
    expect(handed).toEqual([['app://eventscope', 3]])
  })
})

test.describe('guards', () => {
  test('the page has one global of ours; navigation, new windows and frames are refused; listed https hosts open outside', async ({
    connected,
    service,
  }) => {
    await test.step('one global of ours, a string, beside those of its libraries', async () => {
      const added = await connected.page.evaluate(() => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        const plain = frame.contentWindow as unknown as object
        const names = Object.getOwnPropertyNames(window).filter((name) => !(name in plain) && !/^\d+$/.test(name))
        frame.remove()
        return names
      })
      const ours = added.filter((name) => !(standIn && name.startsWith('__standin'))).sort()
      expect(ours).toEqual(['__zod_globalConfig', '__zod_globalRegistry', 'eventscopeShell'])
      expect(await connected.page.evaluate(() => Reflect.get(window, 'eventscopeShell'))).toBe('desktop')
      expect(
        await connected.page.evaluate(() => [
          typeof Reflect.get(window, 'require'),
          typeof Reflect.get(window, 'process'),
        ]),
      ).toEqual(['undefined', 'undefined'])
    })

    const { app, page } = connected
    await app.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openExternal = async (url) => {
        opened.push(url)
      }
    })
    const address = page.url()
    await page.evaluate((url) => {
      location.href = url
    }, `${service.url}/v1/events/x`)
    await page.evaluate((url) => {
      const link = document.createElement('a')
      link.href = url
      document.body.append(link)
      link.click()
      link.remove()
    }, `${service.url}/v1/events/y`)
    const opened = () => app.evaluate(() => Reflect.get(globalThis, 'opened'))
    const openWindow = (url: string) =>
      page.evaluate((address) => {
        // Without noopener Playwright pauses the new window in the process of this one, which then stands still with
        // it.
        window.open(address, '_blank', 'noopener')
      }, url)
    await openWindow('https://www.rfc-editor.org/rfc/rfc3339.html')
    await expect.poll(opened).toEqual(['https://www.rfc-editor.org/rfc/rfc3339.html'])
    await openWindow('https://evil.example/')
    await openWindow('file:///etc/passwd')
    const framed = await page.evaluate(async (url) => {
      const frame = document.createElement('iframe')
      const violation = new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        }),
      )
      frame.src = url
      document.body.append(frame)
      const directive = await violation
      frame.remove()
      return directive
    }, `${service.url}/v1/events/z`)
    expect(framed).toBe('frame-src')
    await expect.poll(() => app.windows().length).toBe(1)
    expect(await opened()).toHaveLength(1)
    expect(page.url()).toBe(address)
    await connected.inspector.next()
    await expect(connected.inspector.status('Rows 51–100 of 237')).toBeVisible()
  })

  test('every permission but writing to the clipboard is refused', async ({ desktop }) => {
    test.skip(
      standIn,
      'the stand-in keeps permission handlers without asking them; electron/desktop/navigation.test.ts has the rule',
    )
    const states = await desktop.page.evaluate(() =>
      Promise.all(
        ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'].map(
          async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
        ),
      ),
    )
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'denied'])
  })
})

test.describe('content security policy', () => {
  test('hostile rows run nothing, and an injected script would not either', { tag: '@core' }, async ({ folder }) => {
    const hostile = '<img src=x onerror="window.__ran=1"><script>window.__ran=1</script>'
    const rows = Array.from({ length: 50 }, (_, index) =>
      eventText(index, {
        event_id: JSON.stringify(`${hostile}${index}`),
        customer_id: JSON.stringify(hostile),
        event_properties: `{${JSON.stringify(hostile)}:${JSON.stringify(hostile)},"__proto__":"polluted"}`,
      }),
    )
    const scripted = await startScriptedService((_, response) => json(response, pageOf(rows, 120)))
    const env = { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token }
    const desktop = await launchDesktop(folder, { env })
    await expect(desktop.inspector.rows).toHaveCount(50)
    await desktop.page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(window, { violations })
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    })
    await desktop.page.reload()
    await expect(desktop.inspector.rows).toHaveCount(50)
    await desktop.inspector.rows.first().getByRole('gridcell').nth(2).click()
    await expect(desktop.inspector.property('__proto__')).toHaveAttribute('data-value', 'polluted')
    const seen = () => desktop.page.evaluate(() => [Reflect.get(window, '__ran'), Reflect.get(window, 'violations')])
    expect(await seen()).toEqual([undefined, []])
    await desktop.page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.__ran = 1'
      document.body.append(script)
    })
    expect(await seen()).toEqual([undefined, ['script-src-elem']])
    await desktop.close()
    await scripted.stop()
  })
})

test.describe('life cycle', () => {
  test('a reload gets a port of its own, and what the old page asked for is aborted', async ({ folder }) => {
    const rows = Array.from({ length: 50 }, (_, index) => eventText(index))
    const aborted = Promise.withResolvers<void>()
    const scripted = await startScriptedService((_, response, count) => {
      if (count > 1) return json(response, pageOf(rows, 120))
      response.once('close', () => aborted.resolve())
    })
    const desktop = await launchDesktop(folder, { env: { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token } })
    await expect.poll(() => scripted.asked.length).toBe(1)
    await desktop.page.reload()
    await aborted.promise
    await expect(desktop.inspector.rows).toHaveCount(50)
    await desktop.page.reload()
    await expect(desktop.inspector.rows).toHaveCount(50)
    await desktop.close()
    await scripted.stop()
  })

  test('a crashed page is back twice; the third time the user is asked, and it comes back again', async ({
    folder,
    service,
  }) => {
    // Three crashes, each told and mended in up to a minute where other windows take the processor.
    test.slow()
    const env = { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token, ...wholeChromium }
    const desktop = await launchDesktop(folder, { env })
    await desktop.inspector.settled()
    const crash = () =>
      desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      )
    // What a page is asked while it crashes is never answered: it is asked again.
    const rowsThere = () =>
      Promise.race([
        inWindow(desktop, 'document.querySelectorAll("[data-event-id]").length').catch(() => null),
        sleep(2_000, 'no answer'),
      ])
    const asked = () =>
      desktop.app.evaluate(() => Reflect.get(globalThis, 'asked') as { message: string; buttons: string[] }[])
    const crashes = () => desktop.app.evaluate(() => Reflect.get(globalThis, 'crashes') as number)
    await desktop.app.evaluate(({ app, dialog }) => {
      const list: object[] = []
      Object.assign(globalThis, { asked: list, crashes: 0 })
      app.on('render-process-gone', () =>
        Object.assign(globalThis, { crashes: Reflect.get(globalThis, 'crashes') + 1 }),
      )
      dialog.showMessageBox = async (...given: unknown[]) => {
        list.push(given.at(-1) as object)
        return { response: 0, checkboxChecked: false }
      }
    })
    for (const [before, questions] of [0, 0, 1].entries()) {
      // An order to crash may be lost while the page is busy. Until it crashed the rows are those of the page that
      // goes.
      await expect(async () => {
        if ((await crashes()) === before) await crash()
        await expect.poll(crashes).toBe(before + 1)
      }).toPass({ timeout: 90_000 })
      await expect.poll(async () => (await asked()).length).toBe(questions)
      await expect.poll(rowsThere, { timeout: 60_000 }).toBe(50)
    }
    expect(await asked()).toMatchObject([
      { message: expect.stringContaining('keeps crashing'), buttons: ['Try Again', 'Quit'] },
    ])
    await expect.poll(desktop.errors).toMatch(/crash 3\./)
    await desktop.close()
  })

  test('a second start brings the first window back and ends', async ({ folder, desktop }) => {
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const second = launchAgain(folder)
    const [code] = await once(second, 'exit')
    expect(code).toBe(0)
    await expect
      .poll(() =>
        desktop.app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
        ),
      )
      .toEqual([false])
  })

  test('a link is shown by the window that is there, and at the start, and asks nothing by itself', async ({
    folder,
  }) => {
    const scripted = await startScriptedService((_, response) => json(response, pageOf([eventText(0)], 1)))
    const link = (customer: string) =>
      `eventscope://open?connection=Environment&base_url=${encodeURIComponent(scripted.url)}&customer_id=${customer}`
    const env = { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token }
    const { inspector, page, app, close } = await launchDesktop(folder, { env, more: [link('cus_first')] })
    const dialog = page.getByRole('dialog', { name: 'Open a link', exact: true })
    await expect(dialog).toContainText('Customer ID = cus_first')
    await inspector.settled()
    const asked = () => scripted.asked.length
    const before = asked()
    // Another one takes its place under nobody's hand.
    await once(launchAgain(folder, link('cus_second')), 'exit')
    await expect(page.getByText('Another link was ignored')).toBeVisible()
    await expect(dialog).toContainText('Customer ID = cus_first')
    await inspector.button('Cancel', dialog).click()
    await expect(dialog).toBeHidden()
    await app.evaluate(
      ({ app: running }, text) => running.emit('open-url', { preventDefault() {} }, text),
      link('cus_third'),
    )
    await expect(dialog).toContainText('Customer ID = cus_third')
    expect(asked()).toBe(before)
    await inspector.button('Open', dialog).click()
    await expect(inspector.textbox('Customer ID', inspector.filters)).toHaveValue('cus_third')
    await expect.poll(asked).toBe(before + 1)
    await close()
    await scripted.stop()
  })

  test('the log is opened by the system, and its folder where nothing opens it', async ({ desktop, folder }) => {
    await desktop.app.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openPath = async (path) => {
        opened.push(`file ${path}`)
        return 'no program for it'
      }
      shell.showItemInFolder = (path) => void opened.push(`folder of ${path}`)
    })
    await desktop.inspector.button('Explore sample data').click()
    await desktop.inspector.button('Settings').click()
    await desktop.inspector.button('Open log').click()
    const path = join(folder, 'log', 'eventscope.jsonl')
    await expect
      .poll(() => desktop.app.evaluate(() => Reflect.get(globalThis, 'opened')))
      .toEqual([`file ${path}`, `folder of ${path}`])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toContain('starts: desktop shell')
  })

  test('quitting ends a request that is under way, and the process', async ({ folder }) => {
    const scripted = await startScriptedService(() => undefined)
    const desktop = await launchDesktop(folder, { env: { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token } })
    await expect.poll(() => scripted.asked.length).toBe(1)
    expect(await desktop.quit()).toBe(0)
    await scripted.stop()
  })

  test('the window comes back where it was', async ({ folder }) => {
    test.skip(
      standIn,
      'the stand-in has no windowStatePersistence; electron/desktop/window-place.test.ts has the clamp',
    )
    const place = { x: 120, y: 90, width: 1000, height: 700 }
    const first = await launchDesktop(folder)
    await first.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), place)
    await first.close()
    const second = await launchDesktop(folder)
    const bounds = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    expect(bounds).toEqual(place)
    await second.close()
  })
})

test.describe('export', () => {
  const answerDialog = (desktop: Desktop, filePath: string) =>
    desktop.app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = async (...given: unknown[]) => {
        Object.assign(globalThis, { proposed: (given.at(-1) as { defaultPath: string }).defaultPath })
        return { canceled: path === '', filePath: path }
      }
    }, filePath)
  const start = async (desktop: Desktop, format: string) => {
    const dialog = await desktop.inspector.openExport('This page')
    await desktop.inspector.choose(dialog.getByRole('combobox', { name: 'Format', exact: true }), format)
    await desktop.inspector.button('Start export', dialog).click()
    return dialog
  }

  test('goes to the path of the save dialog, whole, is shown there, and says why where it cannot', async ({
    connected,
    folder,
  }) => {
    const { inspector } = connected
    const item = inspector.exports.getByRole('listitem').first()
    await answerDialog(connected, '')
    const dialog = await start(connected, 'CSV')
    await expect(dialog).toContainText('No location was chosen')
    expect(await connected.app.evaluate(() => Reflect.get(globalThis, 'proposed'))).toMatch(/Downloads.*\.csv$/)
    const path = join(folder, 'my events.csv')
    await answerDialog(connected, path)
    await inspector.button('Start export', dialog).click()
    await expect(item).toHaveAttribute('data-state', 'written')
    expect((await readFile(path, 'utf8')).trimEnd().split('\r\n')).toHaveLength(51)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    await connected.app.evaluate(({ shell }) => {
      shell.showItemInFolder = (shown) => void Object.assign(globalThis, { shown })
    })
    await inspector.button('Show in folder', item).click()
    await expect.poll(() => connected.app.evaluate(() => Reflect.get(globalThis, 'shown'))).toBe(path)

    await answerDialog(connected, join(folder, 'no such folder', 'events.csv'))
    await start(connected, 'Excel')
    await expect(item.getByRole('alert')).toContainText(/ENOENT|no such/i)
    await answerDialog(connected, join(folder, 'events.xlsx'))
    await inspector.button('Retry', item).click()
    await expect(item).toHaveAttribute('data-state', 'written')
    await expect(inspector.exports.getByRole('listitem')).toHaveCount(2)

    // All matches are read once there is a place for them; then nobody has to be there.
    await answerDialog(connected, '')
    const all = await inspector.openExport('All matches')
    await inspector.choose(all.getByRole('combobox', { name: 'Format', exact: true }), 'NDJSON')
    await inspector.button('Start export', all).click()
    await expect(all).toContainText('No location was chosen')
    expect(await connected.app.evaluate(() => Reflect.get(globalThis, 'proposed'))).toMatch(/\.ndjson$/)
    await expect(inspector.taking).toHaveCount(0)
    const every = join(folder, 'every one.ndjson')
    await answerDialog(connected, every)
    await inspector.button('Start export', all).click()
    await expect(all).toBeHidden()
    // Asked once more it would be dismissed.
    await answerDialog(connected, '')
    await expect(item).toHaveAttribute('data-state', 'written', { timeout: 20_000 })
    expect((await readFile(every, 'utf8')).trimEnd().split('\n')).toHaveLength(237)
  })

  test('of all matches is there though the window closed while they were read; then the program ends', {
    tag: '@core',
  }, async ({ folder }) => {
    const service = await startHeldService('--events', '700', '--seed', '7')
    const desktop = await launchDesktop(folder, { env: { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token } })
    await desktop.inspector.settled()
    const path = join(folder, 'all.ndjson')
    await answerDialog(desktop, path)
    const dialog = await desktop.inspector.openExport('All matches')
    await desktop.inspector.choose(dialog.getByRole('combobox', { name: 'Format', exact: true }), 'NDJSON')
    await desktop.inspector.button('Start export', dialog).click()
    await expect(desktop.inspector.exports.getByRole('progressbar')).toBeVisible()
    const ended = once(desktop.app.process(), 'exit')
    const closed = desktop.page.waitForEvent('close')
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await closed
    expect((await readdir(folder)).filter((name) => name.startsWith('all'))).toEqual([])
    service.open()
    expect((await ended)[0]).toBe(0)
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(700)
    expect(await readdir(folder)).toContain('all.ndjson.datapackage.json')
    await service.stop()
  })
})

test("requests go through the system's proxy, a PAC file's answer included", async ({ desktop }) => {
  const seen: string[] = []
  const proxy = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    json(response, pageOf([eventText(1)]))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  await desktop.app.evaluate(({ session }, list) => {
    session.defaultSession.resolveProxy = async () => list
  }, `PROXY ${address}; DIRECT`)
  const dialog = desktop.inspector.connectionDialog
  await desktop.inspector.textbox('Base URL', dialog).fill('http://events.example.invalid')
  await dialog.getByRole('checkbox', { name: /unencrypted/i }).check()
  await desktop.inspector.connect({ name: 'Proxied', baseUrl: 'http://events.example.invalid', token })
  await expect(desktop.inspector.status('Rows 1–1 of 1')).toBeVisible()
  expect(seen).toContain('POST http://events.example.invalid/v1/events/search')
  proxy.closeAllConnections()
  proxy.close()
})

test.describe('a snapshot', () => {
  test.use({ serviceSwitches: ['--events', '3000', '--seed', '7', '--latency', '400'] })

  test('is taken and opened here too; closing the window asks first, and pauses it only then', async ({
    connected,
  }) => {
    const { app, page, inspector } = connected
    const asked = () =>
      app.evaluate(({ dialog }) => {
        const spied = dialog as typeof dialog & { asked?: string[] }
        return spied.asked ?? []
      })
    await app.evaluate(({ dialog }) => {
      const spied = dialog as typeof dialog & { asked?: string[] }
      const seen: string[] = []
      spied.asked = seen
      spied.showMessageBox = (async (_: unknown, { detail = '' }: { detail?: string }) => {
        seen.push(detail)
        return { response: 1, checkboxChecked: false }
      }) as typeof dialog.showMessageBox
    })
    await inspector.button('Load all').click()
    const region = page.getByRole('region', { name: 'Taking snapshot', exact: true })
    await expect(region.getByRole('progressbar')).toBeVisible()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(asked).toEqual([expect.stringMatching(/^A snapshot is being read\. It pauses when/)])
    const opened = page.getByRole('region', { name: 'Snapshot', exact: true })
    await expect(opened).toHaveAttribute('data-rows', '3000', { timeout: 60_000 })
    await expect(opened).toHaveAttribute('data-verdict', 'complete')
  })
})
