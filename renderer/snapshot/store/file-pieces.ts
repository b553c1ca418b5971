// A file of the user's on its way over the bridge: in pieces, so that none of it is in memory twice.
import { MOST_PIECE_BYTES } from '../../../shared/check/checked-file.ts'

/** The system did not give what is in it. */
export class UnreadableFileError extends Error {
  constructor(cause: unknown) {
    super('The file cannot be read', { cause })
    this.name = 'UnreadableFileError'
  }
}

/** In order, as base64. Rejects with an UnreadableFileError where the file was moved or changed since it was chosen. */
export async function* piecesOf(
  file: Pick<Blob, 'size' | 'slice'>,
  mostBytes = MOST_PIECE_BYTES,
): AsyncGenerator<{ piece: string; end: number }> {
  for (let from = 0; from < file.size; from += mostBytes) {
    const end = Math.min(from + mostBytes, file.size)
    yield { piece: base64(await bytesOf(file.slice(from, end))), end }
  }
}

async function bytesOf(part: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await part.arrayBuffer())
  } catch (error) {
    throw new UnreadableFileError(error)
  }
}

/** As many arguments as a call takes anywhere. */
const AT_ONCE = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(from, from + AT_ONCE))
  }
  return btoa(text)
}
