// Finds a program that the tests need, or installs its Debian package if this is root and apt-get is there.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface NeededProgram {
  /** People read it so. */
  name: string
  /** Its Debian package. */
  packageName: string
  /** Its path, or null. */
  find: () => string | null
  /** How to install it, as a sentence. */
  missing: string
}

/** @returns the path, or `missing` if it is neither there nor can be installed */
export function provideProgram(
  { name, packageName, find, missing }: NeededProgram,
  say: (line: string) => void,
): { path: string } | { missing: string } {
  const path = find() ?? (installDebianPackages([packageName], name, say) ? find() : null)
  return path === null ? { missing } : { path }
}

/** False without root or apt-get; throws if apt-get fails. */
export function installDebianPackages(names: readonly string[], what: string, say: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`No ${what} is here: installing Debian's with "apt-get install -y ${names.join(' ')}".`)
  execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('apt-get', ['install', '-y', '-qq', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return true
}

const OFFICE_PLACES = [
  process.env.LIBREOFFICE_PATH,
  '/usr/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.com',
]

const findLibreOffice = () => OFFICE_PLACES.find((path) => path !== undefined && existsSync(path)) ?? null

/**
 * Finds a LibreOffice for the long tests, which read exported files with it: an installed one, or Debian's package.
 * @returns its path, or `missing`: how to install it, as a sentence
 */
export function provideLibreOffice(say: (line: string) => void): { path: string } | { missing: string } {
  const missing =
    process.platform === 'linux'
      ? 'The long run needs LibreOffice: run "sudo apt-get install -y libreoffice-calc-nogui" (Debian, Ubuntu).'
      : 'The long run needs LibreOffice: install it from libreoffice.org.'
  const packageName = 'libreoffice-calc-nogui'
  return provideProgram({ name: 'LibreOffice', packageName, find: findLibreOffice, missing }, say)
}
