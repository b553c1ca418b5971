// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import type { Event } from '../../shared/event/event.ts'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { FailureError } from '../bridge.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { IdsOffer, LookupPasted } from './lookup-dialog.tsx'

test('several IDs in the field of one are offered to be looked up, those that are too many at once left out', async () => {
  const found: { ids: readonly string[]; leftOut: number }[] = []
  const { page, draw } = await mounted(
    <MantineProvider env="test">
      <IdsOffer text="evt_1" onFind={(pasted) => found.push(pasted)} />
    </MantineProvider>,
  )
  const offered = async (text: string) => {
    await draw(
      <MantineProvider env="test">
        <IdsOffer text={text} onFind={(pasted) => found.push(pasted)} />
      </MantineProvider>,
    )
    const button = page.querySelector('button')
    await act(() => button?.click())
    return button?.textContent ?? null
  }
  expect(await offered('evt_1')).toBeNull()
  expect(await offered('evt_1, evt_2')).toBe('Find 2 events')
  const many = Array.from({ length: 150 }, (_, at) => `evt_${1_000 + at}`)
  expect(await offered(many.join('\n'))).toBe('Find the first 100 of 150 events')
  expect(found.map(({ ids, leftOut }) => [ids.length, leftOut])).toEqual([
    [2, 0],
    [100, 50],
  ])
})

const missing = { kind: 'not-found', http: { status: 404, requestId: null, serviceMessage: null } } as Failure
const broken = { kind: 'malformed-response', reason: 'encoding', detail: '', attempts: 1, durationMs: 1 } as Failure

/** The dialog of these IDs, over a service that answers when it is told to. */
async function lookingUp(ids: string[], leftOut = 0) {
  const asked: { eventId: string; account: number; answer: PromiseWithResolvers<unknown> }[] = []
  const did: unknown[] = []
  const answers = {
    fetch({ queryKey: [, , account, eventId] }: { queryKey: [string, string, number, string] }) {
      const answer = Promise.withResolvers()
      asked.push({ eventId, account, answer })
      return answer.promise
    },
    cancel: ([, , , eventId]: string[]) => did.push(['cancelled', eventId]),
  }
  const details = { find: (eventId: string) => did.push(['opened', eventId]) }
  const session = { answers, details } as unknown as Parameters<typeof LookupPasted>[0]['session']
  const note = (what: string) => (events: readonly Event[]) => did.push([what, ...events.map(({ eventId }) => eventId)])
  let shown = { pasted: { ids, leftOut }, opened: true, account: 1 }
  const drawn = () => (
    <MantineProvider env="test">
      <LookupPasted
        opened={shown.opened}
        pasted={shown.pasted}
        session={session}
        current={{ ...someConnection, account: shown.account }}
        zone="Asia/Tokyo"
        onSelect={note('selected')}
        onCompare={note('compared')}
        onClose={() => did.push('closed')}
      />
    </MantineProvider>
  )
  const { draw } = await mounted(drawn())
  const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
  const buttons = () => [...(dialog()?.querySelectorAll('button') ?? [])]
  const named = (name: string) => buttons().find(({ textContent }) => textContent === name)
  return {
    did,
    asked: () => asked.map(({ eventId, account }) => `${eventId} of ${account}`),
    /** The latest request for it is answered. */
    answer: (eventId: string, failure?: Failure, more?: Partial<Event>) =>
      act(async () => {
        const answer = asked.findLast((one) => one.eventId === eventId)?.answer
        if (failure !== undefined) answer?.reject(new FailureError(failure))
        else answer?.resolve({ event: someEvent({ eventId, ...more }) })
      }),
    change: (change: Partial<typeof shown>) => {
      shown = { ...shown, ...change }
      return draw(drawn())
    },
    press: (name: string) =>
      act(() => {
        named(name)?.focus()
        named(name)?.click()
      }),
    named,
    says: () => dialog()?.querySelector('[role="status"]')?.textContent,
    rows: () => [...(dialog()?.querySelectorAll('tbody tr') ?? [])].map(({ textContent }) => textContent),
    heard: () => dialog()?.querySelectorAll('[role="status"] > :not([aria-hidden])').length,
    isFocused: (name: string) => document.activeElement === named(name),
  }
}

test('nothing is taken of pasted IDs before all are looked up; how far that is, is seen and not read aloud', async () => {
  const { did, answer, press, named, says, heard } = await lookingUp(['a', 'b', 'c'], 1)
  expect(says()).toBe('Looking up 3 events. 0 done. 1 more were pasted. Each takes a request, so look those up next.')
  expect(heard()).toBe(0)
  expect(named('Close')).toBeUndefined()
  await answer('a')
  expect(says()).toContain('1 done.')
  const select = named('Select those found')
  expect([select?.getAttribute('aria-disabled'), select?.hasAttribute('data-autofocus')]).toEqual(['true', true])
  await press('Select those found')
  expect(did).not.toContainEqual(['selected', 'a'])
})

test('what was found is selected, compared or opened, each of which closes the dialog; one alone is not compared', async () => {
  const { did, answer, change, press, named, says, rows } = await lookingUp(['a', 'b'])
  await answer('a', undefined, { eventType: null, createdAt: '2026-11-20T14:57:05Z' })
  await answer('b', missing)
  expect(says()).toBe('1 of 2 found, 1 not found.')
  expect(rows()).toEqual([expect.stringMatching(/^a.*23:57:05.*cus_1/), 'bNo event has this ID'])
  expect(named('Compare')?.disabled).toBe(true)
  did.length = 0
  await press('a')
  await press('Select it')
  expect(did).toEqual(['closed', ['opened', 'a'], 'closed', ['selected', 'a']])
  await change({ pasted: { ids: ['c', 'd'], leftOut: 0 } })
  await answer('c')
  await answer('d')
  expect(rows()[0]).toMatch(/api_calls.*debit/i)
  did.length = 0
  await press('Compare')
  await press('Select these 2')
  expect(did).toEqual(['closed', ['compared', 'c', 'd'], 'closed', ['selected', 'c', 'd']])
})

test('where none was found, there is nothing to do but to copy those IDs, one a line, and to close', async () => {
  const { did, answer, press, named } = await lookingUp(['a', 'b'])
  await answer('a', missing)
  await answer('b', missing)
  expect(named('Compare')).toBeUndefined()
  await press('Copy IDs not found')
  expect(await navigator.clipboard.readText()).toBe('a\nb')
  did.length = 0
  await press('Close')
  expect(did).toEqual(['closed'])
})

test('what failed can be asked for again, and the focus stays in the dialog', async () => {
  const { asked, answer, press, named, says, rows, isFocused } = await lookingUp(['a', 'b'])
  await answer('a', missing)
  await answer('b', broken)
  expect(says()).toBe('0 of 2 found, 1 not found, 1 could not be looked up.')
  expect(rows()[1]).not.toContain('No event has this ID')
  await press('Retry')
  expect(asked()).toEqual(['a of 1', 'b of 1', 'b of 1'])
  expect(isFocused('Select those found')).toBe(true)
  await answer('b')
  expect(named('Retry')).toBeUndefined()
})

test('other IDs, or another account, are looked up anew; once the dialog closes, none is any more', async () => {
  const { did, asked, change } = await lookingUp(['a'])
  await change({ pasted: { ids: ['b'], leftOut: 0 } })
  await change({ account: 2 })
  expect(asked()).toEqual(['a of 1', 'b of 1', 'b of 2'])
  did.length = 0
  await change({ opened: false })
  expect(did).toEqual([['cancelled', 'b']])
})
