import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshAddress } from './run-address.ts'

/** Gives these bytes first, and then others. */
function bytes(first: Uint8Array): (size: number) => Uint8Array {
  const given = [first]
  return (size) => given.pop()?.subarray(0, size) ?? randomBytes(size)
}

test('is an address of 127.0.0.0/8 that belongs to no network, resolver or name, whatever chance says', () => {
  const drawn = fc.uint8Array({ minLength: 3, maxLength: 3 })
  const edges = fc.tuple(...Array(3).fill(fc.constantFrom(0, 1, 255))).map((three) => Uint8Array.from(three))
  fc.assert(
    fc.property(fc.oneof(drawn, edges), fc.constantFrom('linux', 'win32'), (three, platform) => {
      const { host, address } = freshAddress(platform as NodeJS.Platform, bytes(three))
      expect(host).toBe(address)
      const [first, second, third, last] = address.split('.').map(Number)
      expect(first).toBe(127)
      expect(second).toSatisfy((number: number) => number >= 1 && number <= 255)
      expect(third).toSatisfy((number: number) => number >= 0 && number <= 255)
      expect(last).toSatisfy((number: number) => number >= 1 && number <= 254)
      expect(new URL(`http://${host}/`).hostname).toBe(host)
    }),
    { seed: 12 },
  )
  expect(freshAddress('linux', () => Uint8Array.of(83, 0, 7)).address).toBe('127.83.0.7')
})

test('is a name of this machine where only 127.0.0.1 is there', () => {
  expect(freshAddress('darwin', bytes(new Uint8Array(16).fill(171)))).toEqual({
    host: `${'ab'.repeat(16)}.localhost`,
    address: '127.0.0.1',
  })
})

test('looks as the guide to the shells shows it', () => {
  const guide = readFileSync(new URL('../../docs/shells.md', import.meta.url), 'utf8')
  expect(guide).toContain(`\`http://${freshAddress('linux', () => Uint8Array.of(83, 14, 201)).host}:8123\``)
  const { host } = freshAddress('darwin', randomBytes)
  expect(guide).toContain(`\`http://${host.replace(/^[0-9a-f]{32}/, '…')}:8123\``)
})

test('can be listened on, and differs each time', async () => {
  const two = [freshAddress(process.platform, randomBytes), freshAddress(process.platform, randomBytes)]
  expect(two[0]?.host).not.toBe(two[1]?.host)
  for (const { address } of two) {
    const server = createServer().listen(0, address)
    await once(server, 'listening')
    expect(server.address()).toMatchObject({ address })
    server.close()
  }
})
