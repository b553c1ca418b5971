// NDJSON: an event a line, its text as the service sent it. Only line breaks between its tokens become spaces.
import { EVENT_FIELDS, eventField, PROPERTIES_FIELD } from '../../../shared/event-fields.ts'
import type { ChosenColumn } from '../../../shared/event-table.ts'
import { type ExactMember, parseExact } from '../../../shared/exact-json.ts'
import { wellFormed } from '../../../shared/well-formed.ts'
import type { FileField, FileFormat } from './file-format.ts'
import { createTextChunks } from './text-chunks.ts'

export function ndjsonFormat(): FileFormat {
  return {
    extension: 'ndjson',
    mediaType: 'application/x-ndjson',
    dialect: ({ table }) => ({
      lineTerminator: '\n',
      // Too many to be named.
      moreFields: table.columns.some(({ of }) => of === 'extras'),
    }),
    fields: ({ chosen, table }) => {
      const names = new Set(table.columns.filter(({ of }) => of === 'extra').map(({ name }) => name))
      const extras = [...names].map((name): FileField => ({ name, type: 'any' }))
      const all: FileField[] = [
        ...EVENT_FIELDS.map(({ name }): FileField => ({ name, type: 'any' })),
        PROPERTIES,
        ...extras,
      ]
      if (chosen === null) return all
      const wanted = wantedNames(chosen)
      return all.filter(
        ({ name }) => wanted.fields.has(name) || (name === PROPERTIES_FIELD && wanted.properties.size > 0),
      )
    },
    // Only the receipt names its columns.
    suits: () => true,
    bytes: async function* ({ pieces, survey: { chosen }, onRows }, tally) {
      const line = chosen === null ? oneLine : chosenLine(chosen)
      const chunks = createTextChunks()
      for await (const piece of pieces) {
        for (const { source } of piece) {
          const sent = line(source)
          const written = wellFormed(sent)
          if (written !== sent) tally.halfPairs += 1
          chunks.add(`${written}\n`)
        }
        tally.rows += piece.length
        yield* chunks.full()
        onRows?.(tally.rows)
      }
      yield* chunks.rest()
    },
  }
}

const PROPERTIES: FileField = { name: PROPERTIES_FIELD, type: 'object' }

/** JSON has no line break but between tokens. */
const oneLine = (source: string) => (/[\r\n]/.test(source) ? source.replaceAll(/[\r\n]+/g, ' ').trim() : source)

function wantedNames(chosen: readonly ChosenColumn[]) {
  return {
    fields: new Set<string>(chosen.flatMap((one) => ('field' in one ? eventField(one.field).name : []))),
    properties: new Set(chosen.flatMap((one) => ('property' in one ? one.property : []))),
  }
}

/** The event with the chosen members only, in the order sent and each as sent. What is no object has none of them. */
function chosenLine(chosen: readonly ChosenColumn[]): (source: string) => string {
  const { fields, properties } = wantedNames(chosen)
  return (source) => {
    const read = parseExact(source, { depth: 2 })
    if (!read.ok || read.value.kind !== 'object') return '{}'
    const members = read.value.members.flatMap((member): string | string[] => {
      const { name, value } = member
      if (fields.has(name)) return memberText(member)
      if (name !== PROPERTIES_FIELD || properties.size === 0 || value.kind !== 'object') return []
      const own = value.members.filter((one) => properties.has(one.name))
      return `${JSON.stringify(name)}:{${own.map(memberText).join(',')}}`
    })
    return oneLine(`{${members.join(',')}}`)
  }
}

const memberText = ({ name, value }: ExactMember) => `${JSON.stringify(name)}:${value.source}`
