// A service may echo the Authorization header in an error; the page must not get the token back that way.

/** Shorter ones are no secrets, and would be found in ordinary words. */
const SHORTEST_SECRET = 6

/** `text` with every occurrence of the token replaced by `•••`. */
export function withoutToken(text: string, token: string): string {
  return token.length < SHORTEST_SECRET ? text : text.replaceAll(token, '•••')
}
