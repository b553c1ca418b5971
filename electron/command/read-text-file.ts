// The text of a file that an option names, such as that of `--rules`: written by anybody.
import { createReadStream } from 'node:fs'
import { isSystemError, type SystemError } from '../backend/storage/system-error.ts'

/** `words`: why it cannot be read, a sentence. */
type TextReading =
  | { kind: 'text'; text: string }
  | { kind: 'too-long' }
  | { kind: 'not-utf-8' }
  | { kind: 'unread'; words: string }

/** A pipe is read to its end. @param mostBytes more are not read */
export async function readTextFile(path: string, mostBytes: number): Promise<TextReading> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > mostBytes) return { kind: 'too-long' }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return { kind: 'unread', words: unreadWords(error) }
  }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    return { kind: 'not-utf-8' }
  }
}

/** Why a file that an option names cannot be read. */
export function unreadWords(error: SystemError): string {
  switch (error.code) {
    case 'ENOENT':
      return 'The file cannot be read: there is no such file.'
    case 'EISDIR':
      return 'The file cannot be read: this is a folder.'
    case 'EACCES':
    case 'EPERM':
      return 'The file cannot be read: this user may not read it.'
    default:
      return `The file cannot be read: ${error.message}.`
  }
}
