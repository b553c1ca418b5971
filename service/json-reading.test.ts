import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindOf, kindOfText, readJsonObject } from './json-reading.ts'

describe('readJsonObject', () => {
  test('gives every member its name and its own text, however it is laid out', () => {
    const members = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), { maxLength: 8 })
    const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
    fc.assert(
      fc.property(members, space, fc.nat(3), (pairs, gap, indent) => {
        const written = pairs.map(([name, value]) => [JSON.stringify(name), JSON.stringify(value, null, indent)])
        const text = `${gap}{${written.map((pair) => `${gap}${pair.join(`${gap}:${gap}`)}${gap}`).join(',')}}${gap}`
        const reading = readJsonObject(text)
        if (!reading.ok) throw new Error(reading.problem)
        expect(reading.members).toEqual(pairs.map(([name], index) => ({ name, text: written[index]?.[1] })))
        for (const [index, [, value]] of pairs.entries()) {
          expect(kindOfText(reading.members[index]?.text ?? '')).toBe(kindOf(value))
        }
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  test('keeps numbers as written, and names that objects would lose', () => {
    expect(readJsonObject('{"a": 0.10, "__proto__": 1e-7 , "2":-0,"1":9007199254740993}')).toEqual({
      ok: true,
      repeated: null,
      members: [
        { name: 'a', text: '0.10' },
        { name: '__proto__', text: '1e-7' },
        { name: '2', text: '-0' },
        { name: '1', text: '9007199254740993' },
      ],
    })
  })

  test('names what is given twice, however it is escaped', () => {
    expect(readJsonObject('{"ab":1,"c":2,"\\u0061b":3}')).toMatchObject({ ok: true, repeated: 'ab' })
    expect(readJsonObject('{"a":{"a":1},"b":{"a":1}}')).toMatchObject({ ok: true, repeated: null })
  })

  test.each([
    ['{', 'not valid JSON'],
    ['', 'not valid JSON'],
    ["{'a':1}", 'not valid JSON'],
    ['{"a":01}', 'not valid JSON'],
    ['{"a":1,}', 'not valid JSON'],
    ['[]', 'must be a JSON object, not array'],
    ['null', 'not null'],
    ['"x"', 'not string'],
    ['1', 'not number'],
  ])('%s is refused: %s', (text, problem) => {
    expect(readJsonObject(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  test('reads a nesting that would overflow a recursive reader', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(readJsonObject(`{"a":${deep},"b":1}`)).toMatchObject({ ok: true, members: [{ text: deep }, { text: '1' }] })
  })
})
