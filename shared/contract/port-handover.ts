// How the desktop shell's page comes by its MessagePort: the names that main, preload and page agree on. The page asks
// (`WANT_PORT`) and gets a fresh port (`PORT`) each time, so that a reload works and no request comes too early.

/** Page to preload as a window message `{ type: WANT_PORT }`, then preload to main over IPC. */
export const WANT_PORT = 'eventscope:want-port'

/** Main to preload over IPC with one port, then preload to page as a window message `{ type: PORT }` with that port. */
export const PORT = 'eventscope:port'

/** The only global that the preload defines, the string `desktop`: absent in the browser shell. */
export const SHELL_GLOBAL = 'eventscopeShell'
