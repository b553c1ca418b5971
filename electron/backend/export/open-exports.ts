// Exports that were opened but not started: their subjects, and the material for their files.
import { isJson } from '../../../shared/exact/exact-json.ts'
import { exportFileName } from '../../../shared/export/export-file-name.ts'
import type { ExportOptions, ExportSubject } from '../../../shared/export/file-export.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { isZone, unknownZone } from '../../../shared/time/instant.ts'
import { screenLines } from './about-lines.ts'
import { heldEvents } from './event-source.ts'
import {
  columnsAndSums,
  type ExportMaterial,
  type MaterialEffects,
  NOT_FINISHED,
  rowsWords,
  snapshotMaterial,
} from './export-material.ts'
import { partValuing } from './file-worth.ts'
import { FORMATS } from './formats.ts'

export interface OpenExport {
  subject: ExportSubject
  connection: ExportConnection
}

export interface ExportConnection {
  id: string
  name: string
  baseUrl: string
  /** Null: it has none. */
  billingZone: string | null
}

export interface OpenExports {
  open(subject: ExportSubject): Promise<Result<{ exportId: string }>>
  /** For a preview: aborts the one before it; null where the export is over. `signal`: by the next one, or once it is dropped. */
  look(exportId: string): { signal: AbortSignal } | null
  /** To start it, which no preview aborts; null where it is over. `signal`: by a second start, or once it is dropped. */
  begin(exportId: string): { signal: AbortSignal } | null
  /** To be closed. Fails with `invalid` for what cannot be exported so, with `disk`, or with `cancelled`. */
  material(exportId: string, options: ExportOptions, signal: AbortSignal): Promise<Result<ExportMaterial>>
  /** Takes it out to be started; its rows are kept. */
  take(exportId: string): OpenExport | null
  drop(exportId: string): void
  dropAll(): void
}

export interface OpenExportsEffects extends MaterialEffects {
  /** Not guessable. */
  randomId: () => string
  /** Null where there is no such connection. */
  connectionOf: (connectionId: string) => Promise<ExportConnection | null>
}

/** After this long without a call, its page has gone away. */
const LEFT_ALONE_MS = 30 * 60_000

interface Entry {
  opened: OpenExport
  heardOf: number
  /** When it was opened: its name tells that, so that the dialog says the name that the file gets. */
  openedAt: number
  /** The latest preview, and the latest start. */
  looking: AbortController
  beginning: AbortController
}

/** One whose page made no call for 30 minutes is dropped when another is opened. */
export function createOpenExports(effects: OpenExportsEffects, held: HeldRows): OpenExports {
  const { now, randomId, connectionOf, openSnapshot } = effects
  const all = new Map<string, Entry>()

  async function described(subject: ExportSubject): Promise<Result<OpenExport>> {
    if (subject.of !== 'snapshot') {
      const { connectionId } = subject
      const connection = await connectionOf(connectionId)
      if (connection === null) return failed({ kind: 'no-connection', connectionId })
      return succeeded({ subject, connection })
    }
    const file = await openSnapshot(subject.snapshotId)
    if (!file.ok) return file
    const { connection, range } = file.value.header
    const isFinished = file.value.state().verdict !== null
    await file.value.close()
    return isFinished
      ? succeeded({ subject, connection: { ...connection, billingZone: range.zone } })
      : failed(NOT_FINISHED)
  }

  function drop(exportId: string): void {
    const one = all.get(exportId)
    if (one === undefined) return
    one.looking.abort()
    one.beginning.abort()
    all.delete(exportId)
    held.drop(exportId)
  }

  function used(exportId: string): Entry | null {
    const entry = all.get(exportId)
    if (entry === undefined) return null
    entry.heardOf = now()
    return entry
  }

  return {
    async open(subject) {
      for (const [id, { heardOf }] of all) if (now() - heardOf > LEFT_ALONE_MS) drop(id)
      const opened = await described(subject)
      if (!opened.ok) return opened
      const exportId = randomId()
      all.set(exportId, {
        opened: opened.value,
        heardOf: now(),
        openedAt: now(),
        looking: new AbortController(),
        beginning: new AbortController(),
      })
      if (subject.of !== 'snapshot') held.open(exportId)
      return succeeded({ exportId })
    },
    look(exportId) {
      const entry = used(exportId)
      if (entry === null) return null
      entry.looking.abort()
      entry.looking = new AbortController()
      return { signal: entry.looking.signal }
    },
    begin(exportId) {
      const entry = used(exportId)
      if (entry === null) return null
      entry.beginning.abort()
      entry.beginning = new AbortController()
      return { signal: entry.beginning.signal }
    },
    async material(exportId, options, signal) {
      const problem = zoneProblem(options)
      if (problem !== null) return failed(problem)
      const entry = all.get(exportId)
      if (entry === undefined) return failed({ kind: 'cancelled' })
      const { subject, connection } = entry.opened
      const named = { ...effects, now: () => entry.openedAt }
      if (subject.of === 'snapshot') return snapshotMaterial(subject, options, `export ${exportId}`, named, signal)
      return succeeded(await screenMaterial({ subject, connection, sources: held.of(exportId) ?? [] }, options, named))
    },
    take(exportId) {
      const one = all.get(exportId)
      all.delete(exportId)
      return one?.opened ?? null
    },
    drop,
    dropAll: () => {
      for (const id of [...all.keys()]) drop(id)
    },
  }
}

/** Null where there is none. */
export const zoneProblem = ({ zone }: ExportOptions): Failure | null =>
  isZone(zone) ? null : { kind: 'invalid', field: 'export', message: unknownZone(zone) }

// A file of rows of the screen: what is known of them is what was searched for.

interface ScreenOrigin {
  subject: Extract<ExportSubject, { of: 'page' | 'selection' }>
  connection: ExportConnection
  /** Exact texts. */
  sources: readonly string[]
}

async function screenMaterial(
  { subject, connection, sources }: ScreenOrigin,
  options: ExportOptions,
  { now, program, turn, rulesOf, shapesOf }: MaterialEffects,
): Promise<ExportMaterial> {
  const { filters } = subject
  const { zone, format } = options
  const rows = subject.of === 'page' ? 'this page' : 'the selected rows'
  const forCustomer = options.columns.are === 'for-the-customer'
  const rules = await rulesOf(subject.connectionId)
  const about = screenLines({
    program,
    connection: forCustomer ? null : connection,
    filters,
    zone,
    rows,
  })
  const period = readSnapshotRange({ from: filters.createdAtFrom, to: filters.createdAtTo, zone })
  return {
    ...columnsAndSums(options, rules.meanings),
    valuing: forCustomer || rules.rules === null ? null : partValuing(rules.rules, connection.billingZone ?? 'UTC'),
    areRulesUnreadable: rules.areUnreadable,
    expected: forCustomer ? null : await shapesOf(subject.connectionId),
    source: { ...heldEvents(sources), breathe: turn },
    format: FORMATS[format].make({ ...options, about }),
    subject: null,
    fileName: exportFileName({
      connectionName: forCustomer ? null : connection.name,
      customerId: filters.customerId,
      period: period.ok ? period.range : { from: null, until: null, zone },
      what: subject.of,
      format,
      now: now(),
    }),
    words: `${rowsWords(sources.length)}: ${rows}`,
    order: 'as on the screen',
    of: null,
    snapshot: null,
    verdict: null,
    close: async () => undefined,
  }
}

// Rows of the screen on their way to a file: they come in pieces, are checked as they come, and are bounded together. Those
// of files that are written stay for "Export again" as long as nobody needs their room.

/** In UTF-16 units. */
const MOST_HELD = 256 * 1024 * 1024

export interface HeldRows {
  open(id: string): void
  add(id: string, sources: readonly string[]): Result<{ rows: number }>
  /** Null if they were dropped to make room. */
  of(id: string): readonly string[] | null
  /** From now on they may be dropped to make room for others, oldest first. */
  keep(id: string): void
  drop(id: string): void
}

interface Held {
  /** Only texts are kept: a parsed event takes many times their room. */
  sources: readonly string[]
  characters: number
  isKept: boolean
}

/** @param most UTF-16 units of all rows together; rows of written files are dropped before more is refused */
export function createHeldRows(most = MOST_HELD): HeldRows {
  const held = new Map<string, Held>()
  const characters = () => held.values().reduce((sum, one) => sum + one.characters, 0)

  function makeRoom(more: number): boolean {
    for (const [id, { isKept }] of held) {
      if (characters() + more <= most) return true
      if (isKept) held.delete(id)
    }
    return characters() + more <= most
  }

  return {
    open: (id) => void held.set(id, { sources: [], characters: 0, isKept: false }),
    add(id, sources) {
      const one = held.get(id)
      if (one === undefined || one.isKept) return failed(OVER)
      if (!sources.every(isJson)) return failed(NO_JSON)
      const more = sources.reduce((sum, source) => sum + source.length, 0)
      if (!makeRoom(more)) return failed(TOO_MUCH)
      const all = one.sources.concat(sources)
      held.set(id, { ...one, sources: all, characters: one.characters + more })
      return succeeded({ rows: all.length })
    },
    of: (id) => held.get(id)?.sources ?? null,
    keep(id) {
      const one = held.get(id)
      held.delete(id)
      if (one !== undefined) held.set(id, { ...one, isKept: true })
    },
    drop: (id) => void held.delete(id),
  }
}

const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'export', message })
export const OVER = invalid('This export is over. Start it again.')
const TOO_MUCH = invalid('These rows are more than one export can hold (256 MiB). Select fewer.')
const NO_JSON = invalid('A row could not be read and nothing was written. Load the page again and export it once more.')
