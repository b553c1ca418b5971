// Where a token of JSON ends, by offset, for text that JSON.parse has accepted: nothing is checked here.

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The first offset from `at` on that is no white space. */
export function skipSpace(text: string, at: number): number {
  let next = at
  while (isSpace(text.charCodeAt(next))) next += 1
  return next
}

/** The offset after the string whose opening quote is at `at`. */
export function stringEnd(text: string, at: number): number {
  let next = at + 1
  for (let code = text.charCodeAt(next); code !== QUOTE; code = text.charCodeAt(next)) {
    next += code === BACKSLASH ? 2 : 1
  }
  return next + 1
}

/** The offset after the number, boolean or null that begins at `at`. */
export function scalarEnd(text: string, at: number): number {
  let next = at
  while (next < text.length && !isDelimiter(text.charCodeAt(next))) next += 1
  return next
}

/** The offset after the object or array that begins at `at`, whatever its depth. */
export function nestedEnd(text: string, at: number): number {
  let depth = 0
  let next = at
  do {
    const character = text[next]
    if (character === '"') {
      next = stringEnd(text, next)
      continue
    }
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    next += 1
  } while (depth > 0)
  return next
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** White space, comma, or the end of a container. */
function isDelimiter(code: number): boolean {
  return isSpace(code) || code === 0x2c || code === 0x5d || code === 0x7d
}
