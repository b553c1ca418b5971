// @vitest-environment happy-dom
import {
  ActionIcon,
  Button,
  DEFAULT_THEME,
  Drawer,
  MantineProvider,
  Menu,
  Modal,
  mergeMantineTheme,
  Notification,
  Popover,
} from '@mantine/core'
import { act } from 'react'
import { flushSync } from 'react-dom'
import { describe, expect, test, vi } from 'vitest'
import { ENVIRONMENTS } from '../../../shared/connection/connection.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { focusIsFree } from '../../ui/focus.ts'
import { cssVariablesResolver, palettes, theme } from './theme.ts'

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [red, green, blue] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light! + 0.05) / (dark! + 0.05)
}

test('the measure itself: black on white is 21:1, a colour on itself 1:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#777777')).toBe(1)
})

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const colours = palettes[scheme]
  const surfaces = ['background', 'panel', 'field', 'hover', 'selected'] as const
  const texts = ['text', 'dim', 'faint', 'accent', 'credit', 'number', 'string', 'warning', 'danger'] as const

  test.each(texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)))(
    '%s on %s',
    (text, surface) => {
      expect(contrast(colours[text], colours[surface])).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each([
    ['onAccent', 'accent'],
    ['onAccent', 'accentHover'],
    ['onAccent', 'danger'],
    ['credit', 'creditBackground'],
    ['warning', 'warningBackground'],
    ['text', 'warningBackground'],
    ['danger', 'dangerBackground'],
    ['text', 'dangerBackground'],
  ] as const)('%s on %s', (text, surface) => {
    expect(contrast(colours[text], colours[surface])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(ENVIRONMENTS)('%s: chip text at 4.5:1, stripe at 3:1 against the header', (environment) => {
    const { stripe, text, background } = palettes.environments[scheme][environment]
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
    for (const surface of surfaces) expect(contrast(text, colours[surface])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(stripe, colours.panel)).toBeGreaterThanOrEqual(3)
  })

  test("controls' edges keep 3:1", () => {
    expect(contrast(colours.edge, colours.background)).toBeGreaterThanOrEqual(3)
    expect(contrast(colours.edge, colours.field)).toBeGreaterThanOrEqual(3)
  })

  test.each(['chartDebit', 'chartCredit', 'chartOther'] as const)('%s keeps 3:1', (bar) => {
    expect(contrast(colours[bar], colours.background)).toBeGreaterThanOrEqual(3)
  })

  test('the variables keep their promised names', () => {
    const variables = cssVariablesResolver({} as never)[scheme]
    expect(variables).toMatchObject({
      '--es-text': colours.text,
      '--es-credit-background': colours.creditBackground,
      '--es-env-production-stripe': palettes.environments[scheme].production.stripe,
      '--mantine-color-body': colours.background,
      '--mantine-color-text': colours.text,
      '--mantine-color-error': colours.danger,
    })
  })
})

test.each([
  ['dialog', Modal],
  ['drawer', Drawer],
])('a %s holds the focus as long as it is open, and nothing else opens by itself', async (_, Dialog) => {
  const drawn = (isOpen: boolean) => (
    <MantineProvider theme={theme}>
      <Dialog opened={isOpen} onClose={() => {}}>
        <input />
      </Dialog>
    </MantineProvider>
  )
  const { draw } = await mounted(drawn(true))
  let isFree = false
  const freed = focusIsFree().then(() => {
    isFree = true
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isFree).toBe(false)
  await draw(drawn(false))
  await freed
})

test('a button under way is never disabled, which would lose the focus, but presses do nothing', async () => {
  const [press, submit] = [vi.fn(), vi.fn()]
  const drawn = (loading: boolean) => (
    <MantineProvider theme={theme}>
      <form onSubmit={submit}>
        <Button loading={loading} onClick={press}>
          Print
        </Button>
        <Button type="submit" loading={loading} disabled={!loading}>
          Save
        </Button>
      </form>
    </MantineProvider>
  )
  const { page, draw } = await mounted(drawn(false))
  const [print, save] = [...page.querySelectorAll('button')]
  print?.click()
  expect([print?.type, save?.type, save?.disabled]).toEqual(['button', 'submit', true])
  await draw(drawn(true))
  for (const button of [print, save]) {
    expect([button?.disabled, button?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    button?.click()
  }
  expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([1, 0])
  await draw(drawn(false))
  print?.click()
  expect(press).toHaveBeenCalledTimes(2)
})

test('a button that its own press turns off keeps the focus, does nothing, and is disabled once that has gone on', async () => {
  const press = vi.fn()
  const drawn = (isLast: boolean) => (
    <MantineProvider theme={theme}>
      <Button disabled={isLast} onClick={press}>
        Next
      </Button>
      <ActionIcon disabled={isLast} onClick={press}>
        Later
      </ActionIcon>
    </MantineProvider>
  )
  const { page, draw } = await mounted(drawn(false))
  const buttons = [...page.querySelectorAll('button')]
  const states = () => buttons.map((button) => [button.disabled, button.getAttribute('aria-disabled')])
  for (const [at, button] of buttons.entries()) {
    await act(() => button.focus())
    await draw(drawn(true))
    expect(document.activeElement).toBe(button)
    expect([states()[at], states()[1 - at]]).toEqual([
      [false, 'true'],
      [true, null],
    ])
    button.click()
    await act(() => button.blur())
    expect(states()[at]).toEqual([true, null])
    await draw(drawn(false))
  }
  expect(press).not.toHaveBeenCalled()
})

test('text on a button that is filled, and a quiet button, have the colours of the scheme; others are as Mantine has them', () => {
  const coloursOf = (variant: string, color = 'accent') =>
    theme.variantColorResolver?.({ variant, color, theme: mergeMantineTheme(DEFAULT_THEME, theme) })
  expect(coloursOf('filled')?.color).toBe('var(--es-on-accent)')
  expect(coloursOf('filled', 'red')?.color).not.toBe('var(--es-on-accent)')
  expect(coloursOf('subtle')).toMatchObject({ color: 'var(--es-accent)', hover: 'var(--es-hover)' })
  expect(coloursOf('default')?.color).not.toBe('var(--es-accent)')
})

test('controls have two heights: one in lines of tools, one for form fields and main buttons', () => {
  const heightOf = (component: 'Button' | 'SegmentedControl', name: string, size: string) =>
    theme.components?.[component]?.vars?.({} as never, { size }, {} as never)?.root?.[name]
  expect(['xs', 'sm', 'md'].map((size) => heightOf('Button', '--button-height', size))).toEqual([
    '28px',
    '32px',
    '32px',
  ])
  expect(['xs', 'sm'].map((size) => heightOf('SegmentedControl', '--sc-height', size))).toEqual(['28px', '32px'])
})

test('a dialog has no banner of its own, a button that closes it, and is there and gone in the same task', async () => {
  const drawn = (isOpen: boolean) => (
    <MantineProvider theme={theme}>
      <Modal opened={isOpen} onClose={() => {}} title="Settings">
        <input />
      </Modal>
      <Popover opened={isOpen}>
        <Popover.Target>
          <span />
        </Popover.Target>
        <Popover.Dropdown data-dropdown>More</Popover.Dropdown>
      </Popover>
      <Notification>Copied</Notification>
    </MantineProvider>
  )
  const { draw } = await mounted(drawn(false))
  await draw(drawn(true))
  expect(document.querySelector('header')?.getAttribute('role')).toBe('none')
  expect(document.querySelectorAll('button[aria-label="Close"]')).toHaveLength(2)
  expect(document.querySelector('[data-dropdown]')?.textContent).toBe('More')
  await draw(drawn(false))
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(0)
})

test('a menu that opens has the focus in the same task', async () => {
  const { page } = await mounted(
    <MantineProvider theme={theme}>
      <Menu withinPortal={false}>
        <Menu.Target>
          <button type="button">Export</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>This page</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineProvider>,
  )
  const button = page.querySelector('button')
  button?.focus()
  let isInside = false
  await act(async () => {
    flushSync(() => button?.click())
    isInside = page.querySelector('[role="menu"]')?.contains(document.activeElement) === true
  })
  expect(isInside).toBe(true)
})
