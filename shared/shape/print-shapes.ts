// Expected shapes as a JSON Schema (2020-12) of one event: kept, copied, saved, and of use to other tools. A property a
// line.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type CodeShape,
  type ExpectedShapes,
  normalShapes,
  type PropertyShape,
  type ShapeKind,
  SIGNED_TYPES,
  type Sign,
  type SignedType,
} from './expected-shapes.ts'

export const SCHEMA_DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/** This is what stands for a kind in a schema; an object and an array are one kind here. */
export const TYPES_OF_KIND: Readonly<Record<ShapeKind, readonly string[]>> = {
  string: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  null: ['null'],
  json: ['object', 'array'],
}

/** The keyword that says a sign, with 0. */
export const KEYWORD_OF_SIGN: Readonly<Record<Sign, string>> = {
  'above-zero': 'exclusiveMinimum',
  'not-below-zero': 'minimum',
  'not-above-zero': 'maximum',
  'below-zero': 'exclusiveMaximum',
}

/** The text of shapes: the same for the same ones, whoever wrote them. */
export function printShapes(shapes: ExpectedShapes): string {
  const { codes, shapes: normal } = normalShapes(shapes)
  const parts = [
    `"$schema": ${JSON.stringify(SCHEMA_DRAFT)}`,
    ...(codes === null
      ? []
      : [
          '"type": "object"',
          '"required": ["event_code"]',
          `"properties": {"event_code": {"enum": ${JSON.stringify(codes)}}}`,
        ]),
    ...block('allOf', normal.map(codeSchema), '[]'),
  ]
  return `{\n${parts.map((part) => indented(part, 2)).join(',\n')}\n}\n`
}

/** Names these shapes in copies, files and receipts: twelve hexadecimal digits, the same for the same shapes. */
export const shapesVersion = (shapes: ExpectedShapes) =>
  bytesToHex(sha256(utf8ToBytes(printShapes(shapes)))).slice(0, 12)

/**
 * The item of `allOf` for one code: {"if": the event has this code, "then": {"required", "properties", "allOf"}}, where
 * `properties` says what its properties are and `allOf` the sign of their numbers by type of event.
 */
function codeSchema({ code, properties }: CodeShape): string {
  const required = properties.filter((one) => one.required).map(({ name }) => name)
  const schemas = properties.flatMap((one) => {
    const words = propertyWords(one)
    return words.length === 0 ? [] : [`${JSON.stringify(one.name)}: {${words.join(', ')}}`]
  })
  const ofProperties = [
    ...(required.length === 0 ? [] : ['"type": "object"', `"required": ${JSON.stringify(required)}`]),
    ...block('properties', schemas),
  ]
  const then = [
    ...(required.length === 0 ? [] : ['"required": ["event_properties"]']),
    ...block('properties', block('event_properties', ofProperties)),
    ...block(
      'allOf',
      SIGNED_TYPES.flatMap((type) => signSchema(type, properties)),
      '[]',
    ),
  ]
  return `{\n  "if": ${fieldIs('event_code', code)},\n  "then": {\n${then.map((one) => indented(one, 4)).join(',\n')}\n  }\n}`
}

const fieldIs = (field: string, value: string) =>
  `{"properties": {"${field}": {"const": ${JSON.stringify(value)}}}, "required": ["${field}"]}`

/**
 * A member whose parts stand on lines of their own; none where there are no parts.
 * @param brackets around them: `[]` where they are items, not members
 */
const block = (name: string, parts: readonly string[], [open, close]: '{}' | '[]' = '{}') =>
  parts.length === 0 ? [] : [`"${name}": ${open}\n${parts.map((one) => indented(one, 2)).join(',\n')}\n${close}`]

/** Strings have no line feed of their own: JSON escapes it. Other line separators in them stay as they are. */
const indented = (text: string, by: number) => ' '.repeat(by) + text.replaceAll('\n', `\n${' '.repeat(by)}`)

/** The members that say the kinds of a property, its values and its range. */
function propertyWords({ kinds, values, from, to }: PropertyShape): string[] {
  const types = kinds.flatMap((kind) => TYPES_OF_KIND[kind])
  const listed = values?.map((value) => JSON.stringify(value)) ?? []
  return [
    ...(types.length === 0 ? [] : [`"type": ${types.length === 1 ? JSON.stringify(types[0]) : JSON.stringify(types)}`]),
    ...(values === null ? [] : [`"enum": [${[...listed, ...(kinds.includes('null') ? ['null'] : [])].join(', ')}]`]),
    ...(from === null ? [] : [`"minimum": ${from}`]),
    ...(to === null ? [] : [`"maximum": ${to}`]),
  ]
}

/** The item that says the signs of numbers in events of a type; none where no property has one. */
function signSchema(type: SignedType, properties: readonly PropertyShape[]): string[] {
  const signed = properties.flatMap(({ name, signs }) => {
    const sign = signs[type]
    return sign === null ? [] : [`${JSON.stringify(name)}: {"${KEYWORD_OF_SIGN[sign]}": 0}`]
  })
  if (signed.length === 0) return []
  const then = `{"properties": {"event_properties": {"properties": {${signed.join(', ')}}}}}`
  return [`{"if": ${fieldIs('event_type', type)}, "then": ${then}}`]
}
