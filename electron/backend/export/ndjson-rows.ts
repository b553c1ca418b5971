// Reads the lines of an NDJSON file written earlier, to check it.
import type { SummedRow } from '../../../shared/worth/property-sum.ts'
import { readRow } from './read-row.ts'
import { type RowReader, UnreadableFile } from './row-reader.ts'

export const ndjsonRows: RowReader = {
  async *rows({ chunks }, { resources: [{ dialect, schema }] }) {
    const names = dialect.moreFields === true ? null : new Set(schema.fields.map(({ name }) => name))
    for await (const line of linesOf(chunks)) yield rowOf(line, names)
  },
  whyHidden: (_, { eventscope }) => (eventscope.chosen ? 'only some columns are in the file' : null),
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
