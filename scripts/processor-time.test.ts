import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { followProcessorTime } from './processor-time.ts'

/** Half a second of a core in a process whose parent has ended, which then says so and stays. */
const BUSY = `
let used = 0
while (used < 500_000) { const { user, system } = process.cpuUsage(); used = user + system }
console.log('spent')
setInterval(() => {}, 1_000)`

const PARENT = `
const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}], { detached: true, stdio: 'inherit' })
console.log(child.pid)
setTimeout(() => process.exit(), 1_000)`

test.skipIf(process.platform !== 'linux')('what a process started counts, also once that has no parent', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = followProcessorTime(parent.pid ?? 0)
  let output = ''
  const spent = new Promise<void>((resolve) => {
    parent.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('spent')) resolve()
    })
  })
  const ended = once(parent, 'exit')
  await Promise.all([spent, ended])
  const seconds = stop()
  process.kill(Number.parseInt(output, 10))
  expect(seconds).toBeGreaterThanOrEqual(0.5)
})

test.skipIf(process.platform === 'linux')('without /proc nothing is known', () => {
  expect(followProcessorTime(process.pid)()).toBeNull()
})
