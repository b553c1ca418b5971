// Exports under way: events' sources come in pieces, are checked as they come, and become one CSV file at the end.
import type { ExportOutcome } from '../../../shared/contract.ts'
import type { Event } from '../../../shared/event.ts'
import { createEventTable, type EventTable, tableRow } from '../../../shared/event-table.ts'
import { exportFileStem } from '../../../shared/export-file-name.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure.ts'
import { parseEventText } from '../../../shared/search-page.ts'
import { writeWholeFile } from '../storage/whole-file.ts'
import { csvText } from './csv.ts'

export interface ExportLimits {
  /** What all exports under way may hold, and how long one file may be, in UTF-16 units. */
  characters: number
  /** Rows times columns of one export: every row has a cell for each property of any row. */
  cells: number
}
const LIMITS: ExportLimits = { characters: 256 * 1024 * 1024, cells: 10_000_000 }
/** An export that hears nothing for so long was left by its page. */
const LEFT_ALONE_MS = 10 * 60_000

/** Asks the user where to, with a name as a proposal; null when the question was dismissed. */
export type AskWhere = (fileName: string) => Promise<string | null>

export interface Exports {
  start(connectionName: string, what: 'page' | 'selection'): Result<{ exportId: string }>
  /** Adds events by their exact sources; answers with how many there are now. */
  add(exportId: string, sources: string[]): Result<{ rows: number }>
  finish(exportId: string): Promise<Result<ExportOutcome>>
  cancel(exportId: string): null
}

export interface ExportsEffects {
  now: () => number
  randomId: () => string
  /** Null where the page is to offer a download instead. */
  askWhere: AskWhere | null
}

interface Export {
  fileName: string
  /** Only sources are kept: a parsed event takes many times their room. */
  sources: string[]
  characters: number
  table: EventTable
  heardOf: number
}

export function createExports({ now, randomId, askWhere }: ExportsEffects, limits = LIMITS): Exports {
  const underWay = new Map<string, Export>()

  return {
    start: (connectionName, what) => {
      for (const [id, one] of underWay) if (now() - one.heardOf > LEFT_ALONE_MS) underWay.delete(id)
      const exportId = randomId()
      const fileName = fileNameOf(connectionName, what, now())
      underWay.set(exportId, { fileName, sources: [], characters: 0, table: createEventTable(), heardOf: now() })
      return succeeded({ exportId })
    },
    add: (exportId, sources) => {
      const one = underWay.get(exportId)
      if (one === undefined) return failed(UNKNOWN)
      const more = sources.reduce((sum, source) => sum + source.length, 0)
      const held = underWay.values().reduce((sum, { characters }) => sum + characters, 0)
      if (held + more > limits.characters) return failed(TOO_MUCH)
      const events = sources.map(eventOf)
      if (events.includes(null)) return failed(NO_JSON)
      for (const event of events) if (event !== null) one.table.note(tableRow(event))
      one.sources = one.sources.concat(sources)
      one.characters += more
      one.heardOf = now()
      if (one.sources.length * one.table.width() > limits.cells) {
        underWay.delete(exportId)
        return failed(TOO_WIDE)
      }
      return succeeded({ rows: one.sources.length })
    },
    finish: async (exportId) => {
      const one = underWay.get(exportId)
      if (one === undefined) return failed(UNKNOWN)
      underWay.delete(exportId)
      const text = await csvText(rowsOf(one), limits.characters)
      return text === null ? failed(TOO_MUCH) : deliver(one, text)
    },
    cancel: (exportId) => {
      underWay.delete(exportId)
      return null
    },
  }

  async function deliver({ fileName, sources }: Export, text: string): Promise<Result<ExportOutcome>> {
    const rows = sources.length
    if (askWhere === null) return succeeded({ kind: 'download', fileName, text, rows })
    const path = await askWhere(fileName)
    if (path === null) return succeeded({ kind: 'dismissed' })
    const written = await writeWholeFile(path, [Buffer.from(text)])
    return written.ok ? succeeded({ kind: 'saved', path, rows, bytes: written.value.bytes }) : written
  }
}

function* rowsOf({ table, sources }: Export) {
  yield table.heads().map((text) => ({ kind: 'string' as const, text }))
  for (const source of sources) {
    const event = eventOf(source)
    if (event !== null) yield table.cells(tableRow(event))
  }
}

/** Null for text that is no JSON. JSON that is no object is an event of which only the source is known. */
function eventOf(source: string): Event | null {
  const read = parseEventText(source)
  if (read.ok) return read.event
  try {
    JSON.parse(source)
  } catch {
    return null
  }
  const fields = { eventId: null, customerId: null, eventCode: null, eventType: null, createdAt: null }
  return { ...fields, properties: [], extra: [], problems: [{ field: 'event', message: 'is not an object' }], source }
}

/** As "eventscope-staging-page-20261120-145257Z.csv". */
function fileNameOf(connectionName: string, what: string, nowMs: number): string {
  const when = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
    .replace('T', '-')
  return `${exportFileStem(connectionName, what)}-${when}.csv`
}

const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'export', message })
const UNKNOWN = invalid('This export is over. Start it again.')
const TOO_MUCH = invalid('These rows are more than one export can hold (256 MiB). Select fewer.')
const TOO_WIDE = invalid('These rows have too many different properties for one file. Select fewer.')
const NO_JSON = invalid('A row could not be read and nothing was written. Load the page again and export it once more.')
