// What the page in the window may do: no Node, no Electron, and all of the web's own restrictions.
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
