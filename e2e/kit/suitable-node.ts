// The Node that this package's programs run on, whatever Node the tests run on.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface NodeFacts {
  /** As process.versions.node. */
  version: string
  path: string
  platform: string
  arch: string
}

const OWN: NodeFacts = {
  version: process.versions.node,
  path: process.execPath,
  platform: process.platform,
  arch: process.arch,
}

/**
 * The running Node where it is 24.5 or later, else the one that came with this package (Linux, and Windows with x64).
 * @param packaged where the package of that name has its package.json, or null
 * @throws Error in a sentence where neither is there
 */
export function suitableNode(
  { version, path, platform, arch }: NodeFacts = OWN,
  packaged: (name: string) => string | null = packageFile,
): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 5)) return path
  const windows = platform === 'win32'
  const found = packaged(`node-${windows ? 'win' : platform}-${arch}`)
  const own = found && join(dirname(found), 'bin', windows ? 'node.exe' : 'node')
  if (own && existsSync(own)) return own
  throw new Error(
    `Eventscope needs Node 24.5 or later to run (this is ${version}). On Linux and on Windows with x64 it brings its own where optional dependencies are installed; elsewhere install Node 24.`,
  )
}

function packageFile(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`)
  } catch {
    return null
  }
}
