// A keychain entry: a token with the origin that it is for, so that an edited connections.json cannot send it elsewhere.
// docs/decisions/api-keys-without-origin.md tells why entries of earlier versions are not used.

/** `https://api.example.com:8443 tok-1`: neither part can contain a space. */
export function tokenEntry(origin: string, token: string): string {
  return `${origin} ${token}`
}

/** The parts of an entry. `origin` is null in an entry of an earlier version. Null if the entry is not ours. */
export function readTokenEntry(entry: string): { origin: string | null; token: string } | null {
  const [first = '', token, ...more] = entry.split(/\s/, 3)
  if (first === '' || token === '' || more.length > 0) return null
  return token === undefined ? { origin: null, token: first } : { origin: first, token }
}
