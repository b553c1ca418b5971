// What the keychain keeps of a token: the token and the server that it is for, so that nobody who edits connections.json
// has it sent elsewhere. Why entries of earlier versions are not used: docs/decisions/api-keys-without-origin.md.

/** `https://api.example.com:8443 tok-1`. Neither an origin nor a token has a space in it. */
export function tokenEntry(origin: string, token: string): string {
  return `${origin} ${token}`
}

/** The parts of an entry; `origin` null in one of an earlier version, which held the token alone. Null: not an entry of ours. */
export function readTokenEntry(entry: string): { origin: string | null; token: string } | null {
  const [first = '', token, ...more] = entry.split(/\s/, 3)
  if (first === '' || token === '' || more.length > 0) return null
  return token === undefined ? { origin: null, token: first } : { origin: first, token }
}
