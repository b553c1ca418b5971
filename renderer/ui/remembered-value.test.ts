import { expect, test } from 'vitest'
import { manualTimers } from './fixtures/manual-timers.ts'
import { memoryRemembered } from './fixtures/memory-remembered.ts'
import { createRememberedValue } from './remembered-value.ts'

const place = { connectionId: 'northwind', name: 'meanings' }
const settled = () => new Promise((resolve) => setTimeout(resolve))

function opened(remembered = memoryRemembered()) {
  const { later } = manualTimers()
  const value = createRememberedValue('meanings', (text) => (text === null ? 'usual' : String(JSON.parse(text))), {
    bridge: { remembered: remembered.calls },
    connectionId: 'northwind',
    later,
    onUnkept: () => {},
  })
  return { value, remembered }
}

test('is read anew each time it begins to be drawn, after what was changed here is written', async () => {
  const { value, remembered } = opened()
  value.start()
  await settled()
  expect(value.state()).toBe('usual')
  await remembered.calls.write({ ...place, value: '"by another window"' })
  value.start()
  await settled()
  expect(value.state()).toBe('by another window')
  const answer = remembered.hold()
  value.start()
  value.change('here')
  answer()
  await settled()
  expect(value.state()).toBe('here')
  value.start()
  await settled()
  expect(value.state()).toBe('here')
})

test('holds as it was known where it cannot be read any more', async () => {
  const { value, remembered } = opened()
  value.start()
  await settled()
  value.change('mine')
  remembered.breakDown()
  value.start()
  await settled()
  expect(value.state()).toBe('mine')
})

test('what was read before a change does not undo it, and what is read after it waits until it is written', async () => {
  const steps: string[] = []
  const reading = Promise.withResolvers<string | null>()
  const writing = Promise.withResolvers<null>()
  const calls = {
    read: () => {
      steps.push('read')
      return steps.length === 1 ? reading.promise : Promise.resolve('"written"')
    },
    write: () => {
      steps.push('write')
      return writing.promise
    },
  } as unknown as Parameters<typeof createRememberedValue>[2]['bridge']['remembered']
  const { later } = manualTimers()
  const value = createRememberedValue('meanings', (text) => (text === null ? 'usual' : String(JSON.parse(text))), {
    bridge: { remembered: calls },
    connectionId: 'northwind',
    later,
    onUnkept: () => {},
  })
  value.start()
  await settled()
  value.change('mine')
  reading.resolve('"old"')
  await settled()
  expect(value.state()).toBe('mine')
  value.start()
  await settled()
  expect(steps).toEqual(['read', 'write'])
  writing.resolve(null)
  await settled()
  expect(steps).toEqual(['read', 'write', 'read'])
  expect(value.state()).toBe('written')
})
