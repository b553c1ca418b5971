// The keys by which lines and events are matched: the event ID, or several columns together.
import type { Sameness } from './ledger-columns.ts'
import type { Keys } from './match-ledger.ts'
import type { Turn } from './turn.ts'

/** With one column, its numbers are the keys. A cell that may mean two values counts as the first. */
export function ledgerKeys(
  parts: readonly Sameness[],
  lines: number,
  rows: { all: Uint32Array; of: number },
  turn: Turn,
): Promise<Keys> {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return Promise.resolve(only)
  return joinedKeys(parts, lines, rows, turn)
}

/** A line or event without any of the parts has no key. */
async function joinedKeys(
  parts: readonly Sameness[],
  lines: number,
  rows: { all: Uint32Array; of: number },
  turn: Turn,
): Promise<Keys> {
  const ofRow = new Uint32Array(rows.of)
  const ofLine = new Uint32Array(lines)
  const numbers = createPairs()
  for (const [at, part] of parts.entries()) {
    numbers.clear()
    for (let place = 0; place < rows.all.length; place += 1) {
      if (place % 65_536 === 0) await turn.breathe()
      const row = rows.all[place] ?? 0
      ofRow[row] = at === 0 ? part.ofRow(row) : numbers.of(ofRow[row] ?? 0, part.ofRow(row))
    }
    for (let line = 0; line < lines; line += 1) {
      if (line % 65_536 === 0) await turn.breathe()
      ofLine[line] = at === 0 ? part.ofLine(line) : numbers.of(ofLine[line] ?? 0, part.ofLine(line))
    }
  }
  return { ofRow: (row) => ofRow[row] ?? 0, ofLine: (line) => ofLine[line] ?? 0 }
}

/** Numbers pairs from 1 by first appearance; two zeros are 0. Kept in typed arrays, as there may be millions. */
function createPairs(): { of(a: number, b: number): number; clear(): void } {
  let size = 0
  let slots = new Uint32Array(1 << 16)
  let firsts = new Uint32Array(1 << 15)
  let seconds = new Uint32Array(1 << 15)

  const placeOf = (a: number, b: number): number => {
    const mask = slots.length - 1
    let place = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (a >>> 16), 0x85ebca6b)) >>> 0
    place = (place ^ (place >>> 15)) & mask
    for (;;) {
      const id = slots[place] ?? 0
      if (id === 0 || (firsts[id] === a && seconds[id] === b)) return place
      place = (place + 1) & mask
    }
  }

  function grow(): void {
    const [a, b] = [new Uint32Array(firsts.length * 2), new Uint32Array(firsts.length * 2)]
    a.set(firsts)
    b.set(seconds)
    ;[firsts, seconds] = [a, b]
    slots = new Uint32Array(slots.length * 2)
    for (let id = 1; id <= size; id += 1) slots[placeOf(firsts[id] ?? 0, seconds[id] ?? 0)] = id
  }

  return {
    of(a, b) {
      if (a === 0 && b === 0) return 0
      const place = placeOf(a, b)
      const known = slots[place] ?? 0
      if (known !== 0) return known
      size += 1
      slots[place] = size
      firsts[size] = a
      seconds[size] = b
      if (size + 1 >= firsts.length) grow()
      return size
    },
    clear() {
      size = 0
      slots.fill(0)
    },
  }
}
