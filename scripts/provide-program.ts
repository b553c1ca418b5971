// Finds a program that the tests need, or installs it from Debian where nobody has to be asked: as root, with apt-get.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface NeededProgram {
  /** For people. */
  name: string
  /** Its Debian package. */
  packageName: string
  /** Its path, or null. */
  find: () => string | null
  /** What a person has to do to have it, as a sentence. */
  missing: string
}

/** @returns the path, or `missing` where it is not there and cannot be installed */
export function provideProgram(
  { name, packageName, find, missing }: NeededProgram,
  say: (line: string) => void,
): { path: string } | { missing: string } {
  const path = find() ?? (installDebianPackage(packageName, name, say) ? find() : null)
  return path === null ? { missing } : { path }
}

/** False where it may not, or where there is no apt-get; throws when apt-get fails. */
function installDebianPackage(name: string, what: string, say: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`No ${what} is here: installing Debian's with "apt-get install -y ${name}".`)
  execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('apt-get', ['install', '-y', '-qq', name], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return true
}
