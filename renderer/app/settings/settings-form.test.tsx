// @vitest-environment happy-dom
// The dialog as it is drawn, over a backend that answers by hand.
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CacheStatus, OpenedLogFile, ShellInfo } from '../../../shared/contract/contract.ts'
import { defaultSettings } from '../../../shared/contract/settings.ts'
import { bridge, FailureError } from '../../bridge.ts'
import { createQueryClient } from '../../live/store/queries.ts'
import { createOpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'
import { verificationOf } from '../../snapshot/store/verification.ts'
import { answerCalls } from '../../ui/fixtures/answered-bridge.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { SettingsDialog } from './settings-dialog.tsx'

const FULL: CacheStatus = {
  place: 'disk',
  notice: null,
  entries: 128,
  bytes: 12_345_678,
  oldest: '2026-11-18T09:12:00Z',
  limitBytes: 256 * 1024 * 1024,
  retention: 7 * 86_400_000,
}
const EMPTY: CacheStatus = { ...FULL, entries: 0, bytes: 0, oldest: null }
const full = new FailureError({ kind: 'disk', detail: 'The disk is full.' })

interface Known {
  billingZone: string | null
  shell: Partial<ShellInfo>
  unkept: number
  /** What the cache holds, each time that it is asked; the last from then on. */
  status: (CacheStatus | FailureError)[]
  /** What clearing it comes to, in turn. */
  cleared: (null | FailureError)[]
  log: OpenedLogFile | FailureError
}

async function settings(known: Partial<Known> = {}) {
  const { billingZone = null, shell = {}, unkept = 0, status = [FULL], cleared = [], log } = known
  const did: unknown[] = []
  const answered = <T,>(value: T | FailureError): T => {
    if (value instanceof FailureError) throw value
    return value
  }
  answerCalls({
    'cache.status': () => answered((status.length > 1 ? status.shift() : status[0]) ?? EMPTY),
    'snapshots.list': () => ({ snapshots: [], unreadable: [], thisRunOnly: null, refused: null }),
    'shell.diagnostics': () => 'as text',
    'shell.openLog': () => answered(log ?? { path: '/home/u/log', isShown: false }),
  })
  const openedSnapshot = createOpenedSnapshot({ bridge })
  const client = createQueryClient()
  onTestFinished(() => {
    client.clear()
    notifications.clean()
  })
  const drawn = (opened: boolean) => (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Notifications />
        <SettingsDialog
          opened={opened}
          settings={{
            ...defaultSettings,
            zone: 'UTC',
            openedZone: 'UTC',
            fetchAhead: true,
            slashFocusesFilters: false,
          }}
          billingZone={billingZone}
          shell={{
            shell: 'browser',
            version: '1.2.3',
            runtime: 'Node 24',
            platform: 'linux',
            keychain: { available: true, name: 'Secret Service' },
            thisRunOnly: null,
            notices: [],
            ...shell,
          }}
          openedSnapshot={openedSnapshot}
          unkept={() => unkept}
          onClear={async () => {
            did.push('clear')
            answered(cleared.shift() ?? null)
          }}
          onHelp={() => did.push('help')}
          onChange={(change) => did.push(change)}
          onPageSize={(size) => did.push(size)}
          onActivity={() => did.push('activity')}
          onClose={() => did.push('close')}
        />
      </MantineProvider>
    </QueryClientProvider>
  )
  const { draw } = await mounted(drawn(true))
  /** The latest, where a test draws two. */
  const dialog = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  const button = (name: string) =>
    [...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)
  const labelled = (label: string) =>
    [...document.querySelectorAll<HTMLInputElement>(`[aria-label="${label}"]`)].find(
      ({ tagName }) => tagName === 'INPUT',
    )
  const settled = () => act(() => new Promise((done) => setTimeout(done, 5)))
  await settled()
  return {
    did,
    text: () => dialog()?.textContent ?? '',
    button,
    labelled,
    press: async (name: string) => {
      await act(() => button(name)?.click())
      await settled()
    },
    click: (what: HTMLElement | null | undefined) => act(() => what?.click()),
    radio: (group: string, value: string) =>
      document.querySelector<HTMLElement>(`[aria-label="${group}"] input[value="${value}"]`),
    options: () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent),
    draw: (opened: boolean) => draw(drawn(opened)),
    isVerifying: () => verificationOf(openedSnapshot).state().isOpen,
  }
}

test('each setting is changed alone, and the rows per page of this search too', async () => {
  const { did, click, radio, labelled } = await settings()
  await click(radio('Theme', 'dark'))
  await click(radio('Rows on a page', '100'))
  await click(labelled('Slash key goes to filters'))
  await click(labelled('Fetch the next page ahead'))
  expect(did).toEqual([{ theme: 'dark' }, 100, { slashFocusesFilters: true }, { fetchAhead: false }])
})

test('zones are offered with the billing zone first, each once', async () => {
  const { click, labelled, options, did } = await settings({ billingZone: 'Asia/Tokyo' })
  const field = labelled('Show times in')
  await click(field)
  const offered = options()
  expect(offered[0]).toBe('Asia/Tokyo')
  expect(new Set(offered).size).toBe(offered.length)
  await click([...document.querySelectorAll<HTMLElement>('[role="option"]')][0])
  expect(did).toEqual([{ zone: 'Asia/Tokyo' }])
})

test('the cache says what it holds, and that some could not be kept; once cleared, that there is nothing to clear', async () => {
  const { text, press, button } = await settings({ status: [{ ...FULL, notice: 'It was damaged.' }, EMPTY], unkept: 1 })
  expect(text()).toContain('128 entries, 12 MB, encrypted on this computer, the oldest from ')
  expect(text()).toContain('It was damaged.')
  expect(text()).toContain('1 answer was not kept')
  expect(button('Clear cache')?.disabled).toBe(false)
  await press('Clear cache')
  expect(text()).toContain('Nothing is kept')
  expect(text()).not.toContain('oldest')
  expect(button('Clear cache')?.disabled).toBe(true)
})

test('a cache that cannot be cleared says why, until it is; one that cannot be asked too', async () => {
  const { did, text, press } = await settings({ cleared: [full, null] })
  await press('Clear cache')
  expect(text()).toContain('The disk is full.')
  await press('Clear cache')
  expect([did, text().includes('The disk is full.')]).toEqual([['clear', 'clear'], false])
  const broken = await settings({ status: [full] })
  expect(broken.text()).toContain('The disk is full.')
})

test('a log is shown by its path where the shell cannot show it, and a path can be copied', async () => {
  const kept = await settings()
  await kept.press('Open log')
  expect(kept.text()).toContain('The log is on the computer where Eventscope runs: /home/u/log')
  await kept.click(document.querySelector<HTMLElement>('[aria-label="Copy where the log is"]'))
  expect(await navigator.clipboard.readText()).toBe('/home/u/log')
})

test.each([
  [{ path: null, isShown: false }, 'No log is kept here.', false],
  [{ path: '/home/u/log', isShown: true }, '', false],
])('a log that is %j', async (log, words, canBeCopied) => {
  const { text, press } = await settings({ log })
  await press('Open log')
  expect(text()).toContain(words)
  expect(text()).not.toContain('/home/u/log')
  expect(document.querySelector('[aria-label="Copy where the log is"]') !== null).toBe(canBeCopied)
})

test('what fails is said, and diagnostics are copied', async () => {
  const { press } = await settings({ log: full })
  await press('Copy diagnostics')
  expect(await navigator.clipboard.readText()).toBe('as text')
  await press('Open log')
  await vi.waitFor(() => expect(document.body.textContent).toContain('The disk is full.'))
})

test('the shell is named, and where API keys are', async () => {
  const { text } = await settings()
  expect(text()).toContain('Eventscope 1.2.3')
  expect(text()).toContain('Browser, on Node 24')
  expect(text()).toContain('Kept in Secret Service')
  const keychain = { available: false as const, why: 'No keyring answers.' }
  const other = await settings({ shell: { shell: 'desktop', keychain } })
  expect(other.text()).toContain('Desktop, on Node 24')
  expect(other.text()).toContain('Kept until Eventscope closes. No keyring answers.')
})

test('"Verify a file" takes the place of the settings; closed, nothing of them is asked', async () => {
  const { did, press, draw, text, isVerifying } = await settings()
  await press('Verify a file…')
  expect(did).toEqual(['close'])
  expect(isVerifying()).toBe(true)
  await draw(false)
  expect(text()).toBe('')
})
