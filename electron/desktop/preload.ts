// Hands one MessagePort to the page whenever the page asks for one (shared/contract/port-handover.ts), and so makes a
// reload work. The page sees of it a single string, `eventscopeShell`, that tells the desktop shell from the browser
// shell; no function.
import { contextBridge, ipcRenderer } from 'electron'
import { PORT, SHELL_GLOBAL, WANT_PORT } from '../../shared/contract/port-handover.ts'

/** It is as much of the DOM as is used: this file is compiled with the main process, which has none. */
declare const window: {
  addEventListener(type: 'message', listener: (event: { source: unknown; data: unknown }) => void): void
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void
}
declare const location: { origin: string }

contextBridge.exposeInMainWorld(SHELL_GLOBAL, 'desktop')

window.addEventListener('message', ({ source, data }) => {
  if (source === window && isWantPort(data)) ipcRenderer.send(WANT_PORT)
})

ipcRenderer.on(PORT, (event) => {
  window.postMessage({ type: PORT }, location.origin, event.ports)
})

function isWantPort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === WANT_PORT
}
