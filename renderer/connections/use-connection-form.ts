// What the connection form knows: errors by field, a hint on the base URL, and a test or save under way.
// The API key is read from its field when it is sent, and never kept.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Connection, ConnectionDraft, Environment, ProbeReport } from '../../shared/connection/connection.ts'
import {
  otherServerWords,
  readBaseUrl,
  readBillingZone,
  readToken,
  sameOrigin,
} from '../../shared/connection/connection-input.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { bridge, failureOf } from '../bridge.ts'
import { notifyError } from '../ui/notify.tsx'
import { guessEnvironment } from './environment-badge.tsx'

export type ConnectionField = 'name' | 'baseUrl' | 'token' | 'plainHttpConsent' | 'billingZone'
type Errors = Partial<Record<ConnectionField, string>>

export type Outcome =
  | { state: 'idle' }
  | { state: 'testing' | 'saving' | 'sample' }
  | { state: 'tested'; report: ProbeReport }
  | { state: 'failed'; failure: Failure }

/** `onSaved` is also called if the form is gone by then, and is told so. */
export function useConnectionForm(
  editing: Connection | null,
  onSaved: (connection: Connection, isFormGone: boolean) => void,
) {
  const nameField = useRef<HTMLInputElement>(null)
  const tokenField = useRef<HTMLTextAreaElement>(null)
  const [baseUrl, setBaseUrl] = useState(editing?.baseUrl ?? '')
  /** An address that is meant as typed: nothing is cut from its end. */
  const [kept, setKept] = useState(editing?.baseUrl ?? null)
  const [takenOff, setTakenOff] = useState<{ ending: string; before: string } | null>(null)
  const [chosen, setChosen] = useState<Environment | null>(editing?.environment ?? null)
  const [consent, setConsent] = useState(editing?.plainHttpConsent ?? false)
  const [billingZone, setBillingZone] = useState(editing?.billingZone?.replaceAll('_', ' ') ?? '')
  const [isMoreOpen, setMoreOpen] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' })
  /** A test can be cancelled. Saving continues even if the dialog is closed: the backend has it by then. */
  const testing = useRef<AbortController | null>(null)
  const isOpen = useMounted()
  useEffect(() => () => testing.current?.abort(), [])

  const address = readBaseUrl(baseUrl)
  const hasToken = editing !== null && editing.token.place !== 'nowhere'
  /** The connection moves to another server, where the token in place must not go. */
  const moved = hasToken && address.ok && !sameOrigin(address.baseUrl, editing.baseUrl)
  const environment = chosen ?? guessEnvironment(baseUrl.trim())

  /** Says what is wrong at each field, and goes to the first of them, which may be one that is folded away. */
  function refuse(found: Errors) {
    setErrors(found)
    if (found.billingZone !== undefined) setMoreOpen(true)
    focusFirst(found)
  }

  /**
   * An edit clears the last outcome. What is said at the field stays as long as it is wrong.
   * @param wrong what is wrong with it now
   */
  function edited(field: ConnectionField, wrong: string | null) {
    setErrors(({ [field]: shown, ...others }) =>
      shown === undefined || wrong === null ? others : { ...others, [field]: wrong },
    )
    testing.current?.abort()
    setOutcome((last) => (last.state === 'saving' || last.state === 'sample' ? last : { state: 'idle' }))
  }

  function editBaseUrl(text: string) {
    setTakenOff(null)
    const next = readBaseUrl(text)
    // Consent was given for one server.
    if (!(address.ok && next.ok && sameOrigin(address.baseUrl, next.baseUrl))) setConsent(false)
    setBaseUrl(text)
    edited('baseUrl', next.ok ? null : next.message)
    edited('plainHttpConsent', null)
    edited('token', wrongToken(next))
  }

  function editConsent(isGiven: boolean) {
    setConsent(isGiven)
    edited('plainHttpConsent', isGiven ? null : NO_CONSENT)
  }

  function editBillingZone(text: string) {
    setBillingZone(text)
    const read = readBillingZone(text)
    edited('billingZone', read.ok ? null : read.message)
  }

  function wrongToken(address: ReturnType<typeof readBaseUrl>): string | null {
    const typed = tokenField.current?.value ?? ''
    if (typed === '' && editing !== null && hasToken) {
      const isMoved = address.ok && !sameOrigin(address.baseUrl, editing.baseUrl)
      return isMoved ? otherServerWords(editing.baseUrl) : null
    }
    const token = readToken(typed)
    return token.ok ? null : token.message
  }

  /** Removes the interface's own paths from a pasted address; says so, and restores them on demand. */
  function tidyBaseUrl(text: string): string {
    const read = readBaseUrl(text)
    if (!read.ok || read.trimmed === null || text === kept) return text
    editBaseUrl(read.trimmed)
    setTakenOff({ ending: read.baseUrl.slice(read.trimmed.length), before: text })
    return read.trimmed
  }
  function putBack() {
    if (takenOff === null) return
    setKept(takenOff.before)
    editBaseUrl(takenOff.before)
  }

  /** What is in the form, or null after each mistake was said at its field and the first one focused. */
  function readDraft(purpose: 'test' | 'save'): ConnectionDraft | null {
    const name = nameField.current?.value ?? ''
    const typed = tokenField.current?.value ?? ''
    const token = typed === '' && hasToken ? null : readToken(typed)
    const found: Errors = {}
    const noName = wrongName(name)
    if (purpose === 'save' && noName !== null) found.name = noName
    if (!address.ok) found.baseUrl = address.message
    else if (address.plainHttp && !consent) found.plainHttpConsent = NO_CONSENT
    const noToken = wrongToken(address)
    if (noToken !== null) found.token = noToken
    const zone = readBillingZone(billingZone)
    if (purpose === 'save' && !zone.ok) found.billingZone = zone.message
    if (Object.keys(found).length > 0) {
      refuse(found)
      return null
    }
    setErrors({})
    const plainHttpConsent = address.ok && address.plainHttp && consent
    return {
      ...(editing ? { id: editing.id } : {}),
      ...(token?.ok ? { token: token.token } : {}),
      name: name.trim(),
      baseUrl: address.ok ? readTidied(tidyBaseUrl(baseUrl)) : baseUrl,
      environment,
      // One that is not known here is shown as none, and kept while nothing else is typed.
      ...(zone.ok && zone.zone !== (editing?.billingZone ?? null) ? { billingZone: zone.zone } : {}),
      plainHttpConsent,
    }
  }

  /** Runs one call at a time; a refusal that names a field is said there. */
  async function attempt<T>(state: 'testing' | 'saving' | 'sample', call: (signal: AbortSignal) => Promise<T>) {
    testing.current?.abort()
    const control = new AbortController()
    testing.current = state === 'testing' ? control : null
    setOutcome({ state })
    try {
      const value = await call(control.signal)
      return control.signal.aborted ? null : { value }
    } catch (error) {
      if (control.signal.aborted) return null
      if (!isOpen.current) {
        notifyError(error)
        return null
      }
      const failure = failureOf(error)
      const field = failure.kind === 'invalid' ? fieldOf(failure.field) : null
      if (failure.kind === 'invalid' && field !== null) {
        refuse({ [field]: failure.message })
        setOutcome({ state: 'idle' })
      } else setOutcome({ state: 'failed', failure })
      return null
    }
  }

  async function test() {
    const draft = readDraft('test')
    if (draft === null) return
    const done = await attempt('testing', (signal) => bridge.connections.test(draft, { signal }))
    if (done) setOutcome({ state: 'tested', report: done.value })
  }
  async function save() {
    const draft = readDraft('save')
    if (draft === null) return
    const done = await attempt('saving', () => bridge.connections.save(draft))
    if (done) onSaved(done.value, !isOpen.current)
  }
  async function exploreSampleData() {
    const done = await attempt('sample', () => bridge.connections.exploreSampleData())
    if (done) onSaved(done.value, !isOpen.current)
  }
  function stop() {
    testing.current?.abort()
    setOutcome({ state: 'idle' })
  }

  return {
    nameField,
    tokenField,
    baseUrl,
    editBaseUrl,
    tidyBaseUrl,
    takenOff,
    putBack,
    address,
    hasToken,
    moved,
    environment,
    setEnvironment: setChosen,
    consent,
    editConsent,
    billingZone,
    editBillingZone,
    isMoreOpen,
    setMoreOpen,
    errors,
    editName: () => edited('name', wrongName(nameField.current?.value ?? '')),
    editToken: () => edited('token', wrongToken(address)),
    outcome,
    test,
    save,
    exploreSampleData,
    stop,
  }
}

export type ConnectionFormState = ReturnType<typeof useConnectionForm>

const NO_CONSENT = 'Tick this to continue, or use an https address.'

const wrongName = (name: string) =>
  name.trim() === '' ? 'Give the connection a name, for example Acme Billing.' : null

/** Normalised, where it can be read. */
function readTidied(text: string): string {
  const read = readBaseUrl(text)
  return read.ok ? read.baseUrl : text
}

function fieldOf(field: (Failure & { kind: 'invalid' })['field']): ConnectionField | null {
  return field === 'request' || field === 'eventId' || field === 'export' || field === 'file' ? null : field
}

/** Moves the focus once the errors are painted, so that a screen reader reads them with the field. */
function focusFirst(found: Errors) {
  const order: ConnectionField[] = ['name', 'baseUrl', 'plainHttpConsent', 'token', 'billingZone']
  const first = order.find((field) => found[field] !== undefined)
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
}

/** Whether a form is still mounted when what it started has finished. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
