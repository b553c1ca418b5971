// The exact texts of all rows, as UTF-8 in large buffers outside the garbage-collected heap.

export interface TextStore {
  /** Returns the text's number; texts are numbered from 0 in this order. */
  add(text: string): number
  text(row: number): string
  /** Of the piece that holds it: its bytes lie from `start(row)` up to `end(row)`. */
  bytes(row: number): Buffer
  start(row: number): number
  end(row: number): number
  memory(): number
}

/** Pieces grow up to this size. */
const MOST_PIECE_BYTES = 16 * 1024 * 1024
const FIRST_PIECE_BYTES = 64 * 1024

/** For at most so many rows. Their texts came as UTF-8, so none of them holds a lone surrogate. */
export function createTextStore(rows: number): TextStore {
  const pieces: Buffer[] = []
  const pieceOf = new Uint16Array(rows)
  const starts = new Uint32Array(rows)
  const ends = new Uint32Array(rows)
  let added = 0
  let memory = rows * 10
  let used = 0

  function pieceFor(most: number): Buffer {
    const last = pieces.at(-1)
    if (last !== undefined && used + most <= last.length) return last
    const piece = Buffer.allocUnsafeSlow(
      Math.max(most, Math.min(4 * (last?.length ?? FIRST_PIECE_BYTES / 4), MOST_PIECE_BYTES)),
    )
    pieces.push(piece)
    memory += piece.length
    used = 0
    return piece
  }

  const piece = (row: number) => pieces[pieceOf[row] ?? 0] ?? Buffer.alloc(0)

  return {
    add(text) {
      // A UTF-16 unit takes at most three bytes; counting exactly pays only for large texts.
      const most = text.length * 3
      const into = pieceFor(most > MOST_PIECE_BYTES ? Buffer.byteLength(text) : most)
      const row = added
      added += 1
      pieceOf[row] = pieces.length - 1
      starts[row] = used
      used += into.write(text, used)
      ends[row] = used
      return row
    },
    text: (row) => piece(row).toString('utf8', starts[row], ends[row]),
    bytes: piece,
    start: (row) => starts[row] ?? 0,
    end: (row) => ends[row] ?? 0,
    memory: () => memory,
  }
}
