// Files of all kinds: each is read, or refused with a sentence. Nothing hangs, and nothing is guessed.
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { NOTHING_CHOSEN } from '../../../shared/check/checked-file.ts'
import { takeTurns } from '../snapshots/table/turn.ts'
import { packed, packedWorkbook, sheetOfRows } from './fixtures/packed-workbook.ts'
import type { HeldFile } from './held-files.ts'
import { openFile } from './open-file.ts'
import type { ReadCell } from './read-lines.ts'

const held = (content: string | Uint8Array): HeldFile => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return { name: 'any', bytes: shared }
}

const turn = takeTurns(new AbortController().signal)

/** The lines with their numbers, or the sentence of a refusal. */
async function read(content: string | Uint8Array, choices: Partial<typeof NOTHING_CHOSEN> = {}) {
  const opened = await openFile(held(content), { ...NOTHING_CHOSEN, ...choices }, turn)
  if (opened.kind !== 'opened') return opened
  const lines: [number, readonly ReadCell[]][] = []
  const wrong = await opened.lines((line, cells) => lines.push([line, cells]) > 0, turn)
  return wrong === null ? { lines, opened } : { kind: 'refused' as const, words: wrong }
}

const refusal = async (content: string | Uint8Array, choices?: Partial<typeof NOTHING_CHOSEN>) => {
  const outcome = await read(content, choices)
  if (!('words' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.words
}

test('text of any separator, line ending and encoding is read with the line on which each record begins', async () => {
  const wanted = [
    [1, ['id', 'name']],
    [2, ['1', 'a "b"\nc']],
    [4, ['2', 'é']],
  ]
  for (const separator of [',', ';', '\t', '|']) {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = [`id${separator}name`, `1${separator}"a ""b""\nc"`, `2${separator}é`, ''].join(end)
      expect(await read(text)).toMatchObject({ lines: wanted, opened: { separator, encoding: 'utf-8' } })
      expect(await read(`\ufeff${text}`)).toMatchObject({ lines: wanted })
      const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
      expect(await read(utf16)).toMatchObject({ lines: wanted, opened: { encoding: 'utf-16' } })
      expect(await read(utf16.swap16())).toMatchObject({ lines: wanted })
    }
  }
  expect(await read('id\n1\n')).toMatchObject({
    lines: [
      [1, ['id']],
      [2, ['1']],
    ],
  })
})

test('a separator that cannot be told is asked, with the heads by each', async () => {
  expect(await read('a;b,c\n1;2,3\n')).toMatchObject({
    kind: 'asks',
    asks: [
      {
        ask: 'separator',
        choices: [
          { separator: ',', heads: ['a;b', 'c'] },
          { separator: ';', heads: ['a', 'b,c'] },
        ],
      },
    ],
  })
  expect(await read('a;b,c\n1;2,3\n', { separator: ';' })).toMatchObject({
    lines: [
      [1, ['a', 'b,c']],
      [2, ['1', '2,3']],
    ],
  })
})

test('a separator that quotation marks hide can be chosen all the same', async () => {
  expect(await read('id,name\n1,a"b\n')).toMatchObject({
    kind: 'asks',
    asks: [{ ask: 'separator', choices: [{ separator: ',', heads: ['id', 'name'] }] }],
  })
})

test('what is shown of another encoding is where UTF-8 ends, behind whatever can be read', async () => {
  const readable = 'id,name\n1,é'.padEnd(4_095, 'x')
  for (const before of ['id,é\n', `${readable}é,é${'x'.repeat(60)}`]) {
    const torn = Buffer.concat([Buffer.from(before), Buffer.from('Köln\n', 'latin1')])
    expect(await read(torn)).toMatchObject({ asks: [{ samples: [{ text: expect.stringContaining('Köln') }] }] })
  }
})

test.each([
  ['German', 'M\u00fcller & S\u00f6hne, Stra\u00dfe', 'Müller'],
  ['French', 'd\u00e9j\u00e0 factur\u00e9', 'déjà'],
  ['Spanish', 'Dise\u00f1o n\u00ba 3', 'Diseño'],
  ['a sign of money alone', '5.00 \u0080', '0 €'],
  ['a sign of money in a head', 'Betrag (\u0080)', '(€)'],
])('Windows-1252 is settled where all letters are of one language: %s', async (_, text, said) => {
  const file = Buffer.from(`id,name\n1,${text.replaceAll(',', '')}\n`, 'latin1')
  expect(await read(file)).toMatchObject({
    opened: { encoding: 'windows-1252', notes: [`Opened as Windows-1252: it says “${said}”.`] },
  })
  expect(await read(file, { encoding: 'utf-8' })).toMatchObject({ asks: [{ ask: 'encoding' }] })
})

test.each([
  ['Czech in Windows-1250', [0x44, 0x76, 0x6f, 0xf8, 0xe1, 0x6b]],
  ['Polish in Windows-1250', [0x6d, 0xb9, 0x6b, 0x61]],
  ['Cyrillic in Windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
  ['German of DOS', [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72]],
  ['German of DOS with a quotation mark', [0x4d, 0x84, 0x72, 0x7a]],
  ['German of an old Mac', [0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72]],
])('an encoding that bytes do not settle is asked, with what it would say: %s', async (_, bytes) => {
  const latin = Buffer.concat([Buffer.from('id,name\n1,'), Buffer.from(bytes), Buffer.from('\n')])
  expect(await read(latin)).toMatchObject({ kind: 'asks', asks: [{ ask: 'encoding', samples: [{}] }] })
})

test('a byte order mark of UTF-8 is not believed where the bytes behind it are none', async () => {
  const marked = Buffer.concat([Buffer.from('\ufeff'), Buffer.from('id,name\n1,M\u00fcller\n', 'latin1')])
  expect(await read(marked)).toMatchObject({
    opened: { encoding: 'windows-1252', notes: ['Opened as Windows-1252: it says “Müller”.'] },
    lines: [
      [1, ['id', 'name']],
      [2, ['1', 'Müller']],
    ],
  })
  const mixed = Buffer.concat([marked, Buffer.from('2,D\u00e9j\u00e0\n')])
  expect(await read(mixed)).toMatchObject({ asks: [{ ask: 'encoding', samples: [{}] }] })
})

test('the encoding that is chosen is read', async () => {
  const latin = Buffer.from('id,name\n1,M\u00fcller\n', 'latin1')
  expect(await read(latin, { encoding: 'windows-1252' })).toMatchObject({
    lines: [
      [1, ['id', 'name']],
      [2, ['1', 'Müller']],
    ],
  })
})

test('quotation marks in wrong places are said with their line', async () => {
  expect(await refusal('id,name\n1,"a\n', { separator: ',' })).toBe(
    'A quotation mark is opened on line 2 and never closed. Close or remove it.',
  )
  expect(await refusal('id,name\n1,a"b\n', { separator: ',' })).toContain(
    'Line 2: a quotation mark is in the wrong place.',
  )
})

test('one line of 50 MB, in any format, and 1,000 columns', async () => {
  const long = 'x'.repeat(50_000_000)
  expect(await refusal(`id,name\n1,${long}\n`, { separator: ',' })).toContain('is longer than 1 MiB')
  expect(await refusal(`id,name\n1,"${long}"\n`, { separator: ',' })).toContain('is longer than 1 MiB')
  expect(await refusal(`{"id":1}\n{"id":"${long}"}\n`)).toBe('Line 2 is longer than 1 MiB.')
  expect(await refusal(await workbook(sheetOf(`<c r="A1" t="inlineStr"><is><t>${long}</t></is></c>`)))).toBe(
    'Line 1 is longer than 1 MiB.',
  )
  // The file is one long line.
  expect(await refusal(long)).toContain('Line 1 is longer than 1 MiB')
  expect(await refusal(`{"id":"${long}`)).toContain('Line 1 is longer than 1 MiB')
  expect(await refusal('a,'.repeat(25_000_000))).toBe('Line 1 is longer than 64 KiB: this is not a list of lines.')
  const heads = Array.from({ length: 1_000 }, (_, at) => `c${at}`)
  expect(await refusal(`${heads.join(',')}\n`)).toBe(
    'This file has 1,000 columns, and at most 500 are read. Leave out those you do not need.',
  )
  expect(await refusal(JSON.stringify(Object.fromEntries(heads.map((head) => [head, 1]))))).toContain('1,000 columns')
  expect(await refusal(await writeXlsx({ sheets: [{ name: 'One', rows: [heads] }] }))).toContain('1,000 columns')
})

test('NDJSON keeps every digit, and opens objects one level deep', async () => {
  const text =
    '{"event_id":"a","event_properties":{"amount":12.500,"note":null}}\n\n{"event_id":"b","event_properties":{"amount":1e3}}\n'
  expect(await read(text)).toMatchObject({
    opened: { format: 'ndjson', heads: ['event_id', 'event_properties.amount', 'event_properties.note'] },
    lines: [
      [1, ['a', { number: '12.500' }, null]],
      [3, ['b', { number: '1e3' }, null]],
    ],
  })
  expect(await refusal('{"a":1}\n{"a":\n')).toBe('Line 2 is not a JSON object.')
  expect(await refusal('{\n "a": 1\n}\n')).toContain('The first line is not a whole JSON object')
  expect(await refusal('[{"a":1}]')).toContain('This file is one JSON list.')
})

test('files of other kinds are named', async () => {
  const kinds: [string | Uint8Array, string][] = [
    ['', 'This file is empty.'],
    [' \n\n ', 'This file holds nothing but spaces.'],
    ['%PDF-1.7\n', 'This file is a PDF.'],
    [Uint8Array.of(0x1f, 0x8b, 8, 0), 'This file is compressed with gzip.'],
    ['PAR1', 'This file is a Parquet file.'],
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'This file is a picture.'],
    [Uint8Array.of(1, 2, 0, 4), 'This file is neither text nor an Excel workbook.'],
    [Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'This is an old Excel workbook (.xls).'],
    [
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'This workbook is encrypted.',
    ],
    ['PK\u0003\u0004 and nothing else', 'This file begins like an Excel workbook but cannot be opened'],
  ]
  for (const [content, words] of kinds) expect(await refusal(content)).toContain(words)
})

test('a receipt of ours is told apart and named, and not parsed as a file', async () => {
  const receipt = JSON.stringify(
    { profile: 'data-package', resources: [{ path: 'november.csv' }], eventscope: {} },
    null,
    1,
  )
  expect(await read(receipt)).toMatchObject({
    kind: 'receipt',
    of: 'november.csv',
    words: expect.stringContaining('“november.csv”'),
  })
  const ofFolder = { resources: [{ path: 'dt=2026-11-03/part-000.parquet' }], eventscope: {} }
  expect(await read(JSON.stringify(ofFolder))).toMatchObject({
    kind: 'receipt',
    words: expect.stringContaining('eventscope verify FOLDER'),
  })
})

test('a workbook has numbers, dates and texts as they are; its sheet is asked where it has several', async () => {
  const rows = [
    ['id', 'amount', 'at'],
    ['0012', 12.5, new Date(Date.UTC(2026, 9, 1, 12, 30))],
    [7, 0.1 + 0.2, new Date(Date.UTC(2026, 9, 1))],
    [null, true, ''],
  ]
  const one = await writeXlsx({ sheets: [{ name: 'Lines', rows }] })
  expect(await read(one)).toMatchObject({
    lines: [
      [1, ['id', 'amount', 'at']],
      [2, ['0012', { number: '12.5' }, { time: '2026-10-01T12:30:00' }]],
      [3, [{ number: '7' }, { number: '0.3' }, { time: '2026-10-01' }]],
      [4, [null, 'true', null]],
    ],
    opened: { format: 'xlsx', sheet: 'Lines', notes: [] },
  })
  const two = await writeXlsx({
    sheets: [
      { name: 'A', rows },
      { name: 'B', rows },
    ],
  })
  expect(await read(two)).toMatchObject({ kind: 'asks', asks: [{ ask: 'sheet', sheets: ['A', 'B'] }] })
  expect(await read(two, { sheet: 'B' })).toMatchObject({ opened: { sheet: 'B' } })
})

test('the only sheet in sight is taken, hidden ones are named, and a sheet that is not there is asked for', async () => {
  const sheets = {
    Old: sheetOf('<c><v>1</v></c>'),
    Lines: sheetOf('<c><v>2</v></c>'),
    Notes: sheetOf('<c><v>3</v></c>'),
  }
  const withStates = (...states: string[]) => {
    const listed = Object.keys(sheets).map(
      (name, at) => `<sheet name="${name}" sheetId="${at + 1}" state="${states[at]}" r:id="rId${at + 1}"/>`,
    )
    const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const list = `<workbook xmlns:r="${namespace}"><sheets>${listed.join('')}</sheets></workbook>`
    return packedWorkbook({ sheets, workbook: list })
  }
  const one = await withStates('hidden', 'visible', 'veryHidden')
  expect(await read(one)).toMatchObject({
    lines: [[1, [{ number: '2' }]]],
    opened: { notes: ['Hidden in the workbook, and not read: the sheets “Old”, “Notes”.'] },
  })
  expect(await read(one, { sheet: 'Old' })).toMatchObject({
    opened: {
      notes: [
        'The sheet “Old” is read, although it is hidden in the workbook.',
        'Hidden in the workbook, and not read: the sheet “Notes”.',
      ],
    },
  })
  expect(await read(one, { sheet: 'Other' })).toMatchObject({
    asks: [{ words: expect.stringContaining('has no sheet “Other”'), sheets: ['Old', 'Lines', 'Notes'] }],
  })
  expect(await read(await withStates('hidden', 'hidden', 'hidden'))).toMatchObject({ asks: [{ ask: 'sheet' }] })
})

test('a name that begins behind a thousand lines of JSON is a column', async () => {
  const lines = Array.from({ length: 1_100 }, (_, at) => `{"id":"${at}"}`)
  const late = await read([...lines, '{"id":"last","amount":5.00}'].join('\n'))
  expect(late).toMatchObject({ opened: { heads: ['id', 'amount'] } })
  expect(late).toHaveProperty('lines.1100', [1_101, ['last', { number: '5.00' }]])
  expect(await refusal([...lines, 'no JSON'].join('\n'))).toContain('Line 1,101 is not a JSON object')
})

test('numbers that may be IDs keep the digits of the file beside what a spreadsheet shows', async () => {
  const cells = ['123456789012345678', '000123', '1.2345678901234568E+17', '0.30000000000000004', '5.00']
  const row = cells.map((text) => `<c><v>${text}</v></c>`).join('')
  expect(await read(await workbook(sheetOf(row)))).toMatchObject({
    lines: [
      [
        1,
        [
          { number: '123456789012346000', written: '123456789012345678' },
          { number: '123', written: '000123' },
          { number: '123456789012346000', written: '1.2345678901234568E+17' },
          { number: '0.3' },
          { number: '5' },
        ],
      ],
    ],
  })
})

test('a text that a spreadsheet was made to keep is read; any other quotation mark in a cell is refused', async () => {
  const kept = 'id,amount\n="00042",5\n"=""00043""",6\n'
  expect(await read(kept)).toMatchObject({
    lines: [
      [1, ['id', 'amount']],
      [2, ['="00042"', '5']],
      [3, ['="00043"', '6']],
    ],
  })
  expect(await read(Buffer.from(kept, 'utf16le'))).toMatchObject({ opened: { separator: ',' } })
  expect(await refusal(`${kept}a"b,7\n`, { separator: ',' })).toContain(
    'Line 4: a quotation mark is in the wrong place',
  )
})

/** Its one sheet, and further files of the archive. */
const workbook = (sheet: string, more: Record<string, Buffer> = {}) => packedWorkbook({ sheets: { One: sheet }, more })

const sheetOf = (cells: string) => sheetOfRows(`<row r="1">${cells}</row>`)

test('formulas are read as their saved result, and those without one are counted', async () => {
  const file = await workbook(
    sheetOf('<c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>A1*2</f></c><c r="C1" t="str"><f>"a"</f><v>a</v></c>'),
  )
  expect(await read(file)).toMatchObject({
    lines: [[1, [{ number: '2' }, null, 'a']]],
    opened: {
      notes: [
        'This sheet has formulas in 3 cells: what is read is the result that was saved with them.',
        expect.stringContaining('No result was saved for 1 cell'),
      ],
    },
  })
})

test('bombs, damaged and cut workbooks are refused', async () => {
  const texts = await workbook(sheetOf(''), { 'xl/sharedStrings.xml': Buffer.alloc(97 * 1024 * 1024, 0x20) })
  expect(await refusal(texts)).toContain('is too large once unpacked (97 MiB in one of its parts)')
  const good = await workbook(sheetOf('</row><row><c><v>1</v></c>'.repeat(2_000)))
  expect(await read(good)).toMatchObject({ opened: { format: 'xlsx' } })
  expect(await refusal(good.subarray(0, good.length - 60))).toContain('cannot be opened')
  const flipped = Buffer.from(good)
  const at = flipped.indexOf('xl/worksheets/sheet1.xml') + 40
  flipped.fill(0xff, at, at + 30)
  expect(await refusal(flipped)).toMatch(/^This workbook (is damaged|cannot be read)/)
  expect(await refusal(await workbook('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"'))).toBe(
    'This workbook is damaged: a sheet ends in the middle. Open it in Excel and save it again.',
  )
  // The archive's directory claims that a sheet is encrypted, or a bomb.
  const changedEntry = (change: (entry: Buffer) => unknown) => {
    const other = Buffer.from(good)
    change(other.subarray(other.lastIndexOf('xl/worksheets/sheet1.xml') - 46))
    return refusal(other)
  }
  expect(await changedEntry((entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8))).toContain('is encrypted')
  expect(await changedEntry((entry) => entry.writeUInt32LE(900 * 1024 * 1024, 24))).toContain('states impossible sizes')
  // A part that claims to be smaller than it is.
  const lying = Buffer.from(await workbook(sheetOf(' '.repeat(1_000_000))))
  const directory = lying.lastIndexOf('xl/worksheets/sheet1.xml')
  lying.writeUInt32LE(100, directory - 46 + 24)
  expect(await refusal(lying)).toMatch(/^This workbook (is damaged|cannot be read)/)
  expect(await refusal(await otherArchive('word/document.xml'))).toContain('This is a Word document.')
})

function otherArchive(name: string): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('x'), name)
  return packed(zip)
}

test('what a file is, is not decided by two bytes or one bracket', async () => {
  const heads = {
    lines: [
      [1, expect.anything()],
      [2, ['1', '5']],
    ],
  }
  expect(await read('PK_EVENT,amount\n1,5\n')).toMatchObject(heads)
  expect(await read('[id],amount\n1,5\n')).toMatchObject(heads)
  expect(await read('{id},amount\n1,5\n')).toMatchObject(heads)
  expect(await read(Buffer.from('id,amount\n1,5\n', 'utf16le'))).toMatchObject(heads)
  expect(await read(Buffer.from('id,amount\n1,5\n', 'utf16le').swap16())).toMatchObject(heads)
  expect(await refusal('[ {"id":1} ]')).toContain('one JSON list')
})

test.each([
  ['<html><body><table><tr><td>1</td></tr></table>', 'a web page'],
  ['\ufeff\n<!-- Export -->\n<table border=1><tr><td>1', 'a web page'],
  ['<meta charset="utf-8"><style>td{}</style><table><tr><td>1', 'a web page'],
  ['<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">', 'CAMT'],
  ['<?xml version="1.0"?>\n<rsm:CrossIndustryInvoice>', 'XRechnung'],
  ['<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">', 'XRechnung'],
  [':20:STARTUMSE\n:25:10020030/1234567\n', 'MT940'],
  ['"EXTF";700;21;"Buchungsstapel"\n', 'DATEV'],
  [`PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`, 'OpenDocument'],
])('%s is named, with how to get a table', async (text, named) => {
  expect(await refusal(text)).toContain(named)
})

test('the table is found below what stands above it, by its own separator', async () => {
  const above = 'Umsatzauskunft "Oktober";\nKonto;0000111122;\n\nevent_id;amount\na;5,00\nb;1.250,00\n'
  expect(await read(above)).toMatchObject({
    opened: { separator: ';' },
    lines: expect.arrayContaining([[5, ['a', '5,00']]]),
  })
  expect(await read('sep=;\nevent_id;amount\na;5,00\n')).toMatchObject({
    opened: { separator: ';' },
    lines: [
      [2, ['event_id', 'amount']],
      [3, ['a', '5,00']],
    ],
  })
  expect(await read('event_id;amount\na;5,00;\n')).toMatchObject({
    opened: { separator: ';' },
    lines: [
      [1, ['event_id', 'amount']],
      [2, ['a', '5,00', '']],
    ],
  })
  // Lines that cannot be parsed are above a table only where it has a name that is known: here they are its own.
  const own = await read(`a;b;note\n1;x;4"3\n${'2;y;z\n'.repeat(9)}`, { separator: ';' })
  expect(own).toMatchObject({ words: expect.stringContaining('Line 2: a quotation mark is in the wrong place.') })
  // What is chosen is looked for alone.
  expect(await read('event_id;amount\na;5,00\n', { separator: ',' })).toMatchObject({
    lines: [
      [1, ['event_id;amount']],
      [2, ['a;5', '00']],
    ],
  })
  // Above the line that was chosen for the heads, neither a separator nor a long line counts.
  const lines = [
    [3, ['event_id']],
    [4, ['a']],
  ]
  expect(await read('Report, November\n\nevent_id\na\n', { headLine: 3 })).toMatchObject({ lines })
  const longAbove = `${'x'.repeat(70_000)}\n\na"b;c\nd"e;f\n`
  expect(await read(longAbove, { headLine: 3 })).toMatchObject({
    asks: [{ choices: [{ separator: ';', heads: ['a"b', 'c'] }] }],
  })
  expect(await refusal(`Report\na"b,${'x'.repeat(70_000)}`, { headLine: 2 })).toBe(
    'Line 2 is longer than 64 KiB: this is not a list of lines.',
  )
  // With carriage returns alone, and longer than what is looked at.
  const long = `event_id,amount\r${'a,1.5\r'.repeat(60_000)}`
  expect(await read(long)).toMatchObject({ opened: { separator: ',' } })
})

test('of a name that stands twice in an object neither value is read, also where both are the same', async () => {
  expect(await read('{"id":"a","amount":5,"amount":7}\n{"id":"b","id":"b","amount":1}\n')).toMatchObject({
    lines: [
      [1, ['a', '“5” and “7”, as its name stands twice']],
      [2, ['“b” and “b”, as its name stands twice', { number: '1' }]],
    ],
  })
})
