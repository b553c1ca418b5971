// Bodies of real servers, as whole calls.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { failureCourse } from '../../../shared/failure/failure.ts'
import { ask, failureFor, raw, scripted } from './fixtures/asked-service.ts'

describe('a body', () => {
  test.each([
    ['shorter than announced', 'content-length: 99\r\n\r\n{"events":[', 11],
    ['without its last chunk', 'transfer-encoding: chunked\r\n\r\nb\r\n{"events":[\r\n', 11],
    ['that ends with its connection in the middle', 'connection: close\r\n\r\n{"events":[', 11],
  ])('%s is asked for again, then a cut one', async (_, rest, receivedBytes) => {
    const always = await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
    expect(await failureFor({ url: always.url })).toMatchObject({ kind: 'cut', receivedBytes, attempts: 3 })
    const once = await raw((socket, count) => {
      socket.end(count === 1 ? `HTTP/1.1 200 OK\r\n${rest}` : 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
    expect((await ask({ url: once.url })).result).toMatchObject({ ok: true, value: { attempts: 2 } })
  })

  test('that ends with its connection is whole when it ends as an object', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"events":[]}\n'))
    expect((await ask({ url: server.url })).result).toMatchObject({ ok: true, value: { attempts: 1 } })
  })

  test('larger than the cap is refused, announced or not', async () => {
    const limit = { limits: { capBytes: 1_000 } }
    const announced = await scripted((response) =>
      response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1_001)),
    )
    expect(await failureFor({ url: announced.url, ...limit })).toMatchObject({
      kind: 'too-large',
      bound: 'bytes',
      limit: 1_000,
      attempts: 1,
    })
    const chunked = await scripted((response) => {
      response.write('x'.repeat(900))
      response.end('x'.repeat(101))
    })
    expect(await failureFor({ url: chunked.url, ...limit })).toMatchObject({ kind: 'too-large', attempts: 1 })
    const fits = await scripted((response) => response.end('x'.repeat(1_000)))
    expect((await ask({ url: fits.url, ...limit })).result.ok).toBe(true)
  })

  test('counts decompressed: a small one that grows past the cap is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect(bomb.byteLength).toBeLessThan(100_000)
    const server = await scripted((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await failureFor({ url: server.url })).toMatchObject({ kind: 'too-large', bound: 'bytes', limit: 1_000_000 })
  })

  test.each([
    ['gzip', 'not gzip'],
    ['gzip', damaged(gzipSync('{"events":[]}'))],
    ['deflate', 'not deflate'],
    ['br', 'not brotli, not at all'],
    ['zstd', 'not zstd'],
    ['gzip,gzip,gzip,gzip,gzip,gzip', '{}'],
  ])('that does not decompress (%s) is damaged: somebody answered, and not so again', async (encoding, body) => {
    const server = await scripted((response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    const failure = await failureFor({ url: server.url })
    expect(failure).toMatchObject({ kind: 'malformed-response', reason: 'encoding', attempts: 1 })
    expect(failureCourse(failure).offline).toBe(false)
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])(
    'that was cut before it was compressed whole (%s) is asked for again, then a cut one',
    async (encoding, compress) => {
      const whole = compress(`{"events":[${Array.from({ length: 9_999 }, (_, at) => at * 7).join()}]}`)
      for (const length of [whole.byteLength - 20, Math.floor(whole.byteLength / 2), 12]) {
        const server = await scripted((response) => {
          response.writeHead(200, { 'content-encoding': encoding }).end(whole.subarray(0, length))
        })
        expect(await failureFor({ url: server.url })).toMatchObject({ kind: 'cut', attempts: 3 })
      }
      const server = await scripted((response) => response.writeHead(200, { 'content-encoding': encoding }).end(whole))
      expect((await ask({ url: server.url })).result.ok).toBe(true)
    },
  )
})

/** Its last bytes are the length that it should have. */
function damaged(gzipped: Buffer): Buffer {
  return Buffer.concat([gzipped.subarray(0, -4), Buffer.from([1, 2, 3, 4])])
}
