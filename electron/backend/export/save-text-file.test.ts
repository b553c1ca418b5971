import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type Audience, CASE_FORMATS, type Case, emptyCase } from '../../../shared/case/case.ts'
import { printShapes } from '../../../shared/shape/print-shapes.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { Download } from './delivery.ts'
import { type CaseParts, saveCase, saveShapes } from './save-text-file.ts'

const TOKEN = 'sk-live-"<9f3a&27>"'
const facts: CaseParts['facts'] = {
  program: `Eventscope ${TOKEN}`,
  at: '2026-11-03T09:00:00Z',
  diagnostics: [[TOKEN, `POST https://api.example.com?key=${encodeURIComponent(TOKEN)}`]],
}

/** The API key in every field that a case has. */
const planted: Case = {
  ...emptyCase('00112233445566778899aabbccddeeff'),
  details: {
    title: TOKEN,
    invoiceNumber: TOKEN,
    claim: TOKEN,
    disputed: TOKEN,
    notInEvents: TOKEN,
    leftOut: TOKEN,
    conclusion: TOKEN,
    preparedBy: TOKEN,
    date: TOKEN,
  },
  items: [
    { is: 'note', id: '1', text: `Bearer ${TOKEN}`, isInternal: false },
    {
      is: 'event',
      id: '2',
      title: TOKEN,
      source: `{"event_id":${JSON.stringify(TOKEN)},"customer_id":"cus_1","event_properties":{"echo":${JSON.stringify(`Authorization: Bearer ${TOKEN}`)},${JSON.stringify(TOKEN)}:1}}`,
      customerId: 'cus_1',
      from: [['Range', TOKEN]],
    },
    {
      is: 'table',
      id: '3',
      title: TOKEN,
      heads: [TOKEN],
      rows: [[TOKEN], [{ number: '480.00' }]],
      from: [['Range', TOKEN]],
      customers: ['cus_1'],
      properties: [],
    },
    {
      is: 'receipt',
      id: '4',
      receipt: {
        file: `${TOKEN}.csv`,
        of: 'events',
        rows: TOKEN,
        connection: TOKEN,
        customerId: 'cus_1',
        isTheirsAlone: true,
        lines: [
          { name: TOKEN, value: TOKEN, shown: 'to-all', isCondition: false },
          { name: 'Source', value: `https://api.example.com/${TOKEN}`, shown: 'to-colleagues', isCondition: false },
          { name: `Filter ${TOKEN}`, value: TOKEN, shown: { property: TOKEN }, isCondition: true },
        ],
        sums: [{ property: TOKEN, cells: [TOKEN, TOKEN, TOKEN, { number: '612.50' }, null, null, null] }],
      },
      verified: { at: TOKEN, file: TOKEN, agrees: false, said: [[TOKEN, `Bearer ${TOKEN}`]] },
    },
  ],
}

const audiences: Audience[] = [
  { is: 'colleague', masked: false },
  { is: 'colleague', masked: true },
  { is: 'customer', customerId: 'cus_1', properties: ['echo', TOKEN] },
]

async function saved(order: Parameters<typeof saveCase>[0], tokens = [TOKEN]) {
  const folder = await temporaryFolder()
  const path = join(folder, 'case')
  const outcome = await saveCase(order, { saving: { askWhere: async () => path }, offer: null, facts, tokens })
  return { outcome, read: () => readFile(path, 'utf8') }
}

describe.each(CASE_FORMATS)('as %s', (format) => {
  test.each(audiences)('the API key is in no field of it, for %j', async (audience) => {
    const { outcome, read } = await saved({ case: planted, audience, format })
    expect(outcome).toMatchObject({ ok: true, value: { kind: 'saved' } })
    const written = await read()
    expect(written).toContain('•••')
    expect(written).toContain('480.00')
    expect(written).toContain('612.50')
    for (const part of ['sk-live', '9f3a', 'sk%2Dlive']) expect(written).not.toContain(part)
  })

  test('the test above can fail: without the API key known, it is there', async () => {
    const { read } = await saved({ case: planted, audience: audiences[0] as Audience, format }, [])
    expect(await read()).toContain('sk-live')
  })
})

test('nothing is written where an event is another customer’s', async () => {
  const audience: Audience = { is: 'customer', customerId: 'cus_2', properties: [] }
  const { outcome, read } = await saved({ case: planted, audience, format: 'html' })
  expect(outcome).toMatchObject({
    ok: true,
    value: { kind: 'refused', refused: [{ id: '2' }, { id: '3' }, { id: '4' }] },
  })
  await expect(read()).rejects.toThrow('ENOENT')
})

test('the browser fetches it under a name made of its title', async () => {
  const offered: Download[] = []
  const offer = (download: Download) => {
    offered.push(download)
    return '/download/1'
  }
  const known = { ...emptyCase('00112233445566778899aabbccddeeff') }
  known.details.title = 'Nordlicht: 154.00 € too much'
  const order = { case: known, audience: audiences[0] as Audience, format: 'markdown' as const }
  const outcome = await saveCase(order, { saving: null, offer, facts, tokens: [] })
  expect(outcome).toEqual({ ok: true, value: { kind: 'download', address: '/download/1' } })
  expect(offered[0]?.fileName.split('.')).toEqual(['nordlicht-154-00-too-much', 'md'])
  expect(await text((offered[0] as Download).bytes())).toContain('# Nordlicht: 154.00 € too much')
})

const shapesText = printShapes({ codes: ['api_calls'], shapes: [] })

test('shapes are written where the user says, as they are printed, and nothing else is', async () => {
  const folder = await temporaryFolder()
  const saving = { askWhere: async (name: string) => join(folder, name) }
  const path = join(folder, 'expected-shapes.json')
  const given = shapesText.replace('"type"', '"title": "of somebody else", "type"')
  expect(await saveShapes(given, { saving, offer: null })).toEqual({ ok: true, value: { kind: 'saved', path } })
  expect(await readFile(path, 'utf8')).toBe(shapesText)
  expect(await saveShapes('<html>', { saving, offer: null })).toMatchObject({
    ok: false,
    failure: { kind: 'invalid', message: 'This is not a JSON Schema: it is not JSON.' },
  })
})

test('a browser fetches them', async () => {
  const offer = ({ fileName }: { fileName: string }) => `/${fileName}`
  expect(await saveShapes(shapesText, { saving: null, offer })).toMatchObject({
    value: { kind: 'download', address: '/expected-shapes.json' },
  })
})
