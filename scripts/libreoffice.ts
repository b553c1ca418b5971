// Finds a LibreOffice for the long tests, which read exported files with it: an installed one, or Debian's package.
import { existsSync } from 'node:fs'
import { provideProgram } from './provide-program.ts'

const places = [
  process.env.LIBREOFFICE_PATH,
  '/usr/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.com',
]

const findLibreOffice = () => places.find((path) => path !== undefined && existsSync(path)) ?? null

/** @returns its path, or `missing`: how to install it, as a sentence */
export function provideLibreOffice(say: (line: string) => void): { path: string } | { missing: string } {
  const missing =
    process.platform === 'linux'
      ? 'The long run needs LibreOffice: run "sudo apt-get install -y libreoffice-calc-nogui" (Debian, Ubuntu).'
      : 'The long run needs LibreOffice: install it from libreoffice.org.'
  const packageName = 'libreoffice-calc-nogui'
  return provideProgram({ name: 'LibreOffice', packageName, find: findLibreOffice, missing }, say)
}
