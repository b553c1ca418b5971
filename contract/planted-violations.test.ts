// Tests the suite itself: a service that breaks a rule is caught, one that breaks none is not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleEvents } from '../service/sample-events.ts'
import { type Service, startService } from '../service/server.ts'
import { runContract } from './contract.ts'
import { EVENTS, violations } from './planted-violations.ts'
import { type RuleId, rules } from './report.ts'
import type { Answered, Asked, Forward } from './tampering.ts'

let service: Service
beforeAll(async () => {
  const records = sampleEvents({ count: EVENTS, seed: 4, now: Date.parse('2026-03-01T00:00:00Z') })
  service = await startService({ token: 'token', records: [...records] })
})
afterAll(() => service.close())

/** What the service answered, by what it was asked: it holds still, and every run asks much the same. */
const answers = new Map<string, Promise<Answered>>()

const forward: Forward = (asked) => {
  const { method, path, headers, body } = asked
  const key = JSON.stringify([method, path, [...headers], body])
  const answer = answers.get(key) ?? ask(asked)
  answers.set(key, answer)
  return answer
}

async function ask({ method, path, headers, body }: Asked): Promise<Answered> {
  // Between two requests there may be longer than the service keeps a connection.
  headers.set('connection', 'close')
  const init = { method, headers, ...(method === 'GET' ? {} : { body: new TextEncoder().encode(body) }) }
  const response = await fetch(`${service.url}${path}`, init)
  return { status: response.status, text: await response.text() }
}

/** Runs the suite against the service through `violate`. */
async function brokenRules(violate: (asked: Asked, forward: Forward) => Promise<Answered>): Promise<RuleId[]> {
  const between: typeof fetch = async (input, init = {}) => {
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : ''
    const { pathname: path } = new URL(String(input))
    const asked = { method: init.method ?? 'GET', path, headers: new Headers(init.headers), body }
    const { status, text } = await violate(asked, forward)
    return new Response(text, { status, headers: { 'Content-Type': 'application/json' } })
  }
  const options = { url: service.url, token: 'token', fetch: between, budget: 300, timeout: 15_000, nonce: 'nonce-77' }
  const result = await runContract(options)
  expect(result.stopped).toBeNull()
  return result.rules.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
}

describe('a service that breaks a rule is caught', () => {
  test('whichever rule it is', () => {
    expect(new Set(violations.map(([, rule]) => rule))).toEqual(new Set(Object.keys(rules)))
  })

  test('and one that breaks none is not', async () => {
    expect(await brokenRules((asked, send) => send(asked))).toEqual([])
  })

  // One violation of each rule; the others run in the long tests.
  const first = violations.filter(([, rule], index) => violations.findIndex(([, other]) => other === rule) === index)
  test.each(process.env.EVENTSCOPE_LONG === '1' ? violations : first)('%s: %s', async (_name, rule, violate) => {
    expect(await brokenRules(violate)).toContain(rule)
  })
})
