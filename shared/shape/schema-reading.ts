// Takes a JSON Schema apart, and notes by its place each word in it that means nothing here.
import type { ExactNode } from '../exact/exact-json.ts'

/** Of one text; how many more there are is said. */
const MOST_NAMED = 50
const LONGEST_PLACE = 200

export class SchemaReading {
  #named: string[] = []
  #more = 0

  /** What is in the text and was not understood, a sentence each. */
  notUnderstood(): string[] {
    return this.#more === 0 ? this.#named : [...this.#named, `And ${this.#more} more.`]
  }

  /** @param what it is, as the sentence ends. */
  say(place: string, what: string): void {
    if (this.#named.length < MOST_NAMED) this.#named.push(`${shown(place)}: ${what}.`)
    else this.#more += 1
  }

  /** Names a word with what it says. */
  leave(place: string, node: ExactNode): void {
    this.say(place, `“${node.source.slice(0, 60)}${node.source.length > 60 ? '…' : ''}”`)
  }

  /** The members of these names. Others are named, and so is what is no object. */
  members(node: ExactNode | undefined, place: string, wanted: readonly string[]): Map<string, ExactNode> {
    const found = new Map<string, ExactNode>()
    for (const [name, value] of this.all(node, place)) {
      if (wanted.includes(name)) found.set(name, value)
      else this.leave(place === '' ? name : `${place}/${name}`, value)
    }
    return found
  }

  /** All members, by name: where one stands twice, the last one counts, as everywhere in JSON, and the other is named. */
  all(node: ExactNode | undefined, place: string): Map<string, ExactNode> {
    const found = new Map<string, ExactNode>()
    if (node === undefined) return found
    if (node.kind !== 'object') {
      this.leave(place, node)
      return found
    }
    for (const { name, value } of node.members) {
      const before = found.get(name)
      if (before !== undefined) this.leave(`${place}/${name}`, before)
      found.set(name, value)
    }
    return found
  }

  items(node: ExactNode | undefined, place: string): readonly ExactNode[] {
    if (node === undefined) return []
    if (node.kind === 'array') return node.items
    this.leave(place, node)
    return []
  }

  /** Null where there is none, or it is no list of strings, which is named. */
  strings(node: ExactNode | undefined, place: string): string[] | null {
    if (node === undefined) return null
    const items = node.kind === 'array' ? node.items : []
    const texts = items.flatMap((item) => (item.kind === 'string' ? [item.text] : []))
    if (node.kind === 'array' && texts.length === items.length) return texts
    this.leave(place, node)
    return null
  }

  /** Whether it says exactly this type; another is named. */
  expectType(node: ExactNode | undefined, place: string, type: string): boolean {
    if (node === undefined) return false
    if (node.kind === 'string' && node.text === type) return true
    this.leave(place, node)
    return false
  }

  /** One type, or several. */
  typesOf(node: ExactNode | undefined, place: string): string[] {
    if (node?.kind === 'string') return [node.text]
    return this.strings(node, place) ?? []
  }

  /** The one text that a condition asks a field for; null where it asks anything else, which is named. */
  fieldIs(node: ExactNode | undefined, place: string, field: string): string | null {
    const words = this.members(node, place, ['properties', 'required'])
    const fields = this.members(words.get('properties'), `${place}/properties`, [field])
    const is = this.members(fields.get(field), `${place}/properties/${field}`, ['const']).get('const')
    const required = this.strings(words.get('required'), `${place}/required`)
    return is?.kind === 'string' && required?.join() === field ? is.text : null
  }
}

const shown = (place: string) => (place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE)}…` : place)
