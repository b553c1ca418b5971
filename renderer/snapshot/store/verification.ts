// A file of the user's that is held against its receipt: sent in chunks, and a second time if the receipt was found by
// the file's hash.
import { MOST_FILE_BYTES } from '../../../shared/check/checked-file.ts'
import type { VerificationOutcome } from '../../../shared/export/verification-outcome.ts'
import { type Bridge, bridge, failureOf } from '../../bridge.ts'
import type { StateStore } from '../../ui/state-store.ts'
import { chunksOf, UnreadableFileError } from './held-file.ts'
import { createLatestWork } from './latest-work.ts'

/** A File, as far as it matters here. */
export interface ChosenFile {
  name: string
  size: number
  slice: Blob['slice']
}

export interface VerificationState {
  /** Whether its dialog is open. */
  isOpen: boolean
  file: ChosenFile | null
  receipt: ChosenFile | null
  /** Bytes of the file that were sent, all passes together; null: nothing is under way. */
  work: { done: number; of: number } | null
  outcome: Exclude<VerificationOutcome, { kind: 'again' }> | null
  /** Why files that were brought were not taken. */
  refusal: string | null
  trouble: Error | null
}

const NOTHING: VerificationState = {
  isOpen: false,
  file: null,
  receipt: null,
  work: null,
  outcome: null,
  refusal: null,
  trouble: null,
}

interface VerificationEffects {
  bridge: Pick<Bridge, 'verification' | 'fileCheck'>
  parts: StateStore<{ verification: VerificationState }>
}

export type Verification = ReturnType<typeof createVerification>

/** Verifies files against receipts. Its promises never reject: the state says what the outcome is. */
export function createVerification({ bridge, parts }: VerificationEffects) {
  const { state, subscribe, set, patch } = parts.part('verification', NOTHING)
  const latestWork = createLatestWork()

  /** @returns the backend's ID of the receipt */
  async function sendReceipt(receipt: ChosenFile, signal: AbortSignal): Promise<string> {
    const { fileId } = await bridge.fileCheck.open({ name: shortName(receipt), bytes: receipt.size }, { signal })
    for await (const { chunk } of chunksOf(receipt)) await bridge.fileCheck.add({ fileId, chunk }, { signal })
    return fileId
  }

  /**
   * Sends the file as often as the backend asks for it (`again`): without a receipt its bytes are hashed first, which
   * finds the receipt that is kept here, and then held against it.
   */
  async function verified(file: ChosenFile, receipt: ChosenFile | null, signal: AbortSignal) {
    const receiptId = receipt && (await sendReceipt(receipt, signal))
    const order = { name: shortName(file), bytes: file.size, receiptId }
    const { verificationId, outcome: atOnce } = await bridge.verification.open(order, { signal })
    if (verificationId === null) return atOnce
    const passes = receipt === null ? 2 : 1
    try {
      for (let pass = 0; ; pass += 1) {
        for await (const { chunk, end } of chunksOf(file)) {
          await bridge.verification.add({ verificationId, chunk }, { signal })
          if (!signal.aborted) patch({ work: { done: pass * file.size + end, of: passes * file.size } })
        }
        const outcome = await bridge.verification.end({ verificationId }, { signal })
        if (outcome.kind !== 'again') return outcome
      }
    } catch (error) {
      void bridge.verification.close({ verificationId }).catch(() => {})
      throw error
    }
  }

  /** Whether the receipt of a file of this size is kept here; false where that cannot be said. */
  const expects = (file: ChosenFile) => bridge.verification.expects({ bytes: file.size }).catch(() => false)

  /** Verifies what is chosen. @param onUnknown see `bring` */
  async function run(onUnknown?: () => void): Promise<void> {
    const signal = latestWork.next()
    const { file, receipt } = state()
    patch({ outcome: null, trouble: null, refusal: null, work: null })
    if (file === null) return
    patch({ work: { done: 0, of: file.size } })
    try {
      const isKnown = receipt !== null || (await expects(file))
      const outcome = isKnown ? await verified(file, receipt, signal) : ({ kind: 'unknown' } as const)
      if (signal.aborted) return
      if (outcome.kind !== 'unknown' || onUnknown === undefined) return patch({ work: null, outcome })
      set(NOTHING)
      onUnknown()
    } catch (error) {
      if (signal.aborted) return
      const reason = reasonOf(error)
      if (reason === null) patch({ work: null, trouble: error instanceof Error ? error : new Error(String(error)) })
      else patch({ work: null, outcome: { kind: 'differs', reason, receipt: null } })
    }
  }

  return {
    state,
    subscribe,
    expects,
    /** Opens the dialog with nothing chosen yet. */
    open: () => set({ ...NOTHING, isOpen: true }),
    /**
     * Takes a file, its receipt, or both; of these, what is missing stays as it was chosen before.
     * @param onUnknown called, with the dialog closed, instead of asking for the receipt if none is kept
     */
    async bring(files: readonly ChosenFile[], onUnknown?: () => void): Promise<void> {
      const signal = latestWork.next()
      patch({ work: null })
      const kinds = await Promise.all(files.map(isReceipt))
      if (signal.aborted) return
      const receipts = files.filter((_, at) => kinds[at])
      const others = files.filter((_, at) => !kinds[at])
      const areOfFolders = await Promise.all(receipts.map(isOfFolder))
      if (signal.aborted) return
      if (areOfFolders.includes(true)) return patch({ isOpen: true, refusal: OF_FOLDER })
      if (receipts.length > 1 || others.length > 1) return patch({ isOpen: true, refusal: ONE_OF_EACH })
      const before = state()
      const [file = null, receipt = null] = [others[0], receipts[0]]
      // A finished verification is not mixed with the next one.
      const kept = before.outcome === null || before.outcome.kind === 'unknown' ? before : NOTHING
      patch({ isOpen: true, file: file ?? kept.file, receipt: receipt ?? kept.receipt })
      await run(onUnknown)
    },
    retry: () => void run(),
    /** Ends what is under way, closes the dialog, and forgets both files. */
    close(): void {
      latestWork.next()
      set(NOTHING)
    },
  }
}

const ONE_OF_EACH = 'One file and its receipt are verified at a time: choose one of each.'

const OF_FOLDER =
  'This is the receipt of a folder of days, and a window is given files, not folders. Nothing was verified. “eventscope verify FOLDER” in a terminal checks every file, day and sum of it; FOLDER is the one in which this receipt lies.'

/** Tells a receipt by its content: browsers add numbers to names of files. False if it cannot be read. */
export async function isReceipt(file: ChosenFile): Promise<boolean> {
  if (file.size > MOST_FILE_BYTES) return false
  const beginning = await beginningOf(file)
  return /^\s*\{/.test(beginning) && beginning.includes('datapackage.org/profiles/')
}

/** Tells whether a receipt's first resource is the file of a day. */
const isOfFolder = async (receipt: ChosenFile) =>
  /"path":\s*"dt=[^"/]+\/part-000\.parquet"/.test(await beginningOf(receipt))

const beginningOf = (file: ChosenFile): Promise<string> =>
  file
    .slice(0, 1_000)
    .text()
    .catch(() => '')

const shortName = ({ name }: ChosenFile) => name.slice(0, 1_000)

/** A sentence, if the failure is due to the files; null: it is due to something else. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadableFileError) {
    return 'A file can no longer be read: it was moved or changed, or it is a folder. Choose it again.'
  }
  const failure = failureOf(error)
  return failure.kind === 'invalid' && failure.field === 'file' ? failure.message : null
}

interface WithVerification extends Pick<VerificationEffects, 'parts'> {
  tabs: { verification?: Verification }
}

/** The window's only one. @param opened keeps it */
export function verificationOf({ tabs, parts }: WithVerification): Verification {
  tabs.verification ??= createVerification({ bridge, parts })
  return tabs.verification
}
