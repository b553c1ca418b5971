// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { anyProperty, type PropertyShape } from '../../shared/shape/expected-shapes.ts'
import { KIND_WORDS } from '../../shared/snapshot/condition-words.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { ShapeForm } from './shape-form.tsx'

const shape: PropertyShape = { ...anyProperty('amount'), required: true, kinds: ['number'], from: '0', to: '9' }

/** The form of a shape, to type into. */
async function form(shown: Partial<PropertyShape>) {
  const confirmed: PropertyShape[] = []
  const { page } = await mounted(
    <MantineProvider>
      <ShapeForm
        shape={{ ...shape, ...shown }}
        name="amount of api"
        onShape={(next) => confirmed.push(next)}
        onCancel={() => {}}
      />
    </MantineProvider>,
  )
  const fieldOf = (label: string) => {
    const found = [...page.querySelectorAll('label')].find(({ textContent }) => textContent === label)
    return page.querySelector<HTMLInputElement>(`[id="${found?.getAttribute('for')}"]`) as HTMLInputElement
  }
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Confirm')
  return {
    type: (label: string, text: string) =>
      act(() => {
        const field = fieldOf(label)
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    tick: (label: string) => act(() => fieldOf(label).click()),
    problem: () => page.querySelector('[role="alert"]')?.textContent ?? null,
    /** What is confirmed; null: it cannot be. */
    confirm: async () => {
      const before = confirmed.length
      await act(() => button?.click())
      return confirmed.length === before ? null : (confirmed.at(-1) as PropertyShape)
    },
  }
}

const VALUES = 'Values, one per line; leave empty for any'

test('a range has plain numbers for ends, which may be one number, in order', async () => {
  const { type, problem, confirm } = await form({})
  await type('From', '9')
  expect(problem()).toBe(null)
  expect(await confirm()).toMatchObject({ from: '9', to: '9' })
  await type('From', '9.01')
  expect(problem()).toBe('The range ends before it begins.')
  expect(await confirm()).toBe(null)
  await type('From', 'nine')
  expect(problem()).toBe('A range begins and ends with plain numbers, such as 0 and 940.59.')
  await type('From', '')
  expect(await confirm()).toMatchObject({ from: null, to: '9' })
})

test('values are one on each line, at most 500 of them, of 1,000 characters each', async () => {
  const { type, problem, confirm } = await form({ kinds: ['string'], from: null, to: null })
  const many = Array.from({ length: 500 }, (_, at) => `v${at}`)
  await type(VALUES, `${many.join('\n\n')}\n`)
  expect((await confirm())?.values).toEqual(many)
  await type(VALUES, [...many, 'one more'].join('\n'))
  expect(problem()).toBe('At most 500 values can be kept.')
  await type(VALUES, 'x'.repeat(1_000))
  expect(problem()).toBe(null)
  await type(VALUES, 'x'.repeat(1_001))
  expect(problem()).toBe('A value can have at most 1,000 characters.')
  await type(VALUES, '')
  expect((await confirm())?.values).toBe(null)
})

test('what another kind would have goes with its field; nothing at all is refused', async () => {
  const { tick, type, problem, confirm } = await form({})
  await tick(KIND_WORDS.string)
  await tick(KIND_WORDS.number)
  expect(await confirm()).toEqual({ ...shape, kinds: ['string'], from: null, to: null })
  await type(VALUES, 'a')
  await tick(KIND_WORDS.string)
  // Any kind may be a number.
  expect(await confirm()).toEqual({ ...shape, kinds: [] })
  const any = await form({ kinds: [], from: null, to: null })
  await any.tick('Always there')
  expect(any.problem()).toBe('This line expects nothing. Drop it instead.')
  expect(await any.confirm()).toBe(null)
  expect(problem()).toBe(null)
})

test('a value with a line break is kept while the list is not touched', async () => {
  const { tick, confirm } = await form({ kinds: ['string'], from: null, to: null, values: ['a\nb'] })
  await tick('Always there')
  expect((await confirm())?.values).toEqual(['a\nb'])
})
