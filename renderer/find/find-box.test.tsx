// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { flushSync } from 'react-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import { createSeenValues } from '../live/store/seen-values.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { focusIsFree } from '../ui/focus.ts'
import { FindBox, joinedLines } from './find-box.tsx'
import type { FindSources } from './offers.ts'

/** The box beside a button, from which the focus comes, over three commands and a service. */
async function box(showIds: FindSources['showIds'] = null) {
  const did: string[] = []
  const field = { current: null as HTMLInputElement | null }
  const note = (what: string) => () => void did.push(what)
  const command = (label: string) => ({ group: 'Events', label, run: note(label) })
  const sources: FindSources = {
    commands: ['Apples', 'Pears', 'Plums'].map(command),
    seen: createSeenValues(),
    applied: { propertyFilters: [] },
    names: new Map(),
    search: note('search'),
    findEvent: (exact) => did.push(`event ${exact}`),
    findEvents: (ids) => did.push(`events ${ids.join(' ')}`),
    showIds,
    searches: { recent: [], saved: [] },
    connections: [someConnection],
    current: someConnection,
    goTo: note('go'),
    zone: 'UTC',
    days: 'UTC',
    now: '2026-12-01T08:00:41Z',
    chooseZone: note('zone'),
    showLink: note('link'),
  }
  const drawn = (isButton: boolean) => (
    <MantineProvider env="test">
      {isButton && <button type="button" onFocus={() => did.push('back')} />}
      <FindBox field={field} mac={false} sources={() => sources} onRows={() => did.push('rows')} />
    </MantineProvider>
  )
  const { page, draw } = await mounted(drawn(true))
  const input = page.querySelector('input') as HTMLInputElement
  const options = () => [...page.querySelectorAll<HTMLElement>('[role="option"]')]
  const pressed = (key: string, init: KeyboardEventInit = {}) =>
    void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  const typed = (text: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  /** From the button, as with the mouse. */
  const enter = () => {
    const button = page.querySelector('button')
    return act(async () => {
      button?.focus()
      did.length = 0
      input.focus()
      input.dispatchEvent(new FocusEvent('focusin', { bubbles: true, relatedTarget: button }))
    })
  }
  const paste = async (text: string) => {
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => text },
    })
    await act(async () => void input.dispatchEvent(event))
    return event.defaultPrevented
  }
  return {
    page,
    did,
    input,
    pressed,
    typed,
    press: (...key: Parameters<typeof pressed>) => act(async () => pressed(...key)),
    type: (text: string) => act(async () => typed(text)),
    enter,
    paste,
    options: () => options().map(({ textContent }) => textContent?.replace(/Enter$/, '')),
    chosen: () =>
      input.ownerDocument
        .getElementById(input.getAttribute('aria-activedescendant') ?? '')
        ?.textContent?.replace(/Enter$/, ''),
    click: (at: number) => act(async () => options()[at]?.click()),
    /** The list is loaded when the box is used first. */
    listed: () =>
      vi.waitFor(
        async () => {
          await act(() => new Promise((done) => setTimeout(done, 10)))
          expect(options().length).toBeGreaterThan(0)
        },
        { timeout: 20_000 },
      ),
    withoutButton: () => draw(drawn(false)),
  }
}

test('the list is gone through by the arrows, round at the ends; Enter takes nothing while nothing was typed or chosen', async () => {
  const { did, enter, press, listed, options, chosen } = await box()
  await enter()
  await listed()
  expect([options(), chosen()]).toEqual([['Apples', 'Pears', 'Plums'], undefined])
  await press('Enter')
  expect(did).toEqual([])
  const through = async (...keys: string[]) => {
    const reached: unknown[] = []
    for (const key of keys) {
      await press(key)
      reached.push(chosen())
    }
    return reached
  }
  expect(await through('ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp')).toEqual([
    'Plums',
    'Apples',
    'Pears',
    'Apples',
    'Plums',
  ])
  await press('Enter')
  expect(did).toEqual(['back', 'Plums'])
})

test('of what was typed Enter takes the first, but not what has to be chosen; an arrow before it counts no more', async () => {
  const { did, input, enter, press, type, listed, options, chosen } = await box()
  await enter()
  await listed()
  await press('ArrowDown')
  await type('pea')
  expect(chosen()).toBe('Pears')
  await press('Enter', { isComposing: true })
  await press('Enter', { altKey: true })
  expect(did).toEqual([])
  await press('Enter')
  expect([did, input.value, options()]).toEqual([['back', 'Pears'], '', []])
  did.length = 0
  await press('Enter')
  await type('words of somebody')
  expect([options().length, chosen()]).toEqual([1, undefined])
  await press('Enter')
  expect(did).toEqual([])
  await type('evt_9')
  await press('Enter')
  expect(did).toEqual(['event evt_9'])
})

test('Enter and the arrows open a list that is closed, and take nothing of it; Enter is heard by nothing that opens', async () => {
  const { did, enter, press, type, listed, options, chosen } = await box()
  await enter()
  await listed()
  await type('p')
  await press('Escape')
  expect(options()).toEqual([])
  let heard = 0
  const hear = () => {
    heard += 1
  }
  document.addEventListener('keydown', hear)
  onTestFinished(() => document.removeEventListener('keydown', hear))
  await press('Enter')
  expect([did, options()]).toEqual([[], ['Pears', 'Plums', 'Open event p']])
  await press('Escape')
  await press('ArrowDown')
  expect([options().length, chosen()]).toEqual([3, 'Pears'])
  // Of the three keys Enter goes no further.
  expect(heard).toBe(2)
})

test('Escape closes the list of what was typed, then leaves for where the focus came from, or the rows', async () => {
  const { did, input, enter, press, type, listed, withoutButton } = await box()
  await enter()
  await listed()
  await type('p')
  await press('Escape')
  expect([did, input.value]).toEqual([[], 'p'])
  await press('Escape')
  expect([did, input.value]).toEqual([['back'], ''])
  await enter()
  await withoutButton()
  await press('Escape')
  expect(did).toEqual(['rows'])
})

test('what is clicked in the list is taken, and nothing else opens by itself while it is there', async () => {
  const { did, enter, click, listed } = await box()
  await enter()
  await listed()
  let isFree = false
  void focusIsFree().then(() => {
    isFree = true
  })
  await new Promise((done) => setTimeout(done, 300))
  expect(isFree).toBe(false)
  await click(1)
  expect(did).toEqual(['back', 'Pears'])
  await vi.waitFor(() => expect(isFree).toBe(true))
})

test('Enter that comes before the list is there takes what the list offers first, once it is', async () => {
  const { did, input, pressed, typed } = await box()
  await act(async () => {
    flushSync(() => input.focus())
    flushSync(() => typed('plu'))
    flushSync(() => pressed('Enter'))
    expect(did).toEqual([])
    await vi.waitFor(() => expect(did).toEqual(['rows', 'Plums']), { timeout: 20_000 })
  })
})

test('a text that is longer than anything that is looked for is refused, and not drawn', async () => {
  const { page, input, enter, type, paste, listed, options } = await box()
  await enter()
  await listed()
  const refused = 'too many for event IDs or a search'
  await type('x'.repeat(20_001))
  expect([input.value, options(), page.textContent?.includes(refused)]).toEqual(['', [], true])
  await type('p')
  expect(page.textContent).not.toContain(refused)
  expect(await paste(`${'x'.repeat(10_000)}\n${'y'.repeat(10_000)}`)).toBe(true)
  expect([input.value, page.textContent?.includes('20,001 characters were pasted')]).toEqual(['p', true])
})

test('a column of IDs is pasted as a list, in place of what is selected; anything else as the field takes it', async () => {
  const { did, input, enter, type, paste, press, listed } = await box()
  await enter()
  await listed()
  expect(await paste('evt_1')).toBe(false)
  await type('find these')
  input.setSelectionRange(5, 10)
  expect(await paste('evt_1\r\nevt_2\n')).toBe(true)
  expect(input.value).toBe('find evt_1, evt_2')
  input.setSelectionRange(0, 17)
  await paste('evt_1\nevt_2')
  await press('Enter')
  expect(did).toEqual(['back', 'events evt_1 evt_2'])
})

test.each([
  ['a\nb\r\n c ', 'a, b, c'],
  ['a', null],
  ['a\n\n', null],
  ['first words\nb', null],
])('of the lines %j there is %j', (text, joined) => expect(joinedLines(text)).toBe(joined))

test('what is found in the snapshot has the focus in its rows', async () => {
  const shown: (readonly string[])[] = []
  const { did, enter, type, press, listed } = await box((ids) => shown.push(ids))
  await enter()
  await listed()
  await type('evt_9')
  await press('Enter')
  expect([shown, did]).toEqual([[['evt_9']], ['rows']])
})

test('the shortcut of the box selects what is in it, with one of its keys alone', async () => {
  const { input, enter, type, press, listed } = await box()
  await enter()
  await listed()
  await type('pears')
  const selected = () => [input.selectionStart, input.selectionEnd]
  input.setSelectionRange(5, 5)
  await press('k', { ctrlKey: true, metaKey: true })
  expect(selected()).toEqual([5, 5])
  await press('K', { ctrlKey: true })
  expect(selected()).toEqual([0, 5])
})
