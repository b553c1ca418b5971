import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportFileStem } from './export-file-name.ts'

test('names the connection and what is exported', () => {
  expect(exportFileStem('Acme Billing (EU)', 'page')).toBe('eventscope-acme-billing-eu-page')
  expect(exportFileStem('Müller & Söhne', 'selection')).toBe('eventscope-müller-söhne-selection')
  expect(exportFileStem('///', 'page')).toBe('eventscope-page')
})

/** File systems count them, up to 255. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length

test('is usable on every system, whatever the connection is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
      expect(exportFileStem(name, 'page')).toMatch(/^eventscope(-[\p{L}\p{N}\p{M}-]{1,60})?-page$/u)
      expect(bytesOf(`${exportFileStem(name, 'selection')}-20261120-145257.csv.datapackage.json`)).toBeLessThan(256)
    }),
    { seed: 1, numRuns: 500, examples: [['文'.repeat(80)], ['𠀀'.repeat(40)], ['ﷺ'.repeat(80)]] },
  )
})
