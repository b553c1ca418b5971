// The file of `--rules`: text that rules are copied as, written by anybody.
import { createReadStream } from 'node:fs'
import { type RulesReading, readRules } from '../../shared/worth/rules-text.ts'
import { isSystemError } from '../backend/storage/system-error.ts'

/** More than the longest text of rules has in UTF-8. */
const MOST_BYTES = 32_000_000

/** `problems` are sentences, also where it cannot be read. @param path absolute; a pipe is read to its end */
export async function readRulesFile(path: string): Promise<RulesReading> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MOST_BYTES) return { ok: false, problems: ['This is too long for rules.'] }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return { ok: false, problems: [`The file cannot be read: ${error.message}.`] }
  }
  const text = asText(Buffer.concat(chunks))
  return text === null ? { ok: false, problems: ['This is no text of rules: it is not UTF-8.'] } : readRules(text)
}

function asText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
