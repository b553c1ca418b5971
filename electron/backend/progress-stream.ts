// Turns a call that reports by callback into what the bridge carries: an iterator whose last item is the answer.
import type { Progress } from '../../shared/contract.ts'
import type { Result } from '../../shared/failure.ts'
import type { ReportProgress } from './http/service-call.ts'

/**
 * Yields attempts and waits as they begin, then the answer; `unwrap` turns a failure into what the bridge throws. An
 * error of `run` is thrown to whoever reads; `onUnread` is told of one that comes when nobody does any more.
 */
export async function* progressStream<T>(
  run: (report: ReportProgress) => Promise<Result<T>>,
  unwrap: (result: Result<T>) => T,
  onUnread: (error: unknown) => void,
): AsyncGenerator<Progress<T>, void> {
  let reader: ReadableStreamDefaultController<Progress<T>> | null = null
  let isRead = true
  const reports = new ReadableStream<Progress<T>>({
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
    yield { type: 'answer', answer: unwrap(await outcome) }
  } finally {
    isRead = false
  }
}
