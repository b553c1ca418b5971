// What shows in a Parquet file that any text of it was changed, whatever order its rows are in: engines can add it up as well.
import { hash } from 'node:crypto'

/** Stands between two texts. */
export const BETWEEN = '\u001f'

/**
 * A row's part of it: half of the MD5 of its texts, each behind its column's name. It is no
 * seal against somebody who means to deceive: the receipt's SHA-256 is of the whole file.
 */
export function fingerprint(names: readonly string[], texts: readonly (string | null)[]): bigint {
  let row = ''
  for (let at = 0; at < names.length; at += 1) {
    const text = texts[at] ?? null
    if (text !== null) row += `${row === '' ? '' : BETWEEN}${names[at]}=${text}`
  }
  // By way of a text: a buffer of its own for each row would cost as much as the hash.
  DIGEST.write(hash('md5', row, 'hex'), 'hex')
  return DIGEST.readBigUInt64LE(8)
}

const DIGEST = Buffer.alloc(16)

/** The order of its columns. */
export const inNameOrder = (a: string, b: string) => (a < b ? -1 : 1)
