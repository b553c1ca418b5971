// Error responses in several shapes; the interface does not define one.
import { STATUS_CODES } from 'node:http'
import type { Gaps } from './service-options.ts'

/** An error in words; `field` names the part of the request to change. */
export type Problem = { status: number; message: string; field?: string; headers?: Record<string, string> }

/** Builds the response for a problem in the given shape. */
export function errorResponse(problem: Problem, shape: Gaps['errors']): Response {
  const { body, type } = errorBody(problem, shape)
  const headers = new Headers(problem.headers)
  if (type !== null) headers.set('Content-Type', type)
  return new Response(body, { status: problem.status, headers })
}

function errorBody(problem: Problem, shape: Gaps['errors']): { body: string | null; type: string | null } {
  const { status, message, field } = problem
  const title = STATUS_CODES[status] ?? 'Error'
  const where = field === undefined ? {} : { field }
  switch (shape) {
    case 'json':
      return { body: JSON.stringify({ error: { status, message, ...where } }), type: 'application/json' }
    case 'problem':
      return {
        body: JSON.stringify({ type: 'about:blank', title, status, detail: message, ...where }),
        type: 'application/problem+json',
      }
    case 'text':
      return { body: `${message}\n`, type: 'text/plain; charset=utf-8' }
    case 'html':
      return {
        body: `<!doctype html>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n<p>${escapeHtml(message)}</p>\n`,
        type: 'text/html; charset=utf-8',
      }
    case 'empty':
      return { body: null, type: null }
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
