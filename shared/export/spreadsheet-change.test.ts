import { describe, expect, test } from 'vitest'
import { spreadsheetChange } from './spreadsheet-change.ts'

const ofText = (text: string, guarded = true) => spreadsheetChange({ kind: 'string', text }, guarded)

describe('what a spreadsheet makes of a cell', () => {
  test.each([
    ['007', 'number'],
    ['90071992547409931', 'number'],
    ['1E5', 'number'],
    ['12.50', 'number'],
    ['5%', 'number'],
    ['1,234.50', 'number'],
    ['12.11.2026', 'date'],
    ['€ 5', 'number'],
    ['1-2', 'date'],
    ['3/4', 'date'],
    ['2026-11-20', 'date'],
    ['MAR1', 'date'],
    ['1 Nov 2026', 'date'],
    ['14:52', 'date'],
    ['True', 'boolean'],
    ['=1+1', 'apostrophe'],
    ['-5', 'apostrophe'],
  ])('of the text %s: %s', (text, change) => {
    expect(ofText(text)).toBe(change)
  })

  test.each(['', ' ', 'evt_1', 'cus_007', 'api.calls', 'Nov', 'null', 'version 2'])('keeps the text %s', (text) => {
    expect(ofText(text)).toBe(null)
  })

  test('without guards a text that begins like a formula is run', () => {
    expect(ofText('=1+1', false)).toBe('formula')
    expect(ofText('-5', false)).toBe('number')
  })

  test('a text longer than a cell holds is cut', () => {
    expect(['x'.repeat(32_767), 'x'.repeat(32_768)].map((text) => ofText(text))).toEqual([null, 'cut'])
  })

  test('a number keeps 15 digits', () => {
    const ofNumber = (text: string) => spreadsheetChange({ kind: 'number', text }, true)
    expect(['1.10', '-0.5', '123456789012345'].map(ofNumber)).toEqual([null, null, null])
    expect(['90071992547409931', '1e400'].map(ofNumber)).toEqual(['digits', 'digits'])
    expect(spreadsheetChange({ kind: 'boolean', text: 'true' }, true)).toBe(null)
  })
})
