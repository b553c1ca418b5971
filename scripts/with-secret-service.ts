// Runs a command with a keyring of its own, so that tests meet a real Secret Service and never the user's keyring.
// Without gnome-keyring the command runs without any; the tests that need one see no EVENTSCOPE_SECRET_SERVICE and skip.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { missingPackages, type SecretService, startSecretService } from './secret-service.ts'
import { toolCommand } from './tool-command.ts'

const command = process.argv.slice(2)
if (command.length === 0) throw new Error('with-secret-service.ts: name the command to run')

/** Whether gnome-keyring is there, perhaps since now; says aloud what it does or why not. */
function provide(): boolean {
  const missing = missingPackages()
  if (missing === null) {
    console.log('Tests of the Secret Service are skipped: they are for Linux.')
    return false
  }
  if (missing.length === 0) return true
  const packages = missing.join(' ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log(`Tests of the Secret Service are skipped: run "sudo apt-get install -y ${packages}" to have them.`)
    return false
  }
  console.log(`A keyring to test with is missing: installing it with "apt-get install -y ${packages}".`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env })
    execFileSync('apt-get', ['install', '-y', '-qq', ...missing], { stdio: ['ignore', 'ignore', 'inherit'], env })
    return true
  } catch {
    console.log(`Tests of the Secret Service are skipped: installing ${packages} failed.`)
    return false
  }
}

/** Null where it does not start, which is said too. */
async function startOne(): Promise<SecretService | null> {
  try {
    return await startSecretService()
  } catch (error) {
    console.log(`Tests of the Secret Service are skipped: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

const service = provide() ? await startOne() : null
const { program, args } = toolCommand(command)
const child = spawn(program, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    // Where there is no keyring of our own, an address that nobody answers at: the user's keyring is not for tests.
    DBUS_SESSION_BUS_ADDRESS: service?.address ?? 'unix:path=/nonexistent',
    ...(service === null ? {} : { EVENTSCOPE_SECRET_SERVICE: '1' }),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('error', (error) => {
  console.error(`${program}: ${error.message}`)
  process.exit(127)
})
child.once('exit', async (code) => {
  await service?.stop()
  process.exit(code ?? 1)
})
