import { expect, test } from 'vitest'
import { manualTimers } from '../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../ui/fixtures/memory-remembered.ts'
import { createColumnMemory, readColumnChoice, readMoneyNames, USUAL_COLUMNS } from './column-choice.ts'

const chosen = { ...USUAL_COLUMNS, properties: ['amount', '__proto__'], hidden: ['type'] }

function opened(remembered = memoryRemembered()) {
  const timers = manualTimers()
  const unkept: unknown[] = []
  const memory = createColumnMemory({
    bridge: { remembered: remembered.calls },
    connectionId: 'northwind',
    later: timers.later,
    onUnkept: (error) => unkept.push(error),
  })
  return { memory, remembered, timers, unkept }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('columns are as they were left, per connection', async () => {
  const { memory, remembered } = opened()
  expect(memory.state()).toBeNull()
  memory.start()
  await settled()
  expect(memory.state()).toEqual(USUAL_COLUMNS)
  memory.change(chosen)
  expect(memory.state()).toEqual(chosen)
  const again = opened(remembered)
  again.memory.start()
  await settled()
  expect(again.memory.state()).toEqual(chosen)
})

test('what is remembered and does not fit any more counts as nothing', () => {
  for (const text of [null, '', '{', '[]', '{"properties":7}', JSON.stringify({ ...chosen, widths: [['a', -1]] })])
    expect(readColumnChoice(text)).toBeNull()
  expect(readColumnChoice(JSON.stringify({ ...chosen, ofTheFuture: 1 }))).toEqual(chosen)
})

test('a keychain that asks its user is waited for a second; a choice made meanwhile stays', async () => {
  const remembered = memoryRemembered()
  await remembered.calls.write({ connectionId: 'northwind', name: 'columns', value: JSON.stringify(chosen) })
  const answer = remembered.hold()
  const { memory, timers } = opened(remembered)
  memory.start()
  expect(timers.waiting()).toEqual([1_000])
  timers.goOff()
  expect(memory.state()).toEqual(USUAL_COLUMNS)
  const mine = { ...USUAL_COLUMNS, hidden: ['customerId'] }
  memory.change(mine)
  answer()
  await settled()
  expect(memory.state()).toEqual(mine)
})

test('a choice that cannot be kept holds, and that is said', async () => {
  const { memory, remembered, unkept } = opened()
  remembered.breakDown()
  memory.start()
  await settled()
  expect(memory.state()).toEqual(USUAL_COLUMNS)
  memory.change(chosen)
  await settled()
  expect(memory.state()).toEqual(chosen)
  expect(unkept).toHaveLength(1)
})

test('money is what rules call an amount; of what are no rules, nothing', () => {
  const rule = (money: object) => ({ effect: 'as-sent', money })
  const rules = [
    rule({ by: 'amount', property: 'total' }),
    rule({ by: 'price', property: 'rate' }),
    { effect: 'not-money', money: null },
    rule({ by: 'amount', property: 'total' }),
  ]
  expect(readMoneyNames(JSON.stringify({ eventscopeRules: 1, rules }))).toEqual(['total'])
  for (const text of [null, '', '[]', '{"rules":7}', 'no rules']) expect(readMoneyNames(text)).toEqual([])
})
