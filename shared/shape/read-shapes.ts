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
  const shapes = normalShapes(readEvent(new Part(read.value, '', notes)))
  const problem = shapesProblem(shapes)
  return problem === null ? { ok: true, shapes, notUnderstood: notes.sentences() } : refused(problem)
}

const refused = (problem: string): ShapesReading => ({ ok: false, problems: [problem] })

function readEvent(schema: Part): ExpectedShapes {
  const word = schema.members('$schema', 'type', 'required', 'properties', 'allOf')
  word('$schema').isText(SCHEMA_DRAFT)
  const isObject = word('type').isText('object')
  const codes = word('properties').members('event_code')('event_code').members('enum')('enum')
  const listed = codes.strings()
  const required = word('required').strings()
  // Written together: an event without a code has no known one.
  const isKnown = listed !== null && required?.join() === 'event_code' && isObject
  if (!isKnown && listed !== null) codes.say('a list of codes where none is required')
  if (!isKnown && required !== null) word('required').say('other fields than an event code that is one of a list')
  if (!isKnown && isObject) word('type').say('an object of which no code is required')
  const shapes = new Map<string, CodeShape>()
  for (const item of word('allOf').items()) {
    const shape = readCode(item)
    if (shape === null) continue
    if (shapes.has(shape.code)) item.say(`the event code “${shape.code.slice(0, 60)}” a second time`)
    else shapes.set(shape.code, shape)
  }
  return { codes: isKnown ? listed : null, shapes: [...shapes.values()] }
}

function readCode(condition: Part): CodeShape | null {
  const word = condition.members('if', 'then')
  const code = fieldIs(word('if'), 'event_code')
  const then = word('then')
  if (code === null || then.node === undefined) {
    condition.say('a condition on anything but one event code')
    return null
  }
  const inThen = then.members('required', 'properties', 'allOf')
  const eventProperties = inThen('properties').members('event_properties')('event_properties')
  const inProperties = eventProperties.members('type', 'required', 'properties')
  const required = inProperties('required').strings() ?? []
  const isRequired = inThen('required').strings()
  const isObject = inProperties('type').isText('object')
  const isWhole = isRequired?.join() === 'event_properties' && isObject && required.length > 0
  if (!isWhole && (isRequired !== null || isObject || required.length > 0)) {
    then.say('properties that are required only where there are any')
  }
  const properties = new Map<string, PropertyShape>()
  for (const name of isWhole ? required : []) properties.set(name, { ...anyProperty(name), required: true })
  for (const [name, schema] of inProperties('properties').all()) {
    properties.set(name, { ...(properties.get(name) ?? anyProperty(name)), ...readProperty(schema) })
  }
  for (const item of inThen('allOf').items()) readSigns(item, properties)
  return { code, properties: [...properties.values()] }
}

function readProperty(schema: Part): Pick<PropertyShape, 'kinds' | 'values' | 'from' | 'to'> {
  const word = schema.members('type', 'enum', 'minimum', 'maximum')
  const type = word('type')
  const types = type.node?.kind === 'string' ? [type.node.text] : (type.strings() ?? [])
  const kinds = SHAPE_KINDS.filter((kind) => TYPES_OF_KIND[kind].every((one) => types.includes(one)))
  const understood = kinds.flatMap((kind) => TYPES_OF_KIND[kind])
  const isUnderstood = types.every((one) => understood.includes(one))
  if (!isUnderstood) type.say(`“${types.join(', ').slice(0, 60)}”`)
  const understoodKinds = isUnderstood ? kinds : []
  const bound = (part: Part) => {
    if (part.node?.kind === 'number' && isBound(part.node.source)) return part.node.source
    part.leave()
    return null
  }
  return {
    kinds: understoodKinds,
    values: readValues(word('enum'), understoodKinds),
    from: bound(word('minimum')),
    to: bound(word('maximum')),
  }
}

/** Strings, and null exactly where that is one of the kinds. */
function readValues(list: Part, kinds: PropertyShape['kinds']): string[] | null {
  if (list.node === undefined) return null
  const items = list.items().map(({ node }) => node)
  const values = items.flatMap((item) => (item?.kind === 'string' ? [item.text] : []))
  const nulls = items.filter((item) => item?.kind === 'null').length
  const fits = takesValues(kinds) && nulls === (kinds.includes('null') ? 1 : 0)
  if (list.node.kind === 'array' && fits && values.length + nulls === items.length) return values
  list.say('values that are not all strings, or not of the type')
  return null
}

function readSigns(condition: Part, properties: Map<string, PropertyShape>): void {
  const word = condition.members('if', 'then')
  const type = fieldIs(word('if'), 'event_type')
  if (type === null || !isSigned(type)) {
    condition.say('a condition on anything but an event type')
    return
  }
  const eventProperties = word('then').members('properties')('properties').members('event_properties')(
    'event_properties',
  )
  for (const [name, schema] of eventProperties.members('properties')('properties').all()) {
    const signed = schema.members(...Object.values(KEYWORD_OF_SIGN))
    const [sign, another] = SIGNS.filter((one) => signed(KEYWORD_OF_SIGN[one]).node !== undefined)
    const bound = sign && signed(KEYWORD_OF_SIGN[sign]).node
    const known = properties.get(name) ?? anyProperty(name)
    if (!sign || another || bound?.kind !== 'number' || bound.source !== '0' || known.signs[type] !== null) {
      schema.say('another sign than one of above, below, not above or not below 0')
      continue
    }
    properties.set(name, { ...known, signs: { ...known.signs, [type]: sign } })
  }
}

const isSigned = (type: string): type is SignedType => (SIGNED_TYPES as readonly string[]).includes(type)

/** The one text that a condition asks a field for; null where it asks anything else, which is named. */
function fieldIs(condition: Part, field: string): string | null {
  const word = condition.members('properties', 'required')
  const is = word('properties').members(field)(field).members('const')('const').node
  const required = word('required').strings()
  return is?.kind === 'string' && required?.join() === field ? is.text : null
}

/** So many of one text are named; how many more there are is said. */
const MOST_NAMED = 50
const LONGEST_PLACE = 200

/** What is in a schema and means nothing here, each by its place. */
class Notes {
  #named: string[] = []
  #more = 0

  sentences(): string[] {
    return this.#more === 0 ? this.#named : [...this.#named, `And ${this.#more} more.`]
  }

  add(place: string, what: string): void {
    const shown = place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE)}…` : place
    if (this.#named.length < MOST_NAMED) this.#named.push(`${shown}: ${what}.`)
    else this.#more += 1
  }
}

/** A place in a schema. What is asked of it and not there as asked is named; where nothing is there, nothing is. */
class Part {
  /** Undefined: nothing is there. */
  readonly node: ExactNode | undefined
  readonly #place: string
  readonly #notes: Notes

  constructor(node: ExactNode | undefined, place: string, notes: Notes) {
    this.node = node
    this.#place = place
    this.#notes = notes
  }

  #inner(name: string | number, node: ExactNode | undefined): Part {
    return new Part(node, this.#place === '' ? String(name) : `${this.#place}/${name}`, this.#notes)
  }

  /** @param what it is, as the sentence ends. */
  say(what: string): void {
    this.#notes.add(this.#place, what)
  }

  /** Names it with what it says. */
  leave(): void {
    if (this.node === undefined) return
    const { source } = this.node
    this.say(`“${source.slice(0, 60)}${source.length > 60 ? '…' : ''}”`)
  }

  /** A function that gives the member of one of these names; others are named. */
  members(...wanted: readonly string[]): (name: string) => Part {
    const found = this.all()
    for (const [name, part] of found) if (!wanted.includes(name)) part.leave()
    return (name) => found.get(name) ?? this.#inner(name, undefined)
  }

  /** All members, by name: where one stands twice, the last one counts, as everywhere in JSON, and the other is named. */
  all(): Map<string, Part> {
    const found = new Map<string, Part>()
    if (this.node?.kind !== 'object') {
      this.leave()
      return found
    }
    for (const { name, value } of this.node.members) {
      found.get(name)?.leave()
      found.set(name, this.#inner(name, value))
    }
    return found
  }

  items(): Part[] {
    if (this.node?.kind === 'array') return this.node.items.map((item, at) => this.#inner(at, item))
    this.leave()
    return []
  }

  /** Null where there is none, or it is not a list of strings, which is named. */
  strings(): string[] | null {
    const items = this.node?.kind === 'array' ? this.node.items : []
    const texts = items.flatMap((item) => (item.kind === 'string' ? [item.text] : []))
    if (this.node?.kind === 'array' && texts.length === items.length) return texts
    this.leave()
    return null
  }

  /** Whether it is exactly this text; another is named. */
  isText(text: string): boolean {
    if (this.node?.kind === 'string' && this.node.text === text) return true
    this.leave()
    return false
  }
}
