// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { HelpDialog, Shortcuts } from './help-dialog.tsx'

async function shown(origin: 'saved' | 'sample', backToLive = () => {}) {
  await mounted(
    <MantineProvider env="test">
      <HelpDialog
        opened
        mac={false}
        signs
        connection={{ id: 'one', origin }}
        backToLive={backToLive}
        onClose={() => {}}
      />
    </MantineProvider>,
  )
  const pressed = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name)
  return {
    text: () => document.body.textContent ?? '',
    pressed,
    press: (name: string) => act(() => pressed(name)?.click()),
  }
}

test('the keys, what the words mean, and every doc that comes with the program', async () => {
  const { text, press } = await shown('saved')
  expect(text()).toContain('Find an event, a customer, a search or a command')
  await press('Words')
  expect(text()).toContain('Closing copy')
  await press('Docs')
  await act(async () => void (await import('./docs.tsx')))
  expect(text()).toContain('What the page promises')
  const labels = [...document.querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(labels[0]).toBe('What the page promises')
  expect(labels).toContain('What a figure means')
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).not.toContain('')
  const select = document.querySelector('select')
  if (select !== null) select.value = 'figures'
  await act(() => select?.dispatchEvent(new Event('change', { bubbles: true })))
  expect(document.querySelector('article h3')?.textContent).toBe('What a figure means')
})

test('the five things to try are offered beside the sample company alone', async () => {
  expect((await shown('saved')).pressed('Five things to try')).toBeUndefined()
  let asked = 0
  const { press } = await shown('sample', () => {
    asked += 1
  })
  await press('Five things to try')
  expect(asked).toBe(1)
})

test('the keys are those of the machine, and those of the page alone where Settings has them on', async () => {
  const keys = async (mac: boolean, signs: boolean) => {
    const { page } = await mounted(
      <MantineProvider env="test">
        <Shortcuts mac={mac} signs={signs} />
      </MantineProvider>,
    )
    const of = (does: string) => [...page.querySelectorAll('dd')].find(({ textContent }) => textContent === does)
    return (does: string) => [...(of(does)?.previousSibling?.childNodes ?? [])].map(({ textContent }) => textContent)
  }
  const linux = await keys(false, true)
  expect(linux('Select all rows of the page')).toEqual(['Ctrl', 'A'])
  expect([linux('Go to filters'), linux('Show this help')]).toEqual([['/'], ['?']])
  const mac = await keys(true, false)
  expect(mac('Select all rows of the page')).toEqual(['⌘', 'A'])
  expect([mac('Go to filters'), mac('Show this help'), mac('Search')]).toEqual([[], [], ['Enter']])
})
