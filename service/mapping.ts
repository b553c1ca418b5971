// A mapping: which columns of a table or view that is there are the fields of an event. It is a JSON file of names and
// paths; it holds no SQL. Whether the table has what it names is found out in mapped-table.ts.
import { z } from 'zod'
import { isStorable } from './postgres-limits.ts'
import { readInstant } from './read-instant.ts'

/** A NUL ends the statement that holds it, and half a surrogate pair would be another letter there. */
const text = z.string().refine(isStorable, 'holds U+0000 or half a surrogate pair, which no text of PostgreSQL can')
const named = text.min(1, 'must be a name')
const name = named.max(63, 'is longer than PostgreSQL’s names are')
const column = { column: name }
const path = z.array(named).min(1, 'must name at least one member').max(20)
const instant = z.string().superRefine((text, context) => {
  const reading = readInstant(text)
  if (!reading.ok) context.addIssue({ code: 'custom', message: reading.problem, input: text })
})
const eventType = z.enum(['credit', 'debit'])

/** A column's text, or the text or number at a path in a column of json or jsonb. */
const fromColumn = z.strictObject({ ...column, path: path.optional() })
const field = z.union([fromColumn, z.strictObject({ constant: text })])

const mappingSchema = z.strictObject({
  schema: name.optional(),
  table: name,
  /** A unique column, which orders events of one instant. */
  order: name,
  event_id: field,
  customer_id: field,
  event_code: field,
  event_type: z.union([
    z.strictObject({ constant: eventType }),
    z.strictObject({ ...column, path: path.optional(), values: z.record(text, eventType) }),
    z.strictObject({
      ...column,
      path: path.optional(),
      sign: z.strictObject({ negative: eventType, otherwise: eventType }),
    }),
  ]),
  created_at: z.union([
    z.strictObject({ ...column, path: path.optional(), epoch: z.enum(['seconds', 'milliseconds']).optional() }),
    z.strictObject({ constant: instant }),
  ]),
  event_properties: z.strictObject({
    /** A column of json or jsonb that holds an object, or the path in it where the object is. */
    json: z.union([name, z.strictObject({ ...column, path })]).optional(),
    /** Columns by the names of the properties that they are. */
    columns: z.record(z.string().min(1, 'must be a name'), name).optional(),
  }),
})

export type Mapping = z.infer<typeof mappingSchema>
export type MappedField = z.infer<typeof field>
export type MappedType = Mapping['event_type']

export type MappingReading = { ok: true; mapping: Mapping } | { ok: false; problems: string[] }

/** Parses a mapping's JSON text; each problem is a sentence that begins with its place. */
export function readMapping(text: string): MappingReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return {
      ok: false,
      problems: [`The mapping is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`],
    }
  }
  const parsed = mappingSchema.safeParse(value, { reportInput: true })
  if (parsed.success) return { ok: true, mapping: parsed.data }
  return { ok: false, problems: parsed.error.issues.map(sentence) }
}

const FIELD = '{"column": …}, {"column": …, "path": […]} or {"constant": …}'
/** How each field is written that is no name alone. */
const FORMS: Record<string, string> = {
  event_id: FIELD,
  customer_id: FIELD,
  event_code: FIELD,
  created_at: `${FIELD}; a number has "epoch": "seconds" or "milliseconds"`,
  'event_properties.json': 'a column or {"column": …, "path": […]}',
  event_type:
    '{"constant": "debit"}, {"column": …, "values": {"usage": "debit", "refund": "credit"}} or {"column": …, "sign": {"negative": "credit", "otherwise": "debit"}}',
}

/** A mistake of a mapping in a sentence, with its place: "event_id must be …". */
function sentence(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.')
  const where = place === '' ? 'The mapping' : place
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${where} has ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}, which a mapping does not know.`
    case 'invalid_union':
      return `${where} must be ${FORMS[place] ?? 'one of the forms that docs/service.md tells'}.`
    case 'invalid_type':
      return issue.input === undefined
        ? `${where} is missing.`
        : `${where} must be ${FORMS[place] ?? articled(issue.expected)}.`
    case 'invalid_value':
      return `${where} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`
    default:
      return `${where} ${issue.message}.`
  }
}

const articled = (kind: string): string => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`)
