// Failures that have reasons of their own, in words for each reason.
import { waitWords } from '../time/duration-words.ts'
import type { Failure } from './failure.ts'

/** As in FailureWords. */
export interface ReasonWords {
  title: string
  cause: string
  advice: string
}

const reasonWords = (title: string, cause: string, advice: string): ReasonWords => ({ title, cause, advice })

export function unreachableWords(reason: (Failure & { kind: 'unreachable' })['reason']): ReasonWords {
  switch (reason) {
    case 'refused':
      return reasonWords(
        'Nothing answers at the service’s address',
        '',
        'The service may be down, or the base URL may have the wrong port.',
      )
    case 'unknown-host':
      return reasonWords(
        'The service’s host name is not known',
        '',
        'Check the base URL for typing errors; a VPN may be needed.',
      )
    case 'certificate':
      return reasonWords(
        'The service’s certificate is not trusted',
        'It may have expired or be signed by an authority that this computer does not know. Nothing was sent.',
        'Ask whoever runs the service or your network.',
      )
    case 'reset':
      return reasonWords('The connection broke', 'The service or the network between closed it.', 'Try again.')
    case 'offline':
      return reasonWords('This computer is offline', '', 'Connect to a network, then try again.')
    case 'proxy':
      return reasonWords('The proxy does not let the request through', '', 'Check the proxy settings of this computer.')
    case 'other':
      return reasonWords('The service cannot be reached', '', 'Check the network and the base URL, then try again.')
    default:
      return reason satisfies never
  }
}

export function malformedWords(reason: (Failure & { kind: 'malformed-response' })['reason']): ReasonWords {
  switch (reason) {
    case 'encoding':
      return reasonWords(
        'The answer cannot be decompressed',
        'The service, or a proxy on the way, damaged it.',
        'Try again. If it keeps happening, tell whoever runs the service.',
      )
    case 'headers':
      return reasonWords(
        'The headers of the answer are too large',
        'The service, or a proxy on the way, sends more than any client reads.',
        'Tell whoever runs it.',
      )
    case 'protocol':
      return reasonWords(
        'The answer is not HTTP',
        '',
        'Check the port of the base URL, and whether it begins with https or http.',
      )
    default:
      return reason satisfies never
  }
}

/** "No answer within 30 s", "The answer stopped coming for 30 s" and the like; the time is rounded up. */
export function timeoutTitle(phase: (Failure & { kind: 'timeout' })['phase'], afterMs: number): string {
  switch (phase) {
    case 'headers':
      return `No answer within ${waitWords(afterMs)}`
    case 'body':
      return `The answer stopped coming for ${waitWords(afterMs)}`
    case 'total':
      return `No complete answer within ${waitWords(afterMs)}, all attempts included`
    default:
      return phase satisfies never
  }
}

const NEW_LINK = 'For a new link, press Enter in the terminal where Eventscope is running, or start Eventscope again.'

export function bridgeWords(reason: (Failure & { kind: 'bridge' })['reason']): ReasonWords {
  switch (reason) {
    case 'session-over':
      return reasonWords(
        'This window’s session is over',
        'Eventscope was restarted, or someone else used this window’s launch link.',
        NEW_LINK,
      )
    case 'link-used':
      return reasonWords(
        'Someone else may have opened this link',
        'It opens one window, once, and was used before this browser opened it. The session that it had opened was ended. Unless that was you, in another browser or profile, someone on this computer could read events through your connections until now.',
        NEW_LINK,
      )
    case 'link-expired':
      return reasonWords(
        'This link has expired',
        'A link that is handed to a browser is valid for one minute.',
        NEW_LINK,
      )
    case 'link-unknown':
      return reasonWords(
        'This link is not valid',
        'It belongs to an earlier run of Eventscope, or was not copied completely.',
        NEW_LINK,
      )
    case 'backend-gone':
      return reasonWords(
        'Eventscope’s background process does not answer',
        'It may have been closed.',
        'Start Eventscope again; saved connections are kept.',
      )
    case 'other':
      return reasonWords(
        'Something went wrong inside Eventscope',
        '',
        'Try again. If it repeats, restart Eventscope and report the words below.',
      )
    default:
      return reason satisfies never
  }
}
