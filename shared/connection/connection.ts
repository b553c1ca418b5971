// connection/ says what a connection is, and which base URLs, API keys and billing zones there can be.
// A connection: one service, one token, one colour. The token itself is never part of it.
import { z } from 'zod'

export const ENVIRONMENTS = ['production', 'staging', 'test', 'development'] as const
export type Environment = (typeof ENVIRONMENTS)[number]
export const ENVIRONMENT_WORDS: Record<Environment, string> = {
  production: 'Production',
  staging: 'Staging',
  test: 'Test',
  development: 'Development',
}

/** The name of the connection that EVENTSCOPE_BASE_URL and EVENTSCOPE_TOKEN give; no other may bear it. */
export const RESERVED_NAME = 'Environment'

/** It tells where the token is: the OS keychain, this run's memory (`why` says why), or nowhere. */
export type TokenPlace = { place: 'keychain' } | { place: 'memory'; why: string } | { place: 'nowhere'; why?: string }

export interface Connection {
  id: string
  name: string
  /** Normalised: no trailing slash, no query, no fragment, no user info. */
  baseUrl: string
  environment: Environment
  /** Days and months are counted in it (presets, snapshots, totals, files); null: in the zone of display. */
  billingZone: string | null
  /** `environment` comes from the variables, `sample` from "Explore sample data"; both live for this run only. */
  origin: 'saved' | 'environment' | 'sample'
  token: TokenPlace
  /** The user agreed to send the token over plain http to a host that is not loopback. */
  plainHttpConsent: boolean
  /** Grows whenever base URL or token change: cached rows of another account are not this one's. */
  account: number
  /** Set while rows cached under an earlier token are hidden: until the user says whether it is the same account. */
  hiddenAccount: number | null
}

export const connectionDraftSchema = z.object({
  /** Absent for a new connection. */
  id: z.string().optional(),
  name: z.string(),
  baseUrl: z.string(),
  environment: z.enum(ENVIRONMENTS),
  /** It is as typed; null or empty: none. Absent: as it was. */
  billingZone: z.string().nullable().optional(),
  plainHttpConsent: z.boolean(),
  /** Absent: keep the token that is there. */
  token: z.string().optional(),
})
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>

/** "Test connection" saw this. */
export interface ProbeReport {
  durationMs: number
  serviceDate: string | null
  /** Whether the first page held any event. */
  sawEvents: boolean
  /** Oddities in words: a clamped limit, a total that counts the page only, fields that do not fit. */
  observations: string[]
}
