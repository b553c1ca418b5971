// What both composition roots ask of their process: the variables of a ready connection, and the system's name.
import type { BackendEffects } from '../backend/backend.ts'

/** The variables, the token taken out of the environment: what this process starts must not inherit it. */
export function takeVariables(env: NodeJS.ProcessEnv): BackendEffects['environment'] {
  const { EVENTSCOPE_BASE_URL: baseUrl, EVENTSCOPE_TOKEN: token } = env
  delete env.EVENTSCOPE_TOKEN
  return { baseUrl, token }
}

export function platformName(platform: NodeJS.Platform): BackendEffects['shell']['platform'] {
  return platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other'
}
