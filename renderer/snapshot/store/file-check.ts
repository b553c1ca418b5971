// A file of the user's that is held against an opened snapshot: brought, looked at, and checked as often as what is
// chosen for it changes. Nothing that was typed or chosen goes because of a file that is refused.
import type { FileLook } from '../../../shared/check/checked-file.ts'
import type { CheckProgress } from '../../../shared/snapshot/snapshot-ledger.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import { rememberCustomerNames } from '../../case/customer-names.ts'
import type { StateStore } from '../../ui/state-store.ts'
import {
  type BoundaryEventsRead,
  type ChangedChoices,
  type CheckedFile,
  type Chosen,
  choicesForKind,
  customerNamesOf,
  type FileCheckState,
  type FileKind,
  type HeldAgainst,
  keptInvoiceView,
  type LookedFile,
  lookChoices,
  NO_FILE,
  NOTHING_CHOSEN_YET,
  rememberChoices,
  type ShownOfKind,
  stateAfterLook,
  stateAfterRefusal,
  withChoices,
  withRememberedChoices,
} from './file-check-state.ts'
import { type BroughtFile, createHeldFile, UnreadableFileError } from './held-file.ts'
import { createLatestWork } from './latest-work.ts'
import { ask } from './snapshot-query.ts'

export interface FileCheckEffects {
  parts: StateStore<{ fileCheck: FileCheckState }>
  bridge: Pick<Bridge, 'fileCheck' | 'remembered' | 'snapshots'>
  snapshotId: string
  connectionId: string
  onUnkept: (error: unknown) => void
  /** What was answered about an earlier check holds no more. */
  onNewCheck: () => void
}

export type FileCheck = ReturnType<typeof createFileCheck>

/** Reads and checks files against an opened snapshot. Its promises never reject: the state says what came of it. */
export function createFileCheck(effects: FileCheckEffects) {
  const { parts, bridge, snapshotId, connectionId, onUnkept, onNewCheck } = effects
  const { state, subscribe, set, patch } = parts.part('fileCheck', NO_FILE)
  const latestWork = createLatestWork()
  /** Does once more what failed last. */
  let again = () => {}
  /** The work that a question began with: it is on screen again once a file that it had to send again is there. */
  let workOfQuestion: FileCheckState['work'] = null
  const held = createHeldFile({
    bridge,
    onSent: (progress) => patch({ work: progress === null ? workOfQuestion : { step: 'sending', ...progress } }),
  })

  async function lookAt(id: string, chosen: Chosen, rules: string | null, signal: AbortSignal) {
    const question = { ask: 'fileLook', fileId: id, choices: lookChoices(chosen), rules } as const
    return ask(bridge, snapshotId, question, signal)
  }

  /** Looks at it as what its heads say that it is, with what was chosen for such heads the last time. */
  async function lookFirst(id: string, chosen: Chosen, rules: string | null, signal: AbortSignal): Promise<Found> {
    const look = await lookAt(id, chosen, rules, signal)
    if (look.kind !== 'looked') return { look, chosen, areKept: false }
    const kept = await withRememberedChoices(bridge.remembered, connectionId, look, chosen, signal)
    if (kept !== null) {
      const byKept = await lookAt(id, kept, rules, signal)
      if (byKept.kind === 'looked') return { look: byKept, chosen: kept, areKept: true }
    }
    return { look, chosen: choicesForKind(chosen, look.seems), areKept: false }
  }

  /** Asks about the held file, by the ID that the backend knows it by; it may have to be sent again first. */
  function asking<T>(file: BroughtFile, signal: AbortSignal, ask: (id: string) => Promise<T>): Promise<T> {
    workOfQuestion = state().work
    return held.ask(file, signal, ask)
  }

  /** Says why it failed: `turnedAway` where the file itself is why. @param retry the same once more */
  function fail(error: unknown, name: string, signal: AbortSignal, retry: () => void) {
    if (signal.aborted) return
    again = retry
    const words = refusalOf(error)
    if (words === null) patch({ work: null, trouble: error instanceof Error ? error : new Error(String(error)) })
    else patch({ work: null, turnedAway: { name, words, isReceipt: false } })
  }

  /**
   * Sends it and looks at it. It takes the place of the file that is here, unless it is a receipt or cannot be read.
   * @param against checked at once, if nothing is asked; null: it is only looked at
   */
  async function bring(file: BroughtFile, rules: string | null, against: HeldAgainst | null): Promise<void> {
    const signal = latestWork.next()
    patch({ turnedAway: null, trouble: null })
    try {
      const id = await held.send(file, signal)
      if (signal.aborted) return held.letGo(id)
      patch({ work: { step: 'looking', name: file.name } })
      const found = await lookFirst(id, NOTHING_CHOSEN_YET, rules, signal).catch((error: unknown) => {
        held.letGo(id)
        throw error
      })
      if (signal.aborted) return held.letGo(id)
      const { name } = file
      const { look, chosen, areKept } = found
      if (look.kind === 'receipt' || (look.kind === 'refused' && state().file !== null)) {
        held.letGo(id)
        return patch({ work: null, turnedAway: { name, words: look.words, isReceipt: look.kind === 'receipt' } })
      }
      held.hold(id)
      patch({
        ...NO_FILE,
        typed: state().typed,
        file,
        ...chosen,
        areKept,
        ...stateAfterLook(look, chosen.kind),
      })
      if (against !== null && look.kind === 'looked' && state().asks.length === 0) await check(against)
    } catch (error) {
      fail(error, file.name, signal, () => void bring(file, rules, against))
    }
  }

  /** Looks at the file again by what is chosen now. One that was never looked at is looked at as if it were new. */
  async function rechosen(chosen: Chosen, rules: string | null): Promise<void> {
    const signal = latestWork.next()
    const { file, look: before } = state()
    patch({ ...chosen, areKept: false, trouble: null, work: null })
    // What lines are found by is being chosen: nothing can be asked about that yet.
    if (file === null || (chosen.kind === 'ledger' && chosen.choices.ledger.key?.length === 0)) return
    try {
      const found = await asking(
        file,
        signal,
        async (id): Promise<Found> =>
          before === null
            ? lookFirst(id, chosen, rules, signal)
            : { look: await lookAt(id, chosen, rules, signal), chosen, areKept: false },
      )
      if (signal.aborted) return
      patch({ ...found.chosen, areKept: found.areKept, ...stateAfterLook(found.look, found.chosen.kind) })
    } catch (error) {
      fail(error, file.name, signal, () => void rechosen(chosenOf(state()), rules))
    }
  }

  /** Holds the file against the events. @param edges of an invoice: snapshots around its period; null: not read */
  async function check(against: HeldAgainst, edges: BoundaryEventsRead = null): Promise<void> {
    const { file, look } = state()
    if (file === null) return
    const chosen = chosenOf(state())
    const signal = latestWork.next()
    patch({ work: { step: 'checking', progress: null }, trouble: null, refusal: null, turnedAway: null })
    try {
      const answer = await asking(file, signal, (id) => answered(id, chosen, against, edges, signal))
      if (signal.aborted) return
      if (answer.kind !== 'ledger' && answer.kind !== 'invoice')
        return patch({ work: null, ...stateAfterRefusal(answer) })
      onNewCheck()
      const shown = { ledger: null, invoice: keptInvoiceView(state(), answer) }
      patch({ work: null, asks: [], checked: answer, shown })
      await keep(look, chosen, answer).catch(onUnkept)
    } catch (error) {
      fail(error, file.name, signal, () => void check(against, edges))
    }
  }

  async function keep(look: LookedFile | null, chosen: Chosen, checked: CheckedFile): Promise<void> {
    if (look !== null) await rememberChoices(bridge.remembered, connectionId, look.heads, chosen)
    await rememberCustomerNames(bridge.remembered, connectionId, customerNamesOf(checked))
  }

  async function answered(
    fileId: string,
    { kind, choices: { ledger, invoice } }: Chosen,
    against: HeldAgainst,
    edges: BoundaryEventsRead,
    signal: AbortSignal,
  ): Promise<CheckedFile | Parameters<typeof stateAfterRefusal>[0]> {
    const tell = (progress: CheckProgress) => {
      if (!signal.aborted) patch({ work: { step: 'checking', progress } })
    }
    if (kind === 'ledger') {
      const { scope, rules, sent } = against
      const question = { ask: 'fileCheck', kind, fileId, choices: ledger, scope, rules, sent } as const
      const answer = await ask(bridge, snapshotId, question, signal, tell)
      return answer.kind === 'checked' ? { kind, answer, choices: ledger, against } : answer
    }
    const { sent, ...rest } = against
    const question = { ask: 'invoiceCheck', fileId, choices: invoice, ...rest, edges } as const
    const answer = await ask(bridge, snapshotId, question, signal, tell)
    return answer.kind === 'invoice' ? { kind, answer, choices: invoice, against, edges } : answer
  }

  /** Back to where a file is chosen. The typed text stays. */
  function leave(): void {
    latestWork.next()
    held.end()
    patch({ ...NO_FILE, typed: state().typed })
  }

  return {
    state,
    subscribe,
    type: (typed: string) => patch({ typed }),
    bring,
    /** Chooses for a file of the kind that it is read as. @param rules as text, whose properties are proposed */
    choose: (change: ChangedChoices, rules: string | null) => rechosen(withChoices(state(), change), rules),
    readAs(kind: FileKind, rules: string | null): Promise<void> {
      patch({ checked: null })
      return rechosen(choicesForKind(chosenOf(state()), kind), rules)
    },
    check,
    show: (lines: Partial<ShownOfKind>) => patch({ shown: { ...state().shown, ...lines } }),
    /** Ends what is under way; a file that is here stays. */
    cancel(): void {
      latestWork.next()
      patch({ work: null })
    },
    retry(): void {
      patch({ trouble: null })
      again()
    },
    /** What was turned away is not spoken of any more. */
    dismiss: () => patch({ turnedAway: null }),
    leave,
    /** The snapshot is closed: ends what is under way, and lets go of the file. */
    end(): void {
      leave()
      set(NO_FILE)
    },
  }
}

interface Found {
  look: FileLook
  chosen: Chosen
  areKept: boolean
}

const chosenOf = ({ kind, choices }: FileCheckState): Chosen => ({ kind, choices })

/** Says in a sentence why, where the file is why; null: it is something else. */
function refusalOf(error: unknown): string | null {
  if (error instanceof UnreadableFileError) {
    return 'It can no longer be read: it was moved or changed, or it is a folder. Choose it again.'
  }
  const failure = failureOf(error)
  return failure.kind === 'invalid' && failure.field === 'file' ? failure.message : null
}
