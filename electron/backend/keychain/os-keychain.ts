// The operating system's keychain: Secret Service, Keychain or Credential Manager. Its native calls block a thread, may
// wait for a person at a prompt and cannot be cancelled, so they run one at a time and are given up after a while.
import { isUtf8 } from 'node:buffer'
import pLimit from 'p-limit'
import type { Keychain, KeychainRead, KeychainRemove, KeychainWrite } from './keychain.ts'

/** The service name of all our entries. */
const KEYCHAIN_SERVICE = 'Eventscope'

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows. The other systems document no limit. */
const WINDOWS_LIMIT_BYTES = 2_560

/** A keychain whose process hangs blocks a thread for seconds per call, so it is left alone for a while. */
const SILENCE_MS = 10_000

/** A call that takes longer is waiting for a person: without a prompt they take milliseconds. */
const PROMPTLY_MS = 1_000

const NO_TEXT = 'Another program changed the entry in the keychain: it is not text.'

/** The part of `@napi-rs/keyring` in use. Secrets are passed as bytes: Windows doubles the length of passwords. */
interface Binding {
  AsyncEntry: new (
    service: string,
    account: string,
    options: { linux: { store: 'secret-service' } },
  ) => {
    setSecret(secret: Uint8Array): Promise<unknown>
    getSecret(): Promise<ArrayLike<number> | null | undefined>
    deleteCredential(): Promise<boolean>
  }
}
type Entry = InstanceType<Binding['AsyncEntry']>

export interface OsKeychain extends Keychain {
  /** Whether a call that was given up is still running: a prompt that nobody answers. */
  stuck(): boolean
  /** Whether any call is running. Node exits no sooner than that is over, which an open prompt puts off. */
  isCalled(): boolean
}

export interface OsKeychainOptions {
  /** Loads the native binding. If that fails, the keychain is unavailable; nothing is thrown. */
  load?: () => Promise<Binding>
  platform?: NodeJS.Platform
  /** How long a person has to answer the system's prompt, in ms. */
  promptTimeoutMs?: number
  /** How long a call takes at most that waits for nobody, in ms. */
  promptlyMs?: number
  /** In ms; only differences matter. */
  now?: () => number
}

interface Refusal {
  kind: 'refused'
  /** The binding's own message. */
  message: string
  why: string
}
type Outcome<T> = { kind: 'answer'; answer: T } | Refusal

/** Opens the system's keychain. Never rejects: if there is none, every call returns `unavailable` with the reason. */
export async function openKeychain(options: OsKeychainOptions = {}): Promise<OsKeychain> {
  const { load = () => import('@napi-rs/keyring'), platform = process.platform } = options
  const { promptTimeoutMs = 30_000, promptlyMs = PROMPTLY_MS, now = () => performance.now() } = options
  const system = systemOf(platform)
  const turns = takeTurns(promptTimeoutMs, now)
  // Node waits for native calls before it exits, that is for as long as a prompt is open.
  process.once('exit', () => {
    const running = turns.running()
    const isPrompt = running !== null && (running.givenUp || now() - running.since > promptlyMs)
    if (isPrompt) process.kill(process.pid, 'SIGKILL')
  })
  const loaded = await load().catch((error: unknown) => messageOf(error))
  /** Until then every call fails at once, as the one did to which the keychain's process gave no answer. */
  let silence = { until: Number.NEGATIVE_INFINITY, error: new Error() as unknown }

  const refused = (message: string): Refusal => ({ kind: 'refused', message, why: whyRefused(system, message) })

  /**
   * Runs one native call in its turn; turns whatever it throws into words.
   * @param undo what to do if the call succeeds after it was given up
   */
  async function ask<T>(
    account: string,
    call: (entry: Entry) => Promise<T>,
    undo: (entry: Entry) => Promise<unknown> = async () => null,
  ): Promise<Outcome<T>> {
    if (typeof loaded === 'string') {
      return { ...refused(loaded), why: `This build cannot reach the system's keychain: ${loaded}` }
    }
    const open = () => new loaded.AsyncEntry(KEYCHAIN_SERVICE, account, { linux: { store: 'secret-service' } })
    const callUnlessSilent = async () => {
      if (now() < silence.until) throw silence.error
      try {
        return await call(open())
      } catch (error) {
        if (kindOfRefusal(messageOf(error)) === 'silent') silence = { until: now() + SILENCE_MS, error }
        throw error
      }
    }
    try {
      const turn = await turns.take(callUnlessSilent, async () => undo(open()))
      return turn.kind === 'late' ? { kind: 'refused', message: '', why: system.words.late } : turn
    } catch (error) {
      return refused(messageOf(error))
    }
  }

  async function read(account: string): Promise<KeychainRead> {
    const outcome = await ask(account, (entry) => entry.getSecret())
    if (outcome.kind === 'refused') return { kind: 'unavailable', why: outcome.why }
    const { answer } = outcome
    if (answer === null || answer === undefined) return { kind: 'absent' }
    const bytes = Buffer.from(Uint8Array.from(answer))
    if (!isUtf8(bytes)) return { kind: 'unavailable', why: NO_TEXT }
    return { kind: 'found', secret: bytes.toString('utf8') }
  }

  async function write(account: string, secret: string): Promise<KeychainWrite> {
    const bytes = new TextEncoder().encode(secret)
    if (platform === 'win32' && bytes.length > WINDOWS_LIMIT_BYTES) {
      return { kind: 'too-long', limitBytes: WINDOWS_LIMIT_BYTES }
    }
    const outcome = await ask(
      account,
      (entry) => entry.setSecret(bytes),
      // By then the user was told that it is in memory only, so a late write must be undone.
      (entry) => entry.deleteCredential(),
    )
    if (outcome.kind === 'answer') return { kind: 'stored' }
    const limit = /longer than (?:the )?platform limit of (\d+)/i.exec(outcome.message)?.[1]
    return limit === undefined
      ? { kind: 'unavailable', why: outcome.why }
      : { kind: 'too-long', limitBytes: Number(limit) }
  }

  async function remove(account: string): Promise<KeychainRemove> {
    const outcome = await ask(account, (entry) => entry.deleteCredential())
    return outcome.kind === 'answer' ? { kind: 'removed' } : { kind: 'unavailable', why: outcome.why }
  }

  return {
    name: system.name,
    persistent: true,
    async unavailable() {
      // While it is asking a person it counts as available; the other call will tell what comes of that.
      const running = turns.running()
      if (running !== null) return running.givenUp ? system.words.late : null
      // This entry never exists: no system prompts for one that is not there.
      const outcome = await read('availability')
      return outcome.kind === 'unavailable' ? outcome.why : null
    },
    read,
    write,
    remove,
    close: () => turns.close(promptlyMs),
    stuck: () => turns.running()?.givenUp ?? false,
    isCalled: () => turns.running() !== null,
  }
}

/** A native call that is running. */
interface Turn {
  /** When it began, by the clock of the keychain's options. */
  since: number
  /** Whether nobody waits for it any more. It runs on all the same. */
  givenUp: boolean
  /** Gives it up so many ms after it began; the last time that is said counts. */
  giveUpAfter: (ms: number) => void
  /** Resolves once it is over or given up. */
  overOrGivenUp: Promise<unknown>
}

/**
 * Runs native calls one after another, so that a stuck one blocks a single thread of the pool. A call is given up after
 * `mostMs`; until it ends, every further call is `late` at once.
 */
function takeTurns(mostMs: number, now: () => number) {
  const inTurn = pLimit(1)
  /** One that was given up stays here until it ends. `inTurn` lets the next call come meanwhile, which is late then. */
  let running: Turn | null = null
  let allowedMs = mostMs

  /** `undo` runs if a call that was given up succeeds after all. */
  async function run<T>(
    call: () => Promise<T>,
    undo: () => Promise<unknown>,
  ): Promise<{ kind: 'answer'; answer: T } | { kind: 'late' }> {
    if (running !== null) return { kind: 'late' }
    const { promise: late, resolve: giveUp } = Promise.withResolvers<{ kind: 'late' }>()
    let timer: NodeJS.Timeout | undefined
    // `turn` is made below, before any of these is called.
    const giveUpAfter = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          turn.givenUp = true
          giveUp({ kind: 'late' })
        },
        turn.since + ms - now(),
      )
    }
    const answer = call().then((value) => ({ kind: 'answer' as const, answer: value }))
    const over = answer
      .then(() => (turn.givenUp ? undo() : null))
      .catch(() => null)
      .then(() => {
        clearTimeout(timer)
        running = null
      })
    const turn: Turn = { since: now(), givenUp: false, giveUpAfter, overOrGivenUp: Promise.race([over, late]) }
    running = turn
    giveUpAfter(allowedMs)
    // Not `answer` itself: the next call in turn must find nothing running.
    return Promise.race([over.then(() => answer), late])
  }

  return {
    take: <T>(call: () => Promise<T>, undo: () => Promise<unknown>) => inTurn(() => run(call, undo)),
    /** The call that is running, given up or not; null: none is. */
    running: () => running,
    /** From now on calls are given up after `ms`. Resolves once none runs but one that was given up. */
    close: async (ms: number): Promise<void> => {
      allowedMs = ms
      running?.giveUpAfter(ms)
      await running?.overOrGivenUp
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** This is what to do if the system's keychain refuses, in words for people: its own are for programmers. */
interface KeychainSystem {
  /** People read it so: "Secret Service". */
  name: string
  /**
   * `late`: nobody answered the prompt in time; `silent`: the keychain's process does not respond; `noDefault`: it has
   * no place for what is new. All of them say "keychain"; other names are of programs to be opened or installed.
   */
  words: { late: string; silent: string; missing: string; locked: string; denied: string; noDefault: string }
}

const secretService: KeychainSystem = {
  name: 'Secret Service',
  words: {
    late: 'The keychain asks for its password and nobody answered. Unlock your keychain, then try again.',
    silent: "The system's keychain does not answer. Log out and in again, or restart gnome-keyring (or KWallet).",
    missing:
      'No keychain is running on this computer. Install gnome-keyring (or KWallet, or KeePassXC with its Secret Service), log out and in again, then try again.',
    locked: 'The keychain is locked. Unlock your keychain, then try again.',
    denied: 'The keychain refused. Unlock your keychain and allow Eventscope to use it, then try again.',
    noDefault:
      'There is no default keychain yet. Create one in "Passwords and Keys" (seahorse) or log out and in again with your password, then try again.',
  },
}

const macKeychain: KeychainSystem = {
  name: 'Keychain',
  words: {
    late: 'The keychain asks for permission and nobody answered. Allow Eventscope to use it, then try again.',
    silent: 'The keychain does not answer. Log out and in again, then try again.',
    missing: 'No keychain was found. Open "Keychain Access", create or repair the login keychain, then try again.',
    locked: 'The keychain is locked. Unlock the login keychain in "Keychain Access", then try again.',
    denied: 'The keychain refused. Allow Eventscope to use it (or unlock it in "Keychain Access"), then try again.',
    noDefault: 'There is no login keychain. Create one in "Keychain Access", then try again.',
  },
}

const credentialManager: KeychainSystem = {
  name: 'Credential Manager',
  words: {
    late: 'The keychain did not answer in time. Try again.',
    silent:
      'The keychain does not answer. Check that the Credential Manager\'s service "VaultSvc" runs, then try again.',
    missing:
      'This session has no keychain. Log in with a password (not over a network logon) and check that the service "VaultSvc" runs.',
    locked: 'The keychain is locked. Log in again, then try again.',
    denied: 'The keychain refused. Your organisation may forbid storing secrets; ask its administrator.',
    noDefault: 'This session has no keychain. Log in with a password, then try again.',
  },
}

/** The keychain of an operating system: its name and the words for its refusals. */
export function systemOf(platform: NodeJS.Platform): KeychainSystem {
  if (platform === 'darwin') return macKeychain
  if (platform === 'win32') return credentialManager
  return secretService
}

/** The binding's messages have no codes, so they are recognized by their text. The first match wins. */
const signs: [RegExp, keyof KeychainSystem['words']][] = [
  [/did not receive a reply|timed? ?out/i, 'silent'],
  [/prompt was dismissed|is locked|interaction is not allowed|-25308/i, 'locked'],
  [/user cancell?ed|passphrase you entered is not correct|access ?denied|not permitted|-25293|-128\b/i, 'denied'],
  [/no result found|no default keychain|-25307/i, 'noDefault'],
  [
    /dbus|serviceunknown|not provided by any|no such (?:file|logon session)|keychain (?:could not|cannot) be found|-25294/i,
    'missing',
  ],
]

/** Tells which of the words fit the binding's message; null for an unknown one. */
export function kindOfRefusal(message: string): keyof KeychainSystem['words'] | null {
  return signs.find(([pattern]) => pattern.test(message))?.[1] ?? null
}

/** Words for a refusal; quotes the system's message if it is unknown. */
export function whyRefused(system: KeychainSystem, message: string): string {
  const kind = kindOfRefusal(message)
  return kind === null ? `The keychain (${system.name}) refused: ${message}` : system.words[kind]
}
