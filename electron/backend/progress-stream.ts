// Turns a call that reports by callback into what the bridge carries: an iterator whose last item is the answer.
import type { Progress } from '../../shared/contract.ts'
import type { Result } from '../../shared/failure.ts'
import type { ReportProgress } from './http/service-call.ts'

/** Yields attempts and waits as they begin, then the answer; `settle` turns a failure into what the bridge throws. */
export async function* progressStream<T>(
  run: (report: ReportProgress) => Promise<Result<T>>,
  settle: (result: Result<T>) => T,
): AsyncGenerator<Progress<T>, void> {
  let reader: ReadableStreamDefaultController<Progress<T>> | null = null
  const reports = new ReadableStream<Progress<T>>({
    start: (controller) => {
      reader = controller
    },
    cancel: () => {
      reader = null
    },
  })
  const outcome = run((progress) => reader?.enqueue(progress)).finally(() => reader?.close())
  // Awaited below; until then, or when nobody reads on, a rejection must not count as unhandled.
  outcome.catch(() => undefined)
  yield* reports
  yield { type: 'answer', answer: settle(await outcome) }
}
