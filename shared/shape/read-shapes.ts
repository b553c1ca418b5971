// Reads expected shapes from a JSON Schema: what `printShapes` writes is understood. All else is named and left out.
// Nothing is followed, nothing is run: a reference and a pattern are names like any other. What is understood:
//
//   codes    { type: object, required: [event_code], properties: { event_code: { enum } }, allOf: [shape, …] }
//   a shape  { if: event_code is CODE, then: { required: [event_properties], allOf: [sign, …],
//              properties: { event_properties: { type: object, required, properties: { NAME: property, … } } } } }
//   a sign   { if: event_type is TYPE, then: { properties: { event_properties: { properties: { NAME: bound } } } } }
//
// where "FIELD is VALUE" is { properties: { FIELD: { const: VALUE } }, required: [FIELD] }.
import { type ExactNode, parseExact } from '../exact/exact-json.ts'
import { grouped } from '../exact/grouped-digits.ts'
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
  type SignedType,
  shapesProblem,
  takesValues,
} from './expected-shapes.ts'
import { KEYWORD_OF_SIGN, SCHEMA_DRAFT, TYPES_OF_KIND } from './print-shapes.ts'

/** `notUnderstood`: a sentence each, of what is in the text and not in the shapes. `problems`: why nothing was read. */
export type ShapesReading =
  | { ok: true; shapes: ExpectedShapes; notUnderstood: readonly string[] }
  | { ok: false; problems: readonly string[] }

/** Texts that are written nest twelve deep. */
const DEEPEST = 16
const MOST_PARTS = 200_000

/** Takes any text, and refuses one beyond `LONGEST_SHAPES` unread. The shapes are normal; `{}` expects nothing. */
export function readShapes(text: string): ShapesReading {
  if (text.length > LONGEST_SHAPES) {
    return refused('This is too long for expected shapes: at most 1,048,576 characters are read.')
  }
  const read = parseExact(text, { depth: DEEPEST, values: MOST_PARTS })
  if (!read.ok) {
    return refused(
      read.why === 'not-json'
        ? 'This is not a JSON Schema: it is not JSON.'
        : 'This is not a schema of expected shapes: more values are in it than they have.',
    )
  }
  if (read.value.kind !== 'object') return refused('This is not a JSON Schema of an event: it is not an object.')
  const notes = new Notes()
  const shapes = normalShapes(readEvent(new SchemaPart(read.value, '', notes)))
  const problem = shapesProblem(shapes)
  return problem === null ? { ok: true, shapes, notUnderstood: notes.sentences() } : refused(problem)
}

const refused = (problem: string): ShapesReading => ({ ok: false, problems: [problem] })

function readEvent(schema: SchemaPart): ExpectedShapes {
  const keyword = schema.members('$schema', 'type', 'required', 'properties', 'allOf')
  // Any draft of JSON Schema is read: `isText` is called only as it notes one that is not ours.
  keyword('$schema').isText(SCHEMA_DRAFT)
  const codes = readCodes(keyword('type'), keyword('properties'), keyword('required'))
  const shapes = new Map<string, CodeShape>()
  for (const item of keyword('allOf').items()) {
    const shape = readCode(item)
    if (shape === null) continue
    if (shapes.has(shape.code)) item.note(`the event code “${shape.code.slice(0, 60)}” a second time`)
    else shapes.set(shape.code, shape)
  }
  return { codes, shapes: [...shapes.values()] }
}

/**
 * The codes that are known; null: any is. Three keywords say it together: the event is an object, its code is required,
 * and is one of a list. One that stands without the others is noted.
 */
function readCodes(type: SchemaPart, properties: SchemaPart, required: SchemaPart): readonly string[] | null {
  const isObject = type.isText('object')
  const list = properties.only('event_code').only('enum')
  const codes = list.strings()
  const fields = required.strings()
  if (codes !== null && isObject && isOnly(fields, 'event_code')) return codes
  if (codes !== null) list.note('a list of codes where none is required')
  if (fields !== null) required.note('other fields than an event code that is one of a list')
  if (isObject) type.note('an object of which no code is required')
  return null
}

const isOnly = (names: readonly string[] | null, name: string) => names?.length === 1 && names[0] === name

/** Tells what is expected of the events of one code; null where the condition is on anything else, which is noted. */
function readCode(condition: SchemaPart): CodeShape | null {
  const keyword = condition.members('if', 'then')
  const code = fieldIs(keyword('if'), 'event_code')
  const then = keyword('then')
  if (code === null || then.node === undefined) {
    condition.note('a condition on anything but one event code')
    return null
  }
  // That properties are required is said by keywords of the event and of its properties together (`readRequired`).
  const ofEvent = then.members('required', 'properties', 'allOf')
  const ofProperties = ofEvent('properties').only('event_properties').members('type', 'required', 'properties')
  const properties = new Map<string, PropertyShape>()
  for (const name of readRequired(then, ofProperties('required'), ofEvent('required'), ofProperties('type')))
    properties.set(name, { ...anyProperty(name), required: true })
  for (const [name, schema] of ofProperties('properties').all()) {
    properties.set(name, { ...(properties.get(name) ?? anyProperty(name)), ...readProperty(schema) })
  }
  for (const item of ofEvent('allOf').items()) readSigns(item, properties)
  return { code, properties: [...properties.values()] }
}

/**
 * The properties that events must have. Three keywords say it together: the event has properties (`requiredOfEvent`),
 * they are an object (`type`), and these are among them (`required`). Some of the three without the others are noted at
 * `then`, which has them all.
 */
function readRequired(
  then: SchemaPart,
  required: SchemaPart,
  requiredOfEvent: SchemaPart,
  type: SchemaPart,
): readonly string[] {
  const names = required.strings() ?? []
  const fields = requiredOfEvent.strings()
  const isObject = type.isText('object')
  if (names.length > 0 && isObject && isOnly(fields, 'event_properties')) return names
  if (names.length > 0 || isObject || fields !== null)
    then.note('properties that are required only where there are any')
  return []
}

function readProperty(schema: SchemaPart): Pick<PropertyShape, 'kinds' | 'values' | 'from' | 'to'> {
  const keyword = schema.members('type', 'enum', 'minimum', 'maximum')
  const kinds = readKinds(keyword('type'))
  return {
    kinds,
    values: readValues(keyword('enum'), kinds),
    from: readBound(keyword('minimum')),
    to: readBound(keyword('maximum')),
  }
}

/** Empty, which is any kind, where some of the types make no kind. */
function readKinds(type: SchemaPart): PropertyShape['kinds'] {
  const types = type.node?.kind === 'string' ? [type.node.text] : (type.strings() ?? [])
  const kinds = SHAPE_KINDS.filter((kind) => TYPES_OF_KIND[kind].every((one) => types.includes(one)))
  const understood = kinds.flatMap((kind) => TYPES_OF_KIND[kind])
  if (types.every((one) => understood.includes(one))) return kinds
  type.note(`“${types.join(', ').slice(0, 60)}”`)
  return []
}

/** The exact text of a number; null where there is none that can be a bound. */
function readBound(bound: SchemaPart): string | null {
  if (bound.node?.kind === 'number' && isBound(bound.node.source)) return bound.node.source
  bound.noteIfThere()
  return null
}

/** Strings, and null exactly where that is one of the kinds. */
function readValues(list: SchemaPart, kinds: PropertyShape['kinds']): string[] | null {
  if (list.node === undefined) return null
  const items = list.items().map(({ node }) => node)
  const values = items.flatMap((item) => (item?.kind === 'string' ? [item.text] : []))
  const nulls = items.filter((item) => item?.kind === 'null').length
  const fits = takesValues(kinds) && nulls === (kinds.includes('null') ? 1 : 0)
  if (list.node.kind === 'array' && fits && values.length + nulls === items.length) return values
  list.note('values that are not all strings, or not of the type')
  return null
}

/** Adds to the properties which sign their numbers have in events of a type. */
function readSigns(condition: SchemaPart, properties: Map<string, PropertyShape>): void {
  const keyword = condition.members('if', 'then')
  const type = fieldIs(keyword('if'), 'event_type')
  if (type === null || !isSigned(type)) {
    condition.note('a condition on anything but an event type')
    return
  }
  const ofProperties = keyword('then').only('properties').only('event_properties').only('properties')
  for (const [name, schema] of ofProperties.all()) {
    const sign = readSign(schema)
    const known = properties.get(name) ?? anyProperty(name)
    if (sign === null || known.signs[type] !== null) {
      schema.note('another sign than one of above, below, not above or not below 0')
      continue
    }
    properties.set(name, { ...known, signs: { ...known.signs, [type]: sign } })
  }
}

/** Null unless exactly one keyword bounds the number, by 0. */
function readSign(schema: SchemaPart): (typeof SIGNS)[number] | null {
  const keyword = schema.members(...Object.values(KEYWORD_OF_SIGN))
  const [sign, another] = SIGNS.filter((one) => keyword(KEYWORD_OF_SIGN[one]).node !== undefined)
  if (sign === undefined || another !== undefined) return null
  const bound = keyword(KEYWORD_OF_SIGN[sign]).node
  return bound?.kind === 'number' && bound.source === '0' ? sign : null
}

const isSigned = (type: string): type is SignedType => (SIGNED_TYPES as readonly string[]).includes(type)

/** The one text that a condition asks a field for; null where it asks anything else, which is noted. */
function fieldIs(condition: SchemaPart, field: string): string | null {
  const keyword = condition.members('properties', 'required')
  const asked = keyword('properties').only(field).only('const').node
  const required = keyword('required').strings()
  return asked?.kind === 'string' && isOnly(required, field) ? asked.text : null
}

/** So many of one text are named; how many more there are is said. */
const MOST_NAMED = 50
const LONGEST_PLACE = 200

/** What is in a schema and means nothing here, each by its place. */
class Notes {
  #named: string[] = []
  #more = 0

  sentences(): string[] {
    return this.#more === 0 ? this.#named : [...this.#named, `And ${grouped(this.#more)} more.`]
  }

  add(place: string, what: string): void {
    const shown = place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE)}…` : place
    if (this.#named.length < MOST_NAMED) this.#named.push(`${shown}: ${what}.`)
    else this.#more += 1
  }
}

/** A place in a schema. What stands there and is not what is asked for is noted; where nothing stands, nothing is. */
class SchemaPart {
  /** Undefined: nothing is there. */
  readonly node: ExactNode | undefined
  readonly #place: string
  readonly #notes: Notes

  constructor(node: ExactNode | undefined, place: string, notes: Notes) {
    this.node = node
    this.#place = place
    this.#notes = notes
  }

  #inner(name: string | number, node: ExactNode | undefined): SchemaPart {
    return new SchemaPart(node, this.#place === '' ? String(name) : `${this.#place}/${name}`, this.#notes)
  }

  /** @param what it is, as the sentence ends */
  note(what: string): void {
    this.#notes.add(this.#place, what)
  }

  /** Quotes what stands there. */
  noteIfThere(): void {
    if (this.node === undefined) return
    const { source } = this.node
    this.note(`“${source.slice(0, 60)}${source.length > 60 ? '…' : ''}”`)
  }

  /** The member of this name; all others are noted. */
  only(name: string): SchemaPart {
    return this.members(name)(name)
  }

  /** A function that gives the member of one of these names; all others are noted. */
  members(...wanted: readonly string[]): (name: string) => SchemaPart {
    const found = this.all()
    for (const [name, part] of found) if (!wanted.includes(name)) part.noteIfThere()
    return (name) => found.get(name) ?? this.#inner(name, undefined)
  }

  /** All members, by name: where one stands twice, the last one counts, as always in JSON, and the other is noted. */
  all(): Map<string, SchemaPart> {
    const found = new Map<string, SchemaPart>()
    if (this.node?.kind !== 'object') {
      this.noteIfThere()
      return found
    }
    for (const { name, value } of this.node.members) {
      found.get(name)?.noteIfThere()
      found.set(name, this.#inner(name, value))
    }
    return found
  }

  items(): SchemaPart[] {
    if (this.node?.kind === 'array') return this.node.items.map((item, at) => this.#inner(at, item))
    this.noteIfThere()
    return []
  }

  /** Null where there is none, or it is not a list of strings, which is noted. */
  strings(): string[] | null {
    const items = this.node?.kind === 'array' ? this.node.items : []
    const texts = items.flatMap((item) => (item.kind === 'string' ? [item.text] : []))
    if (this.node?.kind === 'array' && texts.length === items.length) return texts
    this.noteIfThere()
    return null
  }

  /** Whether it is exactly this text; another is noted. */
  isText(text: string): boolean {
    if (this.node?.kind === 'string' && this.node.text === text) return true
    this.noteIfThere()
    return false
  }
}
