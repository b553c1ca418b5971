import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bridge } from '../../bridge.ts'
import { chunksOf, createHeldFile, UnreadableFileError } from './held-file.ts'

test('the pieces of any file, put together, are the file, and none is longer than was said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 70 }), async (bytes, most) => {
      const chunks: Buffer[] = []
      let end = 0
      for await (const one of chunksOf(new Blob([bytes]), most)) {
        chunks.push(Buffer.from(one.chunk, 'base64'))
        expect(chunks.at(-1)?.length).toBeLessThanOrEqual(most)
        end = one.end
      }
      expect(Buffer.concat(chunks).equals(Buffer.from(bytes))).toBe(true)
      expect(end).toBe(bytes.length)
    }),
  )
})

test('a piece of many bytes is whole', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
  const chunks: Buffer[] = []
  for await (const { chunk } of chunksOf(new Blob([bytes]))) chunks.push(Buffer.from(chunk, 'base64'))
  expect(chunks.map((chunk) => chunk.equals(Buffer.from(bytes)))).toEqual([true])
})

test('a file that the system does not give any more is an error of its own', async () => {
  const gone = {
    size: 3,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  }
  await expect(chunksOf(gone as unknown as Blob).next()).rejects.toBeInstanceOf(UnreadableFileError)
})

test('a file that is not wanted any more when its last piece is there is let go, not asked about or said to be sent', async () => {
  const stop = new AbortController()
  const calls: unknown[] = []
  const bridge = {
    fileCheck: {
      open: async () => ({ fileId: 'one' }),
      add: async () => stop.abort(),
      close: async ({ fileId }: { fileId: string }) => void calls.push(`close ${fileId}`),
    },
  } as unknown as Pick<Bridge, 'fileCheck'>
  const held = createHeldFile({ bridge, onSent: (progress) => calls.push(progress?.done ?? 'sent') })
  const asked = held.ask({ name: 'ledger.csv', bytes: new Blob(['id']) }, stop.signal, async () => calls.push('asked'))
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls).toEqual([0, 'close one'])
})
