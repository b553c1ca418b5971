// What the page is told of the shell that it runs in.

/** Where the log is; null: this shell keeps none. */
export interface OpenedLogFile {
  path: string | null
  /** Whether the shell has opened it for its user. */
  isShown: boolean
}

export interface ShellInfo {
  shell: 'desktop' | 'browser'
  version: string
  /** For people, as "Electron 45.4.1" or "Node 24.21.0". */
  runtime: string
  platform: 'linux' | 'darwin' | 'win32' | 'other'
  keychain: { available: true; name: string } | { available: false; why: string }
  /** Why what is remembered of connections does not outlive this run, in a sentence; null where it does. */
  thisRunOnly: string | null
  /** What this start has to say, in words: a file that was set aside, variables that cannot be used. */
  notices: string[]
}
