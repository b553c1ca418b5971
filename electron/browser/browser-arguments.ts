// The browser shell's command line.
import { parseArgs } from 'node:util'

export interface BrowserArguments {
  /** 0: a free one. */
  port: number
  /** Whether to open the link in the user's browser. */
  open: boolean
  /** The user-data folder, or null for the system's place. */
  folder: string | null
}

/** `code` is the exit code that goes with the message: 0 for help, 2 for what cannot be understood. */
export type ReadArguments = { ok: true; value: BrowserArguments } | { ok: false; message: string; code: number }

const USAGE = `Usage: npm run browser -- [--port PORT] [--no-open] [--user-data FOLDER]
  --port PORT         the port on 127.0.0.1; a free one when absent or 0
  --no-open           only print the link
  --user-data FOLDER  where connections and settings are kept
Press Enter while it runs for a link to another window.`

export function readBrowserArguments(args: string[]): ReadArguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '0' },
        open: { type: 'boolean', default: true },
        'user-data': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
      allowNegative: true,
    })
    if (values.help) return { ok: false, message: USAGE, code: 0 }
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
      return { ok: false, message: `--port ${values.port} is no port (0 to 65535).`, code: 2 }
    }
    if (values['user-data'] === '') return { ok: false, message: '--user-data needs a folder.', code: 2 }
    return { ok: true, value: { port: Number(values.port), open: values.open, folder: values['user-data'] ?? null } }
  } catch (error) {
    return { ok: false, message: `${error instanceof Error ? error.message : String(error)}\n${USAGE}`, code: 2 }
  }
}
