// shape/ says what events of a connection are expected to look like, and which do not. It says for each event code
// which properties there are, of which kind, with which values, in which range, and with which sign.
import { decimalValue } from '../exact/exact-number.ts'

/** `json` is an object or an array. Where a name stands twice in an event, its value is of none of them. */
export const SHAPE_KINDS = ['string', 'number', 'boolean', 'null', 'json'] as const
export type ShapeKind = (typeof SHAPE_KINDS)[number]

export const SIGNS = ['above-zero', 'not-below-zero', 'not-above-zero', 'below-zero'] as const
export type Sign = (typeof SIGNS)[number]

export const SIGNED_TYPES = ['credit', 'debit'] as const
export type SignedType = (typeof SIGNED_TYPES)[number]

export interface PropertyShape {
  name: string
  /** Whether each event of the code has the property. */
  required: boolean
  /** The kinds that its value may be of; empty: any. */
  kinds: readonly ShapeKind[]
  /** The strings that its value may be; null: any. A list needs kinds that are string, or string and null. */
  values: readonly string[] | null
  /** The range of its numbers, both ends included: JSON numbers, kept digit for digit. Null: open. */
  from: string | null
  to: string | null
  /** The sign of its numbers, by type of event; null: any. */
  signs: Readonly<Record<SignedType, Sign | null>>
}

export interface CodeShape {
  code: string
  properties: readonly PropertyShape[]
}

export interface ExpectedShapes {
  /** The codes that are known; null: any code is as good as another. */
  codes: readonly string[] | null
  shapes: readonly CodeShape[]
}

export const NO_SHAPES: ExpectedShapes = { codes: null, shapes: [] }
export const NO_SIGNS: PropertyShape['signs'] = { credit: null, debit: null }

/** A property of which nothing is expected. */
export const anyProperty = (name: string): PropertyShape => ({
  name,
  required: false,
  kinds: [],
  values: null,
  from: null,
  to: null,
  signs: NO_SIGNS,
})

/** The most UTF-16 units of a schema that is read; what is remembered under one name has no more either. */
export const LONGEST_SHAPES = 1024 * 1024
export const MOST_CODES = 10_000
/** The most properties of all codes together. */
const MOST_PROPERTIES = 10_000
/** The most properties of one code. */
export const MOST_OF_A_CODE = 500
export const MOST_VALUES = 500
/** The most UTF-16 units of a name, a code or a value. */
export const LONGEST_NAME = 1_000
const LONGEST_NUMBER = 100

/** Whether a range may begin or end with this: a JSON number, which is compared exactly. */
export const isBound = (text: string) => text.length <= LONGEST_NUMBER && decimalValue(text) !== null

/** Whether nothing is expected of it. An empty list of values counts as something; `normalShapes` makes it null. */
export const saysNothing = ({ required, kinds, values, from, to, signs }: PropertyShape) =>
  !required && kinds.length === 0 && [values, from, to, signs.credit, signs.debit].every((one) => one === null)

/** Whether nothing is expected of any event; asked of normal shapes, as others may hold some that say nothing. */
export const isEmpty = ({ codes, shapes }: ExpectedShapes) => codes === null && shapes.length === 0

/** Whether a property of these kinds may have a list of values. */
export const takesValues = (kinds: readonly ShapeKind[]) =>
  kinds.includes('string') && kinds.every((kind) => kind === 'string' || kind === 'null')

/** Why these cannot be kept or written, a sentence; null where they can. */
export function shapesProblem({ codes, shapes }: ExpectedShapes): string | null {
  const all = shapes.flatMap(({ properties }) => properties)
  if (Math.max(codes?.length ?? 0, shapes.length) > MOST_CODES) return 'There are more than 10,000 event codes.'
  if (all.length > MOST_PROPERTIES) return 'There are more than 10,000 properties.'
  if (shapes.some(({ properties }) => properties.length > MOST_OF_A_CODE)) {
    return 'An event code has more than 500 properties.'
  }
  if (all.some(({ values }) => (values?.length ?? 0) > MOST_VALUES)) return 'A property has more than 500 values.'
  const texts = [
    ...(codes ?? []),
    ...shapes.map(({ code }) => code),
    ...all.flatMap((one) => [one.name, ...(one.values ?? [])]),
  ]
  return texts.some(({ length }) => length > LONGEST_NAME)
    ? 'A name, an event code or a value is longer than 1,000 characters.'
    : null
}

/** The same shapes in one order, without what says nothing: so that one text stands for them. */
export function normalShapes({ codes, shapes }: ExpectedShapes): ExpectedShapes {
  const normal = shapes.flatMap(({ code, properties }) => {
    const saying = properties.map(normalProperty).filter((one) => !saysNothing(one))
    return saying.length === 0 ? [] : [{ code, properties: saying.toSorted((a, b) => inOrder(a.name, b.name)) }]
  })
  return {
    codes: listed(codes),
    shapes: normal.toSorted((a, b) => inOrder(a.code, b.code)),
  }
}

const normalProperty = (property: PropertyShape): PropertyShape => ({
  ...property,
  kinds: SHAPE_KINDS.filter((kind) => property.kinds.includes(kind)),
  values: listed(property.values),
})

/** No list is as good as an empty one: nothing would be in it. */
const listed = (texts: readonly string[] | null) =>
  texts === null || texts.length === 0 ? null : [...new Set(texts)].toSorted(inOrder)

const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** These, with one property as it is said now; null: nothing is expected of it any more. */
export function withProperty(
  { codes, shapes }: ExpectedShapes,
  code: string,
  name: string,
  next: PropertyShape | null,
): ExpectedShapes {
  const otherProperties = shapes.find((one) => one.code === code)?.properties.filter((one) => one.name !== name) ?? []
  const others = shapes.filter((one) => one.code !== code)
  return normalShapes({
    codes,
    shapes: [...others, { code, properties: next === null ? otherProperties : [...otherProperties, next] }],
  })
}
