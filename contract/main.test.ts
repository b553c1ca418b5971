import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serviceUnderTest, TOKEN } from '../service/fixtures/service-under-test.ts'

const script = join(import.meta.dirname, 'main.ts')

type Run = { code: number; stdout: string; stderr: string }

const run = (...args: string[]): Promise<Run> => runNode(script, ...args)

async function runNode(...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

test('prints the rules and the gaps, and exits with 0 where no rule is broken', async () => {
  const { url } = await serviceUnderTest({ events: 300 })
  const { code, stdout } = await run('--url', url, '--token', TOKEN)
  expect(code).toBe(0)
  expect(stdout).toContain('kept       §4.2     customer_id: the returned events match it')
  expect(stdout).toMatch(/How several filters combine +all must match/)
  expect(stdout).toMatch(/23 rules kept, 0 broken, 0 unchecked, in \d+ requests\./)
})

test('exits with 1 where a rule is broken, and shows how', async () => {
  const { url } = await serviceUnderTest({ events: 300, faults: { duplicateIds: 1 } })
  const { code, stdout } = await run('--url', url, '--token', TOKEN)
  expect(code).toBe(1)
  expect(stdout).toMatch(/BROKEN {5}§2 {7}event_id identifies one event\n +an event_id comes twice in the answer to \{/)
})

test('exits with 3 where the service cannot be asked to the end', async () => {
  const { url } = await serviceUnderTest({ events: 300 })
  const { code, stdout } = await run('--url', url, '--token', TOKEN, '--max-requests', '20')
  expect(code).toBe(3)
  expect(stdout).toContain('Stopped early: The suite has spent its 20 requests.')
})

test('exits with 3 and one line where the suite itself fails', async () => {
  // A response without headers is impossible, so the suite does not expect it.
  const preload = `globalThis.fetch = async () => ({ status: 200, headers: null, text: async () => '{}' })`
  const args = ['--url', 'http://127.0.0.1:9', '--token', TOKEN]
  const { code, stderr } = await runNode('--import', `data:text/javascript,${preload}`, script, ...args)
  expect(code).toBe(3)
  expect(stderr).toMatch(/^The suite failed: TypeError: .*\n$/)
})

test('says so where the token is refused', async () => {
  const { url } = await serviceUnderTest({ events: 300 })
  const { code, stdout } = await run('--url', url, '--token', 'wrong')
  expect(code).toBe(3)
  expect(stdout).toContain('Stopped early: The service refuses the token (401).')
})

test.each([
  [[], '--url must be an http or https URL'],
  [['--url', 'ftp://x', '--token', 't'], '--url must be'],
  [['--url', 'http://x', '--token', 'a b'], '--token must be'],
  [['--url', 'http://x', '--token', 't', '--max-requests', '0'], '--max-requests must be'],
  [['--url', 'http://x', '--token', 't', '--timeout', 'x'], '--timeout must be'],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('refuses %j with exit code 2', async (args, problem) => {
  const { code, stderr } = await run(...args)
  expect(code).toBe(2)
  expect(stderr).toContain(problem)
})
