// Finds a LibreOffice for the long run, which has it read our files back: one that is there, or Debian's package.
import { existsSync } from 'node:fs'
import { installDebianPackage } from './debian-package.ts'

const places = [
  process.env.LIBREOFFICE_PATH,
  '/usr/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.com',
]

const findLibreOffice = () => places.find((path) => path !== undefined && existsSync(path)) ?? null

/** @returns its path, or in `missing` what a person has to do */
export function provideLibreOffice(say: (line: string) => void): { path: string } | { missing: string } {
  const found = findLibreOffice()
  if (found !== null) return { path: found }
  const installed = installDebianPackage('libreoffice-calc-nogui', 'LibreOffice', say) ? findLibreOffice() : null
  if (installed !== null) return { path: installed }
  return {
    missing:
      process.platform === 'linux'
        ? 'The long run needs LibreOffice: run "sudo apt-get install -y libreoffice-calc-nogui" (Debian, Ubuntu).'
        : 'The long run needs LibreOffice: install it from libreoffice.org.',
  }
}
