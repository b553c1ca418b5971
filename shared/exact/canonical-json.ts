// One text for all JSON texts of one meaning: whatever the order of names, the white space, how a string is escaped or a number
// is written.
import { normalDecimal } from './decimal-value.ts'
import { type ExactNode, parseExact } from './exact-json.ts'
import { formatExact } from './format-exact.ts'

/** What is nested too deep, or too large, to be read keeps its order of names. */
export function canonicalJson(source: string): string {
  const read = parseExact(source)
  return read.ok ? canonical(read.value) : source
}

function canonical(node: ExactNode): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text)
    case 'number':
      return normalDecimal(node.source) ?? node.source
    case 'object': {
      const members = node.members.map(({ name, value }) => ({ name, text: canonical(value) }))
      // A name that repeats keeps the order of its values: sorting is stable.
      members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      return `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join()}}`
    }
    case 'array':
      return `[${node.items.map(canonical).join()}]`
    case 'json':
      return formatExact(node.source, 0)
    case 'boolean':
    case 'null':
      return node.source
    default:
      return node satisfies never
  }
}
