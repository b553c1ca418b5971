// A case as a file. The page has no API key and sends what was gathered; here every text loses what is one, whatever
// sent it.

import type { Audience, Case, CaseFormat } from '../../../shared/case/case.ts'
import { caseHtml } from '../../../shared/case/case-html.ts'
import { type CaseFacts, casePages } from '../../../shared/case/case-pages.ts'
import type { LetterLanguage } from '../../../shared/case/letter-language.ts'
import { type CasePages, caseMarkdown } from '../../../shared/case/pages.ts'
import type { SavedCase, SavedText } from '../../../shared/export/file-export.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { printShapes } from '../../../shared/shape/print-shapes.ts'
import { readShapes } from '../../../shared/shape/read-shapes.ts'
import { sampleInvoice } from '../../../shared/worth/sample-company-files.ts'
import { lastMonth } from '../connections/sample-data.ts'
import { redactToken } from '../http/secrets.ts'
import { prepareWholeFile } from '../storage/whole-file.ts'
import { exportRefusal, heldDownload, NO_WINDOW, type OfferDownload, type SaveFiles } from './delivery.ts'

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
  const tokens = parts.tokens.flatMap(inSentences)
  const made = casePages(known, audience, parts.facts, (text) => tokens.reduce(redactToken, text))
  if (!made.ok) return succeeded({ kind: 'refused', refused: made.refused })
  const { pages } = made
  return saveTextFile(
    { ...FORMATS[format], text: printed(pages, format), fileName: fileName(pages, audience, format) },
    parts,
  )
}

/** A letter writes the first character of what a line is called as its sentence wants it. */
const inSentences = (token: string) =>
  [...new Set([token.charAt(0), token.charAt(0).toUpperCase(), token.charAt(0).toLowerCase()])].map(
    (first) => `${first}${token.slice(1)}`,
  )

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
  }
}

const LONGEST_NAME = 80

/** Says for whom it is, so that what is for a colleague is not sent to a customer. */
function fileName({ title, letter }: CasePages, audience: Audience, format: CaseFormat): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_NAME)
    .toLowerCase()
  return `${name === '' ? 'report' : name}-${forWhom(audience, letter?.language)}.${FORMATS[format].ending}`
}

/** Says it in the language of the letter, as its title is. */
function forWhom(audience: Audience, language: LetterLanguage = 'en'): string {
  if (audience.is === 'customer') return language === 'de' ? 'für-den-kunden' : 'for-customer'
  return audience.masked ? 'for-colleague-masked' : 'for-colleague'
}

// Expected shapes as a file: a JSON Schema that other tools read as well.

/** Fails with `invalid` where the text is none, else as `saveTextFile`. The file has only what is understood of it. */
export async function saveShapes(text: string, delivery: TextDelivery) {
  const read = readShapes(text)
  if (!read.ok) return failed(exportRefusal(read.problems.join(' ')))
  const file = { fileName: 'expected-shapes.json', mediaType: 'application/schema+json' } as const
  return saveTextFile({ ...file, text: printShapes(read.shapes) }, delivery)
}

/** The sample company's invoice, to be checked against its events. Fails with `disk`. @param now ms since 1970 */
export const saveSampleInvoice = (now: number, delivery: TextDelivery): Promise<Result<SavedText>> =>
  saveTextFile({ ...sampleInvoice(lastMonth(now)), mediaType: 'text/csv' }, delivery)

// A small text that the user asked for as a file: written where they say, or offered to the browser.

interface TextFile {
  fileName: string
  mediaType: string
  text: string
}

export interface TextDelivery {
  /** Null where the browser fetches files, to which `offer` leads. */
  saving: Pick<SaveFiles, 'askWhere'> | null
  offer: OfferDownload | null
}

/** Fails with `disk`. */
async function saveTextFile(
  { fileName, mediaType, text }: TextFile,
  { saving, offer }: TextDelivery,
): Promise<Result<SavedText>> {
  const bytes = Buffer.from(text)
  if (saving === null) {
    if (offer === null) {
      return failed(NO_WINDOW)
    }
    return succeeded({ kind: 'download', address: offer(heldDownload(fileName, mediaType, bytes)) })
  }
  const path = await saving.askWhere(fileName, fileName.slice(fileName.lastIndexOf('.') + 1))
  if (path === null) return succeeded({ kind: 'dismissed' })
  const file = await prepareWholeFile(path, [bytes])
  if (!file.ok) return file
  const placed = await file.value.commit()
  return placed.ok ? succeeded({ kind: 'saved', path }) : placed
}
