// Bounds what is held for connections before it is known whose they are: any program of this machine can open them, and any page.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface StrangerBounds {
  /** How many connections may be open that have shown no session. */
  most: number
  /** How long such a connection may last, whatever is on its way, in ms. */
  longestMs: number
}

export interface Strangers {
  /** This connection has shown a session, or a secret of one: it is bounded no more. Calling it again does nothing. */
  admit(socket: Socket): void
}

interface Stranger {
  timer: NodeJS.Timeout
  state: 'asking' | 'being-answered' | 'answered'
}

/** A browser opens six at once, and every asset of the page takes a few milliseconds. */
const BOUNDS: StrangerBounds = { most: 200, longestMs: 30_000 }

/** Among many that come at once, a browser has so long to say what it asks. */
const GRACE_MS = 100

/**
 * Every connection is accepted. If there are too many strangers, those that were answered and stay connected are closed
 * first, then those that have not sent a request, then those that do not read their answer; the oldest of each first. So a
 * flood displaces itself, and a window of the user gets in. A request behind one that is not answered yet ends its connection: no browser
 * sends that, and each costs its sender a few bytes and us an answer.
 */
export function boundStrangers(server: Server, { most, longestMs }: StrangerBounds = BOUNDS): Strangers {
  /** In the order in which they came. */
  const strangers = new Map<Socket, Stranger>()
  let isDue = false

  function admit(socket: Socket): void {
    clearTimeout(strangers.get(socket)?.timer)
    strangers.delete(socket)
  }

  function dismiss(socket: Socket): void {
    admit(socket)
    socket.destroy()
  }

  function firstOf(state: Stranger['state']): Socket | undefined {
    for (const [socket, stranger] of strangers) if (stranger.state === state) return socket
    return undefined
  }

  function dismissSome(): void {
    isDue = false
    while (strangers.size > most) {
      const socket = firstOf('answered') ?? firstOf('asking') ?? firstOf('being-answered')
      if (socket !== undefined) dismiss(socket)
    }
  }

  server.on('connection', (socket: Socket) => {
    strangers.set(socket, { timer: setTimeout(dismiss, longestMs, socket).unref(), state: 'asking' })
    socket.once('close', () => admit(socket))
    if (isDue || strangers.size <= most) return
    isDue = true
    setTimeout(dismissSome, GRACE_MS).unref()
  })
  server.prependListener('request', ({ socket }, response) => {
    const stranger = strangers.get(socket)
    if (stranger === undefined) return
    if (stranger.state === 'being-answered') return dismiss(socket)
    stranger.state = 'being-answered'
    response.once('close', () => {
      stranger.state = 'answered'
    })
  })
  return { admit }
}
