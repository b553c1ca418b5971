// How a finished file reaches its user: written where the shell's dialog says, or fetched by the browser. The shells hand
// these in; a path never comes from the page.
import type { Failure } from '../../../shared/failure/failure.ts'

/** What the desktop shell does for files. */
export interface SaveFiles {
  /** Asks the user where to, with a name as a proposal; null when the question was dismissed. */
  askWhere(fileName: string, ending: string): Promise<string | null>
  showInFolder(path: string): void
  /** Of all files that are being written, from 0 to 1; null: none is. */
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

/** Where nobody asks for a file, and no dialog can say where to. */
export const NO_WINDOW: Failure = {
  kind: 'invalid',
  field: 'export',
  message: 'No window is open to receive the file. Open one and save it again.',
}

/** Of bytes that are at hand, and stay as they are. */
export const heldDownload = (fileName: string, mediaType: string, held: Uint8Array): Download => ({
  fileName,
  mediaType,
  async *bytes() {
    yield held
  },
  signal: new AbortController().signal,
  expired: () => undefined,
})
