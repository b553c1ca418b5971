// The shapes that an error's body can have; the interface does not show one.
import { STATUS_CODES } from 'node:http'
import type { Gaps } from './service-options.ts'

/** What went wrong, in words; `field` names what to change in the request. */
export type Problem = { status: number; message: string; field?: string; headers?: Record<string, string> }

/** Writes a problem as a response in the shape asked for. */
export function errorAnswer(problem: Problem, shape: Gaps['errors']): Response {
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
    default:
      return shape satisfies never
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
