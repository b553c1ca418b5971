// Exports under way: events' sources come in pieces, are checked as they come, and become one CSV file at the end.
import type { ExportOutcome } from '../../../shared/contract.ts'
import { isJson } from '../../../shared/exact-json.ts'
import { exportFileStem } from '../../../shared/export-file-name.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure.ts'
import { csvFormat } from './csv-format.ts'
import { heldEvents, orFailure, rowsOf } from './event-source.ts'
import { nothingCounted } from './file-format.ts'
import { surveyEvents } from './survey.ts'
import { writeEventFile } from './write-event-file.ts'

/** What all exports under way may hold, and what one download may, in UTF-16 units and in bytes. */
const MOST_HELD = 256 * 1024 * 1024
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
  heardOf: number
}

export function createExports({ now, randomId, askWhere }: ExportsEffects, mostHeld = MOST_HELD): Exports {
  const underWay = new Map<string, Export>()

  return {
    start: (connectionName, what) => {
      for (const [id, one] of underWay) if (now() - one.heardOf > LEFT_ALONE_MS) underWay.delete(id)
      const exportId = randomId()
      const fileName = fileNameOf(connectionName, what, now())
      underWay.set(exportId, { fileName, sources: [], characters: 0, heardOf: now() })
      return succeeded({ exportId })
    },
    add: (exportId, sources) => {
      const one = underWay.get(exportId)
      if (one === undefined) return failed(UNKNOWN)
      const more = sources.reduce((sum, source) => sum + source.length, 0)
      const held = underWay.values().reduce((sum, { characters }) => sum + characters, 0)
      if (held + more > mostHeld) return failed(TOO_MUCH)
      if (!sources.every(isJson)) return failed(NO_JSON)
      one.sources = one.sources.concat(sources)
      one.characters += more
      one.heardOf = now()
      return succeeded({ rows: one.sources.length })
    },
    finish: async (exportId) => {
      const one = underWay.get(exportId)
      if (one === undefined) return failed(UNKNOWN)
      underWay.delete(exportId)
      const path = askWhere === null ? null : await askWhere(one.fileName)
      if (askWhere !== null && path === null) return succeeded({ kind: 'dismissed' })
      return orFailure(() => (path === null ? download(one) : save(one, path)))
    },
    cancel: (exportId) => {
      underWay.delete(exportId)
      return null
    },
  }

  async function save({ sources }: Export, path: string): Promise<Result<ExportOutcome>> {
    const source = heldEvents(sources)
    const written = await writeEventFile({ path, source, format: FORMAT, sums: [], subject: null, now })
    return written.ok ? succeeded({ kind: 'saved', path, rows: sources.length, bytes: written.value.bytes }) : written
  }

  async function download({ fileName, sources }: Export): Promise<Result<ExportOutcome>> {
    const pieces: Uint8Array[] = []
    let size = 0
    const source = heldEvents(sources)
    const survey = await surveyEvents(rowsOf(source), { sums: [] })
    for await (const piece of FORMAT.bytes({ pieces: rowsOf(source), survey }, nothingCounted())) {
      pieces.push(piece)
      size += piece.length
      if (size > mostHeld) return failed(TOO_MUCH)
    }
    const text = Buffer.concat(pieces).toString()
    return succeeded({ kind: 'download', fileName, text, rows: sources.length })
  }
}

/** What spreadsheets in most of the world open as it is. */
const FORMAT = csvFormat({ separator: ',', decimal: '.', guarded: true })

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
const NO_JSON = invalid('A row could not be read and nothing was written. Load the page again and export it once more.')
