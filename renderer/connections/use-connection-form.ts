// This is what the connection form knows: errors by field, a hint on the base URL, and a test or save under way. The
// API key is read from its field when it is sent, and never kept.
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
  /** An address that is meant as typed, as somebody put its ending back: nothing is cut from its end. */
  const [meantAsTyped, setMeantAsTyped] = useState(editing?.baseUrl ?? null)
  /** The ending that was cut from the address, and the address with it. */
  const [takenOff, setTakenOff] = useState<{ ending: string; before: string } | null>(null)
  const [chosen, setChosen] = useState<Environment | null>(editing?.environment ?? null)
  const [consent, setConsent] = useState(editing?.plainHttpConsent ?? false)
  const [billingZone, setBillingZone] = useState(editing?.billingZone?.replaceAll('_', ' ') ?? '')
  const [isMoreOpen, setMoreOpen] = useState(false)
  const { errors, refuse, setError, clearErrors } = useErrors(() => setMoreOpen(true))
  const { outcome, attempt, reported, outdate, stop, isOpen } = useCalls(refuse)

  const address = readBaseUrl(baseUrl)
  const hasToken = holdsToken(editing)
  /** The connection moves to another server, where the token in place must not go. */
  const moved = hasToken && address.ok && !sameOrigin(address.baseUrl, editing.baseUrl)
  const environment = chosen ?? guessEnvironment(baseUrl.trim())
  const typedName = () => nameField.current?.value ?? ''
  const typedToken = () => tokenField.current?.value ?? ''

  /** @param wrong what is wrong with the field now */
  function edited(field: ConnectionField, wrong: string | null) {
    setError(field, wrong)
    outdate()
  }

  function editBaseUrl(text: string) {
    setTakenOff(null)
    const next = readBaseUrl(text)
    // Consent was given for one server.
    if (!(address.ok && next.ok && sameOrigin(address.baseUrl, next.baseUrl))) setConsent(false)
    setBaseUrl(text)
    edited('baseUrl', next.ok ? null : next.message)
    edited('plainHttpConsent', null)
    edited('token', wrongToken(typedToken(), next, editing))
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

  /** Removes the interface's own paths from a pasted address; says so, and restores them on demand. */
  function tidyBaseUrl(text: string): string {
    const read = readBaseUrl(text)
    if (!read.ok || read.trimmed === null || text === meantAsTyped) return text
    editBaseUrl(read.trimmed)
    setTakenOff({ ending: read.baseUrl.slice(read.trimmed.length), before: text })
    return read.trimmed
  }
  function putBack() {
    if (takenOff === null) return
    setMeantAsTyped(takenOff.before)
    editBaseUrl(takenOff.before)
  }

  /** Tells what is in the form, or null after each mistake was said at its field and the first one focused. */
  function readForm(purpose: Purpose): ConnectionDraft | null {
    const typed = { name: typedName(), token: typedToken(), address, consent, billingZone }
    const found = mistakesIn(typed, editing, purpose)
    if (Object.keys(found).length > 0) {
      refuse(found)
      return null
    }
    clearErrors()
    return { ...draftOf(typed, editing), baseUrl: readTidied(tidyBaseUrl(baseUrl)), environment }
  }

  async function test() {
    const draft = readForm('test')
    if (draft === null) return
    const done = await attempt('testing', (signal) => bridge.connections.test(draft, { signal }))
    if (done) reported(done.value)
  }
  async function save() {
    const draft = readForm('save')
    if (draft === null) return
    const done = await attempt('saving', () => bridge.connections.save(draft))
    if (done) onSaved(done.value, !isOpen.current)
  }
  async function exploreSampleData() {
    const done = await attempt('sample', () => bridge.connections.exploreSampleData())
    if (done) onSaved(done.value, !isOpen.current)
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
    editName: () => edited('name', wrongName(typedName())),
    editToken: () => edited('token', wrongToken(typedToken(), address, editing)),
    outcome,
    test,
    save,
    exploreSampleData,
    stop,
  }
}

export type ConnectionFormState = ReturnType<typeof useConnectionForm>

/** Tells what is wrong, by field. @param onMore shows the fields that are folded away */
function useErrors(onMore: () => void) {
  const [errors, setErrors] = useState<Errors>({})
  return {
    errors,
    /** Says what is wrong at each field, and goes to the first of them, which may be one that is folded away. */
    refuse(found: Errors) {
      setErrors(found)
      if (found.billingZone !== undefined) onMore()
      focusFirst(found)
    },
    /** A message at a field stays as it is while the field is wrong; nothing new is said while it is edited. */
    setError(field: ConnectionField, wrong: string | null) {
      setErrors(({ [field]: shown, ...others }) =>
        shown === undefined || wrong === null ? others : { ...others, [field]: wrong },
      )
    },
    clearErrors: () => setErrors({}),
  }
}

/** The calls of the form, one at a time, and what came of the last. @param refuse says at a field why */
function useCalls(refuse: (found: Errors) => void) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' })
  /** A test can be cancelled. Saving continues even if the dialog is closed: the backend has it by then. */
  const testing = useRef<AbortController | null>(null)
  const isOpen = useMounted()
  useEffect(() => () => testing.current?.abort(), [])

  /** Null where it was cancelled, or failed, which is said: at a field if the refusal names one. */
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
      if (isOpen.current) sayFailure(failureOf(error))
      else notifyError(error)
      return null
    }
  }

  function sayFailure(failure: Failure) {
    const field = failure.kind === 'invalid' ? fieldOf(failure.field) : null
    if (failure.kind === 'invalid' && field !== null) {
      refuse({ [field]: failure.message })
      setOutcome({ state: 'idle' })
    } else setOutcome({ state: 'failed', failure })
  }

  return {
    outcome,
    attempt,
    isOpen,
    reported: (report: ProbeReport) => setOutcome({ state: 'tested', report }),
    /** The form was edited: what was tested or refused is not what is in it now. */
    outdate() {
      testing.current?.abort()
      setOutcome((last) => (last.state === 'saving' || last.state === 'sample' ? last : { state: 'idle' }))
    },
    stop() {
      testing.current?.abort()
      setOutcome({ state: 'idle' })
    },
  }
}

type Purpose = 'test' | 'save'

/** This is what is in the fields, as it was typed. */
interface TypedFields {
  name: string
  token: string
  address: ReturnType<typeof readBaseUrl>
  consent: boolean
  billingZone: string
}

/** A connection is tested without a name, and in no zone. */
export function mistakesIn(typed: TypedFields, editing: Connection | null, purpose: Purpose): Errors {
  const { name, token, address, consent, billingZone } = typed
  const found: Errors = {}
  const noName = wrongName(name)
  if (purpose === 'save' && noName !== null) found.name = noName
  if (!address.ok) found.baseUrl = address.message
  else if (address.plainHttp && !consent) found.plainHttpConsent = NO_CONSENT
  const noToken = wrongToken(token, address, editing)
  if (noToken !== null) found.token = noToken
  const zone = readBillingZone(billingZone)
  if (purpose === 'save' && !zone.ok) found.billingZone = zone.message
  return found
}

/** All of the draft that is typed; of fields without mistakes. */
export function draftOf(
  { name, token: typedToken, address, consent, billingZone }: TypedFields,
  editing: Connection | null,
): Omit<ConnectionDraft, 'baseUrl' | 'environment'> {
  const token = typedToken === '' && holdsToken(editing) ? null : readToken(typedToken)
  const zone = readBillingZone(billingZone)
  return {
    ...(editing ? { id: editing.id } : {}),
    ...(token?.ok ? { token: token.token } : {}),
    name: name.trim(),
    // A zone that did not change is not sent, and so stays as it was.
    ...(zone.ok && zone.zone !== (editing?.billingZone ?? null) ? { billingZone: zone.zone } : {}),
    plainHttpConsent: address.ok && address.plainHttp && consent,
  }
}

/** Whether the connection that is edited has a token, which stays if none is typed. */
const holdsToken = (editing: Connection | null): editing is Connection =>
  editing !== null && editing.token.place !== 'nowhere'

const NO_CONSENT = 'Tick this to continue, or use an https address.'

const wrongName = (name: string) =>
  name.trim() === '' ? 'Give the connection a name, for example Acme Billing.' : null

/** @param typed empty: the token that the connection has, if it has one, which is for its own server only */
function wrongToken(typed: string, address: TypedFields['address'], editing: Connection | null): string | null {
  if (typed === '' && holdsToken(editing)) {
    const isMoved = address.ok && !sameOrigin(address.baseUrl, editing.baseUrl)
    return isMoved ? otherServerWords(editing.baseUrl) : null
  }
  const token = readToken(typed)
  return token.ok ? null : token.message
}

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
