// Serves the built page to both shells: only files of its folder, each answer with a strict Content-Security-Policy.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** What the built index.html holds wherever the nonce of its answer belongs. */
const NONCE_PLACE = '__ESCSPNONCE__'

/** Names with nothing in them that a path could climb with: no escapes, no backslashes, no leading dots. */
const SERVED = /^(?:\/[\w-][\w.-]*)+$/

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Answers a request for the page or one of its files; never rejects for what was asked. */
export type PageFiles = (request: { method: string; url: string }) => Promise<Response>

/** @param folder the built page (dist/page) */
export function createPageFiles(folder: string): PageFiles {
  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'The page can only be read.', { allow: 'GET, HEAD' })
    const { pathname } = new URL(url)
    const path = pathname === '/' || pathname === '' ? '/index.html' : pathname
    const type = CONTENT_TYPES[extname(path)]
    const file = SERVED.test(path) && type !== undefined ? await contentOf(join(folder, path)) : null
    if (file === null || type === undefined) return plain(404, 'There is no such file.')
    const nonce = randomBytes(16).toString('base64')
    const body = type.startsWith('text/html') ? file.toString('utf8').replaceAll(NONCE_PLACE, nonce) : file
    const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
    const headers = { ...protections(nonce), 'content-type': type, 'cache-control': caching }
    return new Response(method === 'HEAD' ? null : body, { headers })
  }
}

/** What the system says of a path that leads to no file of ours; one too long for it is no failure of Eventscope. */
const NO_SUCH_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

async function contentOf(path: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (NO_SUCH_FILE.has(code)) return null
    throw error
  }
}

/** The headers of every answer of ours that a window might show. */
export function protections(nonce: string | null): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** A short answer in words, with the same protections. */
export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  const fixed = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${text}\n`, { status, headers: { ...protections(null), ...fixed, ...headers } })
}
