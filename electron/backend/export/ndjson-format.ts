// NDJSON: an event a line, its text as the service sent it. Only line breaks between its tokens become spaces.
import { EVENT_FIELDS, KEYS_BY_NAME, PROPERTIES_FIELD } from '../../../shared/event/event-fields.ts'
import { type ColumnPick, wantedMembers } from '../../../shared/event/event-table.ts'
import { type ExactMember, parseExact, wellFormed } from '../../../shared/exact/exact-json.ts'
import type { SummedRow } from '../../../shared/worth/property-sum.ts'
import { eventTexts, type FileFormat } from './file-format.ts'
import { readRow } from './read-row.ts'
import { type FileField, UnreadableFile } from './receipt.ts'
import type { RowReader } from './row-reader.ts'

/** Writes each event on a line of its own, as it was sent; with picked columns, those members of it. */
export function ndjsonFormat(): FileFormat {
  return {
    extension: 'ndjson',
    mediaType: 'application/x-ndjson',
    dialect: ({ table }) => ({
      lineTerminator: '\n',
      // Too many to be named.
      moreFields: table.columns.some(({ of }) => of === 'extras'),
    }),
    fields: ({ pick, table }) => {
      const names = new Set(table.columns.filter(({ of }) => of === 'extra').map(({ name }) => name))
      const extras = [...names].map((name): FileField => ({ name, type: 'any' }))
      const all: FileField[] = [
        ...EVENT_FIELDS.map(({ name }): FileField => ({ name, type: 'any' })),
        PROPERTIES,
        ...extras,
      ]
      if (!isPart(pick)) return all
      const wanted = wantedMembers(pick)
      return all.filter(({ name }) => {
        const key = KEYS_BY_NAME.get(name)
        return key === undefined ? name === PROPERTIES_FIELD && wanted.anyProperty : wanted.field(key)
      })
    },
    // Only the receipt names its columns.
    suits: () => true,
    bytes(content, tally) {
      const { pick } = content.survey
      const line = isPart(pick) ? partLine(pick) : oneLine
      return eventTexts(content, tally, {
        row({ source }) {
          const sent = line(source)
          const written = wellFormed(sent)
          if (written !== sent) tally.halfPairs += 1
          return `${written}\n`
        },
      })
    },
  }
}

const PROPERTIES: FileField = { name: PROPERTIES_FIELD, type: 'object' }

/** JSON has no line break but between tokens. */
const oneLine = (source: string) => (/[\r\n]/.test(source) ? source.replaceAll(/[\r\n]+/g, ' ').trim() : source)

const isPart = ({ chosen, leave }: ColumnPick) => chosen !== undefined || leave !== undefined

/** The event with the picked members only, in order and each as sent. What is not an object has none of them. */
function partLine(pick: ColumnPick): (source: string) => string {
  const wanted = wantedMembers(pick)
  return (source) => {
    const read = parseExact(source, { depth: 2 })
    if (!read.ok || read.value.kind !== 'object') return '{}'
    const members = read.value.members.flatMap((member): string | string[] => {
      const { name, value } = member
      const key = KEYS_BY_NAME.get(name)
      if (key !== undefined) return wanted.field(key) ? memberText(member) : []
      if (name !== PROPERTIES_FIELD || !wanted.anyProperty || value.kind !== 'object') return []
      const wantedMembers = value.members.filter((one) => wanted.property(one.name))
      return `${JSON.stringify(name)}:{${wantedMembers.map(memberText).join(',')}}`
    })
    return oneLine(`{${members.join(',')}}`)
  }
}

const memberText = ({ name, value }: ExactMember) => `${JSON.stringify(name)}:${value.source}`

// Reads the lines of an NDJSON file written earlier, to check it.

export const ndjsonRows: RowReader = {
  async *rows({ chunks }, { resources: [{ dialect, schema }] }) {
    const names = dialect.moreFields === true ? null : new Set(schema.fields.map(({ name }) => name))
    for await (const line of linesOf(chunks)) yield rowOf(line, names)
  },
  whyHidden: (_, { eventscope }) => (eventscope.chosen ? 'only some columns are in the file' : null),
  hasCodes: () => true,
}

/** They end at LF only: node:readline also ends them at U+2028, which JSON texts may hold. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let begun: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    begun.push(first)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
  const last = begun.join('') + decoder.decode()
  if (last !== '') yield last
}

function rowOf(line: string, names: ReadonlySet<string> | null): SummedRow {
  let event: unknown
  try {
    event = JSON.parse(line)
  } catch {
    throw new UnreadableFile('One of its lines is not JSON.')
  }
  const isObject = typeof event === 'object' && event !== null && !Array.isArray(event)
  const other = isObject && names !== null ? Object.keys(event as object).find((name) => !names.has(name)) : undefined
  if (other !== undefined) throw new UnreadableFile(`It has a field "${other}" that the receipt does not name.`)
  return readRow(line)
}
