// Runs a command with a keyring of its own, so that tests use a real Secret Service and never the user's keyring. There
// is none without gnome-keyring: EVENTSCOPE_SECRET_SERVICE is not set, and the tests that need one are skipped.
import { spawn } from 'node:child_process'
import { provideSecretService, type SecretService, startSecretService } from './secret-service.ts'
import { toolCommand } from './tool-command.ts'

const command = process.argv.slice(2)
if (command.length === 0) throw new Error('with-secret-service.ts: name the command to run')

/** Null if it does not start, which is printed too. */
async function startOne(): Promise<SecretService | null> {
  try {
    return await startSecretService()
  } catch (error) {
    console.log(`Tests of the Secret Service are skipped: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

const service = provideSecretService((line) => console.log(line)) ? await startOne() : null
const { program, args } = toolCommand(command)
const child = spawn(program, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    // It is a dead address without a keyring of our own: the user's keyring is not for tests.
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
