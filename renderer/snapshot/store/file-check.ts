// A file of the user's that is held against an opened snapshot: brought in pieces, looked at, and checked as often as what is
// chosen for it changes. Nothing that was typed or chosen goes because of a file that is refused.
import { createStore } from 'zustand/vanilla'
import {
  type Asks,
  type FileChoices,
  type FileLook,
  NOTHING_CHOSEN,
  type Refusal,
} from '../../../shared/check/checked-file.ts'
import { keptChoices, withKeptChoices } from '../../../shared/check/kept-choices.ts'
import type {
  CheckProgress,
  FileCheckQuestion,
  LedgerAnswer,
  Outcome,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import { piecesOf, UnreadableFileError } from './file-pieces.ts'
import { answerIn } from './file-questions.ts'

export interface BroughtFile {
  name: string
  /** It stays in the page's hands: the backend lets go of a file that nobody asks about. */
  bytes: Blob
}

export type LookedFile = Extract<FileLook, { kind: 'looked' }>
export type CheckedLedger = Extract<LedgerAnswer, { kind: 'checked' }>

/** What a file is held against, and by which rules. */
export type HeldAgainst = Pick<FileCheckQuestion, 'scope' | 'rules' | 'inHand' | 'sent'>

/** What was checked, and how: what is chosen now may be something else. */
export interface CheckedFile {
  kind: 'ledger'
  answer: CheckedLedger
  choices: FileChoices
  against: HeldAgainst
}

/** Which lines of a checked file are looked at. */
export interface ShownLines {
  outcome: Outcome
  /** Of those that differ, those of which this column does: its place among the columns of the answer. */
  differsIn: number | null
  offset: number
  /** Where the pages before begin: a page of long lines has fewer. */
  before: readonly number[]
}

export type FileWork =
  | { step: 'sending'; name: string; done: number; of: number }
  | { step: 'looking'; name: string }
  /** `progress` null: it has only begun. */
  | { step: 'checking'; progress: CheckProgress | null }

export interface FileCheckState {
  /** What stands in "Lines". */
  typed: string
  /** Null: none took its place yet. */
  file: BroughtFile | null
  choices: FileChoices
  /** Whether they are those of the last file with these heads. */
  areKept: boolean
  /** By the latest choices that it could be read by; null: by none yet. */
  look: LookedFile | null
  /** What its owner has to say before it can go on. */
  asks: readonly Asks[]
  /** Why it cannot be read by these choices. */
  refusal: string | null
  /** A file that did not take the place of the one that is here. */
  turnedAway: { name: string; words: string; isReceipt: boolean } | null
  work: FileWork | null
  /** Why an answer did not come; `retry` asks again. */
  trouble: Error | null
  checked: CheckedFile | null
  /** Null: as at first. */
  shown: ShownLines | null
}

export interface FileCheck {
  state(): FileCheckState
  subscribe(listener: () => void): () => void
  type(text: string): void
  /**
   * Sends it and looks at it. It takes the place of the file that is here, unless it is a receipt or cannot be read.
   * @param against checked at once, if nothing is asked; null: it is only looked at
   */
  bring(file: BroughtFile, rules: string | null, against: HeldAgainst | null): Promise<void>
  /** @param rules as text, whose properties are proposed; null: there are none */
  choose(change: Partial<FileChoices>, rules: string | null): Promise<void>
  check(against: HeldAgainst): Promise<void>
  show(lines: ShownLines): void
  /** Of what is under way; a file that is here stays. */
  cancel(): void
  retry(): void
  /** What was turned away is not spoken of any more. */
  dismiss(): void
  /** Back to where a file is chosen. What was typed stays. */
  leave(): void
  /** The snapshot is closed: ends what is under way, and lets go of the file. */
  end(): void
}

export interface FileCheckEffects {
  bridge: Pick<Bridge, 'fileCheck' | 'remembered'>
  snapshotId: string
  connectionId: string
  onUnkept: (error: unknown) => void
}

const REMEMBERED = 'checked-files'

const NO_FILE: FileCheckState = {
  typed: '',
  file: null,
  choices: NOTHING_CHOSEN,
  areKept: false,
  look: null,
  asks: [],
  refusal: null,
  turnedAway: null,
  work: null,
  trouble: null,
  checked: null,
  shown: null,
}

export function createFileCheck({ bridge, snapshotId, connectionId, onUnkept }: FileCheckEffects): FileCheck {
  const store = createStore<FileCheckState>(() => NO_FILE)
  const patch = (change: Partial<FileCheckState>) => store.setState(change)
  /** What the backend calls the file that is here; null: it holds none. */
  let fileId: string | null = null
  let turn = new AbortController()
  let again = () => {}

  function nextTurn(): AbortSignal {
    turn.abort()
    turn = new AbortController()
    return turn.signal
  }

  const letGo = (id: string | null) => {
    if (id !== null) void bridge.fileCheck.close({ fileId: id }).catch(() => {})
  }

  async function send({ name, bytes }: BroughtFile, signal: AbortSignal): Promise<string> {
    const of = bytes.size
    patch({ work: { step: 'sending', name, done: 0, of } })
    const { fileId: id } = await bridge.fileCheck.open({ name: name.slice(0, 1_000), bytes: of }, { signal })
    try {
      for await (const { piece, end } of piecesOf(bytes)) {
        await bridge.fileCheck.add({ fileId: id, piece }, { signal })
        if (!signal.aborted) patch({ work: { step: 'sending', name, done: end, of } })
      }
      return id
    } catch (error) {
      letGo(id)
      throw error
    }
  }

  async function lookAt(id: string, choices: FileChoices, rules: string | null, signal: AbortSignal) {
    const question = { ask: 'fileLook', fileId: id, choices, rules } as const
    return answerIn(await bridge.fileCheck.look({ snapshotId, slot: slotOf('look'), question }, { signal }))
  }

  /** With what was chosen for such heads the last time, as far as nothing else is chosen now. */
  async function lookFirst(id: string, chosen: FileChoices, rules: string | null, signal: AbortSignal) {
    const look = await lookAt(id, chosen, rules, signal)
    if (look.kind !== 'looked') return { look, choices: chosen, areKept: false }
    const text = await bridge.remembered.read({ connectionId, name: REMEMBERED }, { signal }).catch(() => null)
    const kept = keptChoices(text, look.heads)
    if (kept === null) return { look, choices: chosen, areKept: false }
    const said = Object.entries(chosen).filter(([name, value]) => value !== NOTHING_CHOSEN[name as keyof FileChoices])
    const choices = { ...kept, ...Object.fromEntries(said) }
    const byKept = await lookAt(id, choices, rules, signal)
    return byKept.kind === 'looked'
      ? { look: byKept, choices, areKept: true }
      : { look, choices: chosen, areKept: false }
  }

  /** Sent once more where the backend holds it no longer. */
  async function withHeld<T>(file: BroughtFile, signal: AbortSignal, ask: (id: string) => Promise<T>): Promise<T> {
    const work = store.getState().work
    const known = fileId
    try {
      if (known !== null) return await ask(known)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind !== 'invalid' || failure.field !== 'file' || signal.aborted) throw error
    }
    const id = await send(file, signal)
    if (signal.aborted) letGo(id)
    else fileId = id
    patch({ work })
    return ask(id)
  }

  /** @param retry the same once more */
  function fail(error: unknown, name: string, signal: AbortSignal, retry: () => void) {
    if (signal.aborted) return
    again = retry
    const words = refusalOf(error)
    if (words === null) patch({ work: null, trouble: error instanceof Error ? error : new Error(String(error)) })
    else patch({ work: null, turnedAway: { name, words, isReceipt: false } })
  }

  async function bring(file: BroughtFile, rules: string | null, against: HeldAgainst | null): Promise<void> {
    const signal = nextTurn()
    patch({ turnedAway: null, trouble: null })
    try {
      const id = await send(file, signal)
      if (signal.aborted) return letGo(id)
      patch({ work: { step: 'looking', name: file.name } })
      const { look, choices, areKept } = await lookFirst(id, NOTHING_CHOSEN, rules, signal).catch((error: unknown) => {
        letGo(id)
        throw error
      })
      if (signal.aborted) return letGo(id)
      const { name } = file
      if (look.kind === 'receipt' || (look.kind === 'refused' && store.getState().file !== null)) {
        letGo(id)
        return patch({ work: null, turnedAway: { name, words: look.words, isReceipt: look.kind === 'receipt' } })
      }
      letGo(fileId)
      fileId = id
      patch({ file, choices, areKept, look: null, checked: null, shown: null, work: null, ...foundBy(look) })
      if (against !== null && look.kind === 'looked' && look.asks.length === 0) await check(against)
    } catch (error) {
      fail(error, file.name, signal, () => void bring(file, rules, against))
    }
  }

  async function choose(change: Partial<FileChoices>, rules: string | null): Promise<void> {
    const signal = nextTurn()
    const { file, look: before } = store.getState()
    const choices = { ...store.getState().choices, ...change }
    patch({ choices, areKept: false, trouble: null, work: null })
    // What lines are found by is being chosen: nothing can be asked about that yet.
    if (file === null || choices.key?.length === 0) return
    try {
      const found = await withHeld(file, signal, (id) =>
        before === null
          ? lookFirst(id, choices, rules, signal)
          : lookAt(id, choices, rules, signal).then((look) => ({ look, choices, areKept: false })),
      )
      if (!signal.aborted) patch({ choices: found.choices, areKept: found.areKept, ...foundBy(found.look) })
    } catch (error) {
      fail(error, file.name, signal, () => void choose({}, rules))
    }
  }

  async function check(against: HeldAgainst): Promise<void> {
    const { file, choices, look } = store.getState()
    if (file === null) return
    const signal = nextTurn()
    patch({ work: { step: 'checking', progress: null }, trouble: null, refusal: null, turnedAway: null })
    try {
      const answer = await withHeld(file, signal, (id) =>
        answered({ ask: 'fileCheck', kind: 'ledger', fileId: id, choices, ...against }, signal),
      )
      if (signal.aborted) return
      if (answer.kind !== 'checked') return patch({ work: null, ...refusedBy(answer) })
      patch({ work: null, asks: [], checked: { kind: 'ledger', answer, choices, against }, shown: null })
      if (look !== null) await keep(look.heads, choices)
    } catch (error) {
      fail(error, file.name, signal, () => void check(against))
    }
  }

  async function answered(question: FileCheckQuestion, signal: AbortSignal): Promise<LedgerAnswer> {
    for await (const step of await bridge.fileCheck.check(
      { snapshotId, slot: slotOf('check'), question },
      { signal },
    )) {
      if (step.state === 'over') return answerIn(step.outcome)
      const { phase, done, of } = step
      if (!signal.aborted) patch({ work: { step: 'checking', progress: { phase, done, of } } })
    }
    throw new TypeError('A check ended without an outcome.')
  }

  async function keep(heads: string, choices: FileChoices): Promise<void> {
    const place = { connectionId, name: REMEMBERED }
    try {
      const text = await bridge.remembered.read(place)
      await bridge.remembered.write({ ...place, value: withKeptChoices(text, heads, choices) })
    } catch (error) {
      onUnkept(error)
    }
  }

  function leave() {
    nextTurn()
    letGo(fileId)
    fileId = null
    store.setState({ ...NO_FILE, typed: store.getState().typed })
  }

  return {
    state: store.getState,
    subscribe: store.subscribe,
    type: (typed) => patch({ typed }),
    bring,
    choose,
    check,
    show: (shown) => patch({ shown }),
    cancel() {
      nextTurn()
      patch({ work: null })
    },
    retry() {
      patch({ trouble: null })
      again()
    },
    dismiss: () => patch({ turnedAway: null }),
    leave,
    end: leave,
  }
}

/** A question ends the one that is under way in its slot: each has its own, also among several windows. */
const slotOf = (of: string) => `file ${of} ${crypto.randomUUID()}`

function foundBy(look: FileLook): Partial<FileCheckState> {
  return look.kind === 'looked' ? { look, asks: look.asks, refusal: null } : refusedBy(look)
}

function refusedBy(answer: Refusal | Extract<LedgerAnswer, { kind: 'no-rules' }>): Partial<FileCheckState> {
  switch (answer.kind) {
    case 'asks':
      return { asks: answer.asks, refusal: null }
    case 'refused':
    case 'receipt':
      return { refusal: answer.words }
    case 'no-rules':
      return { refusal: answer.problems.join(' ') }
    default:
      return answer satisfies never
  }
}

/** In a sentence, where the file is why; null: it is something else. */
function refusalOf(error: unknown): string | null {
  if (error instanceof UnreadableFileError) {
    return 'It cannot be read any more: it was moved or changed, or it is a folder. Choose it again.'
  }
  const failure = failureOf(error)
  return failure.kind === 'invalid' && failure.field === 'file' ? failure.message : null
}

/** Whether it is what would be checked now. */
export function isOfNow({ choices, against }: CheckedFile, now: FileChoices, nowAgainst: HeldAgainst): boolean {
  return JSON.stringify([choices, against]) === JSON.stringify([now, nowAgainst])
}
