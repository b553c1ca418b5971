import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printShapes } from '../../../shared/shape/print-shapes.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { saveShapes } from './save-shapes.ts'

const text = printShapes({ codes: ['api_calls'], shapes: [] })

test('shapes are written where the user says, as they are printed, and nothing else is', async () => {
  const folder = await temporaryFolder()
  const saving = { askWhere: async (name: string) => join(folder, name) }
  const path = join(folder, 'expected-shapes.json')
  const given = text.replace('"type"', '"title": "of somebody else", "type"')
  expect(await saveShapes(given, { saving, offer: null })).toEqual({ ok: true, value: { kind: 'saved', path } })
  expect(await readFile(path, 'utf8')).toBe(text)
  expect(await saveShapes('<html>', { saving, offer: null })).toMatchObject({
    ok: false,
    failure: { kind: 'invalid', message: 'This is no JSON Schema: it is not JSON.' },
  })
})

test('a browser fetches them', async () => {
  const offer = ({ fileName }: { fileName: string }) => `/${fileName}`
  expect(await saveShapes(text, { saving: null, offer })).toMatchObject({
    value: { kind: 'download', address: '/expected-shapes.json' },
  })
})
