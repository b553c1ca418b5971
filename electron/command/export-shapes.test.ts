// What events are expected to look like, from a file of `--expect` to the exit code, the last line and the receipt.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDataFile } from '../../service/data-file.ts'
import { sampleCompanyFile } from '../../service/fixtures/sample-company-file.ts'
import { anyProperty, type ExpectedShapes, type PropertyShape } from '../../shared/shape/expected-shapes.ts'
import { printShapes, shapesVersion } from '../../shared/shape/print-shapes.ts'
import { RECEIPT_ENDING } from '../backend/export/receipt.ts'
import { verifyReceipt } from '../backend/export/verify-receipt.ts'
import { place, runHere, serve } from './fixtures/start-export.ts'

const NOW = Date.parse('2026-11-22T15:00:00Z')
const OCTOBER = ['--from', '2026-10', '--to', '2026-10', '--zone', 'Europe/Berlin']
const quantity: PropertyShape = { ...anyProperty('quantity'), kinds: ['number'] }

/** The command over the sample company's October. */
async function company() {
  const { events } = await readDataFile(await sampleCompanyFile({ now: NOW, atClosing: false }))
  const service = await serve({ records: events, clock: () => NOW })
  const { out, userData } = await place()
  const codes = [...new Set(events.map((event) => event.eventCode))]
  return {
    codes,
    async run(shapes: ExpectedShapes, name = 'october.csv') {
      const named = join(out, '..', 'shapes.json')
      await writeFile(named, printShapes(shapes))
      const file = join(out, name)
      const given = [...OCTOBER, '--expect', named, '--out', file, '--user-data', userData]
      const ended = await runHere(given, { service })
      const receipt = JSON.parse(await readFile(file + RECEIPT_ENDING, 'utf8'))
      return { ...ended, file, line: JSON.parse(ended.stdout), shapes: receipt.eventscope.shapes }
    },
  }
}

describe('the sample company', () => {
  test('has quantities that are text: exit 3, their number in the line, standard error and the receipt', async () => {
    const { codes, run } = await company()
    const shapes = { codes, shapes: codes.map((code) => ({ code, properties: [quantity] })) }
    const { code, line, stderr, shapes: receiptShapes, file } = await run(shapes)
    expect([code, line.verdict, line.misfits]).toEqual([3, 'complete', 3])
    expect(stderr).toContain(`3 of 3,220 events are not as expected (version ${shapesVersion(shapes)}).\n`)
    expect(receiptShapes).toEqual({
      shapes: shapesVersion(shapes),
      expected: '3217',
      unexpected: '3',
      by: { 'unknown-code': '0', missing: '0', kind: '3', value: '0', range: '0', sign: '0' },
    })
    expect(await verifyReceipt(file)).toMatchObject({
      ok: true,
      agrees: expect.arrayContaining([
        'how many of its events are as expected and how many are not: together they are all events',
      ]),
      unchecked: expect.arrayContaining(['that so many are as expected: the shapes are not in the receipt']),
    })
  })

  test('is as expected where its codes are all that is: exit 0, and the line says so', async () => {
    const { codes, run } = await company()
    expect(await run({ codes, shapes: [] })).toMatchObject({ code: 0, line: { misfits: 0 } })
    const { code, line, shapes: receiptShapes } = await run({ codes: codes.slice(1), shapes: [] }, 'october.xlsx')
    expect([code, line.misfits > 0, receiptShapes.by['unknown-code']]).toEqual([3, true, String(line.misfits)])
  })
})

describe('a schema that somebody wrote', () => {
  async function refusedFor(text: string | Uint8Array) {
    const service = await serve({ events: 1 })
    const { out, userData, folder } = await place()
    const named = join(folder, 'shapes.json')
    await writeFile(named, text)
    const given = ['--expect', named, '--out', join(out, 'all.csv'), '--user-data', userData]
    const ended = await runHere(given, { service })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(await readdir(out)).toEqual([])
    return ended.stderr.trimEnd().replaceAll(`--expect ${named}: `, '').split('\n')
  }

  const schema = printShapes({ codes: ['api'], shapes: [] })

  test.each<[string, string | Uint8Array, string[]]>([
    ['no JSON', 'shapes', ['This is not a JSON Schema: it is not JSON.']],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), ['This is not a JSON Schema: it is not UTF-8.']],
    ['one that says nothing', '{}', ['This schema expects nothing of an event.']],
    ['a text without end', new Uint8Array(5_000_000).fill(0x20), ['This is too long for expected shapes.']],
    [
      'words that would not be checked',
      schema.replace('"type": "object"', '"type": "object", "$ref": "file:///etc/passwd", "pattern": "(a+)+$"'),
      [
        'This is not understood, and would not be checked: $ref: “"file:///etc/passwd"”.',
        'This is not understood, and would not be checked: pattern: “"(a+)+$"”.',
      ],
    ],
  ])('%s: exit 2, a sentence each, and nothing is read or written', async (_, text, sentences) => {
    expect(await refusedFor(text)).toEqual(sentences)
  })
})
