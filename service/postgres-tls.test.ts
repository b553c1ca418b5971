// sslmode as libpq means it, on a server that takes one role only with TLS, another only without it, and the owner both
// ways.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PostgresServer, startPostgres } from './fixtures/postgres-server.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { openPostgresPool } from './postgres-pool.ts'

const pem = readFileSync(new URL('../electron/backend/http/fixtures/self-signed.pem', import.meta.url), 'utf8')
const LOGINS = `
hostssl   all secret 127.0.0.1/32 scram-sha-256
hostnossl all plain  127.0.0.1/32 scram-sha-256
host      all owner  127.0.0.1/32 scram-sha-256
`

let server: PostgresServer
beforeAll(async () => {
  const settings = { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server.pem' }
  const files = { 'server.pem': pem, 'pg_hba.conf': LOGINS }
  server = await startPostgres(process.env.EVENTSCOPE_POSTGRES ?? '', settings, files)
  await server.run('postgres', "CREATE ROLE secret LOGIN PASSWORD 'x'; CREATE ROLE plain LOGIN PASSWORD 'x'")
})
afterAll(() => server.remove())

/** Whether a role's connection is with TLS; rejects in the words of a start. */
async function isSecret(role: string, sslmode: string, password = 'x', sslrootcert = ''): Promise<boolean> {
  const url = new URL(server.url())
  if (role !== 'owner') [url.username, url.password] = [role, password]
  if (sslmode !== '') url.searchParams.set('sslmode', sslmode)
  if (sslrootcert !== '') url.searchParams.set('sslrootcert', sslrootcert)
  const pool = await openPostgresPool({
    url: url.href,
    connections: 1,
    timeout: 60_000,
    isReadOnly: true,
    warn: () => {},
  })
  try {
    const [row] = await pool.query({ text: 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', values: [] })
    return row?.[0] === 't'
  } finally {
    await pool.close()
  }
}

test.each<[string, string, boolean]>([
  ['', 'owner', true],
  ['', 'secret', true],
  ['', 'plain', false],
  ['prefer', 'owner', true],
  ['prefer', 'secret', true],
  ['prefer', 'plain', false],
  ['allow', 'owner', false],
  ['allow', 'secret', true],
  ['allow', 'plain', false],
  ['require', 'secret', true],
  ['disable', 'plain', false],
])('sslmode %j lets %s in, with TLS: %j', async (sslmode, role, isTls) => {
  expect(await isSecret(role, sslmode)).toBe(isTls)
})

test.each([
  ['require', 'plain', 'no pg_hba.conf entry for host "127.0.0.1", user "plain", database "postgres", SSL encryption'],
  ['disable', 'secret', 'no pg_hba.conf entry for host "127.0.0.1", user "secret", database "postgres", no encryption'],
  ['verify-full', 'secret', 'the database: self-signed certificate'],
])('sslmode %s does not let %s in', async (sslmode, role, problem) => {
  await expect(isSecret(role, sslmode)).rejects.toThrow(problem)
})

test.each(['prefer', 'allow'])('with sslmode %s, both refusals of a wrong password are told', async (sslmode) => {
  const refusals = [
    'the database refuses: password authentication failed for user "secret"',
    'the database refuses: no pg_hba.conf entry for host "127.0.0.1", user "secret", database "postgres", no encryption',
  ]
  const told = sslmode === 'prefer' ? refusals : refusals.toReversed()
  await expect(isSecret('secret', sslmode, 'wrong')).rejects.toThrow(told.join('; '))
})

/** Whether it is TLS, or the words of a failure. */
const tlsOrWords = (role: string, sslmode: string, sslrootcert: string) =>
  isSecret(role, sslmode, 'x', sslrootcert).catch((error: unknown) => String(error))

// Each as psql 15 does it.
test('what sslrootcert names must have signed the certificate, wherever there is TLS', async () => {
  const folder = await temporaryFolder()
  const [own, other] = [join(folder, 'own.pem'), join(folder, 'other.pem')]
  await writeFile(own, pem)
  await writeFile(other, rootCertificates[0] ?? '')
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    expect(await isSecret('owner', mode, 'x', own)).toBe(true)
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    expect(await tlsOrWords('owner', mode, other)).toMatch('the database: self-signed certificate')
  expect(await tlsOrWords('owner', 'prefer', other)).toBe(false)
  expect(await tlsOrWords('secret', 'prefer', other)).toMatch(
    /the database: self-signed certificate.*; the database refuses: .*no encryption/,
  )
  expect(await tlsOrWords('owner', 'allow', other)).toBe(false)
  expect(await tlsOrWords('secret', 'allow', other)).toMatch('the database: self-signed certificate')
  expect(await tlsOrWords('plain', 'disable', join(folder, 'none.pem'))).toBe(false)
  vi.stubEnv('PGSSLROOTCERT', other)
  expect(await tlsOrWords('owner', 'require', '')).toMatch('the database: self-signed certificate')
})

test('where no TLS comes about, prefer does without it, and require does not', async () => {
  for (const [end, version] of Object.entries({ min: 'TLSv1', max: 'TLSv1.1' }))
    await server.run('postgres', `ALTER SYSTEM SET ssl_${end}_protocol_version = '${version}'`)
  await server.run('postgres', 'SELECT pg_reload_conf(), pg_sleep(0.5)')
  expect(await isSecret('owner', 'prefer')).toBe(false)
  await expect(isSecret('owner', 'require')).rejects.toThrow('the database: ')
})
