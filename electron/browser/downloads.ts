// Files for the browser to fetch: each under an address that is good once, for a minute, and for the session it was given to.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Download } from '../backend/export/delivery.ts'
import { protections } from '../platform/page-files.ts'
import type { Session } from './sessions.ts'

export const DOWNLOAD_PATH = '/download/'

export interface Downloads {
  /** The path of its address, of 192 random bits. */
  offer(download: Download, session: Session): string
  /** Takes it back from whoever asks next. Null where there is none for these cookies; then nothing is used up. */
  take(secret: string, cookies: readonly string[]): Download | null
}

interface Offered {
  download: Download
  session: Session
  timer: NodeJS.Timeout
}

const SECRET_BYTES = 24

export function createDownloads(goodForMs: number): Downloads {
  const offered = new Map<string, Offered>()

  function withdraw(secret: string): Offered | undefined {
    const one = offered.get(secret)
    clearTimeout(one?.timer)
    offered.delete(secret)
    return one
  }

  return {
    offer(download, session) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const timer = setTimeout(() => withdraw(secret)?.download.expired(), goodForMs).unref()
      offered.set(secret, { download, session, timer })
      download.signal.addEventListener('abort', () => withdraw(secret))
      session.ended.addEventListener('abort', () => withdraw(secret)?.download.expired())
      return DOWNLOAD_PATH + secret
    },
    take(secret, cookies) {
      const one = offered.get(secret)
      if (one === undefined || one.session.ended.aborted || !one.session.isHeldBy(cookies)) return null
      withdraw(secret)
      const signal = AbortSignal.any([one.download.signal, one.session.ended])
      return { ...one.download, signal }
    },
  }
}

/**
 * Sends the file as it is made. Where that fails, or is not wanted any more, the connection is reset: a chunked body that
 * does not end is no file to any browser.
 */
export async function sendDownload({ fileName, mediaType, bytes, signal }: Download, response: ServerResponse) {
  response.writeHead(200, {
    ...protections(null),
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${asciiName(fileName)}"; filename*=UTF-8''${encoded(fileName)}`,
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  })
  // The browser lists it from now on, however long its rows are looked at first.
  response.flushHeaders()
  try {
    await pipeline(bytes(), response, { signal })
  } catch {
    // Said where the export is listed; here only a reset says that this is no whole file.
    response.socket?.resetAndDestroy()
  }
}

const asciiName = (name: string) => name.replaceAll(/[^\w .-]/g, '_')
/** As RFC 8187 has it. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
