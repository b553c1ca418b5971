// The service as a process that its parent asks and steers, as the kit does.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { event, eventText } from './fixtures/one-event.ts'
import type { Answer } from './steered-by-parent.ts'

async function startSteered(...args: string[]) {
  const script = join(import.meta.dirname, 'main.ts')
  const child = fork(script, ['--port', '0', '--events', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout!, 'data')
  const url = /http:\S+/.exec(String(line))?.[0] ?? ''
  let id = 0
  const ask = async (order: object): Promise<Answer> => {
    child.send({ ...order, id: ++id })
    return (await once(child, 'message'))[0]
  }
  const headers = { Authorization: 'Bearer demo-token', 'Content-Type': 'application/json' }
  const search = async (body: string) =>
    (await fetch(`${url}/v1/events/search`, { method: 'POST', headers, body })).text()
  return { child, ask, search, headers, url }
}

test('tells what it was sent, with what failed, numbered as faults count', async () => {
  const { ask, search, headers, url } = await startSteered('--fail', '503:#2', '--cut-body', '#4')
  await search('{"limit":1}')
  await search('{"limit":2}')
  await (await fetch(`${url}/v1/events/a%2Fb?x`, { headers })).text()
  await search('{"limit":4}').catch(() => '')
  const { requests } = await ask({ ask: 'requests' })
  const at = expect.stringMatching(/^\d{4}-.*Z$/)
  const posted = { at, method: 'POST', path: '/v1/events/search' }
  expect(requests).toEqual([
    { ...posted, number: 1, body: '{"limit":1}', status: 200 },
    { ...posted, number: 2, body: '{"limit":2}', status: 503 },
    { at, method: 'GET', path: '/v1/events/a%2Fb?x', number: 3, body: null, status: 404 },
    { ...posted, number: 4, body: '{"limit":4}', status: 200 },
  ])
})

test('adds, amends and removes events, digit by digit, and moves its clock', async () => {
  const { ask, search } = await startSteered('--grow', '1/s')
  const total = async () => JSON.parse(await search('{}')).total
  expect(await total()).toBe(0)
  expect(await ask({ ask: 'add', events: [eventText] })).toEqual({ id: 1 })
  expect(await search('{"event_id":"evt_1"}')).toContain(eventText)
  const amended = eventText.replace(event.customerId, 'cus_other')
  await ask({ ask: 'amend', event: amended })
  expect(await search('{"event_id":"evt_1"}')).toContain(amended)
  await ask({ ask: 'advance', milliseconds: 100_000 })
  expect(await total()).toBeGreaterThan(100)
  await ask({ ask: 'remove', eventId: 'evt_1' })
  expect(await search('{"event_id":"evt_1"}')).toContain('"total":0')
})

test('refuses in a sentence, and ends when asked to although somebody may still ask', async () => {
  const { child, ask } = await startSteered()
  expect(await ask({ ask: 'remove', eventId: 'x' })).toMatchObject({
    problem: 'There is no event with the event_id x.',
  })
  expect(await ask({ ask: 'add', events: ['{}'] })).toMatchObject({
    problem: 'This is not an event of the interface: event_id is missing.',
  })
  expect(await ask({ ask: 'advance', milliseconds: -1 })).toHaveProperty('problem')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
