// Serves the built page to both shells: only files of its folder, each answer with a strict Content-Security-Policy.
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** The built index.html holds it wherever the nonce of its answer belongs. */
const NONCE_PLACE = '__ESCSPNONCE__'

/** The built page has its assets there, and every address in index.html that leads there begins so. */
const ASSETS = '/assets/'

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

/**
 * The assets are served below a path that nobody had before, another one for each of these: what a browser kept of an
 * earlier server at the same address stands for none of them.
 * @param folder the built page (dist/page)
 */
export function createPageFiles(folder: string): PageFiles {
  const ownAssets = `/${randomBytes(16).toString('hex')}/`

  /** Tells where the file is that is served at this path. */
  function placeOf(path: string): string | null {
    if (!SERVED.test(path) || path.startsWith(ASSETS)) return null
    return path.startsWith(ownAssets) ? ASSETS + path.slice(ownAssets.length) : path
  }

  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD')
      return plainResponse(405, 'The page can only be read.', { allow: 'GET, HEAD' })
    const { pathname } = new URL(url)
    const path = pathname === '/' || pathname === '' ? '/index.html' : pathname
    const type = CONTENT_TYPES[extname(path)]
    const place = placeOf(path)
    const file = place !== null && type !== undefined ? await contentOf(join(folder, place)) : null
    if (file === null || type === undefined) return plainResponse(404, 'There is no such file.')
    const answer = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string>) =>
      new Response(method === 'HEAD' ? null : body, { headers: { 'content-type': type, ...headers } })
    if (!type.startsWith('text/html'))
      return answer(file, {
        ...securityHeaders(null),
        'cache-control': path.startsWith(ownAssets) ? 'public, max-age=31536000, immutable' : 'no-store',
      })
    const nonce = randomBytes(16).toString('base64')
    const html = file.toString('utf8').replaceAll(`.${ASSETS}`, `.${ownAssets}`).replaceAll(NONCE_PLACE, nonce)
    return answer(html, {
      ...securityHeaders({ nonce, html }),
      'integrity-policy': 'blocked-destinations=(script)',
      'cache-control': 'no-store',
    })
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

/**
 * The headers of every answer of ours that a window might show.
 * @param page of an answer that is the page: its nonce, and its text, whose own scripts may run
 */
export function securityHeaders(page: { nonce: string; html: string } | null): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...(page === null ? [] : inlineScripts(page.html).map(hashSource))].join(' '),
    page === null ? "style-src 'self'" : `style-src 'self' 'nonce-${page.nonce}'`,
    "worker-src 'none'",
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

/** The texts of the scripts that stand in a built page, its import map too. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** A short answer in words, with the same protections. */
export function plainResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  const fixed = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${text}\n`, { status, headers: { ...securityHeaders(null), ...fixed, ...headers } })
}
