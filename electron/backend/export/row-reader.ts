// What a format offers for checking a file against its receipt. The parsers behind it are not ours.

import type { SummedRow } from '../../../shared/worth/property-sum.ts'
import type { Receipt } from './receipt.ts'

/** A file from its first byte to its last, once. */
export interface FileBytes {
  chunks: AsyncIterable<Uint8Array>
  /** Where it lies, for a format that is read here and there; absent where there are only its `chunks`. */
  path?: string
  /** The most that is held of it at once, where a format must be read as a whole. */
  mostHeld: number
}

export interface RowReader {
  /**
   * Row by row the event type and the properties that have columns of their own.
   * @throws UnreadableFile where the file says otherwise
   */
  rows(file: FileBytes, receipt: Receipt): AsyncGenerator<SummedRow>
  /** Why a file of this format does not show what a sum was made of; null where it does. */
  whyHidden(sum: Receipt['eventscope']['sums'][number], receipt: Receipt): string | null
}

/** The file is not what its receipt says; the message is a sentence for the user. */
export class UnreadableFile extends Error {}

/** It is read as a whole, and has more than `mostHeld` bytes: its rows are not looked at. */
export class TooLargeToHold extends Error {}

/** For a format whose directory is at the file's end. @throws TooLargeToHold */
export async function readWhole({ chunks, mostHeld }: FileBytes): Promise<Buffer> {
  const held: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > mostHeld) throw new TooLargeToHold()
    held.push(chunk)
  }
  return Buffer.concat(held, length)
}
