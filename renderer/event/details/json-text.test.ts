import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { blocksOfTokens, type JsonSpan, JsonText, jsonSpans, jsonTokens, RawEvent } from './json-text.tsx'

const joined = (spans: { text: string }[]) => spans.map(({ text }) => text).join('')

/** Names and values of an object, in the order of their text. */
function rolesOf(value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap(rolesOf)
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(
      ([name, inner]) => [['name', JSON.stringify(name)], ...rolesOf(inner)] as [string, string][],
    )
  }
  const role = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'literal'
  return [[role, JSON.stringify(value)]]
}

describe('jsonTokens', () => {
  it('gives each name and value of any JSON its role', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const tokens = jsonTokens(JSON.stringify(value, null, indent))
        const coloured = tokens.filter(({ role }) => role !== 'punctuation').map(({ role, text }) => [role, text])
        expect(coloured).toEqual(rolesOf(JSON.parse(JSON.stringify(value))))
        for (const { role, text } of tokens) if (role === 'punctuation') expect(text).toMatch(/^[\s{}[\],:]+$/)
      }),
      { seed: 1 },
    )
  })

  it('loses no character, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), fc.nat(40), (text, at) => {
        expect(joined(jsonTokens(text))).toBe(text)
        expect(joined(jsonTokens(text.slice(0, at)))).toBe(text.slice(0, at))
      }),
      { seed: 2 },
    )
  })

  it('colours a string that is cut off', () => {
    expect(jsonTokens('{"a": "long te').at(-1)).toEqual({ role: 'string', text: '"long te' })
    expect(jsonTokens('"a\\').at(-1)).toEqual({ role: 'string', text: '"a\\' })
  })

  it('keeps a number as it was sent', () => {
    expect(jsonTokens('[12345678901234567890, 0.10, 1e-7]').filter(({ role }) => role === 'number')).toEqual([
      { role: 'number', text: '12345678901234567890' },
      { role: 'number', text: '0.10' },
      { role: 'number', text: '1e-7' },
    ])
  })

  it('takes a string that is never closed to the end of the text, past an escaped quote', () => {
    expect(jsonTokens('"a\\"\\\n b')).toEqual([{ role: 'string', text: '"a\\"\\\n b' }])
  })

  it('reads a string of a million characters', () => {
    expect(jsonTokens(JSON.stringify('\\"x'.repeat(250_000)))).toHaveLength(1)
  })
})

describe('jsonSpans', () => {
  const text = (span: JsonSpan) => (span.role === 'name' ? span.indent + span.text + span.colon : span.text)

  it('loses no character, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), fc.nat(80), (value, indent, at) => {
        const json = JSON.stringify(value, null, indent).slice(0, at)
        expect(jsonSpans(jsonTokens(json)).map(text).join('')).toBe(json)
      }),
      { seed: 3 },
    )
  })

  it('keeps a name together with what indents it and with its colon', () => {
    const names = jsonSpans(jsonTokens('{\n  "a": {\n    "b": 1\n  }, "c":{"d":2}}')).filter(
      ({ role }) => role === 'name',
    )
    expect(names.map(text)).toEqual(['  "a":', '    "b":', '  }, "c":', '{"d":'])
  })
})

describe('blocksOfTokens', () => {
  it('loses no character, splits no surrogate pair, and keeps each block short', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.integer({ min: 1, max: 5 }), (json, length) => {
        const blocks = blocksOfTokens(json, length)
        expect(blocks.map(joined).join('')).toBe(json)
        for (const block of blocks) {
          expect(joined(block).length).toBeLessThanOrEqual(2 * length)
          expect(joined(block).isWellFormed()).toBe(json.isWellFormed())
        }
      }),
      { seed: 3 },
    )
  })

  it('ends a block where a line ends, if there is one', () => {
    const json = JSON.stringify(
      Array.from({ length: 500 }, (_, index) => `value ${index}`),
      null,
      2,
    )
    const blocks = blocksOfTokens(json, 200).map(joined)
    expect(blocks.length).toBeGreaterThan(20)
    for (const block of blocks.slice(0, -1)) expect(block).toMatch(/^.*\n$/s)
  })

  it('cuts a line that is longer than a block', () => {
    const blocks = blocksOfTokens(JSON.stringify({ a: 'x'.repeat(1_000) }), 100)
    expect(blocks.map(joined).map(({ length }) => length)).toEqual([200, 200, 200, 200, 200, 8])
    expect(blocks.at(3)).toEqual([{ role: 'string', text: 'x'.repeat(200) }])
  })
})

it('says that all is shown next where the next step reaches the end', () => {
  const drawn = (length: number) => renderToStaticMarkup(createElement(JsonText, { json: 'x'.repeat(length) }))
  expect(drawn(220_000)).toContain('Show all 220,000 characters')
  expect(drawn(220_001)).toContain('Show 200,000 more of 220,001 characters')
  expect(drawn(20_000)).not.toContain('Show')
})

it('says how often a raw event was asked for, where that was not once', () => {
  const receivedAt = '2026-11-20T09:12:00Z'
  const drawn = (attempts: number) => {
    const info = { receivedAt, serviceDate: null, durationMs: 2_000, attempts, requestId: null, bytes: 1 }
    return renderToStaticMarkup(createElement(RawEvent, { event: someEvent(), info, zone: 'UTC' }))
  }
  expect(drawn(1)).toMatch(/took 2\.0 s</)
  expect(drawn(3)).toMatch(/took 2\.0 s · 3 attempts</)
})
