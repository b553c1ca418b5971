// How a finished file reaches its user: written where the shell's dialog says, or fetched by the browser. The shells
// hand these in; a path never comes from the page.
import { createHash } from 'node:crypto'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { type PreparedFile, prepareWholeFile, type WrittenFile } from '../storage/whole-file.ts'

/** The desktop shell does this for files. */
export interface SaveFiles {
  /** Asks the user where to, with a name as a proposal; null when the question was dismissed. */
  askWhere(fileName: string, ending: string): Promise<string | null>
  showInFolder(path: string): void
  /** How far all files are that are being written, from 0 to 1; null: none is. */
  showProgress(share: number | null): void
  /** Says that a file is there, or is not, to a user who looks elsewhere. */
  announce(title: string, body: string): void
}

/** A file that the browser is to fetch. */
export interface Download {
  fileName: string
  mediaType: string
  /** Called once; `left` is aborted when the receiver is gone. If it throws, a partial file must not look complete. */
  bytes(left?: AbortSignal): AsyncIterable<Uint8Array>
  /** Aborted: it must not be delivered any more, not even to a running download. */
  signal: AbortSignal
  /** It was not fetched in time: `bytes` is not called any more. */
  expired(): void
}

/** Gives an address that is good once, for a minute, and for the session that asks. */
export type OfferDownload = (download: Download) => string

/** Why there is no file, in a sentence for its user. */
export const exportRefusal = (message: string): Failure => ({ kind: 'invalid', field: 'export', message })

/** Where nobody asks for a file, and no dialog can say where to. */
export const NO_WINDOW = exportRefusal('No window is open to receive the file. Open one and save it again.')

/** A download of bytes that are at hand, and stay as they are. */
export const heldDownload = (fileName: string, mediaType: string, held: Uint8Array): Download => ({
  fileName,
  mediaType,
  async *bytes() {
    yield held
  },
  signal: new AbortController().signal,
  expired: () => undefined,
})

interface Streamed<Made> extends Pick<Download, 'fileName' | 'mediaType' | 'signal'> {
  /** The file, and what is known of it once its last byte was taken. `until` is aborted once nobody fetches it. */
  bytes(until: AbortSignal): AsyncGenerator<Uint8Array, Made>
  /** The failure that something which `bytes` throws is. */
  failureOf: (error: unknown) => Failure
  /** "Export it again": what its user does where nobody fetched it. */
  remedy: string
  /** Called once; with `cancelled` if the browser stopped the download. */
  over: (end: Result<Made>) => void
}

/** A file that is made while it is fetched. */
export function streamedDownload<Made>(file: Streamed<Made>): Download {
  const { fileName, mediaType, signal, failureOf, remedy, over } = file
  const cancelled = () => over(failed({ kind: 'cancelled' }))
  // It listens until it is fetched, or too late for that: the export stays in the list with its file long gone.
  const release = () => signal.removeEventListener('abort', cancelled)
  signal.addEventListener('abort', cancelled, { once: true })

  async function* bytes(left = signal): AsyncGenerator<Uint8Array> {
    release()
    let end: Result<Made> = failed({ kind: 'cancelled' })
    try {
      end = succeeded(yield* file.bytes(AbortSignal.any([signal, left])))
    } catch (error) {
      end = failed(failureOf(error))
      throw error
    } finally {
      over(end)
    }
  }

  const expired = () => {
    release()
    over(failed(exportRefusal(`The browser did not fetch the file within a minute. ${remedy}.`)))
  }
  return { fileName, mediaType, bytes, signal, expired }
}

/** Hands chunks on, and says in the end what they came to. */
export async function* hashed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, WrittenFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Puts a file in its place with what belongs beside it, which is written first: else neither is there. */
export async function placeTogether(
  file: PreparedFile,
  beside: readonly { path: string; bytes: Uint8Array }[],
): Promise<Result<null>> {
  const files = [file]
  try {
    for (const { path, bytes } of beside) {
      const prepared = await prepareWholeFile(path, [bytes])
      if (!prepared.ok) return prepared
      files.push(prepared.value)
    }
    return await placeAll(files)
  } finally {
    for (const one of files) await one.drop()
  }
}

/** Puts files in their places, one after the other, until one cannot be: those behind it are to be dropped. */
export async function placeAll(files: readonly PreparedFile[]): Promise<Result<null>> {
  for (const file of files) {
    const placed = await file.commit()
    if (!placed.ok) return placed
  }
  return succeeded(null)
}
