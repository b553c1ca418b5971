// A secret as it might lie about on a disk, in a log or in memory: plain, base64 at each alignment, UTF-16, URL and
// percent encoding, hex.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export function disguises(secret: string): Buffer[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    // The first and last characters also hold bits of the neighbours.
    return text.slice(shift === 0 ? 0 : 4, -4)
  })
  const texts = [
    secret,
    encodeURIComponent(secret),
    ...base64,
    bytes.toString('base64url').slice(0, -2),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
  return [
    // What is left of a short secret's base64 would be found anywhere.
    ...[...new Set(texts)].filter((text) => text.length >= 5).map((text) => Buffer.from(text)),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(secret, 'utf16le').swap16(),
  ]
}

export function foundIn(haystack: Buffer, secret: string): boolean {
  return disguises(secret).some((disguise) => haystack.includes(disguise))
}

export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
