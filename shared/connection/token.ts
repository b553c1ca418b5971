// An API key as people paste it, made fit for the Authorization header (RFC 9110 section 5.5, RFC 6750 section 2.1).

/**
 * Reads a token: white space around it and a leading "Bearer " go. RFC 6750 allows fewer characters than any visible
 * ASCII, but services do not keep to it. A message never repeats any of the token.
 */
export function readToken(
  text: string,
): { ok: true; token: string; strippedBearer: boolean } | { ok: false; message: string } {
  const typed = text.trim()
  const token = typed.replace(/^Bearer(?:[ \t]+|$)/i, '')
  if (token === '') return { ok: false, message: 'Enter the API key.' }
  const at = token.search(/[^\x21-\x7e]/)
  if (at === -1) return { ok: true, token, strippedBearer: token !== typed }
  const where = `at character ${typed.length - token.length + at + 1}`
  const character = token.charAt(at)
  if (/[\r\n\u2028\u2029]/.test(character))
    return { ok: false, message: `The API key has a line break in it, ${where}: paste only the key.` }
  if (/\s/.test(character))
    return { ok: false, message: `The API key has a space in it, ${where}: paste only the key.` }
  if (/\p{Cc}/u.test(character)) return { ok: false, message: `The API key has a control character in it, ${where}.` }
  return { ok: false, message: `The API key has a character in it that is not plain ASCII, ${where}.` }
}
