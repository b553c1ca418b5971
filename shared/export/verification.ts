// What came of holding a file against its receipt, as the page is told.

/** The sentences quote file and receipt, which may be a stranger's. */
export type VerificationOutcome =
  | {
      kind: 'agrees'
      agrees: string[]
      /** What that does not prove. */
      unchecked: string[]
      /** The file's name when its receipt was written, if it is another one now. */
      calledThen: string | null
    }
  | { kind: 'differs'; reason: string }
  /** A receipt was found by the hash: the same file is to come once more, so that its rows are looked at. */
  | { kind: 'again' }
  /** No receipt that is kept here is of this file. */
  | { kind: 'unknown' }
