// What the composition roots ask of their process: the variables of a ready connection, and the system's name.
import type { BackendEffects } from '../backend/bridge/backend.ts'

export interface Variables {
  connection: BackendEffects['environment']
  /** EVENTSCOPE_STORE_KEY as it is set: the key of all that is kept on a server without a keychain. */
  storeKey: string | undefined
}

/** The variables, the secret ones taken out of the environment: what this process starts must not inherit them. */
export function takeVariables(env: NodeJS.ProcessEnv): Variables {
  const { EVENTSCOPE_BASE_URL: baseUrl, EVENTSCOPE_TOKEN: token, EVENTSCOPE_STORE_KEY: storeKey } = env
  delete env.EVENTSCOPE_TOKEN
  delete env.EVENTSCOPE_STORE_KEY
  return { connection: { baseUrl, token }, storeKey }
}

export function platformName(platform: NodeJS.Platform): BackendEffects['shell']['platform'] {
  return platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other'
}
