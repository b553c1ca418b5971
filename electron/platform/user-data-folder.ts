// Where a shell keeps its files when nothing else is said: the place that the system has for them.
import { join } from 'node:path'

/** @param home the user's home directory */
export function userDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Eventscope')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Eventscope')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'Eventscope')
}
