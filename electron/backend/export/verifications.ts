// Files that a window has verified: their bytes come in chunks, in order, and none of them stays. First the hash, where
// nobody knows yet which receipt is theirs; then, with the receipt, the rows.
import { createHash, type Hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { OpenedVerification, VerificationOutcome } from '../../../shared/export/verification-outcome.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { KeptReceipts } from './kept-receipts.ts'
import {
  fileMarkOf,
  MOST_RECEIPT_BYTES,
  type Receipt,
  readReceipt,
  type TableReceipt,
  UnreadableFile,
} from './receipt.ts'
import { receiptFacts } from './receipt-facts.ts'
import { otherSize, type Verification, verifyFile } from './verify-file.ts'

export type Verifications = ReturnType<typeof createVerifications>

interface VerificationsEffects {
  /** It makes IDs that cannot be guessed. */
  randomId: () => string
  kept: Pick<KeptReceipts, 'find'>
  /** The most that is held of one file, in bytes. */
  mostHeld?: number
}

/** The bytes of a workbook or a Parquet file, which are read as a whole; other files may have any size. */
const MOST_HELD = 256 * 1024 * 1024
const MOST_AT_ONCE = 2
const IDLE_MS = 5 * 60_000

/** Takes what comes, and says in the end what it came to. */
interface Pass {
  take(chunk: Uint8Array): Promise<void>
  end(): Promise<VerificationOutcome>
  abort(): void
}

/** As in shared/contract/contract.ts. A third file drops the one used longest ago, 5 minutes without a call any. */
export function createVerifications({ randomId, kept, mostHeld = MOST_HELD }: VerificationsEffects) {
  const open = new LRUCache<string, { name: string; pass: Pass }>({
    max: MOST_AT_ONCE,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ pass }) => pass.abort(),
  })

  /** Asks for the file once more where a receipt is found. */
  async function found(id: string, name: string, bytes: number, hash: Hash): Promise<VerificationOutcome> {
    const text = await kept.find({ bytes, sha256: hash.digest('hex') })
    if (text === null) return { kind: 'unknown' }
    open.set(id, { name, pass: rowsPass(name, readReceipt(text, 'that is kept'), mostHeld) })
    return { kind: 'again' }
  }

  return {
    /** @param given the receipt's text as UTF-8; null: the one that is kept of the file, if any */
    open({ name, bytes }: { name: string; bytes: number }, given: Uint8Array | null): Result<OpenedVerification> {
      const id = randomId()
      try {
        const receipt = given === null ? null : receiptIn(given)
        const reason = receipt === null ? null : otherSize(fileMarkOf(receipt), bytes)
        // A refusal comes before any of it is sent.
        if (receipt !== null && reason !== null) {
          return succeeded({ verificationId: null, outcome: differing(reason, receipt) })
        }
        const pass =
          receipt === null ? hashPass((hash) => found(id, name, bytes, hash)) : rowsPass(name, receipt, mostHeld)
        open.set(id, { name, pass })
        return succeeded({ verificationId: id, outcome: null })
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        return failed(invalid(error.message))
      }
    },
    async add(id: string, chunk: Uint8Array): Promise<Result<null>> {
      const one = open.get(id)
      if (one === undefined) return failed(OVER)
      await one.pass.take(chunk)
      return succeeded(null)
    },
    async end(id: string): Promise<Result<VerificationOutcome>> {
      const one = open.get(id)
      if (one === undefined) return failed(OVER)
      const outcome = await one.pass.end()
      if (outcome.kind !== 'again') open.delete(id)
      return succeeded(outcome)
    },
    close: (id: string) => void open.delete(id),
  }
}

function receiptIn(given: Uint8Array): Receipt | TableReceipt {
  if (given.length > MOST_RECEIPT_BYTES) throw new UnreadableFile('The receipt is too large to be one.')
  return readReceipt(Buffer.from(given).toString('utf8'), 'that was given')
}

function hashPass(found: (hash: Hash) => Promise<VerificationOutcome>): Pass {
  const hash = createHash('sha256')
  return {
    async take(chunk) {
      hash.update(chunk)
    },
    end: () => found(hash),
    abort: () => {},
  }
}

/** A pass over the bytes that goes through the rows of the file as they come, and holds them against the receipt. */
function rowsPass(name: string, receipt: Receipt | TableReceipt, mostHeld: number): Pass {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const verified = verifyFile({ chunks: readable, mostHeld }, receipt)
  // Awaited at the end, unless the window leaves before.
  verified.catch(() => {})
  return {
    // What does not take any more says why in the end.
    take: (chunk) => writer.write(chunk).catch(() => {}),
    async end() {
      await writer.close().catch(() => {})
      return outcomeOf(name, receipt, await verified)
    },
    abort: () => void writer.abort(new Error('The window left')).catch(() => {}),
  }
}

function outcomeOf(name: string, receipt: Receipt | TableReceipt, verification: Verification): VerificationOutcome {
  if (!verification.ok) return differing(verification.reason, receipt)
  const { agrees, unchecked } = verification
  const then = fileMarkOf(receipt).name
  const calledThen = then === name ? null : then
  return { kind: 'agrees', agrees, unchecked, calledThen, receipt: receiptFacts(receipt) }
}

const differing = (reason: string, receipt: Receipt | TableReceipt) => ({
  kind: 'differs' as const,
  reason,
  receipt: receiptFacts(receipt),
})

/** `file` is what the page tells from trouble: the words are about what its user chose. */
const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'file', message })
const OVER = invalid('This file is no longer being verified. Choose it again.')
