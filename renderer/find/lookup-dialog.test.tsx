// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { mounted } from '../ui/fixtures/mounted.ts'
import { IdsOffer } from './lookup-dialog.tsx'

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
