// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { ConnectionSwitcher, tokenPlaceWords } from './connection-switcher.tsx'
import { ConnectionMark } from './environment-badge.tsx'

const there = { available: true, name: 'Secret Service' } as const
const away = { available: false, why: 'No keyring answers on this machine. Install gnome-keyring.' } as const

test('says where the API key is', () => {
  expect(tokenPlaceWords({ place: 'keychain' }, there)).toBe('API key in Secret Service.')
  expect(tokenPlaceWords({ place: 'keychain' }, away)).toBe('API key in the system’s keychain.')
  expect(tokenPlaceWords({ place: 'nowhere' }, there)).toBe('No API key.')
  const why = 'It comes from EVENTSCOPE_TOKEN and is never stored.'
  expect(tokenPlaceWords({ place: 'memory', why }, away)).toBe(`API key kept until Eventscope closes: ${why}`)
  expect(tokenPlaceWords({ place: 'nowhere', why: 'The keyring is locked.' }, there)).toBe(
    'No API key: The keyring is locked.',
  )
})

test('does not explain once more why no keychain answers', () => {
  const { why } = away
  expect(tokenPlaceWords({ place: 'memory', why }, away)).toBe('API key kept until Eventscope closes (no keychain).')
  expect(tokenPlaceWords({ place: 'nowhere', why }, away)).toBe('No API key: no keychain is available.')
})

/** The switcher of the first of these connections. */
async function switcher(...connections: Connection[]) {
  const did: string[] = []
  const note = (what: string) => () => void did.push(what)
  const dialogs = { add: note('add'), edit: note('edit'), token: note('token'), forget: note('forget') }
  const { page } = await mounted(
    <MantineProvider env="test">
      <ConnectionSwitcher
        connections={connections}
        current={connections[0] ?? someConnection}
        keychain={there}
        actions={{
          open: (id) => did.push(`open ${id}`),
          exploreSampleData: note('sample'),
          saveSampleInvoice: note('invoice'),
        }}
        dialogs={{ ...dialogs, delete: note('delete'), names: note('names') }}
      />
    </MantineProvider>,
  )
  const items = () => [...page.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const open = () => act(() => page.querySelector<HTMLElement>('button[aria-label*="Switch connection"]')?.click())
  await open()
  return {
    did,
    page,
    items: () => items().map(({ textContent }) => textContent),
    current: () =>
      items()
        .filter((item) => item.getAttribute('aria-current') === 'true')
        .map(({ textContent }) => textContent),
    choose: async (name: string) => {
      await open()
      if (items().length === 0) await open()
      await act(() =>
        items()
          .find(({ textContent }) => textContent?.startsWith(name))
          ?.click(),
      )
    },
  }
}

const other: Connection = { ...someConnection, id: 'two', name: 'Two', environment: 'production' }

test('the menu of a saved connection leads to the others and to what can be done with it', async () => {
  const { did, items, current, choose, page } = await switcher(someConnection, other)
  expect(items()).toEqual([
    'OneTest',
    'TwoProduction',
    'Add connection…',
    'Explore sample data',
    'Customer names…',
    'Edit connection…',
    'Replace API key…',
    'Forget API key…',
    'Delete connection…',
  ])
  expect(current()).toEqual(['OneTest'])
  for (const name of ['Two', 'One', 'Add', 'Explore', 'Customer', 'Edit', 'Replace', 'Forget', 'Delete'])
    await choose(name)
  expect(did).toEqual(['open two', 'add', 'sample', 'names', 'edit', 'token', 'forget', 'delete'])
  expect(document.activeElement).toBe(page.querySelector('button[aria-label*="Switch connection"]'))
})

test('sample data is not offered beside itself, has an invoice, and nothing to manage', async () => {
  const { did, items, choose } = await switcher({ ...someConnection, origin: 'sample', name: 'Sample data' })
  expect(items()).toEqual(['Sample dataTest', 'Add connection…', 'Save Nordlicht’s invoice', 'Customer names…'])
  await choose('Save')
  expect(did).toEqual(['invoice'])
  const beside = await switcher(someConnection, { ...other, origin: 'sample' })
  expect(beside.items()).not.toContain('Explore sample data')
})

test('a key that is nowhere is not forgotten once more; plain http is said where it was agreed to', async () => {
  const away: Connection = { ...someConnection, token: { place: 'nowhere' } }
  const none = await switcher(away)
  expect(none.items()).not.toContain('Forget API key…')
  const said = (page: HTMLElement) =>
    document.getElementById(page.querySelector('[aria-label*="Switch"]')?.getAttribute('aria-describedby') ?? '')
      ?.textContent
  expect([said(none.page), none.page.querySelectorAll('.tabler-icon-key-off').length]).toEqual(['One, Test', 1])
  const agreed = await switcher({ ...someConnection, baseUrl: 'http://one.example', plainHttpConsent: true })
  expect(said(agreed.page)).toBe('One, Test, not encrypted')
  // The one that is left is in the menu.
  expect(agreed.page.querySelectorAll('.tabler-icon-key-off')).toHaveLength(1)
  expect(agreed.page.textContent).toContain('Plain http: the API key and every event travel unencrypted.')
  const local = await switcher({ ...someConnection, baseUrl: 'http://127.0.0.1:8787' })
  expect(local.page.textContent).not.toContain('unencrypted')
})

test('what belongs to a connection that was deleted has its name, and no environment', async () => {
  const { page, draw } = await mounted(<ConnectionMark name="One" connection={someConnection} />)
  expect(page.textContent).toBe('OneTest')
  await draw(<ConnectionMark name="One" connection={null} />)
  expect([page.textContent, page.querySelectorAll('span').length]).toEqual(['One', 2])
})
