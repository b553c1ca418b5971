// The connections to PostgreSQL: how they are made, and in which words it is said that one fails. An error that the
// database may recover from is a `StoreAway`, whose words name no host, no role and no password; any other is a fault
// of ours and stays as it is.
/// <reference path="./pgpass.d.ts" />
import { Client, type ClientBase, type ClientConfig, DatabaseError, Pool } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import pgpass from 'pgpass'
import { StoreAway } from './event-store.ts'

export type PostgresOptions = {
  /** postgres://…, as libpq takes it, with `sslmode` and the others of its parameters that pg knows. */
  url: string
  /** How many connections there are at most. */
  connections: number
  /** How long one statement may take, in milliseconds. */
  timeout: number
  /** Whether the database itself is to refuse every change. */
  isReadOnly: boolean
  /** Told once when the database goes away and once when it is back, in a line without secrets. */
  warn: (line: string) => void
}

/** A row's values in the order of its columns, as PostgreSQL writes them: nothing is made a double or a Date. */
export type Row = readonly (string | null)[]

export type Statement = { text: string; values: readonly (string | number)[] }

export type PostgresPool = {
  /** Runs one statement on a connection of its own. */
  query(statement: Statement): Promise<Row[]>
  /** Runs `work` on one connection, and commits it; on any failure all of it is rolled back. */
  transaction<Result>(work: (connection: ClientBase) => Promise<Result>): Promise<Result>
  /** Ends all connections, also those on which a statement runs. */
  close(): Promise<void>
}

/** How long a connection may take to come about, or to become free, in milliseconds. */
const CONNECT_TIMEOUT = 10_000
/** How much longer than its statement an answer may take, in milliseconds, before it is given up on this side too. */
const ANSWER_GRACE = 5_000

// Plans are made for the values of each search: one for any value reads a whole index for a customer with three events.
// A compiled plan takes longer to compile than a page takes to find.
const SETTINGS = '-c plan_cache_mode=force_custom_plan -c jit=off'
/** How values are written as text, and texts in a statement are read, which nobody's own options may change. */
const WRITTEN = '-c timezone=UTC -c datestyle=ISO -c extra_float_digits=1 -c standard_conforming_strings=on'

/** Connects once; rejects where that fails, in words for whoever starts the service. */
export async function openPostgresPool(options: PostgresOptions): Promise<PostgresPool> {
  const config = await firstThatConnects(configsOf(options))
  const pool = new Pool({ ...config, max: options.connections, idleTimeoutMillis: 60_000 })
  const clients = new Set<ClientBase>()
  let isAway = false
  pool.on('connect', (client) => {
    clients.add(client)
    endWhereUnreadable(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  // An idle connection that ends is dropped; whoever asks next gets another.
  pool.on('error', () => {})

  async function told<Result>(asked: Promise<Result>): Promise<Result> {
    try {
      const result = await asked
      if (isAway) options.warn('The database answers again.\n')
      isAway = false
      return result
    } catch (error) {
      const away = awayOf(error, options.timeout)
      if (away === null) throw error
      if (!isAway && away.isGone) options.warn(`${away.words}\n`)
      isAway ||= away.isGone
      throw new StoreAway(away.words, RETRY_AFTER, { ...away, cause: error })
    }
  }

  async function transaction<Result>(work: (connection: ClientBase) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    // While it is checked out, nobody else listens; what fails tells of itself.
    client.on('error', ignore)
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      client.off('error', ignore)
      client.release()
      return result
    } catch (error) {
      // Its end rolls everything back, whatever state the connection is in.
      client.release(true)
      throw error
    }
  }

  return {
    async query({ text, values }) {
      const asked = {
        text,
        values: [...values],
        rowMode: 'array' as const,
        query_timeout: options.timeout + ANSWER_GRACE,
      }
      return told(pool.query<(string | null)[]>(asked).then(({ rows }) => rows))
    },
    transaction: (work) => told(transaction(work)),
    async close() {
      const ended = pool.end()
      for (const client of clients) void (client as Client).end().catch(ignore)
      await ended
    },
  }
}

function ignore(): void {}

/**
 * What the database sends is parsed as it arrives, and a text of 512 MiB, the longest of Node's, throws there, where
 * nobody catches it and the process ends. Here the connection ends, and whoever asked on it is told.
 */
function endWhereUnreadable(client: ClientBase): void {
  const { stream } = (client as Client).connection
  for (const parse of stream.listeners('data') as ((chunk: Buffer) => void)[]) {
    stream.off('data', parse)
    stream.on('data', (chunk: Buffer) => {
      try {
        if (!stream.destroyed) parse(chunk)
      } catch (error) {
        stream.destroy(new Error('The answer of the database cannot be read', { cause: error }))
      }
    })
  }
}

// What libpq's sslmode means: `prefer`, its default, tries TLS first, and `allow` tries it last.

/** One way to connect; the first that succeeds is kept. */
type Attempt = {
  config: ClientConfig
  /** Whether the next attempt may cure this failure. */
  isCuredByNext: (error: Error) => boolean
}

/** The server has taken the connection, and then refused it: as another kind of connection it may be let in. */
const isRefused = (error: Error): boolean => error instanceof DatabaseError

/** There is no TLS with this server, or none that both sides know. */
function isWithoutTls(error: Error): boolean {
  const isHandshake = 'code' in error && /^(?:ERR_SSL_|EPROTO$)/.test(String(error.code))
  return isHandshake || /does not support SSL|before secure TLS connection was established/.test(error.message)
}

/** The server's certificate is not signed by who was asked for. */
const isUntrusted = (error: Error): boolean =>
  'code' in error && /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(error.code))

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** The ways to connect that the address's sslmode allows, in the order in which they are tried. */
function configsOf({ url, timeout, isReadOnly }: PostgresOptions): Attempt[] {
  const given = URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'))
  // Without its text: it may hold a password.
  if (given === null)
    throw new Error(
      '--db is not a valid postgres:// address. Letters such as @ : / # % in its password must be percent-encoded.',
    )
  const mode = given.searchParams.get('sslmode') ?? process.env.PGSSLMODE ?? 'prefer'
  if (!SSL_MODES.includes(mode)) throw new Error(`sslmode must be one of ${SSL_MODES.join(', ')}.`)
  const authorities = given.searchParams.get('sslrootcert') ?? process.env.PGSSLROOTCERT
  const asked = given.searchParams.get('options') ?? process.env.PGOPTIONS ?? ''
  const readOnly = isReadOnly ? ' -c default_transaction_read_only=on' : ''
  const attempt = (sslmode: string, isCuredByNext: Attempt['isCuredByNext'] = () => false): Attempt => {
    const address = new URL(given)
    address.searchParams.set('sslmode', sslmode)
    address.searchParams.delete('uselibpqcompat')
    if (sslmode === 'disable') address.searchParams.delete('sslrootcert')
    else if (authorities !== undefined) address.searchParams.set('sslrootcert', authorities)
    address.searchParams.set('options', `${SETTINGS} -c statement_timeout=${timeout} ${asked} ${WRITTEN}${readOnly}`)
    const parsed = toClientConfig(parse(address.href, { useLibpqCompat: true }))
    return { config: { ...parsed, ...USUAL, password: passwordOf(parsed) }, isCuredByNext }
  }
  switch (mode) {
    case 'prefer':
      // As libpq does: what stands in `sslrootcert` must have signed the certificate, or else there is no TLS.
      return [
        attempt(
          authorities === undefined ? 'prefer' : 'verify-ca',
          (error) => isRefused(error) || isWithoutTls(error) || isUntrusted(error),
        ),
        attempt('disable'),
      ]
    case 'allow':
      return [attempt('disable', isRefused), attempt('require')]
    default:
      return [attempt(mode)]
  }
}

const USUAL: ClientConfig = {
  application_name: 'eventscope',
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  types: { getTypeParser: () => (text: unknown) => text },
}

/** As libpq looks for it: the address, PGPASSWORD, then ~/.pgpass. */
function passwordOf({ password }: ClientConfig): NonNullable<ClientConfig['password']> {
  if (typeof password === 'string' && password !== '') return password
  const own = process.env.PGPASSWORD
  if (own !== undefined) return own
  return ((connection: { host: string; port: number; user: string; database: string }) =>
    new Promise((resolve) => pgpass(connection, resolve))) as () => Promise<string>
}

async function firstThatConnects(attempts: Attempt[]): Promise<ClientConfig> {
  const problems: string[] = []
  for (const { config, isCuredByNext } of attempts) {
    const client = new Client(config)
    client.on('error', ignore)
    try {
      await client.connect()
      const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
      const encoding = rows[0]?.server_encoding
      if (encoding !== 'UTF8') throw new Error(`the database is in ${encoding}, and must be in UTF8`)
      return config
    } catch (error) {
      const isLast = !(error instanceof Error && isCuredByNext(error))
      if (isLast || isRefused(error) || isUntrusted(error)) problems.push(startProblem(error, config))
      if (isLast) throw new Error([...new Set(problems)].join('; '))
    } finally {
      await client.end().catch(ignore)
    }
  }
  throw new TypeError('No way to connect was tried.')
}

function startProblem(error: unknown, { password }: ClientConfig): string {
  // Of several addresses of one name, each has failed by itself.
  const errors = error instanceof AggregateError ? error.errors : [error]
  const said = errors.map((one) => (one instanceof Error ? one.message : String(one))).join(', ')
  const words = typeof password === 'string' && password !== '' ? said.replaceAll(password, '***') : said
  return error instanceof DatabaseError ? `the database refuses: ${words}` : `the database: ${words}`
}

// What a failure means to whoever asked.

/** Seconds. */
const RETRY_AFTER = 2

/** @property isGone whether the database, and not one search, is what fails; `atStart`: other words for a start */
type Away = { words: string; isGone: boolean; atStart?: string }

/** What each SQLSTATE of an error means, or all that begin with its first two or three characters. */
const AWAY: Record<string, Away> = {
  '08': { words: 'The database cannot be reached. Try again soon.', isGone: true },
  25006: { words: 'The database is read only now. Try again later.', isGone: false },
  28: { words: 'The database refuses the login of this service.', isGone: true },
  '3D': { words: 'The database of this service is not there.', isGone: true },
  40: { words: 'The database was too busy. Try again.', isGone: false },
  53: { words: 'The database lacks memory or other means. Try again later.', isGone: false },
  53100: { words: 'The disk of the database is full. Whoever runs it has to make room.', isGone: false },
  53300: { words: 'The database has no connection free. Try again soon.', isGone: true },
  '55P03': { words: 'The database was too busy. Try again.', isGone: false },
  '57P': { words: 'The database is stopping or starting. Try again soon.', isGone: true },
  58: { words: 'The database cannot read or write its files. Whoever runs it has to look.', isGone: false },
}

/** Null for a fault of ours. */
function awayOf(error: unknown, timeout: number): Away | null {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return null
  const late = `The database took longer than ${timeout / 1000} s`
  const slow = {
    words: `${late}. Narrow the search, or try again.`,
    isGone: false,
    atStart: `${late}; --db-timeout gives it more.`,
  }
  if (error instanceof DatabaseError) {
    const { code = '' } = error
    if (code === '57014') return slow
    return AWAY[code] ?? AWAY[code.slice(0, 3)] ?? AWAY[code.slice(0, 2)] ?? null
  }
  if (error.message === 'Query read timeout') return slow
  if (error.message === 'timeout exceeded when trying to connect') {
    return { words: 'All connections to the database are in use. Try again soon.', isGone: false }
  }
  const isOfConnection =
    error instanceof AggregateError ||
    'syscall' in error ||
    /^(?:Connection terminated|Client has encountered|Client was closed|Cannot use a pool)/.test(error.message)
  return isOfConnection ? (AWAY['08'] ?? null) : null
}
