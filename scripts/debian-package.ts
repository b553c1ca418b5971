// Installs what the tests need from Debian, where nobody has to be asked: as root, with apt-get.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** False where it may not, or where there is no apt-get; throws when apt-get fails. */
export function installDebianPackage(name: string, what: string, say: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`No ${what} is here: installing Debian's with "apt-get install -y ${name}".`)
  execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('apt-get', ['install', '-y', '-qq', name], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return true
}
