// Events of a snapshot that are not as expected, and what could be expected by what its events show.
import { z } from 'zod'
import { LONGEST_SHAPES, type PropertyShape } from '../shape/expected-shapes.ts'
import { UNEXPECTED, type Unexpected, type UnexpectedValue } from '../shape/judge-event.ts'
import type { CurrencySum, NotInSum } from '../worth/worth.ts'
import { scopeSchema, type ValueKind, valueKindSchema } from './snapshot-condition.ts'
import { valuedBySchema } from './snapshot-totals.ts'
import type { NamedRows } from './snapshot-worth.ts'

export const shapesQuestionSchema = z.object({
  ask: z.literal('shapes'),
  scope: scopeSchema,
  rules: valuedBySchema.shape.rules,
  /** It is text, which is parsed where it is used. */
  shapes: z.string().max(LONGEST_SHAPES),
})
export type ShapesQuestion = z.infer<typeof shapesQuestionSchema>

/** This says which events one line of the answer is of, as it names no more than some thousand. */
export const shapeRowsQuestionSchema = z.object({
  ask: z.literal('shapeRows'),
  scope: scopeSchema,
  shapes: shapesQuestionSchema.shape.shapes,
  of: z.object({
    what: z.enum(UNEXPECTED),
    code: z.string().nullable(),
    property: z.string().nullable(),
    kind: valueKindSchema.nullable(),
  }),
})
export type ShapeRowsQuestion = z.infer<typeof shapeRowsQuestionSchema>

/** This is what some events come to by the rules: what is charged and what reduces apart, never netted. */
export interface UnexpectedMoney {
  charged: CurrencySum[]
  /** What they take off, by currency: below zero. */
  reduces: CurrencySum[]
  /** Events without money of their own: no rule takes them, they are part of a line, or worth none. */
  without: number
  /** Which of them lack money, why, and what they sent. */
  notIn: NotInSum[]
}

/** Events of one code that do not meet one expectation in one way. */
export interface UnexpectedGroup extends NamedRows, UnexpectedMoney {
  what: Unexpected
  code: string | null
  /** Null where it is the code that is not known. */
  property: string | null
  /** It is the kind of the value; null where there is none. */
  kind: ValueKind | null
  /** The first of them, to name one. */
  example: UnexpectedExample
}

export interface UnexpectedExample {
  row: number
  eventId: string | null
  /** This is what stands there, shortened; null where nothing does. */
  text: string | null
}

export interface ShapesAnswer extends UnexpectedMoney {
  /** It is the version of the shapes, and of the rules. */
  shapes: string
  version: string
  events: number
  /** Events that do not meet an expectation, however many they miss. */
  unexpected: number
  /** They are in order of how many events they have, the most first; the first thousand. */
  groups: UnexpectedGroup[]
  groupCount: number
}

export const learnQuestionSchema = z.object({ ask: z.literal('learn'), scope: scopeSchema })
export type LearnQuestion = z.infer<typeof learnQuestionSchema>

/** Events that a proposal does not fit. */
export interface LearnedException {
  what: UnexpectedValue
  events: number
  example: UnexpectedExample
}

export interface LearnedLine {
  code: string
  /** How many events of this code there are, and how many of them have the property. */
  events: number
  present: number
  shape: PropertyShape
  exceptions: LearnedException[]
}

export interface LearnAnswer {
  events: number
  /** Codes with events enough to learn from. */
  codes: { code: string; events: number }[]
  /** The others, with one event each. */
  rareCodes: { code: string | null; events: number; example: UnexpectedExample }[]
  lines: LearnedLine[]
  /** How many there are, if they are more than are here. */
  lineCount: number
  /** Properties that were not looked at, as only the hundred commonest are. */
  otherProperties: number
}

/** What is proposed is shown by so many events of a code, and by so many of a hundred of them. */
export const LEARNED_FROM = 20
export const LEARNED_PERCENT = 99
