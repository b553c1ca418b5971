// Workbooks that programs write, that are damaged, and that nobody should write: each is read as it is, or ends with
// words.
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { takeTurns } from '../snapshots/table/turn.ts'
import { HOSTILE_WORKBOOKS } from './fixtures/hostile-workbooks.ts'
import { packedWorkbook, sheetOfRows, type WorkbookParts } from './fixtures/packed-workbook.ts'
import type { ReadCell } from './read-lines.ts'
import { LEDGER_LIMITS, openWorkbook } from './workbook-lines.ts'

const shared = (bytes: Uint8Array) => {
  const file = new SharedArrayBuffer(bytes.length)
  new Uint8Array(file).set(bytes)
  return file
}

const calm = () => takeTurns(new AbortController().signal)

interface Read {
  lines: [number, readonly ReadCell[]][]
  notes: string[]
}

/** How long a workbook takes is what bench/workbooks measures: here it may take whatever the machine needs. */
const UNHURRIED = { ...LEDGER_LIMITS, waitMs: 240_000 }

/** The lines and notes, or a refusal. Rows are counted, and not kept, where there are many. */
async function read(bytes: Uint8Array, limits = UNHURRIED): Promise<Read | string> {
  const turn = calm()
  const opened = await openWorkbook(shared(bytes), null, turn, limits)
  if (typeof opened === 'string') return opened
  if (opened.chosen === null) throw new Error('It has several sheets')
  const { lines, notes } = opened.chosen
  const found: Read['lines'] = []
  const wrong = await lines((line, cells) => found.length > 100 || found.push([line, cells]) > 0, turn)
  return wrong ?? { lines: found, notes }
}

const readParts = async (parts: WorkbookParts) => read(await packedWorkbook(parts))
const readSheet = (sheet: string, more: Partial<WorkbookParts> = {}) => readParts({ sheets: { One: sheet }, ...more })
const readRows = (rows: string, more: Partial<WorkbookParts> = {}) => readSheet(sheetOfRows(rows), more)
const damaged = (what: string) => `This workbook is damaged: ${what}. Open it in Excel and save it again.`

const small = Object.entries(HOSTILE_WORKBOOKS).filter(([, { isLarge }]) => !isLarge)

test.each(small)('a workbook with %s ends', async (_, { parts, words }) => {
  const outcome = await readParts(parts())
  if (words === null) expect(outcome).toMatchObject({ notes: [] })
  else expect(outcome).toMatch(words)
})

test('every kind of cell is read as a spreadsheet shows it', async () => {
  const cells = [
    '<c r="A1" t="s"><v>1</v></c>',
    '<c r="B1" t="inlineStr"><is><r><t>a </t></r><rPh><t>no</t></rPh><r><t>b_x000D_ &#233;<![CDATA[<&]]></t></r></is></c>',
    '<c r="D1" t="b"><v>1</v></c>',
    '<c r="E1" t="e"><v>#DIV/0!</v></c>',
    '<c r="F1" t="str"><f>"x"</f><v>x</v></c>',
    '<c r="G1" s="1"><v>46326.5</v></c>',
    '<c r="H1" s="2"><v>46326</v></c>',
    '<c r="I1" s="0"><v>46326.50</v></c>',
    '<c r="J1" s="9"><v>1</v></c>',
    '<c r="K1"/>',
  ]
  const more = {
    texts: '<sst><si><t>none</t></si><si><r><t>one </t></r><r><t>two</t></r><rPh><t>no</t></rPh></si></sst>',
    styles:
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  }
  expect(await readRows(`<row r="1">${cells.join('')}</row><row r="7"><c><v>2</v></c></row>`, more)).toMatchObject({
    lines: [
      [
        1,
        [
          'one two',
          'a b\r é<&',
          null,
          'true',
          '#DIV/0!',
          'x',
          { time: '2026-10-31T12:00:00' },
          { time: '2026-10-31' },
          { number: '46326.5' },
          { number: '1' },
          null,
        ],
      ],
      [7, [{ number: '2' }]],
    ],
  })
})

test('days count from 1904, and elements have a prefix, where a workbook says so', async () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'
  const row = '<row><c s="0"><v>1</v></c></row>'
  expect(await readRows(row, { styles, properties: 'date1904="1"' })).toMatchObject({
    lines: [[1, [{ time: '1904-01-02' }]]],
  })
  const prefixed =
    '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  expect(await readSheet(prefixed)).toMatchObject({ lines: [[1, [{ number: '3' }]]] })
})

const ROW = '<row><c><v>1</v></c></row>'

test.each([
  ['a row behind the last', `${ROW}<row r="1048577"/>`, 'it has a row 1,048,577, and no sheet has more than 1,048,576'],
  [
    'a row behind the last, by its place',
    '<row r="1048576"/><row/>',
    'it has a row 1,048,577, and no sheet has more than 1,048,576',
  ],
  ['a row behind the end of the rows', `${ROW}</sheetData>${ROW}<sheetData>`, 'row 2 comes after the end of its sheet'],
  ['more rows', `${ROW}</sheetData><sheetData>${ROW}`, 'a sheet continues after its end'],
  ['rows not in order', '<row r="5"/><row r="2"/>', 'row 2 comes after row 5'],
  ['a row twice', '<row r="5"/><row r="5"/>', 'row 5 comes after row 5'],
  ['a row without a number', '<row r="five"/>', 'the row after row 0 has no valid number'],
  ['a row in a row', `<row>${ROW}</row>`, 'row 1 is cut'],
  ['a cell twice', '<row><c r="A1"/><c r="A1"/></row>', 'the cells of row 1 are not in order'],
  ['a cell in no column', '<row><c r="XFE1"/></row>', 'a cell of row 1 is in a column that does not exist'],
  ['a text of no number', '<row><c t="s"><v>one</v></c></row>', 'a cell of row 1 refers to a text that does not exist'],
])('%s is named', async (_, rows, words) => {
  expect(await readRows(rows)).toBe(damaged(words))
})

test('what follows the end of a sheet, and rows before its beginning, are named', async () => {
  const whole = sheetOfRows(ROW)
  expect(await readSheet(`${whole}\n<!-- kept -->\n`)).toMatchObject({ lines: [[1, [{ number: '1' }]]] })
  expect(await readSheet(`${whole}${ROW}`)).toBe(damaged('row 2 comes after the end of its sheet'))
  expect(await readSheet(`${whole}<other/>`)).toBe(damaged('a sheet continues after its end'))
  expect(await readSheet(`${whole}text`)).toBe(damaged('a sheet continues after its end'))
  expect(await readSheet(`<worksheet>${ROW}<sheetData/></worksheet>`)).toBe(
    damaged('row 1 comes before the start of its sheet'),
  )
  expect(await readSheet('<worksheet><sheetData></worksheet>')).toBe(damaged('a sheet ends in the middle'))
})

test('rows behind the end that a sheet states are read, and it is said', async () => {
  const sheet = (ref: string) =>
    `<worksheet><dimension ref="${ref}"/><sheetData>${ROW}${ROW}<row r="9"/></sheetData></worksheet>`
  expect(await readSheet(sheet('A1:B1'))).toMatchObject({
    lines: [
      [1, [{ number: '1' }]],
      [2, [{ number: '1' }]],
      [9, []],
    ],
    notes: ['This sheet says that it ends with row 1, but goes on to row 2: all its rows are read.'],
  })
  // Empty rows are nothing, and a single cell is what some programs write for any sheet.
  expect(await readSheet(sheet('A1:B2'))).toMatchObject({ notes: [] })
  expect(await readSheet(sheet('A1'))).toMatchObject({ notes: [] })
})

/** Of the entry in the archive's directory. */
const [CHECKSUM, SIZE] = [16, 24]

async function changed(parts: WorkbookParts, path: string, at: number, change: (value: number) => number) {
  const bytes = await packedWorkbook(parts)
  const entry = bytes.lastIndexOf(path) - 46
  bytes.writeUInt32LE(change(bytes.readUInt32LE(entry + at)) >>> 0, entry + at)
  return read(bytes)
}

const WITH_TEXTS: WorkbookParts = {
  sheets: { One: sheetOfRows('<row><c t="s"><v>0</v></c></row>') },
  texts: '<sst><si><t>a</t></si></sst>',
  styles: '<styleSheet/>',
}

test.each([
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
  'xl/sharedStrings.xml',
  'xl/worksheets/sheet1.xml',
])('a wrong checksum of %s is named, and a wrong size', async (path) => {
  const words = (what: string) => damaged(`“${path}” ${what}`)
  expect(await changed(WITH_TEXTS, path, CHECKSUM, (sum) => sum ^ 1)).toBe(
    damaged(`the checksum of “${path}” is wrong`),
  )
  expect(await changed(WITH_TEXTS, path, SIZE, (size) => size - 1)).toBe(words('is larger than stated'))
  expect(await changed(WITH_TEXTS, path, SIZE, (size) => size + 1)).toBe(words('is smaller than stated'))
})

test('a sheet of more than half a GiB is refused by what it states', async () => {
  const kept = Array.from({ length: 60_000 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36)).join('')
  const sheets = { One: `<worksheet><!--${kept}--><sheetData/></worksheet>` }
  expect(await changed({ sheets }, 'xl/worksheets/sheet1.xml', SIZE, () => 513 * 2 ** 20)).toMatch(
    /^This workbook (?:is too large once unpacked \(513 MiB|is damaged: it states impossible sizes)/,
  )
})

test('another sheet than the one that is meant may be damaged', async () => {
  const sheets = { One: sheetOfRows(ROW), About: '<worksheet><sheetData>' }
  expect(await readParts({ sheets })).toMatchObject({ lines: [[1, [{ number: '1' }]]] })
  const bytes = shared(await packedWorkbook({ sheets }))
  expect(await openWorkbook(bytes, 'About', calm())).toBe(damaged('a sheet ends in the middle'))
  expect(await openWorkbook(bytes, 'Two', calm())).toMatchObject({ sheets: ['One', 'About'], chosen: null })
})

test('a sheet that is not in the workbook, and one without rows, are told', async () => {
  const workbook = '<workbook><sheets><sheet name="Chart" sheetId="1" r:id="none"/></sheets></workbook>'
  expect(await readSheet(sheetOfRows(ROW), { workbook })).toBe(
    'This sheet has no rows: it is a chart, or the like. Choose another.',
  )
  expect(await readSheet(sheetOfRows(ROW), { workbook: '<workbook/>' })).toBe('This workbook has no sheet.')
})

/** The workers that are started meanwhile. */
async function workersOf(act: () => Promise<unknown>) {
  const workers: { threadId: number }[] = []
  const note = (worker: { threadId: number }) => void workers.push(worker)
  process.on('worker', note)
  await act()
  process.off('worker', note)
  return workers
}

const MANY_ROWS: WorkbookParts = { sheets: { One: sheetOfRows(ROW.repeat(100_000)) } }

test('cancelling ends the worker, while a workbook is opened and while its rows are taken', async () => {
  const bytes = shared(await packedWorkbook(MANY_ROWS))
  const workers = await workersOf(async () => {
    const opening = new AbortController()
    const opened = openWorkbook(bytes, null, takeTurns(opening.signal))
    setImmediate(() => opening.abort())
    await expect(opened).rejects.toThrow('The question was dropped')

    const reading = new AbortController()
    const turn = takeTurns(reading.signal)
    const workbook = await openWorkbook(bytes, null, turn)
    if (typeof workbook === 'string') throw new Error(workbook)
    let rows = 0
    const taken = workbook.chosen?.lines(() => {
      rows += 1
      reading.abort()
      return true
    }, turn)
    await expect(taken).rejects.toThrow('The question was dropped')
    expect(rows).toBeLessThan(100_000)
  })
  expect(workers.map(({ threadId }) => threadId)).toEqual([-1, -1, -1])
})

test('a reader that wants no more rows ends the worker', async () => {
  const bytes = shared(await packedWorkbook(MANY_ROWS))
  const workers = await workersOf(async () => {
    const workbook = await openWorkbook(bytes, null, calm())
    if (typeof workbook === 'string') throw new Error(workbook)
    expect(await workbook.chosen?.lines((line) => line < 3, calm())).toBe(null)
  })
  expect(workers.map(({ threadId }) => threadId)).toEqual([-1, -1])
})

test('a workbook that takes longer than may be waited ends its worker, with words', async () => {
  const bytes = await packedWorkbook(MANY_ROWS)
  const workers = await workersOf(async () => {
    expect(await read(bytes, { ...LEDGER_LIMITS, waitMs: 1 })).toBe(
      'This workbook takes longer than 0 seconds to read, so reading was stopped. Save the sheet you need as CSV.',
    )
  })
  expect(workers.map(({ threadId }) => threadId)).toEqual([-1])
})

test('a workbook that takes more memory than its worker has ends with words', async () => {
  const formats = Array.from({ length: 500_000 }, (_, at) => `<numFmt numFmtId="${at}" formatCode="d"/>`)
  const bytes = await packedWorkbook({
    ...MANY_ROWS,
    styles: `<styleSheet><numFmts>${formats.join('')}</numFmts></styleSheet>`,
  })
  expect(await read(bytes, { ...UNHURRIED, heapMb: 16 })).toBe(
    'This workbook needs too much memory to be read. Save the sheet you need as CSV.',
  )
  expect(await read(bytes)).toMatchObject({ notes: [] })
})

/** A cell as a test knows it: what is written, and what is read. */
const cellOf = fc.oneof(
  fc.constant({ wrote: null, reads: null }),
  fc
    .string({ unit: fc.constantFrom(...'aé😀<>&"\'_x0041_ \t\n'), minLength: 1, maxLength: 20 })
    .map((text) => ({ wrote: text, reads: text })),
  fc.boolean().map((value) => ({ wrote: value, reads: String(value) })),
  fc
    .integer({ min: -(10 ** 9), max: 10 ** 9 })
    .map((cents) => ({ wrote: cents / 100, reads: { number: String(cents / 100).replace(/^-0$/, '0') } })),
  fc
    .integer({ min: Date.UTC(1901, 0, 1) / 1_000, max: Date.UTC(2099, 0, 1) / 1_000 })
    .map((seconds) => new Date(seconds * 1_000))
    .map((at) => ({
      wrote: at,
      reads: { time: at.toISOString().replace('.000Z', '').replace('T00:00:00', '') },
    })),
)
const table = fc.array(fc.array(cellOf, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 })

/** Rows and cells that are empty at the end say nothing. */
const filled = (lines: Read['lines']) =>
  lines.flatMap(([line, cells]) => {
    const last = cells.findLastIndex((cell) => cell !== null)
    return last < 0 ? [] : [[line, cells.slice(0, last + 1)]]
  })

test('what another program writes is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const bytes = await writeXlsx({
        sheets: [{ name: 'One', rows: rows.map((cells) => cells.map(({ wrote }) => wrote)) }],
      })
      const outcome = await read(bytes)
      if (typeof outcome === 'string') throw new Error(outcome)
      const wanted = rows.map((cells, at): [number, ReadCell[]] => [at + 1, cells.map(({ reads }) => reads)])
      expect(filled(outcome.lines)).toEqual(filled(wanted))
    }),
    { numRuns: 15 },
  )
})

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

test('texts that cells share, in runs or not, are read as they were written', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'aé😀<>& '), maxLength: 12 })
  const texts = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(9), { maxLength: 20 }), async (runs, wanted) => {
      const numbers = wanted.map((number) => number % runs.length)
      const items = runs.map((all) => `<si>${all.map((one) => `<r><t>${xml(one)}</t></r>`).join('')}</si>`)
      const outcome = await readRows(numbers.map((number) => `<row><c t="s"><v>${number}</v></c></row>`).join(''), {
        texts: `<sst>${items.join('')}</sst>`,
      })
      expect(outcome).toMatchObject({
        lines: numbers.map((number, at) => [at + 1, [runs[number]?.join('') || null]]),
      })
    }),
    { numRuns: 15 },
  )
})
