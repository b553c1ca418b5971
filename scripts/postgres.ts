// Finds PostgreSQL's programs for the tests of the service on it: installed ones, or Debian's package.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { provideProgram } from './provide-program.ts'

const folders = [
  '/usr/lib/postgresql/*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/pgsql/bin',
  '/usr/pgsql-*/bin',
]

/** The folder that holds initdb and postgres, of the newest version; null where there is none, and on Windows. */
export function findPostgres(): string | null {
  const versionOf = (folder: string) => Number(/[\d.]+(?=\/bin$)/.exec(folder)?.[0] ?? 0)
  const found = globSync(folders).sort((one, other) => versionOf(other) - versionOf(one))
  const places = [process.env.EVENTSCOPE_POSTGRES, ...found]
  return (
    places.find((folder) => folder && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
  )
}

/** Finds it as `findPostgres`; as root installs Debian's package by apt-get. `missing` says how to have it. */
export function providePostgres(say: (line: string) => void): { path: string } | { missing: string } {
  const missing =
    process.platform === 'linux'
      ? 'Run "sudo apt-get install -y postgresql" (Debian, Ubuntu) to have them.'
      : 'They need the programs initdb and postgres, and are for Linux and macOS.'
  try {
    return provideProgram({ name: 'PostgreSQL', packageName: 'postgresql', find: findPostgres, missing }, say)
  } catch {
    return { missing: 'Installing the package postgresql failed.' }
  }
}
