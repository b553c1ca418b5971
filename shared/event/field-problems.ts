// What does not fit about an answer or an event, as a list that stays short whatever a service sends.
import type { ExactMember, ExactNode } from '../exact/exact-json.ts'
import { grouped } from '../exact/grouped-digits.ts'
import type { FieldProblem } from './event.ts'

/** How the message of a repeated name begins. */
const OCCURS = 'occurs '

/** Whether the problem is a name that occurs more than once. */
export const isRepeatedName = ({ message }: FieldProblem) => message.startsWith(OCCURS)

/** More than anyone reads. */
const MOST_LISTED = 100

export class FieldProblems {
  readonly #listed: FieldProblem[] = []
  #more = 0

  /** `message` is asked for only where there is still room for it. */
  add(field: string, message: () => string): void {
    if (this.#listed.length < MOST_LISTED) this.#listed.push({ field, message: message() })
    else this.#more += 1
  }

  /** A problem for each name that is there more than once; `path` is before it. */
  addRepeats(members: readonly ExactMember[], path: string): void {
    const names = new Set<string>()
    for (const { name } of members) names.add(name)
    if (names.size === members.length) return
    const counts = new Map<string, number>()
    for (const { name } of members) counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const [name, count] of counts) {
      if (count > 1) this.add(path + shortened(name), () => `${OCCURS}${count} times: most programs keep only the last`)
    }
  }

  /** In the order in which they were found; those that had no room are counted in a last one, as of `whole`. */
  list(whole: string): FieldProblem[] {
    if (this.#more === 0) return this.#listed
    const message = `has ${grouped(this.#more)} more problems, which are not listed`
    return [...this.#listed, { field: whole, message }]
  }
}

/** A value or a name as a message quotes it: its first 60 UTF-16 units. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** What a value is, as in "is an object, not a string". */
export function kindInWords(node: ExactNode): string {
  if (node.kind === 'null') return 'null'
  if (node.kind === 'json') return node.source.startsWith('{') ? 'an object' : 'an array'
  return /^[aeiou]/.test(node.kind) ? `an ${node.kind}` : `a ${node.kind}`
}
