// Parses JSON without rounding numbers.

/** A number's JSON source text. */
export class ExactNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const keepSource: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined ? new ExactNumber(source) : value

/** Parses JSON with every number as an ExactNumber; undefined if the text is not JSON or nested too deep. */
export function parseExact(text: string): unknown {
  try {
    return JSON.parse(text, keepSource as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}

/** The members of a JSON object; null for anything else. */
export function membersOf(value: unknown): Map<string, unknown> | null {
  const isObject =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  return isObject ? new Map(Object.entries(value)) : null
}

/** The integer that an ExactNumber stands for; null for anything else, or beyond 2^53. */
export function integerOf(value: unknown): number | null {
  if (!(value instanceof ExactNumber)) return null
  const number = Number(value.source)
  return Number.isSafeInteger(number) ? number : null
}
