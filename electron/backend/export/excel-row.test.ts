import { expect, test } from 'vitest'
import { cellText, textElement } from './excel-row.ts'
import { emptyTally } from './file-format.ts'

const MOST = 32_767
const LONG = 9_000_000

test.each([
  ['letters', 'a'],
  ['what an escape begins with', '_'],
  ['escapes', '_x0041_'],
  ['escapes of fewer digits', '\n_x1_x005F_'],
  ['spaces', ' '],
  ['signs of XML', '&'],
  ['what XML cannot hold', '\u0001'],
  ['whole pairs', '👩'],
])('of a text of millions only what a cell takes is worked on: %s', (_, batch) => {
  const text = batch.repeat(LONG / batch.length)
  const tally = emptyTally()
  const cell = cellText(text, tally)
  expect(cell.length).toBeLessThanOrEqual(MOST)
  expect(cell.length).toBeGreaterThan(MOST - 3)
  expect(cell.isWellFormed()).toBe(true)
  expect(cell).toMatch(/^.+ … \(cut: \d+ characters\)$/s)
  expect(textElement(text, tally)).toMatch(/^<t xml:space="preserve">.+ … \(cut: \d+ characters\)<\/t>$/s)
  expect(tally).toMatchObject({ cut: 2, halfPairs: 0 })
})

test.each([
  ['_x0041', '_x005F_x0041'],
  ['_x1_', '_x005F_x1_'],
  ['_x1e5\u0001', '_x005F_x1e5_x0001_'],
  ['_x1e5 ', '_x1e5 '],
])('an underscore before what may be read as digits of an escape is escaped: %j', (text, written) => {
  expect(textElement(text, emptyTally())).toMatch(new RegExp(`>${written}</t>$`))
})

test('the cut says how long the text was, and is not made longer by the escapes of broken characters', () => {
  const tally = emptyTally()
  const cell = cellText('\ud83d'.repeat(LONG), tally)
  expect(cell.length).toBeLessThanOrEqual(MOST)
  expect(cell).toMatch(/^(?:\\ud83d)+.{0,5} … \(cut: 9000000 characters\)$/)
  expect(tally).toMatchObject({ cut: 1, halfPairs: 1 })
  // It fits before its escape, and not with it.
  const almost = `${'x'.repeat(MOST - 1)}\ud83d`
  expect(cellText(almost, tally).length).toBeLessThanOrEqual(MOST)
  expect(tally).toMatchObject({ cut: 2, halfPairs: 1 })
})

test('a pair at the cut is whole or not there', () => {
  for (const before of ['', 'x']) {
    const cell = cellText(before + '👩'.repeat(20_000), emptyTally())
    expect(cell).not.toContain('\\ud')
    expect(cell.isWellFormed()).toBe(true)
  }
})

test('what fits stays as it is', () => {
  const tally = emptyTally()
  const text = 'a'.repeat(MOST)
  expect(cellText(text, tally)).toBe(text)
  expect(textElement(text, tally)).toBe(`<t>${text}</t>`)
  expect(tally.cut).toBe(0)
})
