// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import { snapshotSummary } from '../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { FailureError } from '../bridge.ts'
import { answerCalls } from '../ui/fixtures/answered-bridge.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { ConnectionDialogs } from './connection-dialogs.tsx'
import type { ConnectionActions } from './use-connections.ts'
import type { Dialog } from './use-dialog.ts'

const current = { ...someConnection, id: 'acme', name: 'Acme' }

/** The dialogs over a page that knows these snapshots. */
async function dialogsOver(snapshots: SnapshotSummary[]) {
  const list = { list: { snapshots, unreadable: [], thisRunOnly: null, refused: null } }
  let refreshed = 0
  const did: unknown[] = []
  const note =
    (what: string) =>
    (...of: unknown[]) =>
      void did.push([what, ...of])
  onTestFinished(() => notifications.clean())
  const known = {
    state: () => list,
    subscribe: () => () => {},
    async refresh() {
      refreshed += 1
    },
  }
  const drawn = (dialog: Dialog | null) => (
    <MantineProvider env="test">
      <Notifications />
      <div data-events-grid>
        <button type="button" tabIndex={0}>
          A row
        </button>
      </div>
      <ConnectionDialogs
        opened={dialog !== null}
        dialog={dialog}
        current={current}
        actions={
          {
            saved: note('saved'),
            replaced: note('replaced'),
            forgotten: note('forgotten'),
            deleted: note('deleted'),
          } as unknown as ConnectionActions
        }
        snapshots={known}
        onClose={note('closed')}
      />
    </MantineProvider>
  )
  const { draw } = await mounted(drawn(null))
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
      ({ textContent }) => textContent === name,
    )
  return {
    did,
    button,
    press: async (name: string) => {
      await act(async () => {
        button(name)?.focus()
        button(name)?.click()
      })
      await act(() => new Promise((done) => setTimeout(done, 5)))
    },
    type: (name: string, text: string) =>
      act(async () => {
        const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[role="dialog"] [name="${name}"]`)
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
        field?.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    open: (dialog: Dialog | null) => draw(drawn(dialog)),
    refreshed: () => refreshed,
    asked: () => [...document.querySelectorAll('[role="dialog"]')].map(({ textContent }) => textContent),
    named: () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent),
    box: () => document.querySelector<HTMLInputElement>('[role="dialog"] input[type="checkbox"]'),
  }
}

const kept = (id: string, other: Partial<SnapshotSummary> = {}) => snapshotSummary({ id, name: id, ...other })

test('whoever deletes a connection is told its own snapshots, which stay unless that is chosen each time', async () => {
  const { connection } = kept('a')
  const ten = Array.from({ length: 10 }, (_, at) => kept(`s${at}`))
  const { open, refreshed, asked, named, box } = await dialogsOver([
    kept('of another', { connection: { ...connection, id: 'other' } }),
    kept('edges', { madeFor: { of: 'snapshot', snapshotId: 's1' } }),
    ...ten,
  ])
  await open('delete')
  expect(asked()).toEqual([
    expect.stringContaining('10 snapshots of it stay on this computer, unless you delete them too'),
  ])
  expect(named()).toEqual([...ten.slice(0, 8).map(({ id }) => id), 'and 2 more'])
  await act(() => box()?.click())
  expect(box()?.checked).toBe(true)
  await open(null)
  expect(asked()).toEqual([])
  await open('delete')
  expect([box()?.checked, refreshed()]).toEqual([false, 2])
  // The question about the key is another one.
  await open('forget')
  expect([asked().length, box()]).toEqual([1, null])
})

test('of one snapshot it is said as of one, and that it is a closing copy', async () => {
  const closed = { at: '2026-12-02T08:00:00Z' } as SnapshotSummary['closed']
  const { open, asked, named } = await dialogsOver([kept('October', { closed })])
  await open('delete')
  expect(named()).toEqual(['October (closing copy)'])
  expect(asked()).toEqual([
    expect.stringMatching(/1 snapshot of it stays .* unless you delete it too:.*Also delete its snapshot/),
  ])
})

test('nothing is asked about snapshots of a connection that has none', async () => {
  const { open, asked, box } = await dialogsOver([])
  await open('delete')
  expect([asked().length, box()]).toEqual([1, null])
})

const locked = new FailureError({ kind: 'keychain', name: 'Secret Service', why: 'The keyring is locked.' })
const full = new FailureError({ kind: 'disk', detail: 'The disk is full.' })

/** Answers each call in turn; the last for all that follow. */
function inTurn(asked: unknown[], ...answers: unknown[]) {
  return (input: unknown) => {
    asked.push(input)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer
  }
}

test('a key is forgotten only where the keychain gives it up, or its user insists, and that is said then', async () => {
  const asked: unknown[] = []
  const { did, open, press, button } = await dialogsOver([])
  answerCalls({ 'connections.forgetToken': inTurn(asked, locked, locked, current) })
  await open('forget')
  expect(document.activeElement?.textContent).toBe('Keep it')
  expect(button('Forget anyway')).toBeUndefined()
  await press('Forget API key')
  expect(document.body.textContent).toContain('“Forget anyway” does not wait for Secret Service')
  await press('Try again')
  expect(did).toEqual([])
  await press('Forget anyway')
  expect(asked).toEqual([false, false, true].map((anyway) => ({ connectionId: 'acme', anyway })))
  expect(did).toEqual([['forgotten', current], ['closed']])
  expect(document.body.textContent).toContain('The API key of “Acme” is forgotten here.')
})

test('what else goes wrong is said, and leaves nothing to insist on; the question can be tried again', async () => {
  const asked: unknown[] = []
  const { did, open, press, button } = await dialogsOver([])
  answerCalls({ 'connections.forgetToken': inTurn(asked, full, current) })
  await open('forget')
  await press('Forget API key')
  expect(document.body.textContent).toContain('The disk is full.')
  expect(button('Forget anyway')).toBeUndefined()
  await press('Forget API key')
  expect([asked.length, did]).toEqual([2, [['forgotten', current], ['closed']]])
  expect(document.body.textContent).not.toContain('is forgotten here')
})

test('a connection is deleted with its snapshots only where that is chosen; what is left is told', async () => {
  const asked: unknown[] = []
  const { did, open, press, box, refreshed } = await dialogsOver([kept('October')])
  answerCalls({ 'connections.delete': inTurn(asked, locked, []) })
  await open('delete')
  await press('Delete connection')
  await act(() => box()?.click())
  await press('Delete anyway')
  expect(asked).toEqual([
    { connectionId: 'acme', anyway: false, snapshots: 'keep' },
    { connectionId: 'acme', anyway: true, snapshots: 'delete' },
  ])
  expect([did, refreshed()]).toEqual([[['deleted', 'acme', []], ['closed']], 2])
  expect(document.body.textContent).toContain('“Acme” is deleted.')
})

test('a question that was left meanwhile closes no other dialog', async () => {
  const { promise, resolve } = Promise.withResolvers()
  const { did, open, press } = await dialogsOver([])
  answerCalls({ 'connections.forgetToken': () => promise })
  await open('forget')
  await press('Forget API key')
  await open('edit')
  await act(async () => resolve(current))
  expect(did).toEqual([['forgotten', current]])
})

test('a connection that was changed is told once it is saved, and closes its own form alone', async () => {
  const saving = [Promise.withResolvers(), Promise.withResolvers()]
  const drafts: unknown[] = []
  const { did, open, press, type } = await dialogsOver([])
  answerCalls({
    'connections.save': (draft) => {
      drafts.push(draft)
      return saving[drafts.length - 1]?.promise
    },
  })
  await open('edit')
  await type('name', 'Acme Billing')
  await press('Save and connect')
  expect(drafts).toEqual([expect.objectContaining({ id: 'acme', name: 'Acme Billing' })])
  await act(async () => saving[0]?.resolve(current))
  expect(did).toEqual([['closed'], ['saved', current, false]])
  did.length = 0
  await open('add')
  await type('name', 'Other')
  await type('baseUrl', 'https://other.example')
  await type('token', 'sk_live_123456')
  await press('Save and connect')
  await open('help')
  await act(async () => saving[1]?.resolve(current))
  expect(drafts[1]).not.toHaveProperty('id')
  expect(did).toEqual([['saved', current, true]])
})

test('a key in place of another is told, as it is sent; a refusal is said at its field, or below', async () => {
  const invalid = new FailureError({ kind: 'invalid', field: 'token', message: 'It is of another service.' })
  const asked: unknown[] = []
  const { did, open, press, type } = await dialogsOver([])
  const { promise, resolve } = Promise.withResolvers()
  answerCalls({ 'connections.replaceToken': inTurn(asked, invalid, full, promise) })
  await open('token')
  await press('Save and retry')
  expect([asked, document.activeElement?.getAttribute('name')]).toEqual([[], 'token'])
  await type('token', ' Bearer sk_live_123456 ')
  await press('Save and retry')
  expect(document.querySelector('[name="token"]')?.getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).toContain('It is of another service.')
  await type('token', 'sk_live_123456')
  await press('Save and retry')
  expect(document.body.textContent).toContain('The disk is full.')
  await press('Save and retry')
  expect(document.body.textContent).not.toContain('The disk is full.')
  await act(async () => resolve(current))
  expect(document.activeElement?.textContent).toBe('A row')
  expect(asked).toEqual(Array(3).fill({ connectionId: 'acme', token: 'sk_live_123456' }))
  expect(did).toEqual([['closed'], ['replaced', current]])
})

test('a key that is saved behind a closed dialog closes no other; what goes wrong then is said in a corner', async () => {
  const replacing = [Promise.withResolvers(), Promise.withResolvers()]
  let calls = 0
  const { did, open, type } = await dialogsOver([])
  const tokens: string[] = []
  answerCalls({
    'connections.replaceToken': ({ token }: { token: string }) => {
      tokens.push(token)
      return replacing[calls++]?.promise
    },
  })
  const replaceAndLeave = async () => {
    await open('token')
    await type('token', 'Bearer sk_live_123456')
    // By Enter: the field is not left.
    await act(async () => document.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit())
    await open('help')
  }
  await replaceAndLeave()
  expect(tokens).toEqual(['sk_live_123456'])
  await act(async () => replacing[0]?.resolve(current))
  expect(did).toEqual([['replaced', current]])
  await replaceAndLeave()
  await act(async () => replacing[1]?.reject(full))
  expect(document.body.textContent).toContain('The disk is full.')
})

test('a click beside a form leaves what was typed in it; a question it closes', async () => {
  const { did, open } = await dialogsOver([])
  const clickBeside = () => act(() => document.querySelector<HTMLElement>('.mantine-Modal-overlay')?.click())
  await open('edit')
  await clickBeside()
  expect(did).toEqual([])
  await open('forget')
  await clickBeside()
  expect(did).toEqual([['closed']])
})
