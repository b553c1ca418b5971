// A case as a file. The page has no API key and sends what was gathered; here every text loses what is one, whatever sent it.
import type { Audience, Case, CaseFormat } from '../../../shared/case/case.ts'
import { caseHtml } from '../../../shared/case/case-html.ts'
import { type CaseFacts, casePages } from '../../../shared/case/case-pages.ts'
import { type CasePages, caseMarkdown, mapTexts } from '../../../shared/case/pages.ts'
import type { SavedCase } from '../../../shared/export/file-export.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { redactToken } from '../http/secrets.ts'
import { saveTextFile, type TextDelivery } from './save-text-file.ts'

export interface CaseOrder {
  case: Case
  audience: Audience
  format: CaseFormat
}

export interface CaseParts extends TextDelivery {
  facts: CaseFacts
  /** Every API key that is known here. */
  tokens: readonly string[]
}

/** Fails with `disk`. Nothing is written where an entry may not be shown to the customer. */
export async function saveCase(
  { case: known, audience, format }: CaseOrder,
  parts: CaseParts,
): Promise<Result<SavedCase>> {
  const made = casePages(known, audience, parts.facts)
  if (!made.ok) return succeeded({ kind: 'refused', refused: made.refused })
  const pages = mapTexts(made.pages, (text) => parts.tokens.reduce(redactToken, text))
  return saveTextFile({ ...FORMATS[format], text: printed(pages, format), fileName: fileName(pages, format) }, parts)
}

const FORMATS: Record<CaseFormat, { mediaType: string; ending: string }> = {
  html: { mediaType: 'text/html; charset=utf-8', ending: 'html' },
  markdown: { mediaType: 'text/markdown; charset=utf-8', ending: 'md' },
  json: { mediaType: 'application/json', ending: 'json' },
}

function printed(pages: CasePages, format: CaseFormat): string {
  switch (format) {
    case 'html':
      return caseHtml(pages)
    case 'markdown':
      return caseMarkdown(pages)
    case 'json':
      return `${JSON.stringify({ eventscopeCase: 1, ...pages }, null, 2)}\n`
    default:
      return format satisfies never
  }
}

const LONGEST_NAME = 80

function fileName({ title }: CasePages, format: CaseFormat): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_NAME)
    .toLowerCase()
  return `${name === '' ? 'case' : name}.${FORMATS[format].ending}`
}
