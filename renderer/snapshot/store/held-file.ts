// A file of the user's that the backend holds: sent in chunks, sent again if the backend has let go of it.
import { MOST_CHUNK_BYTES } from '../../../shared/check/checked-file.ts'
import { type Bridge, failureOf } from '../../bridge.ts'

/** The system could not read the file. */
export class UnreadableFileError extends Error {
  constructor(cause: unknown) {
    super('The file cannot be read', { cause })
    this.name = 'UnreadableFileError'
  }
}

/**
 * The file's bytes in order, as base64; `end` is the offset after a chunk.
 * Rejects with an UnreadableFileError where the file was moved or changed since it was chosen.
 */
export async function* chunksOf(
  file: Pick<Blob, 'size' | 'slice'>,
  mostBytes = MOST_CHUNK_BYTES,
): AsyncGenerator<{ chunk: string; end: number }> {
  for (let from = 0; from < file.size; from += mostBytes) {
    const end = Math.min(from + mostBytes, file.size)
    yield { chunk: base64(await bytesOf(file.slice(from, end))), end }
  }
}

async function bytesOf(part: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await part.arrayBuffer())
  } catch (error) {
    throw new UnreadableFileError(error)
  }
}

/** A call takes as many arguments in every browser. */
const MOST_ARGUMENTS = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += MOST_ARGUMENTS) {
    text += String.fromCharCode(...bytes.subarray(from, from + MOST_ARGUMENTS))
  }
  return btoa(text)
}

export interface BroughtFile {
  name: string
  /** Kept by the page too: the backend lets go of a file that nobody asks about. */
  bytes: Blob
}

interface HeldFileEffects {
  bridge: Pick<Bridge, 'fileCheck'>
  /** In bytes; null: all of it is there, after it had to be sent again. */
  onSent: (progress: { name: string; done: number; of: number } | null) => void
}

export function createHeldFile({ bridge, onSent }: HeldFileEffects) {
  /** The backend's ID of the held file; null: there is none. */
  let held: string | null = null

  const letGo = (id: string) => void bridge.fileCheck.close({ fileId: id }).catch(() => {})

  /** @returns the backend's ID of it. Rejects with an UnreadableFileError, or with the failure of a call. */
  async function send({ name, bytes }: BroughtFile, signal: AbortSignal): Promise<string> {
    const of = bytes.size
    onSent({ name, done: 0, of })
    const { fileId: id } = await bridge.fileCheck.open({ name: name.slice(0, 1_000), bytes: of }, { signal })
    try {
      for await (const { chunk, end } of chunksOf(bytes)) {
        await bridge.fileCheck.add({ fileId: id, chunk }, { signal })
        if (!signal.aborted) onSent({ name, done: end, of })
      }
      return id
    } catch (error) {
      letGo(id)
      throw error
    }
  }

  /** Lets go of the held file, if there is one. */
  function end(): void {
    if (held !== null) letGo(held)
    held = null
  }

  return {
    send,
    /** Makes a file that was sent the held one. The backend lets go of the previous one. */
    hold(id: string): void {
      end()
      held = id
    },
    /** Asks about the held file, which is sent once more if the backend has let go of it. */
    async ask<T>(file: BroughtFile, signal: AbortSignal, question: (id: string) => Promise<T>): Promise<T> {
      const known = held
      try {
        if (known !== null) return await question(known)
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind !== 'invalid' || failure.field !== 'file' || signal.aborted) throw error
      }
      const id = await send(file, signal)
      if (signal.aborted) letGo(id)
      signal.throwIfAborted()
      held = id
      onSent(null)
      return question(id)
    },
    letGo,
    end,
  }
}
