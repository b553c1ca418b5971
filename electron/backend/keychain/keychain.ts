// keychain/ keeps API keys, and keys of ours, where the system keeps secrets.
// Where tokens and keys of ours are kept. The in-memory version serves tests.

/** Why nothing outlives this run if there is no keychain at all. */
export const NO_KEYCHAIN = 'This machine offers no keychain.'

/** `unavailable` says why, in words that help ("Unlock your keychain"). */
export type KeychainRead = { kind: 'found'; secret: string } | { kind: 'absent' } | { kind: 'unavailable'; why: string }
export type KeychainWrite =
  | { kind: 'stored' }
  | { kind: 'too-long'; limitBytes: number }
  | { kind: 'unavailable'; why: string }
export type KeychainRemove = { kind: 'removed' } | { kind: 'unavailable'; why: string }

export interface Keychain {
  /** For people, such as "Secret Service", "Keychain", "Credential Manager" or "memory". */
  name: string
  /** Whether what is written outlives this run. */
  persistent: boolean
  /** Null if it answers, else why it does not. */
  unavailable(): Promise<string | null>
  read(account: string): Promise<KeychainRead>
  write(account: string, secret: string): Promise<KeychainWrite>
  /** `removed` also if there was nothing to remove. */
  remove(account: string): Promise<KeychainRemove>
}

/** Keeps secrets for this run only. */
export function memoryKeychain(): Keychain {
  const secrets = new Map<string, string>()
  return {
    name: 'memory',
    persistent: false,
    unavailable: async () => null,
    read: async (account) => {
      const secret = secrets.get(account)
      return secret === undefined ? { kind: 'absent' } : { kind: 'found', secret }
    },
    write: async (account, secret) => {
      secrets.set(account, secret)
      return { kind: 'stored' }
    },
    remove: async (account) => {
      secrets.delete(account)
      return { kind: 'removed' }
    },
  }
}
