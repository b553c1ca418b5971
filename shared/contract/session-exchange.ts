// How a page of the browser shell gets its session: it trades a launch link's token for two secrets that only go
// together. One is a cookie, which every server of 127.0.0.1 is sent; the other is in localStorage, which other ports
// cannot read.
import { z } from 'zod'

/** The page trades there: POST, `exchangeSchema`. 200 opened, 204 the session is this page's already, 403 refused. */
export const EXCHANGE_PATH = '/session'

/** The header of every call, and of an exchange by a page that has one, that holds the page's secret. */
export const PAGE_SECRET_HEADER = 'eventscope-page-secret'

export const exchangeSchema = z.object({ launch: z.string() })

/** The answer to an exchange that opened a session. */
export const openedSchema = z.object({ pageSecret: z.string() })

/**
 * Why a launch link opens nothing: `used` by somebody before (whose session was ended), `expired`, or `unknown`, as one
 * of an earlier run is.
 */
export const refusedSchema = z.object({ reason: z.enum(['used', 'expired', 'unknown']) })
export type ExchangeRefusal = z.infer<typeof refusedSchema>['reason']
