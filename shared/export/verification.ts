// What came of holding a file against its receipt, as the page is told.
import type { ReceiptFacts } from './receipt-facts.ts'

/** `outcome`: it is over before the file is sent, as its size shows already. */
export type OpenedVerification =
  | { verificationId: string; outcome: null }
  | { verificationId: null; outcome: Extract<VerificationOutcome, { kind: 'differs' }> }

/** The sentences quote file and receipt, which may be a stranger's. */
export type VerificationOutcome =
  | {
      kind: 'agrees'
      agrees: string[]
      /** What that does not prove. */
      unchecked: string[]
      /** The file's name when its receipt was written, if it is another one now. */
      calledThen: string | null
      receipt: ReceiptFacts
    }
  /** `receipt`: null where it is none. */
  | { kind: 'differs'; reason: string; receipt: ReceiptFacts | null }
  /** A receipt was found by the hash: the same file is to come once more, so that its rows are looked at. */
  | { kind: 'again' }
  /** No receipt that is kept here is of this file. */
  | { kind: 'unknown' }
