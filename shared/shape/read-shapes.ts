// Reads expected shapes from a JSON Schema: what `printShapes` writes is understood. All else is named and left out. Nothing
// is followed, nothing is run: a reference and a pattern are names like any other.
import { type ExactNode, parseExact } from '../exact/exact-json.ts'
import {
  anyProperty,
  type CodeShape,
  type ExpectedShapes,
  isBound,
  LONGEST_SHAPES,
  normalShapes,
  type PropertyShape,
  SHAPE_KINDS,
  SIGNED_TYPES,
  SIGNS,
  type Sign,
  type SignedType,
  shapesProblem,
  takesValues,
} from './expected-shapes.ts'
import { KEYWORD_OF_SIGN, SCHEMA_DRAFT, TYPES_OF_KIND } from './print-shapes.ts'

/** `notUnderstood`: a sentence each, of what is in the text and not in the shapes. `problems`: why nothing was read. */
export type ShapesReading =
  | { ok: true; shapes: ExpectedShapes; notUnderstood: readonly string[] }
  | { ok: false; problems: readonly string[] }

/** What is written nests twelve deep. */
const DEEPEST = 16
const MOST_PARTS = 200_000

/** Takes any text, and refuses one beyond `LONGEST_SHAPES` unread. The shapes are normal; `{}` expects nothing. */
export function readShapes(text: string): ShapesReading {
  if (text.length > LONGEST_SHAPES) {
    return refused('This is too long for expected shapes: 1,048,576 characters are the most.')
  }
  const read = parseExact(text, { depth: DEEPEST, values: MOST_PARTS })
  if (!read.ok) {
    return refused(
      read.why === 'not-json'
        ? 'This is no JSON Schema: it is not JSON.'
        : 'This is no schema of expected shapes: more values are in it than they have.',
    )
  }
  if (read.value.kind !== 'object') return refused('This is no JSON Schema of an event: it is no object.')
  const reading = new SchemaReading()
  const shapes = normalShapes(readEvent(read.value, reading))
  const problem = shapesProblem(shapes)
  return problem === null ? { ok: true, shapes, notUnderstood: reading.notUnderstood() } : refused(problem)
}

const refused = (problem: string): ShapesReading => ({ ok: false, problems: [problem] })

function readEvent(node: ExactNode, reading: SchemaReading): ExpectedShapes {
  const words = reading.members(node, '', ['$schema', 'type', 'required', 'properties', 'allOf'])
  const draft = words.get('$schema')
  if (draft !== undefined && (draft.kind !== 'string' || draft.text !== SCHEMA_DRAFT)) reading.leave('$schema', draft)
  const isObject = reading.expectType(words.get('type'), 'type', 'object')
  const fields = reading.members(words.get('properties'), 'properties', ['event_code'])
  const code = reading.members(fields.get('event_code'), 'properties/event_code', ['enum'])
  const listed = reading.strings(code.get('enum'), 'properties/event_code/enum')
  const required = reading.strings(words.get('required'), 'required')
  // Written together: an event without a code has no known one.
  const isKnown = listed !== null && required?.join() === 'event_code' && isObject
  if (!isKnown && listed !== null) reading.say('properties/event_code/enum', 'a list of codes where none is required')
  if (!isKnown && required !== null) reading.say('required', 'other fields than an event code that is one of a list')
  if (!isKnown && isObject) reading.say('type', 'an object of which no code is required')
  const shapes = new Map<string, CodeShape>()
  for (const [at, item] of reading.items(words.get('allOf'), 'allOf').entries()) {
    const shape = readCode(item, `allOf/${at}`, reading)
    if (shape === null) continue
    if (shapes.has(shape.code)) reading.say(`allOf/${at}`, `the event code “${shape.code.slice(0, 60)}” a second time`)
    else shapes.set(shape.code, shape)
  }
  return { codes: isKnown ? listed : null, shapes: [...shapes.values()] }
}

function readCode(node: ExactNode, path: string, reading: SchemaReading): CodeShape | null {
  const words = reading.members(node, path, ['if', 'then'])
  const code = reading.fieldIs(words.get('if'), `${path}/if`, 'event_code')
  const then = words.get('then')
  if (code === null || then === undefined) {
    reading.say(path, 'a condition on anything but one event code')
    return null
  }
  const inner = `${path}/then`
  const parts = reading.members(then, inner, ['required', 'properties', 'allOf'])
  const fields = reading.members(parts.get('properties'), `${inner}/properties`, ['event_properties'])
  const of = `${inner}/properties/event_properties`
  const eventProperties = reading.members(fields.get('event_properties'), of, ['type', 'required', 'properties'])
  const required = reading.strings(eventProperties.get('required'), `${of}/required`) ?? []
  const isRequired = reading.strings(parts.get('required'), `${inner}/required`)
  const isObject = reading.expectType(eventProperties.get('type'), `${of}/type`, 'object')
  const isWhole = isRequired?.join() === 'event_properties' && isObject && required.length > 0
  if (!isWhole && (isRequired !== null || isObject || required.length > 0)) {
    reading.say(inner, 'properties that are required only where there are any')
  }
  const properties = new Map<string, PropertyShape>()
  for (const name of isWhole ? required : []) properties.set(name, { ...anyProperty(name), required: true })
  for (const [name, schema] of reading.all(eventProperties.get('properties'), `${of}/properties`)) {
    const known = properties.get(name) ?? anyProperty(name)
    properties.set(name, { ...known, ...readProperty(schema, `${of}/properties/${name}`, reading) })
  }
  for (const [at, item] of reading.items(parts.get('allOf'), `${inner}/allOf`).entries()) {
    readSigns(item, `${inner}/allOf/${at}`, reading, properties)
  }
  return { code, properties: [...properties.values()] }
}

function readProperty(
  node: ExactNode,
  path: string,
  reading: SchemaReading,
): Pick<PropertyShape, 'kinds' | 'values' | 'from' | 'to'> {
  const words = reading.members(node, path, ['type', 'enum', 'minimum', 'maximum'])
  const types = reading.typesOf(words.get('type'), `${path}/type`)
  const kinds = SHAPE_KINDS.filter((kind) => TYPES_OF_KIND[kind].every((type) => types.includes(type)))
  const understood = kinds.flatMap((kind) => TYPES_OF_KIND[kind])
  const isUnderstood = types.every((type) => understood.includes(type))
  if (!isUnderstood) reading.say(`${path}/type`, `“${types.join(', ').slice(0, 60)}”`)
  const understoodKinds = isUnderstood ? kinds : []
  const bound = (word: 'minimum' | 'maximum') => {
    const found = words.get(word)
    if (found === undefined) return null
    if (found.kind === 'number' && isBound(found.source)) return found.source
    reading.leave(`${path}/${word}`, found)
    return null
  }
  return {
    kinds: understoodKinds,
    values: readValues(words.get('enum'), `${path}/enum`, understoodKinds, reading),
    from: bound('minimum'),
    to: bound('maximum'),
  }
}

/** Strings, and null exactly where that is one of the kinds. */
function readValues(
  node: ExactNode | undefined,
  path: string,
  kinds: PropertyShape['kinds'],
  reading: SchemaReading,
): string[] | null {
  if (node === undefined) return null
  const items = reading.items(node, path)
  const values = items.flatMap((item) => (item.kind === 'string' ? [item.text] : []))
  const nulls = items.filter(({ kind }) => kind === 'null').length
  const fits = takesValues(kinds) && nulls === (kinds.includes('null') ? 1 : 0)
  if (node.kind === 'array' && fits && values.length + nulls === items.length) return values
  reading.say(path, 'values that are not all strings, or not of the type')
  return null
}

function readSigns(
  node: ExactNode,
  path: string,
  reading: SchemaReading,
  properties: Map<string, PropertyShape>,
): void {
  const words = reading.members(node, path, ['if', 'then'])
  const type = reading.fieldIs(words.get('if'), `${path}/if`, 'event_type')
  if (type === null || !isSigned(type)) {
    reading.say(path, 'a condition on anything but an event type')
    return
  }
  const then = reading.members(words.get('then'), `${path}/then`, ['properties'])
  const fields = reading.members(then.get('properties'), `${path}/then/properties`, ['event_properties'])
  const of = `${path}/then/properties/event_properties`
  const eventProperties = reading.members(fields.get('event_properties'), of, ['properties'])
  for (const [name, schema] of reading.all(eventProperties.get('properties'), `${of}/properties`)) {
    const place = `${of}/properties/${name}`
    const signed = reading.members(schema, place, Object.values(KEYWORD_OF_SIGN))
    const signs: Sign[] = SIGNS.filter((sign) => {
      const bound = signed.get(KEYWORD_OF_SIGN[sign])
      return bound?.kind === 'number' && bound.source === '0'
    })
    const known = properties.get(name) ?? anyProperty(name)
    if (signs.length !== 1 || signed.size !== 1 || known.signs[type] !== null) {
      reading.say(place, 'another sign than one of above, below, not above or not below 0')
      continue
    }
    properties.set(name, { ...known, signs: { ...known.signs, [type]: signs[0] ?? null } })
  }
}

const isSigned = (type: string): type is SignedType => (SIGNED_TYPES as readonly string[]).includes(type)

// Takes a JSON Schema apart, and notes by its place each word in it that means nothing here.

/** Of one text; how many more there are is said. */
const MOST_NAMED = 50
const LONGEST_PLACE = 200

class SchemaReading {
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
