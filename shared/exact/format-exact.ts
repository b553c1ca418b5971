// JSON text laid out for reading, every token as it was written.
import { isJson } from './exact-json.ts'
import { JsonScanner } from './json-scanner.ts'

/** Containers deeper than this stay as they are, so that indenting cannot blow a hostile text up. */
const DEEPEST_INDENTED = 20

/**
 * Lays JSON text out as JSON.stringify(value, null, indent) would, every token as it is. With indent 0 all is on one line.
 * Text that is no JSON comes back unchanged.
 */
export function formatExact(source: string, indent: number): string {
  if (!isJson(source)) return source
  const breaks = Array.from({ length: DEEPEST_INDENTED + 1 }, (_, depth) =>
    indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`,
  )
  const pieces: string[] = []
  const scanner = new JsonScanner(source)
  let depth = 0
  for (let code = scanner.next(); !Number.isNaN(code); code = scanner.next()) {
    const start = scanner.at
    const character = source.charAt(start)
    if (character === '{' || character === '[') {
      if (scanner.empty(code)) pieces.push(character === '{' ? '{}' : '[]')
      else if (depth === DEEPEST_INDENTED) {
        scanner.value(code)
        pieces.push(source.slice(start, scanner.at))
      } else {
        scanner.at += 1
        depth += 1
        pieces.push(character, breaks[depth] ?? '')
      }
    } else if (scanner.leaf(code)) {
      pieces.push(source.slice(start, scanner.at))
    } else {
      scanner.at += 1
      if (character === ',') pieces.push(character, breaks[depth] ?? '')
      else if (character === ':') pieces.push(indent === 0 ? ':' : ': ')
      else {
        depth -= 1
        pieces.push(breaks[depth] ?? '', character)
      }
    }
  }
  return pieces.join('')
}
