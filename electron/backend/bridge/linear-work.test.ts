// Whatever stands in a text that a service, a file or a keychain gives, the backend's work on it grows as the text
// does.
import { expect, test } from 'vitest'
import { growthProblems } from '../../../shared/exact/fixtures/linear-work.ts'
import { fileTimes, looksLikeDate } from '../check/file-times.ts'
import { jsonNumber, numberShape } from '../check/read-number.ts'
import { checkAddress, checkName, checkToken } from '../connections/connection-draft.ts'
import { readTokenEntry } from '../connections/token-store.ts'
import { cellWriter } from '../export/csv-format.ts'
import { textElement } from '../export/excel-row.ts'
import { emptyTally } from '../export/file-format.ts'
import { parsedRow, readRow } from '../export/read-row.ts'
import { httpDate } from '../http/attempt.ts'
import { redactCutText, redactToken, redactTokenParts } from '../http/secrets.ts'
import { serviceMessage } from '../http/service-call.ts'
import { createRowIndex } from '../snapshots/reading/session/row-index.ts'
import { buildTable } from '../snapshots/table/build-table.ts'
import { orderedNumber } from '../snapshots/table/number-column.ts'

const TOKEN = 'tok-3f9Zr7Qm-linear'

test.each<[string, (text: string) => unknown]>([
  ['redactToken', (text) => redactToken(text, TOKEN)],
  ['redactCutText', (text) => redactCutText(quarter(text) + TOKEN.slice(0, 12), TOKEN)],
  // These are given short ones.
  ['redactTokenParts', (text) => redactTokenParts(text.slice(0, text.length / 20), TOKEN)],
  ['serviceMessage of text', (text) => messageOf(null, quarter(text))],
  ['serviceMessage of HTML', (text) => messageOf('text/html', `<p title="${quarter(text)}">${quarter(text)}`)],
  [
    'serviceMessage of JSON',
    (text) => messageOf('application/json', JSON.stringify({ error: { message: quarter(text) } })),
  ],
  ['httpDate', (text) => httpDate(`Fri, ${text} 14:52:57 GMT`)],
  ['checkName', (text) => checkName(text, new Set())],
  [
    'checkAddress',
    (text) => checkAddress({ baseUrl: `https://${text}`, environment: 'test', plainHttpConsent: false }),
  ],
  ['checkToken', (text) => checkToken(`Bearer ${text}`)],
  ['readTokenEntry', readTokenEntry],
  ['readRow', (text) => readRow(eventWith(text))],
  ['parsedRow', (text) => parsedRow(eventWith(text))],
  ['a cell of CSV', (text) => cellsOf(text).map(cellWriter(CSV, emptyTally()))],
  ['a cell of Excel', (text) => textElement(text, emptyTally())],
  ['orderedNumber', orderedNumber],
  [
    'orderedNumber of digits',
    (text) => orderedNumber(`1.${text.replaceAll(/\D/g, '0')}e${text.replaceAll(/\D/g, '9')}`),
  ],
  ['a row of a table', (text) => buildTable(1, ANY_TIME).add(eventWith(text), [])],
  [
    'an event of a table',
    (text) => buildTable(1, ANY_TIME).add(`{"event_properties":{"a":[${JSON.stringify(text)}]}}`, []),
  ],
  ['numberShape', numberShape],
  ['jsonNumber of digits', (text) => jsonNumber(text.replaceAll(/\D/g, '.'), ',')],
  ['looksLikeDate', looksLikeDate],
  ['fileTimes', fileTimes('Europe/Berlin')],
  ['a row of the index', (text) => createRowIndex().note(text, 1, 1)],
])('%s', (_, run) => expect(growthProblems(run)).toEqual([]))

const ANY_TIME = { from: null, until: null, zone: 'UTC' }

const CSV = { separator: ';', decimal: ',', guarded: true } as const

const cellsOf = (text: string) =>
  (['string', 'json', 'number'] as const).map((kind) => ({
    kind,
    text: kind === 'number' ? `1.${text.replaceAll(/\D/g, '5')}` : text,
  }))

const messageOf = (contentType: string | null, body: string) =>
  serviceMessage({ contentType, bytes: new TextEncoder().encode(body), isCut: true }, TOKEN)

const quarter = (text: string) => text.slice(0, text.length / 4)

function eventWith(whole: string): string {
  const text = JSON.stringify(quarter(whole))
  return `{"event_id":${text},"customer_id":${text},"event_code":"a","event_type":"debit","created_at":"2026-11-20T14:52:57Z","event_properties":{${text}:${text}}}`
}
