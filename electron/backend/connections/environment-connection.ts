// The connection from EVENTSCOPE_BASE_URL and EVENTSCOPE_TOKEN: for tests and scripts, never stored.
import { RESERVED_NAME } from '../../../shared/connection/connection.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import { checkAddress, checkToken } from './connection-draft.ts'
import type { Connections } from './connections.ts'

/** The same in every run: its cached rows are found again. They belong to address and token (connection-access.ts). */
const ENVIRONMENT_ID = 'environment'

export interface EnvironmentVariables {
  baseUrl?: string | undefined
  token?: string | undefined
}

/** Adds "Environment" if the variables are set and usable. What is wrong with them goes to `notice`. */
export async function addEnvironmentConnection(
  variables: EnvironmentVariables,
  connections: Connections,
  notice: (text: string) => void,
): Promise<void> {
  const baseUrl = variables.baseUrl ?? ''
  const token = variables.token ?? ''
  if (baseUrl === '' && token === '') return
  if (baseUrl === '')
    return notice('EVENTSCOPE_TOKEN is set but EVENTSCOPE_BASE_URL is not, so there is no connection "Environment".')
  const address = checkAddress({ baseUrl, environment: 'production', plainHttpConsent: false })
  if (!address.ok) return notice(`EVENTSCOPE_BASE_URL cannot be used: ${failureSentence(address.failure)}`)
  const checked = checkToken(token)
  if (!checked.ok) notice(`EVENTSCOPE_TOKEN cannot be used: ${failureSentence(checked.failure)}`)
  const facts = {
    id: ENVIRONMENT_ID,
    name: RESERVED_NAME,
    baseUrl: address.value.baseUrl,
    // A guess: plain http can only be this machine here, anything else may be production.
    environment: address.value.baseUrl.startsWith('http:') ? 'development' : 'production',
    origin: 'environment',
  } as const
  const why = 'It comes from EVENTSCOPE_TOKEN and is never stored.'
  await connections.addForThisRun(facts, checked.ok ? checked.value : null, why)
}
