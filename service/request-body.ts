// Reads a request body of bounded size as text.
import type { IncomingMessage } from 'node:http'
import type { Problem } from './error-response.ts'

export type BodyReading = { ok: true; text: string } | { ok: false; problem: Problem }

const MAX_BODY_BYTES = 1024 * 1024

/** Reads the body as UTF-8; refuses other content types and encodings, and bodies above 1 MiB. */
export async function readBody(incoming: IncomingMessage): Promise<BodyReading> {
  const type = incoming.headers['content-type']
  if (type === undefined || !/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    return refuse(
      415,
      `Content-Type must be application/json, ${type === undefined ? 'but is missing' : `not ${type}`}.`,
      'Content-Type',
    )
  }
  const encoding = incoming.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    return refuse(415, `Content-Encoding must be identity, not ${encoding}.`, 'Content-Encoding')

  const tooLong = refuse(413, `The body must be at most ${MAX_BODY_BYTES} bytes long.`)
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLong
  const chunks: Buffer[] = []
  let length = 0
  // The stream stays open after an early return: destroying it would also lose the response.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) return tooLong
    chunks.push(chunk)
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    return refuse(400, 'The body is not valid UTF-8.')
  }
}

function refuse(status: number, message: string, field?: string): BodyReading {
  const problem = { status, message, headers: status === 413 ? { Connection: 'close' } : {} }
  return { ok: false, problem: field === undefined ? problem : { ...problem, field } }
}
