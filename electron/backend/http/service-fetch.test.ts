import { expect, test } from 'vitest'
import { BrokenBody, readBody } from './service-fetch.ts'

/** Yields each text, all of them in the same bytes: a chunk that is held on to would change. */
async function* inOneBuffer(texts: string[]): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(16)
  for (const text of texts) yield buffer.subarray(0, new TextEncoder().encodeInto(text, buffer).written)
}

const streamOf = (texts: string[]) => ReadableStream.from(inOneBuffer(texts))
const read = async (stream: ReadableStream<Uint8Array>, capBytes: number) => {
  const { bytes, end } = await readBody(stream, capBytes, () => undefined)
  return { text: new TextDecoder().decode(bytes), end }
}

test('pieces are merged as they come, and none is held on to', async () => {
  expect(await read(streamOf(['one ', 'by ', 'one']), 1_000)).toEqual({ text: 'one by one', end: 'whole' })
  const bytes = Array.from({ length: 50_000 }, (_, index) => String(index % 10))
  expect(await read(streamOf(bytes), 1_000_000)).toEqual({ text: bytes.join(''), end: 'whole' })
})

test('a body as long as the cap is whole, one byte more is over, and no more than the cap is answered', async () => {
  for (const chunks of [['12345678'], ['1234', '5678'], ['1234567', '8']]) {
    expect(await read(streamOf(chunks), 8)).toEqual({ text: '12345678', end: 'whole' })
    expect(await read(streamOf(chunks), 7)).toEqual({ text: '1234567', end: 'over' })
  }
  expect(await read(streamOf(['1']), 0)).toEqual({ text: '', end: 'over' })
  expect(await readBody(null, 8, () => undefined)).toEqual({ bytes: new Uint8Array(), end: 'whole' })
})

test('a body is read whole whatever it says of its length', async () => {
  for (const announced of [0, 3, 11, 12, 1e12, -1, Number.NaN]) {
    const { bytes } = await readBody(streamOf(['one ', 'by ', 'one']), 1_000, () => undefined, announced)
    expect(new TextDecoder().decode(bytes)).toBe('one by one')
    expect(bytes.buffer.byteLength).toBe(10)
  }
})

test('a body that breaks off hands over what had come', async () => {
  async function* breaking() {
    yield* inOneBuffer(['half ', 'of it'])
    throw new Error('cut')
  }
  const broken = await readBody(ReadableStream.from(breaking()), 1_000, () => undefined).catch((error) => error)
  expect(broken).toBeInstanceOf(BrokenBody)
  expect(new TextDecoder().decode(broken.bytes)).toBe('half of it')
})
