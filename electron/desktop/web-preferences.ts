// What the page in the window may do: nothing of Node, nothing of Electron, all of the web's own walls.
import type { WebPreferences } from 'electron'

/** @param preload the path of the preload script; @param isPackaged a packaged app has no developer tools */
export function webPreferences(preload: string, isPackaged: boolean): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    devTools: !isPackaged,
    webviewTag: false,
    // Its dictionaries are downloaded from outside.
    spellcheck: false,
  }
}
