// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import type { Zones } from './date-text.ts'
import { FiltersPanel } from './filters-panel.tsx'
import type { FiltersFormInput } from './use-filters-form.ts'

const UTC = { zone: 'UTC', days: 'UTC' }

async function panel(applied: Filters, zones: Zones = UTC, seen: readonly string[] = []) {
  const chosen: Filters[] = []
  const searched: Filters[] = []
  const inSnapshot: Condition[][] = []
  const drafts: FiltersFormInput['drafts'] = new Map()
  const drawn = (now: { applied?: Filters; running?: Filters | null; zones?: Zones; connectionId?: string } = {}) => (
    <MantineProvider>
      <FiltersPanel
        key={now.connectionId ?? 'c1'}
        connectionId={now.connectionId ?? 'c1'}
        drafts={drafts}
        applied={now.applied ?? applied}
        running={now.running ?? null}
        dates={{ zones: now.zones ?? zones, now: () => '2026-11-20T15:00:00Z' }}
        onInSnapshot={(where) => inSnapshot.push(where)}
        seen={{ matching: (_, text) => seen.filter((value) => value.startsWith(text)) }}
        onSearch={(filters) => searched.push(filters)}
        onChoice={(filters) => chosen.push(filters)}
      />
    </MantineProvider>
  )
  const { page, draw } = await mounted(drawn())
  const find = <E extends HTMLElement>(selector: string) => page.querySelector<E>(selector) as E
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    ) as HTMLElement
  return {
    page,
    change: (now: Parameters<typeof drawn>[0]) => draw(drawn(now)),
    chosen,
    searched,
    inSnapshot,
    click: (what: HTMLElement) => act(() => what.click()),
    radio: (value: string) => find<HTMLInputElement>(`input[type="radio"][value="${value}"]`),
    button,
    field: (label: string) =>
      find<HTMLInputElement>(
        `#${CSS.escape([...page.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor ?? '')}`,
      ),
    key: (field: HTMLElement, key: string) =>
      act(() => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))),
    type: (field: HTMLInputElement | HTMLTextAreaElement, text: string, init: InputEventInit = {}) =>
      act(() => {
        const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
        set?.call(field, text)
        field.dispatchEvent(new InputEvent('input', { bubbles: true, ...init }))
      }),
  }
}

/** What "Period" offers is loaded as it is opened, and drawn beside the page. */
async function chosenPeriod(page: HTMLElement, name: string) {
  page.querySelector<HTMLElement>('[role="combobox"][aria-haspopup="dialog"]')?.click()
  const offered = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(offered()).toBeDefined(), { timeout: 20_000 })
  offered()?.click()
}

const amount = { name: 'amount', kind: 'number' as const, text: '0.1' }

test('whatever is chosen by a click is searched with at once', async () => {
  const { page, chosen, searched, click, radio, button } = await panel({
    customerId: 'cus_A',
    propertyFilters: [amount],
  })
  await click(radio('debit'))
  expect(chosen.at(-1)).toEqual({ customerId: 'cus_A', eventType: 'debit', propertyFilters: [amount] })
  const period = (name: string) => act(() => chosenPeriod(page, name))
  await period('Until now')
  expect(chosen.at(-1)).toMatchObject({ eventType: 'debit', createdAtTo: '2026-11-20T15:00:00Z' })
  await period('Yesterday')
  expect(page.querySelector('[role="combobox"][aria-haspopup="dialog"]')?.textContent).toBe('Yesterday')
  expect(chosen.at(-1)).toMatchObject({ createdAtFrom: '2026-11-19T00:00:00Z' })
  await click(button('Remove property filter'))
  expect(chosen.at(-1)).toMatchObject({ eventType: 'debit', propertyFilters: [] })
  expect(chosen).toHaveLength(4)
  expect(searched).toEqual([])
})

test('what is typed waits for Search, and is marked until then; a choice takes it along', async () => {
  const { page, chosen, click, radio, button, field, type } = await panel({ propertyFilters: [] })
  await type(field('Event code'), 'api_calls')
  expect(chosen).toEqual([])
  expect(field('Event code').getAttribute('aria-description')).toBe('Not applied yet')
  expect([...page.querySelectorAll('[data-unapplied]')]).toEqual([field('Event code')])
  expect(page.textContent).toContain('Filters changed – Search to apply')
  await click(button('Add property filter'))
  await click(button('Remove property filter'))
  expect(chosen).toEqual([])
  await click(radio('credit'))
  expect(chosen).toEqual([{ eventCode: 'api_calls', eventType: 'credit', propertyFilters: [] }])
})

test('a choice beside a date that cannot be read waits with it, and is marked', async () => {
  const { page, chosen, click, radio, field, type } = await panel({ propertyFilters: [] })
  await type(field('From'), 'the day after')
  await click(radio('credit'))
  expect(chosen).toEqual([])
  expect(radio('credit').checked).toBe(true)
  expect(page.querySelectorAll('[data-unapplied]')).toHaveLength(2)
})

test('what the interface cannot ask leads to a snapshot with the condition set, and is in no search', async () => {
  const { page, chosen, searched, inSnapshot, click, button } = await panel({ propertyFilters: [amount] })
  const comparison = () => page.querySelector<HTMLSelectElement>('select[aria-label="Comparison"]')
  await act(() => vi.waitFor(() => expect(comparison()).not.toBeNull()))
  const choose = (value: string) =>
    act(() => {
      const choice = comparison() as HTMLSelectElement
      choice.value = value
      choice.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await choose('more')
  await act(() => vi.waitFor(() => expect(page.textContent).toContain('In a snapshot: amount more than 0.1')))
  await click(button('In a snapshot: amount more than 0.1'))
  const key = { of: 'property', name: 'amount' }
  expect(inSnapshot).toEqual([[{ is: 'between', key, from: '0.1', to: null, beyond: true }]])
  const value = page.querySelector('textarea[aria-label="Property value"]') as HTMLTextAreaElement
  await act(() => value.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })))
  expect(inSnapshot).toHaveLength(2)
  expect(searched).toEqual([])
  await click(button('Search'))
  expect(searched).toEqual([{ propertyFilters: [] }])
  await choose('between')
  await click(button('In a snapshot: amount between 0.1'))
  expect(page.textContent).toContain('Enter two numbers, such as 5 to 100.')
  expect(inSnapshot).toHaveLength(2)
  await choose('is')
  expect(page.textContent).not.toContain('In a snapshot')
  await click(button('Search'))
  expect(searched.at(-1)).toEqual({ propertyFilters: [amount] })
  expect(chosen).toEqual([])
})

test('the days of a search that came from elsewhere are those of its own zone, which is said', async () => {
  const october = {
    createdAtFrom: '2026-09-30T15:00:00Z',
    createdAtTo: '2026-10-31T14:59:59.999999999Z',
    propertyFilters: [],
  }
  const { page, field, type, searched, button, click } = await panel(october, {
    zone: 'UTC',
    days: 'Asia/Tokyo',
    madeIn: 'Asia/Tokyo',
  })
  expect([field('From').value, field('To').value]).toEqual(['2026-10-01', '2026-10-31'])
  expect(page.textContent).toContain('Days: Tokyo, as this search was made. Times: UTC.')
  await type(field('From'), '2026-10-03')
  await click(button('Search'))
  expect(searched).toEqual([{ ...october, createdAtFrom: '2026-10-02T15:00:00Z' }])
})

test('what is typed is completed from what was seen: by keys or a click, round at the ends, and never what was pasted', async () => {
  const { page, searched, field, type, key, click } = await panel({ propertyFilters: [] }, UTC, ['cus_A', 'cus_B'])
  const customer = field('Customer ID')
  const options = () => [...page.querySelectorAll<HTMLElement>('[role="option"]')]
  const active = () => document.getElementById(customer.getAttribute('aria-activedescendant') ?? '')?.textContent
  await type(customer, 'cus_', { data: 'cus_', inputType: 'insertFromPaste' })
  expect(options()).toEqual([])
  await type(customer, 'cus', { inputType: 'deleteContentBackward' })
  expect([options().map(({ textContent }) => textContent), active()]).toEqual([['cus_A', 'cus_B'], undefined])
  await key(customer, 'ArrowUp')
  expect(active()).toBe('cus_B')
  await key(customer, 'ArrowDown')
  expect(active()).toBe('cus_A')
  await key(customer, 'Escape')
  expect([options(), customer.value]).toEqual([[], 'cus'])
  await key(customer, 'ArrowDown')
  await key(customer, 'ArrowDown')
  await key(customer, 'Enter')
  expect([options(), customer.value, searched]).toEqual([[], 'cus_B', []])
  await type(customer, 'c', { data: 'c', inputType: 'insertText' })
  await click(options()[0] as HTMLElement)
  expect([options(), customer.value]).toEqual([[], 'cus_A'])
})

test('spaces around an ID are left out unless they are kept, and which it is is said', async () => {
  const { page, searched, field, type, button, click } = await panel({ propertyFilters: [] })
  await type(field('Event code'), ' api ')
  expect(page.textContent).toContain('Sent without the spaces around it.')
  await click(button('Search'))
  await type(field('Event code'), ' api ')
  await click(button('Keep them'))
  expect(page.textContent).toContain('Sent with the spaces around it.')
  await click(button('Search'))
  expect(searched).toEqual([
    { eventCode: 'api', propertyFilters: [] },
    { eventCode: ' api ', propertyFilters: [] },
  ])
})

test('clearing the filters searches for all, whatever was typed', async () => {
  const { searched, field, type, button, click } = await panel({ customerId: 'cus_A', propertyFilters: [amount] })
  await type(field('From'), 'the day after')
  await click(button('Clear filters'))
  expect([searched, field('From').value, field('Customer ID').value]).toEqual([[{ propertyFilters: [] }], '', ''])
})

test('a text that reads as a number is sent as text, and offered as a number', async () => {
  const plan = { name: 'plan', kind: 'string' as const, text: '42' }
  const { page, searched, button, click } = await panel({ propertyFilters: [plan] })
  expect(page.textContent).toContain('Sent as text.')
  await click(button('Send as a number'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Property value')
  await click(button('Search'))
  expect(searched).toEqual([{ propertyFilters: [{ ...plan, kind: 'number' }] }])
  expect(page.textContent).not.toContain('Sent as text.')
})

test('a property filter that is added has the focus, and one that is removed leaves it to its neighbour', async () => {
  const plan = { name: 'plan', kind: 'string' as const, text: 'pro' }
  const { page, chosen, button, click } = await panel({ propertyFilters: [amount, plan] })
  const names = () => [...page.querySelectorAll<HTMLTextAreaElement>('textarea[aria-label="Property name"]')]
  const focused = () => names().indexOf(document.activeElement as HTMLTextAreaElement)
  const remove = (at: number) =>
    click([...page.querySelectorAll<HTMLElement>('[aria-label="Remove property filter"]')][at] as HTMLElement)
  await click(button('Add property filter'))
  expect([names().length, focused()]).toEqual([3, 2])
  await remove(2)
  expect([names().length, focused(), chosen]).toEqual([2, 1, []])
  await remove(0)
  expect([names()[0]?.value, focused(), chosen.length]).toEqual(['plan', 0, 1])
  await remove(0)
  expect([document.activeElement?.textContent, chosen.at(-1)]).toEqual(['Add property filter', { propertyFilters: [] }])
})

test('spaces in a property are said, and left out with the focus in their field', async () => {
  const spaced = { name: ' plan ', kind: 'string' as const, text: ' pro ' }
  const { page, searched, button, click } = await panel({ propertyFilters: [spaced] })
  await click(button('Leave them out'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Property name')
  await click(button('Leave them out'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Property value')
  expect(page.textContent).not.toContain('spaces around it')
  await click(button('Search'))
  expect(searched).toEqual([{ propertyFilters: [{ name: 'plan', kind: 'string', text: 'pro' }] }])
})

test('Enter in a value searches; with Shift it begins a line where the value may have several', async () => {
  const { page, searched } = await panel({ propertyFilters: [{ name: 'plan', kind: 'string', text: 'pro' }] })
  const [name, value] = [...page.querySelectorAll<HTMLTextAreaElement>('textarea')]
  const pressed = async (field: HTMLTextAreaElement | undefined, init: KeyboardEventInit = {}) => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })
    await act(async () => void field?.dispatchEvent(enter))
    return enter.defaultPrevented
  }
  expect(await pressed(value, { isComposing: true })).toBe(false)
  expect(await pressed(value, { shiftKey: true })).toBe(false)
  expect(searched).toEqual([])
  expect(await pressed(name, { shiftKey: true })).toBe(true)
  expect(await pressed(value)).toBe(true)
  expect(searched).toHaveLength(2)
})

test('a search that is refused goes to what is wrong; both ends of a range are looked at once one is left', async () => {
  const { page, searched, field, type, button, click } = await panel({ propertyFilters: [] })
  await type(field('To'), '2026-11-01')
  await type(field('From'), '2026-11-05')
  await act(() => field('From').dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(page.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThan(0)
  await type(field('From'), 'the day after')
  await act(() => field('Event code').focus())
  await click(button('Search'))
  expect([searched, document.activeElement]).toEqual([[], field('From')])
})

test('the draft follows filters that are applied elsewhere, not those that it asked for itself; what was typed since stays', async () => {
  const { change, field, type, button, click } = await panel({ propertyFilters: [] })
  await type(field('Customer ID'), 'cus_A')
  await click(button('Search'))
  await type(field('Event code'), 'api')
  await change({ applied: { customerId: 'cus_A', propertyFilters: [] } })
  expect([field('Customer ID').value, field('Event code').value]).toEqual(['cus_A', 'api'])
  await change({ applied: { customerId: 'cus_B', propertyFilters: [] } })
  expect(field('Customer ID').value).toBe('cus_B')
  // Asked for once, it is from elsewhere the next time.
  await change({ applied: { customerId: 'cus_A', propertyFilters: [] } })
  expect(field('Customer ID').value).toBe('cus_A')
})

test('what is under way is not marked as waiting, and nothing says that it has to be searched for', async () => {
  const { page, change, field, type } = await panel({ propertyFilters: [] })
  await type(field('Customer ID'), 'cus_A')
  await change({ running: { customerId: 'cus_A', propertyFilters: [] } })
  expect(page.querySelectorAll('[data-unapplied]')).toHaveLength(0)
  expect(page.textContent).not.toContain('Search to apply')
})

test('a draft waits while another connection is open, and goes once it asks for what is applied', async () => {
  const { change, field, type } = await panel({ propertyFilters: [] })
  await type(field('Customer ID'), 'cus_A')
  await change({ connectionId: 'c2' })
  expect(field('Customer ID').value).toBe('')
  await change({ connectionId: 'c1' })
  expect(field('Customer ID').value).toBe('cus_A')
  await type(field('Customer ID'), '')
  await change({ connectionId: 'c2' })
  await change({ connectionId: 'c1' })
  expect(field('Customer ID').value).toBe('')
})

test('days stay days where the zone changes, and can keep their hours; a search takes that back', async () => {
  const day = {
    createdAtFrom: '2026-11-19T00:00:00Z',
    createdAtTo: '2026-11-19T23:59:59.999999999Z',
    propertyFilters: [],
  }
  const tokyo = { zone: 'Asia/Tokyo', days: 'Asia/Tokyo' }
  const { page, searched, change, field, button, click } = await panel(day)
  await change({ zones: tokyo })
  expect([field('From').value, field('To').value]).toEqual(['2026-11-19', '2026-11-19'])
  await click(button('Keep the same hours'))
  expect([field('From').value, page.textContent?.includes('Keep the same hours')]).toEqual(['2026-11-19 09:00', false])
  expect(field('To').value).toContain('2026-11-20 08:59:59')
  await change({ zones: UTC })
  await change({ zones: tokyo })
  expect(page.textContent).toContain('Keep the same hours')
  await click(button('Search'))
  const dayThere = { createdAtFrom: '2026-11-18T15:00:00Z', createdAtTo: '2026-11-19T14:59:59.999999999Z' }
  expect(searched).toEqual([{ ...day, ...dayThere }])
  expect(page.textContent).not.toContain('Keep the same hours')
})

test('a period closes what offers it; the last hour stays what it was; any time takes both ends away', async () => {
  const { page, chosen, field } = await panel({ propertyFilters: [] })
  const shown = () => page.querySelector('[role="combobox"][aria-haspopup="dialog"]')
  await act(() => chosenPeriod(page, 'Last hour'))
  expect(shown()?.textContent).toBe('Last hour')
  expect(shown()?.getAttribute('aria-expanded')).toBe('false')
  await act(() => chosenPeriod(page, 'Until now'))
  expect(chosen.at(-1)).toMatchObject({ createdAtFrom: '2026-11-20T14:00:00Z', createdAtTo: '2026-11-20T15:00:00Z' })
  await act(() => chosenPeriod(page, 'Any time'))
  expect([chosen.at(-1), field('From').value, field('To').value]).toEqual([{ propertyFilters: [] }, '', ''])
})
