// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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

/** The form of a first connection, mounted. */
async function form() {
  const { page, draw } = await mounted(
    <MantineProvider env="test">
      <ConnectionForm editing={null} onSaved={() => {}} />
    </MantineProvider>,
  )
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
    )
  return {
    page,
    draw,
    leave: (field: Element | null) => act(() => field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))),
    press: (name: string) => act(() => button(name)?.click()),
    zone: () => page.querySelector<HTMLInputElement>('[name="billingZone"]'),
    /** What is typed in, as React hears of it. */
    async type(field: HTMLInputElement | HTMLTextAreaElement | null, text: string) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
      await act(() => field?.dispatchEvent(new Event('input', { bubbles: true })))
    },
  }
}

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
