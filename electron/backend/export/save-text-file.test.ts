import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Audience, CASE_FORMATS, type Case, emptyCase } from '../../../shared/case/case.ts'
import { egressFacts, lineEntry } from '../../../shared/case/fixtures/nordlicht-letter.ts'
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
    confirmed: TOKEN,
    preparedBy: TOKEN,
    date: TOKEN,
    language: 'de',
    customerName: TOKEN,
    theirReference: TOKEN,
    ourReference: TOKEN,
    ticket: TOKEN,
    invoiceDate: TOKEN,
    edited: [{ id: 'de remarks', text: TOKEN }],
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
      origin: { from: null, until: null, zone: TOKEN, isWhole: true },
    },
    {
      ...lineEntry(
        egressFacts({
          item: TOKEN,
          customerName: TOKEN,
          unit: TOKEN,
          currency: TOKEN,
          events: [{ eventId: TOKEN, at: '2026-10-01T00:00:00Z', quantity: '1', side: 'left-out' }],
        }),
      ),
      customers: ['cus_1'],
    } as Case['items'][number],
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
  {
    is: 'customer',
    customerId: 'cus_1',
    properties: ['echo', TOKEN],
    letterhead: { sender: TOKEN, reply: TOKEN, foot: TOKEN },
  },
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
    // A letter in German has decimal commas.
    expect(written).toMatch(/480[.,]00/)
    expect(written).toMatch(/612[.,]50/)
    for (const part of ['sk-live', '9f3a', 'sk%2Dlive']) expect(written).not.toContain(part)
  })

  test('a customer’s name that is part of the API key does not keep the rest of it', async () => {
    const details = { ...planted.details, customerName: '9f3a' }
    const audience = { is: 'colleague', masked: true } as const
    const { read } = await saved({ case: { ...planted, details }, audience, format })
    expect(await read()).not.toMatch(/sk-live|27>|&27/)
  })

  test('the test above can fail: without the API key known, it is there', async () => {
    const { read } = await saved({ case: planted, audience: audiences[0] as Audience, format }, [])
    expect(await read()).toContain('sk-live')
  })
})

describe.each(CASE_FORMATS)('masked, as %s', (format) => {
  test('none of 2,000 IDs is left in ids, properties, nested JSON or source, however the service escapes them', async () => {
    await fc.assert(fc.asyncProperty(fc.uniqueArray(anyId, { minLength: 50, maxLength: 50 }), anyWays, expectMasked), {
      numRuns: 40,
    })
  })

  async function expectMasked(ids: string[], ways: number[]) {
    const known = namingCase(ids, ways)
    const write = async (masked: boolean) => {
      const { read } = await saved({ case: known, audience: { is: 'colleague', masked }, format }, [])
      return textsOf[format](await read()).join('\0')
    }
    const left = (texts: string) => ids.filter((id) => texts.includes(id))
    // What is looked for is found where it is.
    expect(left(await write(false))).toEqual(ids)
    const texts = await write(true)
    expect(left(texts)).toEqual([])
    expect(new Set(texts.match(/customer [A-Z]+/g)).size).toBe(ids.length)
  }
})

const unit = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...'abü1_-/\\"\'`<>&|*.:,{}\n\t\u202e\u200b😀', '\ud83d'),
)
/** Long enough for none to stand in what the program itself says. */
const anyId = fc.string({ unit, minLength: 5, maxLength: 12 })

/** How a service writes one character after the other, over and over. */
const anyWays = fc.array(fc.nat(2), { minLength: 7, maxLength: 7 })

/** Each customer as an event's, in its properties, in JSON within them, in a table, a note and a request. */
function namingCase(ids: readonly string[], ways: readonly number[]): Case {
  const escaped = (text: string) => escapedJson(text, ways)
  const source = (id: string) =>
    `{"event_id":${escaped(`of ${id}`)},"customer_id":${escaped(id)},"event_properties":{${escaped(id)}:{"owners":[${escaped(id)}]},"text":${escaped(`of ${id}.`)},"json":${escaped(`{"owner":${escaped(id)}}`)},"log":${escaped(`sent {"owner":${escaped(id)}}: 200`)}}}`
  return {
    ...emptyCase('00112233445566778899aabbccddeeff'),
    details: { ...planted.details, title: 'Masked', claim: ids.join(' and ') },
    items: [
      ...ids.map((id, at) => ({
        is: 'event' as const,
        id: `${at}`,
        title: `Event of ${id}`,
        source: source(id),
        customerId: id,
        from: [['Asked', `POST {"customer_id":${JSON.stringify(id)}}`] as [string, string]],
      })),
      {
        is: 'table',
        id: 'table',
        title: 'Totals',
        heads: ['Customer', ...ids.slice(0, 3)],
        rows: ids.map((id) => [id]),
        from: [],
        customers: [...ids],
        properties: [],
      },
    ],
  }
}

/** As one of many services writes a string. */
function escapedJson(text: string, ways: readonly number[]): string {
  const written = text.split('').map((character, at) => {
    const way = ways[at % ways.length]
    const code = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    if (way === 0) return code
    if (character === '/') return way === 1 ? '\\/' : '/'
    return /[\p{L}\p{N}]/u.test(character) ? character : JSON.stringify(character).slice(1, -1)
  })
  return `"${written.join('')}"`
}

/** All that a reader of a file reads in it, with what stands in its JSON. */
const textsOf: Record<(typeof CASE_FORMATS)[number], (file: string) => string[]> = {
  json: (file) => meant(JSON.parse(file)),
  html: (file) => {
    const body = file.slice(file.indexOf('<body>'))
    return body
      .split(/<[^>]*>/)
      .map((text) => seen(text).replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? ''))
      .flatMap(meant)
  },
  markdown: (file) => {
    const [texts = '', ...fences] = file.split(/^(`{3,})json\n(.*)\n\1$/gm).filter((_, at) => at % 3 !== 1)
    const shown = [texts, ...fences.filter((_, at) => at % 2 === 1)]
      .join('\n')
      .replace(
        MARKED,
        (whole, itself, name) =>
          itself ?? (name === undefined ? (whole === '<br>' ? '\n' : seen(whole)) : (ENTITIES[name] ?? '')),
      )
    return [shown, ...fences.filter((_, at) => at % 2 === 0).map(seen)].flatMap(meant)
  },
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#32': ' ' }
const MARKED = /\\(.)|&(amp|lt|#32);|<br>|\[U\+[\dA-F]+\]/gs
const seen = (text: string) =>
  text.replace(/\[U\+([\dA-F]+)\]/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** Each name and text, and those of JSON in them. */
function meant(value: unknown): string[] {
  if (typeof value === 'string') {
    try {
      const inner: unknown = JSON.parse(value)
      return [value, ...(typeof inner === 'object' ? meant(inner) : [])]
    } catch {
      return [value]
    }
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, of]) => [name, ...meant(of)])
}

test('nothing is written where an event is another customer’s', async () => {
  const audience: Audience = { is: 'customer', customerId: 'cus_2', properties: [] }
  const { outcome, read } = await saved({ case: planted, audience, format: 'html' })
  expect(outcome).toMatchObject({
    ok: true,
    value: { kind: 'refused', refused: [{ id: '2' }, { id: '3' }, { id: 'l1' }, { id: '4' }] },
  })
  await expect(read()).rejects.toThrow('ENOENT')
})

test('the browser fetches it under a name made of its title and of for whom it is', async () => {
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
  expect(offered[0]?.fileName.split('.')).toEqual(['nordlicht-154-00-too-much-for-colleague', 'md'])
  for (const audience of audiences.slice(1)) {
    await saveCase({ ...order, case: { ...known, items: [] }, audience }, { saving: null, offer, facts, tokens: [] })
  }
  expect(offered.slice(1).map(({ fileName }) => fileName.split('-for-')[1]?.split('.')[0])).toEqual([
    'colleague-masked',
    'customer',
  ])
  const german = { ...known, items: [], details: { ...known.details, title: '', language: 'de' as const } }
  const customer = audiences.find(({ is }) => is === 'customer') as Audience
  await saveCase({ ...order, case: german, audience: customer }, { saving: null, offer, facts, tokens: [] })
  expect(offered.at(-1)?.fileName).toBe('ihr-verbrauch-für-den-kunden.md')
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
