// Files for the browser to fetch: each under an address that is good once, for a minute, and for the session it was given to.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Download } from '../backend/export/delivery.ts'
import { securityHeaders } from '../platform/page-files.ts'
import type { Session } from './sessions.ts'

export const DOWNLOAD_PATH = '/download/'

interface Offered {
  download: Download
  session: Session
  /** No more timer, and nothing that listens: both signals may outlive thousands of downloads. */
  release: () => void
}

const SECRET_BYTES = 24

/** A download's `expired` is called where nobody took it in time, or its session ended before that. */
export function createDownloads(goodForMs: number) {
  const offered = new Map<string, Offered>()

  function withdraw(secret: string): Offered | undefined {
    const one = offered.get(secret)
    one?.release()
    offered.delete(secret)
    return one
  }

  return {
    /** The path of its address, of 192 random bits. */
    offer(download: Download, session: Session): string {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const cancelled = () => void withdraw(secret)
      const expired = () => withdraw(secret)?.download.expired()
      const timer = setTimeout(expired, goodForMs).unref()
      const release = () => {
        clearTimeout(timer)
        download.signal.removeEventListener('abort', cancelled)
        session.ended.removeEventListener('abort', expired)
      }
      offered.set(secret, { download, session, release })
      download.signal.addEventListener('abort', cancelled)
      session.ended.addEventListener('abort', expired)
      return DOWNLOAD_PATH + secret
    },
    /** Takes an offered download, whose address is good once. Null if these cookies have none, which uses nothing up. */
    take(secret: string, cookies: readonly string[]): Download | null {
      const one = offered.get(secret)
      if (one === undefined || one.session.ended.aborted || !one.session.isHeldBy(cookies)) return null
      withdraw(secret)
      const signal = AbortSignal.any([one.download.signal, one.session.ended])
      return { ...one.download, signal }
    },
  }
}

/**
 * Sends the file as it is made. Where that fails, or is not wanted any more, the connection is reset: browsers take a file for
 * whole whose connection is closed in the middle, as too many servers do so by mistake.
 */
export async function sendDownload(download: Download, response: ServerResponse): Promise<void> {
  const { fileName, mediaType, bytes, signal } = download
  response.writeHead(200, {
    ...securityHeaders(null),
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${asciiName(fileName)}"; filename*=UTF-8''${encoded(fileName)}`,
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  })
  // The browser lists it from now on, however long its rows are looked at first.
  response.flushHeaders()
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const left = AbortSignal.any([signal, leaving.signal])
  const { socket } = response
  // Also while nothing is on its way, or nobody reads.
  left.addEventListener('abort', () => {
    if (!response.writableFinished) socket?.resetAndDestroy()
  })
  try {
    for await (const chunk of bytes(left)) {
      left.throwIfAborted()
      if (!response.write(chunk)) await once(response, 'drain', { signal: left })
    }
    response.end()
  } catch {
    // What went wrong is said where the export is listed.
    socket?.resetAndDestroy()
  }
}

const asciiName = (name: string) => name.replaceAll(/[^\w .-]/g, '_')
/** As RFC 8187 has it. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
