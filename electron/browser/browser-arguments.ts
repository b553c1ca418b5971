// The browser shell's command line.
import { parseArgs } from 'node:util'
import { isLinkText, readLink } from '../../shared/connection/link.ts'
import { visibleLine } from '../platform/visible-text.ts'

export interface BrowserArguments {
  /** 0: a free one of 127.0.0.1. Null: a free one. */
  port: number | null
  /** Whether to open the link in the user's browser. */
  open: boolean
  /** The user-data folder, or null for the system's place. */
  folder: string | null
  /** One that can be opened, which the first window shows; or null. */
  link: string | null
  /** Whether the shell ends when its standard input does. */
  stopWithStdin: boolean
}

/** `code` is the exit code that goes with the message: 0 for help, 2 for what cannot be understood. */
export type ReadArguments = { ok: true; value: BrowserArguments } | { ok: false; message: string; code: number }

const usage = (
  called: string,
) => `Usage: ${called} [--port PORT] [--no-open] [--user-data FOLDER] [--stop-with-stdin] ['LINK']
  'LINK'              what "Copy link" gave, eventscope://open?…, in quotes: the window shows what it asks, and asks it once
                      you open it there
  --port PORT         the port, 1024 to 65535, of a local address that changes with each run; without it a free port; with 0 a
                      free port of 127.0.0.1
  --no-open           print the link, and open no browser
  --user-data FOLDER  where connections and settings are kept
  --stop-with-stdin   stop when standard input ends: for programs that start it, and may be killed
Press Enter while it runs for a link to another window.`

/**
 * Reads the arguments behind the program's name; the first one that does not fit is named.
 * @param called how the program is called, as "npm run browser --"
 */
export function readBrowserArguments(args: string[], called: string): ReadArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        open: { type: 'boolean', default: true },
        'user-data': { type: 'string' },
        'stop-with-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      allowNegative: true,
      allowPositionals: true,
    })
    if (values.help) return { ok: false, message: usage(called), code: 0 }
    const { port, open, 'user-data': folder = null, 'stop-with-stdin': stopWithStdin } = values
    const [link = null, ...others] = positionals
    const message =
      (link === null ? null : linkTrouble(link, others, called)) ??
      (port === undefined ? null : portTrouble(port)) ??
      (folder === '' ? '--user-data needs a folder.' : null)
    if (message !== null) return { ok: false, message, code: 2 }
    return { ok: true, value: { port: port === undefined ? null : Number(port), open, folder, link, stopWithStdin } }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `${why}\n${usage(called)}`, code: 2 }
  }
}

/** Why no link is shown, or null. What is quoted of it is a stranger's. */
function linkTrouble(text: string, others: readonly string[], called: string): string | null {
  if (!isLinkText(text)) return `Unexpected argument '${visibleLine(text)}'\n${usage(called)}`
  if (others.length > 0) return 'One link is shown at a time: give one, in quotes.'
  const reading = readLink(text)
  if (reading.ok) return null
  const advice = text.includes('&') ? '' : ' Put it in quotes: without them a shell ends it at its first "&".'
  return `This link cannot be opened: ${reading.problems.map(visibleLine).join(' ')}${advice}`
}

/** Why a browser could not reach the page at this port, or null. */
function portTrouble(text: string): string | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  const isPort = port <= 65_535
  if (!isPort) return `--port ${text} is not a port: choose one from 1024 to 65535, or 0 for a free one.`
  if (port > 0 && port < 1024)
    return `--port ${text} is kept for system services: choose one from 1024 to 65535, or 0 for a free one.`
  if (REFUSED_BY_BROWSERS.has(port)) return `--port ${text} is one that browsers refuse to open: choose another.`
  return null
}

/** They are those of the "bad ports" of the Fetch standard that any user may listen on. */
const REFUSED_BY_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
