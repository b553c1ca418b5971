// An answer of 200, from its bytes to what it holds or to why it cannot be used.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AnswerInfo } from '../../../shared/event/event.ts'
import { MOST_VALUES } from '../../../shared/exact/exact-json.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Unusable } from '../../../shared/search/search-page.ts'
import { utf8Text } from '../rows/search-rows.ts'
import { redactCutText, redactToken, redactTokenParts } from './redact-token.ts'
import type { ServiceAnswer } from './service-call.ts'

/** `keepsBytes`: what was read refers to them, so they stay. */
export type Parse<T> = (bytes: Buffer, info: AnswerInfo) => { ok: true; answer: T; keepsBytes?: true } | Unusable
export type ParseText<T> = (text: string, info: AnswerInfo) => { ok: true; answer: T } | Unusable

const LARGE_BYTES = 8 * 1024 * 1024
/** The most of an answer that does not fit which is shown raw, in UTF-16 units. */
const RAW_CHARACTERS = 200_000

/**
 * Reads an answer, once: its bytes (up to 32 MiB) are released at once where nothing refers to them.
 * Fails with `not-the-interface`, with `token` redacted from what is shown, or with `too-large`.
 * @param receivedAt ms since the epoch
 */
export function readAnswer<T>(answer: ServiceAnswer, token: string, receivedAt: number, parse: Parse<T>): Result<T> {
  const { bytes, attempts, durationMs, requestId, serviceDateMs } = answer
  // Decoded it takes twice as much memory again, as does what is left of the answer before.
  if (bytes.byteLength > LARGE_BYTES) collectGarbage()
  const info: AnswerInfo = {
    receivedAt: timestamp(receivedAt),
    serviceDate: serviceDateMs === null ? null : timestamp(serviceDateMs),
    durationMs,
    attempts,
    requestId,
    bytes: bytes.byteLength,
  }
  const parsed = parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), info)
  const result = parsed.ok ? succeeded(parsed.answer) : failed(unusable(answer, token, parsed))
  if (!(parsed.ok && parsed.keepsBytes)) bytes.buffer.transfer(0)
  return result
}

/** Parses the text of an answer, decoded strictly. */
export function parseDecoded<T>(parse: ParseText<T>): Parse<T> {
  return (bytes, info) => {
    const decoded = utf8Text(bytes)
    return decoded.ok ? parse(decoded.text, info) : decoded
  }
}

function unusable(answer: ServiceAnswer, token: string, parsed: Unusable): Failure {
  const { status, requestId, contentType, attempts, durationMs } = answer
  if (parsed.why !== 'unfit') return { kind: 'too-large', bound: 'values', limit: MOST_VALUES, attempts, durationMs }
  const start = answer.bytes.subarray(0, 4 * RAW_CHARACTERS)
  const text = new TextDecoder().decode(start)
  const redacted = start.length < answer.bytes.length ? redactCutText(text, token) : redactToken(text, token)
  const body = redacted.slice(0, RAW_CHARACTERS).toWellFormed()
  const http = { status, requestId, serviceMessage: null }
  const problems = parsed.problems.map((one) => redactTokenParts(one, token))
  return { kind: 'not-the-interface', problems, contentType, body, http, attempts, durationMs }
}

const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString()

// Frees garbage at once: V8 keeps an unused string of 64 MiB until its heap has doubled.

let collect: (() => void) | null = null

/** Takes some 20 ms; for moments after which much will be needed. */
function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
