import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample } from './fixtures/json-sample.ts'
import { formatExact } from './format-exact.ts'

const settings = { seed: 20261120, numRuns: 300 }

describe('formatExact', () => {
  test('lays plain values out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), fc.constantFrom(0, 2, 4), (value, indent) => {
        expect(formatExact(JSON.stringify(value, null, 1), indent)).toBe(JSON.stringify(value, null, indent))
      }),
      settings,
    )
  })

  test('changes no token, at any depth', () => {
    const deep = fc
      .tuple(sample, fc.integer({ min: 0, max: 40 }))
      .map(([{ text }, depth]) => '[ '.repeat(depth) + text + ' ]'.repeat(depth))
    fc.assert(
      fc.property(deep, fc.constantFrom(0, 2), (text, indent) => {
        const laidOut = formatExact(text, indent)
        expect(tokens(laidOut)).toEqual(tokens(text))
        expect(formatExact(laidOut, indent)).toBe(laidOut)
      }),
      settings,
    )
  })

  test('100,000 levels do not overflow the stack', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(formatExact(text, 2).replaceAll(/\s/g, '')).toBe(text)
  })

  test('indents 20 levels at most, so that text grows within bounds', () => {
    const text = `${'['.repeat(400)}1${',1'.repeat(1000)}${']'.repeat(400)}`
    expect(formatExact(text, 2).length).toBeLessThan(text.length + 20 * 21 * 2 + 100)
  })

  test('what lies deeper than 20 levels stays as it was written, spaces and all', () => {
    const laidOut = formatExact(`${'[ '.repeat(20)}[ 1 ,[2]]${' ]'.repeat(20)}`, 2).split('\n')
    expect(laidOut[20]).toBe(`${' '.repeat(40)}[ 1 ,[2]]`)
    expect(laidOut.length).toBe(41)
  })

  test('text that is no JSON comes back as it is', () => {
    expect(formatExact('<html>', 2)).toBe('<html>')
    expect(formatExact('{"a":1', 2)).toBe('{"a":1')
  })
})

/** Tokens by a pattern of their own: strings, brackets and marks, and whatever else stands together. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs) ?? []
}
