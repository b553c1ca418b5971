// This says what a shell has to say while it runs: on standard error, and in the log file, both without any secret.
import type { Logging } from '../backend/bridge/diagnostics.ts'
import { createSecrets } from '../backend/http/secrets.ts'
import { createLogFile } from '../backend/storage/log-file.ts'

interface OpenLogEffects {
  /** The user-data folder. */
  folder: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Writes a line to standard error. */
  print: (line: string) => void
  /** Opens the file for its user; null: the shell can only say where it is. */
  show: Logging['show']
}

/** A secret that becomes known later is taken out of earlier lines of the file as well. */
export function openLog({ folder, now, print, show }: OpenLogEffects) {
  const file = createLogFile({ folder, onTrouble: print })
  // Somebody may have typed an API key as the name of something that was told before the key was used.
  const secrets = createSecrets((secret) => {
    const written = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]
    file.rewrite((text) => written.some((one) => text.includes(one)), secrets.redact)
  })
  const append = (message: string) => file.append({ at: new Date(now()).toISOString(), pid: process.pid, message })
  return {
    /** Writes a line for the program's operator. */
    log(line: string): void {
      const message = secrets.redact(line)
      print(message)
      append(message)
    },
    logging: { secrets, file, show, note: (line: string) => append(secrets.redact(line)) },
  }
}
