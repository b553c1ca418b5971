// Snapshots taken in the page: begun, watched, paused, gone on with in a later run, stopped, listed, and what is said
// where something comes in the way. What an opened one shows has specs of its own.
import { spawnSync } from 'node:child_process'
import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from '@playwright/test'
import { expect, type Running, start, startBrowserShell, startService, test, token } from './fixtures.ts'
import { type HeldService, startHeldService } from './held-service.ts'
import { Inspector } from './kit/inspector.ts'
import { type Answer, serving, startScriptedService } from './scripted-service.ts'
import { expectNoViolations as expectNoneFound } from './violations.ts'

const storeKey = Buffer.alloc(32, 7).toString('base64')
const isLong = process.env.EVENTSCOPE_LONG === '1'

type Service = Pick<Running, 'url'>

const environment = (service: Service) => ({
  EVENTSCOPE_BASE_URL: service.url,
  EVENTSCOPE_TOKEN: token,
  EVENTSCOPE_STORE_KEY: storeKey,
})

/** A shell whose snapshots outlive it, with the service's connection at hand. */
const startShell = (folder: string, service: Service) => startBrowserShell(folder, environment(service))

/** Whether this system lets anybody have a disk of their own. */
const haveOwnDisks = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** The same, whose snapshots are on a disk of 3 MB; `disk` is how others see it. */
async function startShellOnSmallDisk(folder: string, service: Service): Promise<Running & { disk: string }> {
  const place = join(folder, 'snapshots')
  await mkdir(place, { mode: 0o700 })
  if (!haveOwnDisks) return { ...(await startShell(folder, service)), disk: place }
  const mount = 'mount -t tmpfs -o size=3m,mode=700 tmpfs "$0" && exec "$@"'
  const shell = [process.execPath, 'dist/browser.js', '--port', '0', '--no-open', '--user-data', folder]
  const running = await start(
    ['-rm', 'sh', '-c', mount, place, ...shell, '--stop-with-stdin'],
    /^Eventscope is ready at (\S+)$/,
    environment(service),
    'unshare',
  )
  return { ...running, disk: join('/proc', String(running.process.pid), 'root', place) }
}

/** Until no byte more fits. @returns what fills it */
async function fillDisk(disk: string): Promise<string> {
  const filler = join(disk, 'filler')
  const full = await appendFile(filler, Buffer.alloc(8_000_000)).then(
    () => null,
    ({ code }) => code,
  )
  expect(full).toBe('ENOSPC')
  return filler
}

/** The version of a snapshot's file; `next` is put in its place. */
function versionOf(path: string, next?: number): number {
  const database = new DatabaseSync(path)
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (next !== undefined) database.exec(`PRAGMA user_version = ${next}`)
  database.close()
  return version
}

async function open(page: Page, shell: Running): Promise<Inspector> {
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.rows.first()).toBeVisible()
  return inspector
}

const region = (page: Page) => page.getByRole('region', { name: 'Taking snapshot', exact: true })
const opened = (page: Page) => page.getByRole('region', { name: 'Snapshot', exact: true })
const list = (page: Page) => page.getByRole('dialog', { name: 'Snapshots', exact: true })
const item = (page: Page, name: string | RegExp) =>
  list(page).getByRole('list', { name: 'Snapshots' }).getByRole('listitem').filter({ hasText: name })

/** CSS selectors of what is looked at where another look was at the whole page. */
const IN_REGION = '[aria-label="Taking snapshot"]'
const IN_DIALOG = '[role="dialog"]'

async function expectNoViolations(page: Page, state: string, within?: string): Promise<void> {
  // A tooltip stands outside of every landmark.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectNoneFound(page, state, within)
}

/** More for NAME → an item of its menu. */
async function chooseMore(page: Page, name: string, choice: string): Promise<void> {
  await item(page, name)
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
}

const eventsSoFar = async (bar: Locator) =>
  Number(/([\d,]+) of/.exec((await bar.getAttribute('aria-valuetext')) ?? '')?.[1]?.replaceAll(',', ''))

/** Lets a held reading go on, a few requests at a time, until it has more than so many events; then it waits. */
async function readBeyond(service: HeldService, bar: Locator, events: number): Promise<void> {
  const soFar = () => {
    // Far fewer than it takes: it must not have everything by then.
    service.pass(Math.max(2, events / 400))
    return eventsSoFar(bar)
  }
  await expect.poll(soFar, { timeout: isLong ? 200_000 : 60_000, intervals: [100, 400] }).toBeGreaterThan(events)
  service.shut()
}

test('a snapshot survives a reload of the page and a kill of the shell in its middle, and ends complete', {
  tag: '@core',
}, async ({ page, folder }) => {
  test.slow()
  if (isLong) test.setTimeout(600_000)
  const events = isLong ? 100_000 : 2_500
  const service = await startHeldService('--events', String(events), '--seed', '7', '--latency', isLong ? '20' : '0')
  const first = await startShell(folder, service)
  const inspector = await open(page, first)
  const bar = region(page).getByRole('progressbar')
  await expect(inspector.button('Load all')).toHaveAccessibleDescription(
    new RegExp(`^${events.toLocaleString('en')} events`),
  )
  await inspector.button('Load all').focus()
  await expect(page.getByRole('tooltip')).toHaveText(/^For totals, .+\. Takes about [\d,]+ requests, \d+ (s|min)$/)
  await page.keyboard.press('Enter')
  await readBeyond(service, bar, events / 5)
  await expect(region(page)).toContainText('Environment')
  await expect(region(page)).toContainText('Development')

  await test.step('the page is reloaded', async () => {
    await page.reload()
    await expect(bar).toHaveAttribute('aria-valuetext', /^Reading, [\d,]+ of [\d,]+ events/)
    await expectNoViolations(page, 'a reading')
    await expect(inspector.button('Snapshots')).toHaveAccessibleDescription('1 snapshot on this computer')
    await region(page).getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(bar).toHaveAttribute('aria-valuetext', /^Paused/)
    await expectNoViolations(page, 'a paused reading', IN_REGION)
    await region(page).getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(bar).toHaveAttribute('aria-valuetext', /^Reading/)
  })

  first.process.kill('SIGKILL')
  const second = await startShell(folder, service)
  await open(page, second)
  await expect(region(page)).toContainText('Eventscope closed while this was being read.')
  await expectNoViolations(page, 'a reading that was left behind', IN_REGION)
  service.open()
  await region(page).getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(opened(page)).toHaveAttribute('data-verdict', 'complete', { timeout: isLong ? 500_000 : 30_000 })
  await expect(opened(page)).toHaveAttribute('data-rows', String(events))
  await expect(region(page)).toHaveCount(0)
  await second.stop()
  await service.stop()
})

test('one that is finished opens by itself, once nobody is typing in the find box or in a dialog', async ({
  page,
  folder,
}) => {
  const service = await startHeldService('--events', '60', '--seed', '7')
  const shell = await startShell(folder, service)
  const inspector = await open(page, shell)
  const find = page.getByRole('combobox', { name: 'Find', exact: true })
  const finish = async () => {
    service.open()
    await expect(region(page)).toHaveCount(0, { timeout: 40_000 })
    // Longer than it takes to open.
    await page.waitForTimeout(500)
    await expect(opened(page)).toHaveCount(0)
  }

  await inspector.button('Load all').click()
  await expect(region(page).getByRole('listitem')).toHaveCount(1)
  await find.pressSequentially('nord')
  await finish()
  await page.keyboard.type('licht')
  await expect(find).toHaveValue('nordlicht')
  await page.keyboard.press('Escape')
  await expect(opened(page)).toHaveAttribute('data-rows', '60')
  await inspector.button('Back to live', opened(page)).click()

  service.shut()
  await inspector.button('Load all').click()
  await expect(region(page).getByRole('listitem')).toHaveCount(1)
  await inspector.button('Snapshots').click()
  await expect(list(page)).toBeVisible()
  await finish()
  await page.keyboard.press('Escape')
  await expect(opened(page)).toHaveAttribute('data-rows', '60')
  await shell.stop()
  await service.stop()
})

test('two are read at a time; a search stays usable; the list renames, closes, takes again, deletes', async ({
  page,
  folder,
}) => {
  test.slow()
  const service = await startHeldService('--events', '4000', '--seed', '7')
  const shell = await startShell(folder, service)
  const inspector = await open(page, shell)
  const readings = region(page).getByRole('listitem')

  await test.step('more wait, and a page is searched meanwhile', async () => {
    for (const count of [1, 2, 3]) {
      await inspector.button('Load all').click()
      await expect(readings).toHaveCount(count)
    }
    await expect(readings.last()).toContainText('Waiting for its turn')
    await readBeyond(service, readings.nth(1).getByRole('progressbar'), 0)
    await inspector.search({ 'Event code': 'seat_month' })
    await expect(inspector.rows.first()).toBeVisible()
    await expectNoViolations(page, 'readings')
  })

  await test.step('stopped, one is kept as incomplete and one goes', async () => {
    await readings.last().getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Discard', exact: true }).click()
    await expect(readings).toHaveCount(2)
    await readings.last().getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Keep as incomplete', exact: true }).click()
    await expect(readings).toHaveCount(1)
  })

  await test.step('one that is finished while something else is on the screen is offered', async () => {
    service.open()
    const offer = page.getByRole('status').filter({ hasText: 'is ready: 4,000 events. All events read.' })
    await expect(offer).toBeVisible({ timeout: 40_000 })
    await expect(opened(page)).toHaveCount(0)
    // It lies over no dialog, where keys do not reach it.
    await inspector.button('Settings').click()
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await expect(offer).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(offer).toBeVisible()
    await inspector.button('Open', offer).click()
    await expect(opened(page)).toHaveAttribute('data-rows', '4000')
    await inspector.button('Back to live', opened(page)).click()
  })

  await test.step('the list', async () => {
    await inspector.button('Snapshots').click()
    await expect(item(page, 'Incomplete')).toHaveCount(1)
    const [taken = ''] = await list(page)
      .getByRole('listitem')
      .filter({ hasText: 'All events read' })
      .getByRole('button', { name: /^More for/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    const name = taken.replace('More for ', '')
    const incomplete = name === 'All events' ? 'All events (2)' : 'All events'
    await chooseMore(page, name, 'Rename…')
    const field = list(page).getByRole('textbox', { name: 'Name', exact: true })
    await expect(field).toBeFocused()
    await field.fill(incomplete.toUpperCase())
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/A snapshot named/)
    await expectNoViolations(page, 'the list with a name that is taken')
    await field.fill('November')
    await field.press('Enter')
    await expect(field).toHaveCount(0)
    await expect(item(page, 'November')).toContainText('4,000 events')
    await expect(item(page, 'November').getByRole('button', { name: 'More for November' })).toBeFocused()

    await chooseMore(page, 'November', 'Delete automatically…')
    const days = list(page).getByLabel('Delete after this many days')
    await days.fill('0')
    await inspector.button('Save', list(page)).click()
    await expect(days).toHaveAccessibleDescription(/Enter a whole number of days from 1 to 36,500\./)
    await expect(days).toHaveValue('0')
    await days.fill('30')
    await inspector.button('Save', list(page)).click()
    await expect(item(page, 'November')).toContainText('deleted after')

    await list(page).getByRole('button', { name: 'Delete snapshots that hold a customer…' }).click()
    const customer = list(page).getByRole('textbox', { name: 'Customer ID', exact: true })
    await customer.fill('cus_nobody')
    await customer.press('Enter')
    await expect(list(page).getByRole('status')).toHaveText('No snapshot holds an event of cus_nobody.')
    await inspector.button('Close', list(page).getByRole('form')).click()

    await chooseMore(page, incomplete, 'Delete…')
    await inspector.button('Delete it', list(page)).click()
    await expect(item(page, 'Incomplete')).toHaveCount(0)
  })

  await test.step('a closed month is not deleted by accident, and can be taken again', async () => {
    await page.keyboard.press('Escape')
    await inspector.search({ From: '2026-11-20', To: '2026-11-21' })
    await inspector.button('Load all').click()
    await expect(opened(page)).toBeVisible({ timeout: 20_000 })
    await expect(opened(page)).toContainText('20 Nov to 21 Nov 2026, UTC')
    await inspector.button('Back to live', opened(page)).click()
    await inspector.button('Snapshots').click()
    const name = 'Fri 20 Nov 2026 to Sat 21 Nov 2026'
    await chooseMore(page, name, 'Keep as closing copy…')
    await list(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Sent to Acme')
    await inspector.button('Keep as closing copy', list(page)).click()
    await expect(item(page, name)).toContainText('Sent to Acme')
    await chooseMore(page, name, 'Delete…')
    await expect(inspector.button('Delete it, although it is a closing copy', list(page))).toBeVisible()
    await expectNoViolations(page, 'the list with one that is closed', IN_DIALOG)
    await page.keyboard.press('Escape')
    await chooseMore(page, name, 'Take again')
    await expect(item(page, `${name} (2)`)).toHaveCount(1)
    await item(page, name).last().getByRole('button', { name: 'Open', exact: true }).click()
    await expect(list(page)).toHaveCount(0)
    await expect(opened(page)).toContainText(name)
  })

  await test.step('the one that is open, deleted in the list, is said to be gone', async () => {
    const open = await opened(page).getAttribute('data-snapshot')
    await inspector.button('Snapshots').click()
    await list(page).getByRole('listitem').filter({ hasText: '(2)' }).getByRole('button', { name: 'Open' }).click()
    await expect(opened(page)).not.toHaveAttribute('data-snapshot', open ?? '')
    await expect(opened(page).getByRole('tab', { name: 'Totals' })).toBeVisible()
    await inspector.button('Snapshots').click()
    await chooseMore(page, 'Fri 20 Nov 2026 to Sat 21 Nov 2026 (2)', 'Delete…')
    await inspector.button('Delete it', list(page)).click()
    await expect(item(page, '(2)')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveCount(0)
    await expect(opened(page).getByRole('alert')).toContainText('This snapshot cannot be opened')
    await inspector.button('Back to live', opened(page)).click()
    await expect(opened(page)).toHaveCount(0)
  })
  await shell.stop()
  await service.stop()
})

test('a disk that is full, a service that is away, a key that is refused, another account, a damaged file', async ({
  page,
  folder,
}) => {
  test.slow()
  const held = await startHeldService('--events', '4000', '--seed', '7')
  const shell = await startShellOnSmallDisk(folder, held)
  const inspector = await open(page, shell)
  const bar = region(page).getByRole('progressbar')
  const alert = region(page).getByRole('alert')
  const resume = inspector.button('Resume', region(page))

  await inspector.button('Load all').click()
  await readBeyond(held, bar, 500)

  await test.step('on a full disk it pauses and says how much is needed; with room it goes on where it was', async () => {
    if (!haveOwnDisks) {
      const description = 'A full disk is not tried: this system lets nobody have a disk of their own.'
      test.info().annotations.push({ type: 'skipped', description })
      console.warn(description)
      return
    }
    const filler = await fillDisk(shell.disk)
    held.open()
    await expect(alert).toContainText('The disk is full.', { timeout: 60_000 })
    await expect(alert).toContainText(
      /What was read is kept\. The rest needs about [\d.,]+ [kM]B\. Free some space, then choose Resume\./,
    )
    held.shut()
    await expectNoViolations(page, 'a full disk', IN_REGION)
    await resume.click()
    // Whether its file can be opened depends on what SQLite left beside it.
    await expect(region(page)).toContainText(/Reading|Tried again/)
    held.open()
    await expect(alert).toContainText('The disk is full.', { timeout: 60_000 })
    held.shut()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await inspector.button('Snapshots').click()
    await expect(item(page, 'All events')).toContainText('Paused')
    await page.keyboard.press('Escape')
    await rm(filler)
    await resume.click()
    await expect(bar).toHaveAttribute('aria-valuetext', /^Reading/)
    await expect(alert).toHaveCount(0)
    // Nothing passes the gate: this is what the file had.
    expect(await eventsSoFar(bar)).toBeGreaterThan(0)
  })

  await test.step('away, it pauses and says so where it is', async () => {
    await held.stop()
    // It waits for a while first, as a reading does for strain.
    await expect(alert).toContainText('What was read is kept.', { timeout: 120_000 })
    await expectNoViolations(page, 'a reading in trouble')
  })

  const port = new URL(held.url).port
  const service = await startService('--events', '4000', '--seed', '7', '--port', port, '--token', 'another-key')
  await test.step('a key that is refused is asked for in place, and whose it is', async () => {
    await resume.click()
    await expect(alert).toContainText('The service refused the API key', { timeout: 30_000 })
    await expectNoViolations(page, 'a reading whose key is refused', IN_REGION)
    await region(page).getByRole('button', { name: 'Enter API key', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'API key for Environment', exact: true })
    await inspector.textbox('API key', dialog).fill('another-key')
    await inspector.button('Save and retry', dialog).click()
    await expect(alert).toContainText('Is the new API key for the same account?')
    await expectNoViolations(page, 'a reading of what may be another account', IN_REGION)
    await region(page).getByRole('button', { name: 'Same account: continue', exact: true }).click()
    await expect(opened(page)).toHaveAttribute('data-rows', '4000', { timeout: 30_000 })
    await inspector.button('Back to live', opened(page)).click()
  })

  await test.step('a damaged file is named, and can be deleted', async () => {
    const files = await readdir(shell.disk)
    expect(files.filter((name) => name.endsWith('.db'))).toHaveLength(1)
    await writeFile(join(shell.disk, 'broken.db'), 'nothing that SQLite knows', { mode: 0o600 })
    await inspector.button('Snapshots').click()
    const broken = list(page).locator('[data-unreadable="damaged"]')
    await expect(broken).toContainText('A damaged file')
    await expectNoViolations(page, 'the list with a damaged file', IN_DIALOG)
    await page.keyboard.press('Escape')
    await inspector.button('Snapshots').click()
    await inspector.button('Delete…', broken).click()
    await inspector.button('Delete it', broken).click()
    await expect(broken).toHaveCount(0)
    expect((await readdir(shell.disk)).filter((name) => name.startsWith('broken'))).toEqual([])
  })
  await shell.stop()
  await service.stop()
})

test('a large reading asks first; a connection that is gone, and files of other versions, say what can still be done', async ({
  page,
  folder,
}) => {
  test.slow()
  const pages = serving(312_440)
  // What a reading asks is never answered.
  const answer: Answer = (asked, ...rest) =>
    asked.method === 'GET' || isPage(asked.body) ? pages(asked, ...rest) : undefined
  const isPage = (body: string) => (JSON.parse(body) as { limit: number }).limit === 50
  const large = await startScriptedService(answer)
  const service = await startService('--events', '120', '--seed', '7', '--now', '2026-11-01T00:00:00Z')
  const first = await startShell(folder, large)
  const inspector = await open(page, first)
  const place = join(folder, 'snapshots')
  const files = async () => (await readdir(place)).filter((name) => name.endsWith('.db')).sort()

  await test.step('a large one says what it costs before it begins, and begins nothing unless it is told to', async () => {
    const dialog = page.getByRole('dialog', { name: 'Load all 312,440 events?', exact: true })
    await inspector.button('Load all').click()
    // As long as the service took for its answers so far: on a busy machine hours.
    await expect(dialog).toContainText(/312,440 events from “Environment”: about 3,987 requests, \d+ (s|min|h)\./)
    await expectNoViolations(page, 'the question before a large reading')
    await inspector.button('Not now', dialog).click()
    await expect(dialog).toHaveCount(0)
    await expect(inspector.button('Load all')).toBeFocused()
    await expect(region(page)).toHaveCount(0)
    expect(large.asked.filter(({ method, body }) => method === 'POST' && !isPage(body))).toEqual([])
    expect(await files().catch(() => [])).toEqual([])
    await page.keyboard.press('Enter')
    await expect(inspector.button('Load all', dialog)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(region(page).getByRole('listitem')).toHaveCount(1)
    await inspector.button('Stop', region(page)).click()
    await page.getByRole('menuitem', { name: 'Discard', exact: true }).click()
    await expect(region(page)).toHaveCount(0)
  })

  await test.step('of a connection that is gone it can be opened and exported, and nothing can be asked', async () => {
    const manage = async (choice: RegExp) => {
      await inspector.button('Switch connection').click()
      await page.getByRole('menuitem', { name: choice }).click()
    }
    await manage(/Add connection/)
    await inspector.connect({ name: 'Old books', baseUrl: service.url, token })
    for (const To of ['2026-10-02', '2026-10-31']) {
      await inspector.search({ From: '2026-10-01', To })
      await inspector.takeSnapshot()
      await inspector.backToLive()
    }
    const name = 'October 2026'
    await inspector.button('Snapshots').click()
    await chooseMore(page, name, 'Keep as closing copy…')
    await inspector.button('Keep as closing copy', list(page)).click()
    await expect(item(page, name)).toContainText('Closing copy')
    await page.keyboard.press('Escape')
    await manage(/Delete connection/)
    await inspector.button('Delete connection', page.getByRole('dialog')).click()
    await page
      .getByRole('navigation', { name: 'Saved connections' })
      .getByRole('button', { name: /^Environment/ })
      .click()
    await inspector.button('Snapshots').click()
    const gone = item(page, name)
    await expect(gone).toContainText('This connection was deleted; what was read can still be opened and exported.')
    await expectNoViolations(page, 'the list with a connection that is gone', IN_DIALOG)
    await inspector.button(`More for ${name}`, gone).click()
    await expect(page.getByRole('menuitem', { name: 'Take again', exact: true })).toBeDisabled()
    await page.getByRole('menuitem', { name: 'Export…', exact: true }).click()
    const exporting = page.getByRole('dialog', { name: 'Export', exact: true })
    await inspector.choose(exporting.getByRole('combobox', { name: 'Format', exact: true }), 'NDJSON')
    const { text } = await inspector.startExport(exporting)
    await inspector.button('Snapshots').click()
    await inspector.button('Open', gone).click()
    await expect(opened(page)).toContainText('connection deleted')
    await expect(opened(page)).toHaveAttribute('data-rows', String(text.trim().split('\n').length))
    await expect(opened(page).locator('[data-event-id]').first()).toBeVisible()
    await inspector.button('Check for changes…', opened(page)).click()
    const ways = page.getByRole('menuitem')
    await expect(ways).toHaveCount(3)
    for (const way of await ways.all()) {
      await expect(way).toHaveAttribute('aria-disabled', 'true')
      await expect(way).toHaveAccessibleDescription(/Its connection was deleted\./)
    }
    await page.keyboard.press('Escape')
    await expectNoViolations(page, 'a snapshot of a connection that is gone')
    await inspector.backToLive()
  })
  await first.stop()

  await test.step('files of other versions are left alone, and can be deleted', async () => {
    const [one = '', another = ''] = await files()
    const version = versionOf(join(place, one), 99)
    versionOf(join(place, another), 1)
    const second = await startShell(folder, large)
    await open(page, second)
    await inspector.button('Snapshots').click()
    const newer = list(page).locator('[data-unreadable="newer"]')
    const older = list(page).locator('[data-unreadable="older"]')
    await expect(newer).toContainText('Made by a newer Eventscope')
    await expect(newer).toContainText('it is left alone. Open it with that Eventscope, or delete it')
    await expect(older).toContainText('Made by an older Eventscope')
    await expect(older).toContainText('it is left alone. Open it with that Eventscope')
    await expectNoViolations(page, 'the list with files of other versions', IN_DIALOG)
    expect(await files()).toEqual([one, another])
    expect([versionOf(join(place, one)), versionOf(join(place, another))]).toEqual([99, 1])
    await inspector.button('Delete…', older).click()
    await inspector.button('Delete it', older).click()
    await expect(older).toHaveCount(0)
    expect(await files()).toEqual([one])
    // As the Eventscope that wrote it finds it.
    versionOf(join(place, one), version)
    await page.keyboard.press('Escape')
    await inspector.button('Snapshots').click()
    await expect(newer).toHaveCount(0)
    await expect(list(page).getByRole('button', { name: 'Open', exact: true })).toHaveCount(1)
    await second.stop()
  })
  await service.stop()
  await large.stop()
})

test('a search whose snapshot is minutes old offers that one before it is read for long again', async ({
  page,
  folder,
}) => {
  const service = await startService('--events', '9000', '--seed', '7', '--now', '2026-11-01T00:00:00Z')
  const shell = await startShell(folder, service)
  const inspector = await open(page, shell)
  const first = await inspector.takeSnapshot()
  await inspector.backToLive()
  const dialog = page.getByRole('dialog', { name: 'Load all again?', exact: true })
  await inspector.button('Load all').click()
  await expect(dialog).toContainText('is a snapshot of this search: all 9,000 events read.')
  await expectNoViolations(page, 'the question before another snapshot of a search', IN_DIALOG)
  await dialog.getByRole('button', { name: /^Use the snapshot read (just now|\d+ (s|min) ago)$/ }).click()
  await expect(inspector.snapshot).toHaveAttribute('data-snapshot', first)
  await inspector.backToLive()
  await inspector.button('Load all').click()
  await inspector.button('Load all', dialog).click()
  await expect(inspector.snapshot).toBeVisible()
  await expect(inspector.snapshot).not.toHaveAttribute('data-snapshot', first)
  await Promise.all([shell.stop(), service.stop()])
})
