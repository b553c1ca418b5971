// The base of every bridge call: the contract, a log of unexpected errors, and streams of what work reports by
// callback.
import { mapEventIterator } from '@orpc/client'
import { implement, ORPCError } from '@orpc/server'
import { contract, type OpenedLogFile, type ShellInfo } from '../../../shared/contract/contract.ts'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { CallStep, SentAnswer } from '../../../shared/search/search-page.ts'
import type { DeferredCache } from '../cache/open-cache.ts'
import type { HeldFiles } from '../check/held-files.ts'
import type { Connections } from '../connections/connections.ts'
import type { Remembered } from '../connections/remembered.ts'
import type { SampleData } from '../connections/sample-data.ts'
import type { OfferDownload, SaveFiles } from '../export/delivery.ts'
import type { Exports } from '../export/exports.ts'
import type { KeptReceipts } from '../export/kept-receipts.ts'
import type { TableFiles } from '../export/table-files.ts'
import type { Verifications } from '../export/verifications.ts'
import type { Activity, AnswerText, EventService } from '../http/event-service.ts'
import type { LiveCalls } from '../http/live-calls.ts'
import { describeError } from '../http/secrets.ts'
import type { ReportProgress } from '../http/service-call.ts'
import type { OpenSnapshots } from '../snapshots/queue/open-snapshots.ts'
import type { ServiceFindings } from '../snapshots/reading/service-findings.ts'
import type { SettingsStore } from '../storage/settings-store.ts'
import type { ArrivedLinks } from './arrived-links.ts'

/** A shell knows this about the caller. */
export interface BridgeContext {
  /** Offers the caller's session a file to fetch; absent if the shell writes files itself. */
  offerDownload?: OfferDownload
}

/** @param log told what a call or its stream throws, except failures that `unwrap` threw */
export const implementBridge = (log: (line: string) => void) =>
  implement(contract)
    .$context<BridgeContext>()
    .use(({ next, path }) => logUnexpected(next, path.join('.'), log))

export type BridgeCalls = ReturnType<typeof implementBridge>

/** Runs a bridge call; logs whatever it or its stream throws, except typed errors. */
async function logUnexpected<R extends { output: unknown }>(
  call: () => R | PromiseLike<R>,
  name: string,
  log: (line: string) => void,
): Promise<R> {
  const note = (error: unknown) => {
    if (!(error instanceof ORPCError)) log(`Unexpected error in ${name}: ${describeError(error)}`)
  }
  try {
    const result = await call()
    const { output } = result
    if (!isStream(output)) return result
    const noted = mapEventIterator(output, {
      value: async (value) => value,
      error: async (error) => {
        note(error)
        return error
      },
    })
    return { ...result, output: noted }
  } catch (error) {
    note(error)
    throw error
  }
}

const isStream = (output: unknown): output is AsyncIterator<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

/** The parts that calls use. */
export interface RouterParts {
  shellInfo: () => Promise<ShellInfo>
  links: ArrivedLinks
  diagnostics: () => Promise<string>
  openLog: () => Promise<OpenedLogFile>
  settings: SettingsStore
  connections: Connections
  sample: SampleData
  service: EventService
  exports: Exports
  tableFiles: TableFiles
  /** How files are written; null where the browser fetches them. */
  saving: SaveFiles | null
  snapshots: OpenSnapshots
  heldFiles: HeldFiles
  receipts: KeptReceipts
  verifications: Verifications
  live: LiveCalls
  findings: ServiceFindings
  cache: DeferredCache
  remembered: Remembered
  activity: Activity
  now: () => number
  /** It takes unexpected errors; the page is told only that there was one. */
  log: (line: string) => void
  /** Whose a connection's columns and searches are; the sample data's are there as long as its folder is. */
  ownerOf: (connectionId: string) => Promise<string>
  /** The signal of a call, aborted also when the backend closes. */
  untilClosed: (signal: AbortSignal | undefined) => AbortSignal
}

/** Returns the value, or throws the failure as the bridge's typed error: the only place that does so. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new ORPCError<'FAILURE', Failure>('FAILURE', { data: result.failure })
}

/**
 * Turns work that reports by callback into a stream of its latest step, so that no slow listener holds it up. Yields
 * steps until the work is over, then returns its result; undefined if `signal` was aborted first. The work's own signal
 * is aborted with `signal`, and once nobody listens to the steps any more.
 * @param first null: nothing is yielded until there is something to report
 */
export async function* latestSteps<Step, Value>(
  first: Step | null,
  work: (report: (step: Step) => void, signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): AsyncGenerator<Step, Value | undefined> {
  const left = new AbortController()
  let step = first
  let isOver = false
  /** Resolved with the next step, the end of the work, or the abort of `signal`: the loop below then looks again. */
  let changed = Promise.withResolvers<void>()
  const wake = () => changed.resolve()
  const report = (next: Step) => {
    step = next
    wake()
  }
  const end = () => {
    isOver = true
    wake()
  }
  // The signal may outlive the work.
  signal.addEventListener('abort', wake, { once: true })
  const done = work(report, AbortSignal.any([signal, left.signal]))
  // Its result is awaited below, unless nobody listens that long.
  done.then(end, end)
  try {
    while (!isOver && !signal.aborted) {
      if (step !== null) yield step
      // Resolved already where something changed while the listener took the step.
      await changed.promise
      changed = Promise.withResolvers()
    }
    return signal.aborted ? undefined : await done
  } finally {
    // Also where the listener left in the middle of the loop.
    signal.removeEventListener('abort', wake)
    left.abort()
  }
}

/**
 * Each chunk is made once the last is sent, so that a large answer is never copied whole. Chunks are small enough to be
 * collected young by V8.
 */
const CHUNK_UNITS = 32 * 1024

/**
 * Turns a call to a service into a stream: attempts and waits as they begin, then the answer in chunks. A failure is
 * thrown as the bridge's, an error of `run` as it is; once nobody reads any more, it goes to `onUnread`.
 */
export async function* progressStream(
  run: (report: ReportProgress) => Promise<Result<AnswerText>>,
  onUnread: (error: unknown) => void,
): AsyncGenerator<SentAnswer, void> {
  /** Null once nobody reads the reports any more. */
  let reader: ReadableStreamDefaultController<CallStep> | null = null
  /** Whether somebody still reads this stream, to whom an error of `run` is thrown. */
  let isRead = true
  const reports = new ReadableStream<CallStep>({
    start: (controller) => {
      reader = controller
    },
    cancel: () => {
      reader = null
    },
  })
  const outcome = run((progress) => reader?.enqueue(progress)).finally(() => reader?.close())
  // Awaited below, unless nobody reads that far.
  outcome.catch((error: unknown) => {
    if (!isRead) onUnread(error)
  })
  try {
    yield* reports
    const { text, info } = unwrap(await outcome)
    for (let at = 0; at < text.length; at += CHUNK_UNITS) {
      yield { type: 'text', text: text.slice(at, at + CHUNK_UNITS) }
    }
    yield { type: 'answer', info }
  } finally {
    isRead = false
  }
}
