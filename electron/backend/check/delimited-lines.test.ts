// A text without a quotation mark is split, any other one parsed: both have to come to the same lines.
import { expect, test } from 'vitest'
import { LONGEST_LINE, MOST_COLUMNS } from '../../../shared/check/checked-file.ts'
import { takeTurns } from '../snapshots/table/turn.ts'
import { delimitedLines } from './delimited-lines.ts'
import type { ReadCell } from './read-lines.ts'

const turn = takeTurns(new AbortController().signal)

/** The lines below a first one, which has a quotation mark or none; and why no more are read. */
async function read(first: 'x' | '"x"', text: string, encoding: 'utf-8' | 'utf-16le' = 'utf-8', most = 1e6) {
  const bytes = Buffer.from(`${first}\n${text}`, encoding === 'utf-8' ? 'utf8' : 'utf16le')
  const lines: [number, readonly ReadCell[]][] = []
  const take = (line: number, cells: readonly ReadCell[]) => lines.push([line, [...cells]]) < most
  const wrong = await delimitedLines({ bytes, encoding, skip: 0 }, ',')(take, turn)
  return { lines: lines.slice(1), wrong }
}

test('lines that are split are those that the parser finds, whatever they end with and wherever a chunk does', async () => {
  // Ends of lines, separators and characters of several bytes, in an order that is another for each text.
  const parts = ['a', 'é', '漢', ',', ',', '\n', '\r', '\r\n', ' ', 'cus_birch', '😀', '\ufeff', '\0']
  let seed = 7
  const any = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return parts[(seed >>> 16) % parts.length]
  }
  const texts = Array.from({ length: 300 }, (_, length) => Array.from({ length: length % 40 }, any).join(''))
  // The first chunk of these ends somewhere else in each.
  const ended = Array.from({ length: 16 }, (_, at) => `${'a'.repeat(2 ** 20 - 8 - at)},é\r\n漢\r\r\n😀,\n`)
  for (const text of [...texts, ...ended]) {
    for (const encoding of ['utf-8', 'utf-16le'] as const) {
      const parsed = await read('"x"', text, encoding)
      expect(parsed.wrong).toBeNull()
      expect(await read('x', text, encoding)).toEqual(parsed)
    }
  }
  const begun = await read('x', 'a\n\nb\nc', 'utf-8', 3)
  expect(begun).toEqual(await read('"x"', 'a\n\nb\nc', 'utf-8', 3))
  expect(begun.lines).toEqual([
    [2, ['a']],
    [4, ['b']],
  ])
})

test('a line that is too long or has too many cells is refused as the parser refuses it', async () => {
  const long = (length: number) => 'é'.repeat(length / 2) + 'a'.repeat(length % 2)
  const texts = [LONGEST_LINE, LONGEST_LINE + 1, LONGEST_LINE + 2, 3 * LONGEST_LINE].flatMap((length) => [
    `b,c\r\n${long(length)}\nd`,
    // Of a cell before the last its characters count.
    `b,c\r\n1,${long(20)},${long(length - 11)}\nd`,
    `b,c\r\n1,${long(length)},2`,
    `b,c\r\n1,${long(length)}`,
  ])
  const wide = [MOST_COLUMNS - 1, MOST_COLUMNS].map((separators) => `b\n${','.repeat(separators)}\nc`)
  const refused = new Set<string | null>()
  for (const text of [...texts, ...wide]) {
    const parsed = await read('"x"', text)
    expect(await read('x', text)).toEqual(parsed)
    refused.add(parsed.wrong)
  }
  expect([...refused]).toEqual([
    null,
    expect.stringContaining('Line 3 is longer than 1 MiB'),
    `This file has 501 columns, and at most 500 are read. Leave out those you do not need.`,
  ])
})
