// JSON whose numbers keep the text that they were written as.

/** A number as its JSON source. */
export class ExactNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const keepSource: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined ? new ExactNumber(source) : value

/** Parses JSON with every number as an ExactNumber; undefined where the text is no JSON or is nested too deep to read. */
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

/** The integer that an exact number stands for; null when it is none or lies beyond 2^53. */
export function integerOf(value: unknown): number | null {
  if (!(value instanceof ExactNumber)) return null
  const number = Number(value.source)
  return Number.isSafeInteger(number) ? number : null
}
