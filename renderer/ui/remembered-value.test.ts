import { expect, test } from 'vitest'
import { failed, succeeded } from '../../shared/failure/failure.ts'
import { manualTimers } from './fixtures/manual-timers.ts'
import { memoryRemembered } from './fixtures/memory-remembered.ts'
import { createRememberedValue } from './remembered-value.ts'

const place = { connectionId: 'northwind', name: 'meanings' }
const MEANINGS = {
  name: 'meanings',
  read: (text: string | null) => (text === null ? 'usual' : String(JSON.parse(text))),
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

function opened(remembered = memoryRemembered()) {
  const { later } = manualTimers()
  const value = createRememberedValue(MEANINGS, {
    bridge: { remembered: remembered.calls },
    connectionId: 'northwind',
    later,
    onUnkept: () => {},
  })
  return { value, remembered }
}

test('is read again each time it begins to be drawn, after what was changed here is written', async () => {
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
  } as unknown as Parameters<typeof createRememberedValue>[1]['bridge']['remembered']
  const { later } = manualTimers()
  const value = createRememberedValue(MEANINGS, {
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

/** A text that waits to be written, and is joined with what was stored. */
function delayed(remembered = memoryRemembered()) {
  const timers = manualTimers()
  const unkept: unknown[] = []
  const value = createRememberedValue(
    {
      name: 'meanings',
      read: (text) => text ?? '',
      write: (text) => text,
      join: (stored, changed) => `${stored}+${changed}`,
      writtenAfterMs: 400,
    },
    {
      bridge: { remembered: remembered.calls },
      connectionId: 'northwind',
      later: timers.later,
      onUnkept: (error) => unkept.push(error),
    },
  )
  return { value, timers, unkept, stored: () => remembered.calls.read(place) }
}

test('of many changes the last is written, once, after a while that further ones do not put off, or at the end', async () => {
  const remembered = memoryRemembered()
  const { value, timers, stored } = delayed(remembered)
  await value.start()
  value.change('one')
  value.change('two')
  expect(timers.waiting()).toEqual([400])
  expect(await stored()).toBeNull()
  timers.goOff()
  expect(await stored()).toBe('two')
  value.change('three')
  value.keep()
  expect(await stored()).toBe('three')
  expect(timers.waiting()).toEqual([])
  // The same again is nothing to write, unless another window wrote something else.
  await remembered.calls.write({ ...place, value: 'by another window' })
  value.change('three')
  value.keep()
  expect(await stored()).toBe('by another window')
  await value.start()
  value.change('three')
  value.keep()
  expect(await stored()).toBe('three')
})

test('what was changed before it was read is joined with what was stored, and written only then', async () => {
  const remembered = memoryRemembered()
  await remembered.calls.write({ ...place, value: 'before' })
  const answer = remembered.hold()
  const { value, timers, stored } = delayed(remembered)
  const read = value.start()
  value.change('since')
  value.keep()
  answer()
  await read
  expect(value.state()).toBe('before+since')
  expect(await stored()).toBe('before')
  timers.goOff()
  expect(await stored()).toBe('before+since')
})

test('an update is made to what is stored now; one that is refused, or cannot be stored, changes nothing', async () => {
  const remembered = memoryRemembered()
  const { value, unkept, stored } = delayed(remembered)
  await value.start()
  await remembered.calls.write({ ...place, value: 'elsewhere' })
  expect(await value.update((text) => succeeded(`${text}, here`))).toEqual({ ok: true, value: null })
  expect(value.state()).toBe('elsewhere, here')
  expect(await stored()).toBe('elsewhere, here')
  const refusal = failed({ kind: 'cancelled' as const })
  expect(await value.update(() => refusal)).toEqual(refusal)
  remembered.breakDown()
  expect(await value.update(() => succeeded('lost'))).toMatchObject({ ok: false })
  expect(value.state()).toBe('elsewhere, here')
  expect(unkept).toEqual([])
})

test('an update undoes nothing that was changed here and waits to be written, nor what is changed meanwhile', async () => {
  const remembered = memoryRemembered()
  const { value, timers, stored } = delayed(remembered)
  await value.start()
  value.change('typed')
  expect(await value.update((text) => succeeded(`${text}, added`))).toEqual({ ok: true, value: null })
  expect([value.state(), await stored()]).toEqual(['typed, added', 'typed, added'])
  timers.goOff()
  expect(await stored()).toBe('typed, added')

  const answer = remembered.hold()
  const reading = value.update((text) => succeeded(`${text}, added twice`))
  value.change('typed while it is read')
  answer()
  await reading
  expect(value.state()).toBe('typed while it is read, added twice')

  const writing = value.update((text) => {
    if (text === 'typed while it is read, added twice') queueMicrotask(() => value.change('typed while it is written'))
    return succeeded(`${text}, and again`)
  })
  await writing
  expect(value.state()).toBe('typed while it is written, and again')
  timers.goOff()
  expect(await stored()).toBe('typed while it is written, and again')
})
