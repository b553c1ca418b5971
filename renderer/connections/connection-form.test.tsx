// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import { FailureError } from '../bridge.ts'
import { answerCalls } from '../ui/fixtures/answered-bridge.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { ConnectionForm, onlyOffered, ProbeResult } from './connection-form.tsx'

test('what was measured is not rounded up', () => {
  const report = { durationMs: 1_001, serviceDate: null, sawEvents: true, observations: [] }
  expect(renderToStaticMarkup(<ProbeResult report={report} />)).toContain(
    'The service answered in 1.0 s and has events.',
  )
})

test.each([
  ['berlin', 'Europe/Berlin'],
  [' Berlin ', 'Europe/Berlin'],
  ['europe', null],
  ['Europe/Berlin', null],
  ['', null],
  ['nowhere', null],
])('of "%s", Enter makes %s of the zones that are offered', (typed, zone) => {
  expect(onlyOffered(typed, ['Europe/Berlin', 'Europe/Paris', 'UTC'])).toBe(zone)
})

/** The form of a first connection, or of one that is edited, mounted. */
async function form(editing: Connection | null = null) {
  const saved: unknown[] = []
  onTestFinished(() => notifications.clean())
  const { page, draw } = await mounted(
    <MantineProvider env="test">
      <Notifications />
      <ConnectionForm
        editing={editing}
        onSaved={(...of) => saved.push(of)}
        footer={({ exploreSampleData }) => (
          <button type="button" onClick={() => void exploreSampleData()}>
            Explore
          </button>
        )}
      />
    </MantineProvider>,
  )
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
    )
  const field = (name: string) => page.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)
  const type = async (into: HTMLInputElement | HTMLTextAreaElement | null, text: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(into), 'value')?.set?.call(into, text)
    await act(() => into?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  return {
    page,
    draw,
    saved,
    field,
    button,
    paste: (into: Element | null, text: string) =>
      act(async () => {
        into?.dispatchEvent(new Event('paste', { bubbles: true }))
        // A browser runs what the event's listeners queued before it puts the text into the field.
        await null
        await type(into as HTMLInputElement, text)
        await new Promise((done) => setTimeout(done, 5))
      }),
    submit: () =>
      act(
        async () =>
          void page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      ),
    fill: async (texts: Record<string, string>) => {
      for (const [name, text] of Object.entries(texts)) await type(field(name), text)
    },
    checked: () => page.querySelector<HTMLInputElement>('[name="plainHttpConsent"]')?.checked,
    environment: () => page.querySelector<HTMLInputElement>('input[type="radio"]:checked')?.value,
    leave: (field: Element | null) => act(() => field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))),
    press: (name: string) => act(() => button(name)?.click()),
    zone: () => page.querySelector<HTMLInputElement>('[name="billingZone"]'),
    /** What is typed in, as React hears of it. */
    type,
  }
}

/** A call that is answered when the test says so; each time anew. */
function waiting() {
  const calls: { input: unknown; answer: PromiseWithResolvers<unknown> }[] = []
  return {
    calls,
    call: (input: unknown) => {
      const answer = Promise.withResolvers<unknown>()
      calls.push({ input, answer })
      return answer.promise
    },
    answer: (value: unknown) =>
      act(async () => {
        const { answer } = calls.at(-1) ?? {}
        if (value instanceof Error) answer?.reject(value)
        else answer?.resolve(value)
      }),
  }
}

const REPORT = { durationMs: 40, serviceDate: null, sawEvents: false, observations: ['It counts all matches.'] }
const typed = { name: 'Acme', baseUrl: 'https://api.example.com', token: 'sk_live_123456' }

test('a first connection is asked for its name, base URL and key; the rest is behind “More”, and said beside it', async () => {
  const { page, press, zone } = await form()
  const named = () => [...page.querySelectorAll<HTMLInputElement>('[name]')].map(({ name }) => name)
  expect(named()).toEqual(['name', 'baseUrl', 'token'])
  expect(page.textContent).toContain('Production, no billing zone')
  await press('More')
  expect(zone()?.value).toBe('')
  expect(page.textContent).toContain('Environment')
})

test('the zone of the computer is offered, and taken with a click', async () => {
  const { page, press, zone } = await form()
  await press('More')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
  expect(page.textContent).toContain(`This computer’s zone is ${here}.`)
  await press(`Use ${here} as billing zone`)
  expect(zone()?.value).toBe(here)
  await press('More')
  expect(page.textContent).toContain(`Production, ${here}`)
})

test('a mistake behind “More” opens it', async () => {
  const { page, press, zone, type } = await form()
  await press('More')
  await type(zone(), 'Europe/Berlim')
  await press('More')
  expect(zone()).toBeNull()
  await act(() => page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(zone()?.value).toBe('Europe/Berlim')
  expect(page.textContent).toContain('“Europe/Berlim” is not known here')
})

test('what was taken off the end of an address can be put back, and stays then', async () => {
  const { page, press, type, leave } = await form()
  const field = page.querySelector<HTMLInputElement>('[name="baseUrl"]')
  await type(field, 'https://api.example.com/v1/events/search')
  await leave(field)
  expect(field?.value).toBe('https://api.example.com')
  await press('Put it back')
  await leave(field)
  expect(field?.value).toBe('https://api.example.com/v1/events/search')
})

test('a key loses “Bearer ” as it is left, is sent by Enter unless that composes a letter, and goes with its field', async () => {
  const { page, draw, type, leave } = await form()
  const field = page.querySelector<HTMLTextAreaElement>('[name="token"]')
  await type(field, 'Bearer sk_live_123456')
  await leave(field)
  expect(field?.value).toBe('sk_live_123456')
  const pressed = async (isComposing: boolean) => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing })
    await act(() => field?.dispatchEvent(enter))
    return enter.defaultPrevented
  }
  expect([await pressed(true), await pressed(false)]).toEqual([false, true])
  await draw(null)
  expect(field?.value).toBe('')
})

test('a consent to plain http is of one server: another path keeps it, another host loses it', async () => {
  const { page, field, type, checked } = await form()
  await type(field('baseUrl'), 'http://api.example.com')
  expect(page.textContent).toContain('This address is plain http')
  await act(() => field('plainHttpConsent')?.click())
  await type(field('baseUrl'), 'http://api.example.com/usage')
  expect(checked()).toBe(true)
  await type(field('baseUrl'), 'http://api.example.org/usage')
  expect(checked()).toBe(false)
  await type(field('baseUrl'), 'https://api.example.org/usage')
  expect(checked()).toBeUndefined()
})

test('a test says what it saw until the form is edited; an edit or Cancel ends one under way', async () => {
  const { page, button, press, fill, field, type } = await form()
  const { call, calls, answer } = waiting()
  answerCalls({ 'connections.test': call })
  await fill(typed)
  await press('Test connection')
  expect(calls.map(({ input }) => input)).toEqual([expect.objectContaining({ name: 'Acme', token: 'sk_live_123456' })])
  await answer(REPORT)
  expect(page.textContent).toContain('it has no events yet')
  expect(page.textContent).toContain('It counts all matches.')
  await press('Test connection')
  expect(page.textContent).not.toContain('no events yet')
  await press('Cancel test')
  await answer(REPORT)
  expect([page.textContent?.includes('no events yet'), button('Test connection') !== undefined]).toEqual([false, true])
  await press('Test connection')
  await type(field('name'), 'Acme 2')
  expect(button('Test connection')).toBeDefined()
  await answer(REPORT)
  expect(page.textContent).not.toContain('no events yet')
})

test('what is saved is saved once, whatever is edited meanwhile; a test before it ends', async () => {
  const { page, saved, button, press, fill, field, type, submit } = await form()
  const [testing, saving] = [waiting(), waiting()]
  answerCalls({ 'connections.test': testing.call, 'connections.save': saving.call })
  await fill({ ...typed, baseUrl: 'https://api.example.com/v1/events/search' })
  await press('Test connection')
  await submit()
  await testing.answer(REPORT)
  expect(page.textContent).not.toContain('no events yet')
  await type(field('name'), 'Acme 2')
  await submit()
  expect(saving.calls.map(({ input }) => input)).toEqual([
    {
      name: 'Acme',
      baseUrl: 'https://api.example.com',
      environment: 'production',
      plainHttpConsent: false,
      token: 'sk_live_123456',
    },
  ])
  expect(button('Test connection')?.disabled).toBe(true)
  await saving.answer(someConnection)
  expect(saved).toEqual([[someConnection, false]])
})

test('while sample data is made ready nothing else is saved or tested', async () => {
  const { button, press, fill, saved, submit } = await form()
  const { call, answer } = waiting()
  const saving = waiting()
  answerCalls({ 'connections.exploreSampleData': call, 'connections.save': saving.call })
  await fill(typed)
  await press('Explore')
  await submit()
  expect([saving.calls, button('Test connection')?.disabled, button('Save and connect')?.disabled]).toEqual([
    [],
    true,
    true,
  ])
  await answer(someConnection)
  expect(saved).toEqual([[someConnection, false]])
})

test('once the form is gone, a test ends, what is saved is told as of a form that is gone, and a failure in a corner', async () => {
  const tested = await form()
  let testing: AbortSignal | undefined
  answerCalls({
    'connections.test': (_, signal) => {
      testing = signal
      return new Promise(() => {})
    },
  })
  await tested.fill(typed)
  await tested.press('Test connection')
  expect(testing?.aborted).toBe(false)
  await tested.draw(null)
  expect(testing?.aborted).toBe(true)
  for (const outcome of [someConnection, new FailureError({ kind: 'disk', detail: 'The disk is full.' })]) {
    const { draw, saved, fill, submit } = await form()
    const { call, answer } = waiting()
    answerCalls({ 'connections.save': call })
    await fill(typed)
    await submit()
    await draw(
      <MantineProvider env="test">
        <Notifications />
      </MantineProvider>,
    )
    await answer(outcome)
    expect(saved).toEqual(outcome === someConnection ? [[someConnection, true]] : [])
    expect(document.body.textContent?.includes('The disk is full.')).toBe(outcome !== someConnection)
  }
})

test('a refusal is said at its field, below where it names none; what is said at a field goes once it is right', async () => {
  const { page, field, type, fill, submit } = await form()
  const { call, answer } = waiting()
  answerCalls({ 'connections.save': call })
  await fill(typed)
  await submit()
  await answer(new FailureError({ kind: 'invalid', field: 'name', message: 'A connection “Acme” already exists.' }))
  expect(field('name')?.getAttribute('aria-invalid')).toBe('true')
  expect(page.querySelector('[role="alert"]')).toBeNull()
  await type(field('name'), 'Acme 2')
  expect(field('name')?.getAttribute('aria-invalid')).not.toBe('true')
  await type(field('name'), '')
  expect(field('name')?.getAttribute('aria-invalid')).not.toBe('true')
  await type(field('name'), 'Acme 3')
  await submit()
  await answer(new FailureError({ kind: 'disk', detail: 'The disk is full.' }))
  expect(page.querySelector('[role="alert"]')?.textContent).toContain('The disk is full.')
})

test('of several mistakes the first field has the focus', async () => {
  const { field, submit, type } = await form()
  await submit()
  await act(() => new Promise((done) => requestAnimationFrame(done)))
  expect(document.activeElement?.getAttribute('name')).toBe('name')
  await type(field('name'), 'Acme')
  await submit()
  await act(() => new Promise((done) => requestAnimationFrame(done)))
  expect(document.activeElement?.getAttribute('name')).toBe('baseUrl')
})

test('the environment is the one that the address suggests, until one is chosen, also the one suggested', async () => {
  const { page, field, type, press, environment } = await form()
  await press('More')
  await type(field('baseUrl'), 'https://staging.acme.example')
  expect(environment()).toBe('staging')
  await act(() => page.querySelector<HTMLElement>('input[type="radio"][value="staging"]')?.click())
  await type(field('baseUrl'), 'https://acme.example')
  expect(environment()).toBe('staging')
})

test('of a part of a zone’s name Enter makes the zone; of a whole one, and while it composes, it is the form’s', async () => {
  const { zone, type, press, page } = await form()
  await press('More')
  const pressed = async (isComposing: boolean) => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing })
    await act(async () => void zone()?.dispatchEvent(enter))
    return [enter.defaultPrevented, zone()?.value]
  }
  await type(zone(), 'kolkata')
  expect(await pressed(true)).toEqual([false, 'kolkata'])
  expect(await pressed(false)).toEqual([true, 'Asia/Kolkata'])
  expect(await pressed(false)).toEqual([false, 'Asia/Kolkata'])
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
  await press(`Use ${here} as billing zone`)
  expect(page.textContent).not.toContain('Use it')
})

test('of a connection with a key none is asked for while it stays on its server', async () => {
  const { field, type } = await form({ ...someConnection, baseUrl: 'https://api.example.com' })
  const hint = () => field('token')?.getAttribute('placeholder')
  expect(hint()).toBe('Leave empty to keep the current key')
  await type(field('baseUrl'), 'https://other.example')
  expect(hint()).toBe('Different address: enter its key')
})

test('what is pasted is tidied at once: an address of its path, a key of “Bearer ”, which is said until it is edited', async () => {
  const { page, field, paste, type, press } = await form()
  await paste(field('baseUrl'), 'https://api.example.com/v1/events/search')
  expect(field('baseUrl')?.value).toBe('https://api.example.com')
  const key = field('token')
  expect(key?.hasAttribute('data-masked')).toBe(true)
  await paste(key, 'Bearer sk_live_123456')
  expect([key?.value, page.textContent?.includes('“Bearer ” was removed')]).toEqual(['sk_live_123456', true])
  await type(key, 'sk_live_1')
  expect(page.textContent).not.toContain('“Bearer ” was removed')
  await press('Show API key')
  expect(key?.hasAttribute('data-masked')).toBe(false)
})
