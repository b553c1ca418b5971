// The allow list of files in the packaged app, so that tests, sources and stray files cannot get in, and what it must
// contain.
import { getRawHeader } from '@electron/asar'

const keyringOf: Record<string, RegExp> = {
  linux: /^keyring-linux-(\w+)-(?:gnu|musl|gnueabihf)$/,
  darwin: /^keyring-darwin-(\w+)$/,
  win32: /^keyring-win32-(\w+)-msvc$/,
}

const allowed = [
  /^package\.json$/,
  /^dist\/(?:main\.js|preload\.cjs|service-worker\.js|questions-worker\.js|workbook-worker\.js)$/,
  /^dist\/chunks\/[\w.-]+\.js$/,
  /^dist\/(?:page\/)?licenses\.md$/,
  /^dist\/page\/(?:index\.html|[\w-]+\.svg)$/,
  /^dist\/page\/assets\/[\w.-]+\.(?:js|css|woff2|svg)$/,
  /^node_modules\/@napi-rs\/keyring\/(?:package\.json|index\.js|LICENSE)$/,
  /^node_modules\/@napi-rs\/keyring-[\w-]+\/(?:package\.json|[\w.-]+\.node|LICENSE[\w.-]*|README\.md)$/,
]

const required = [
  /^package\.json$/,
  /^dist\/main\.js$/,
  /^dist\/preload\.cjs$/,
  /^dist\/service-worker\.js$/,
  /^dist\/questions-worker\.js$/,
  /^dist\/workbook-worker\.js$/,
  // Most licenses of bundled libraries require that their notice is included.
  /^dist\/licenses\.md$/,
  /^dist\/page\/licenses\.md$/,
  /^dist\/page\/index\.html$/,
  /^dist\/page\/assets\/.+\.js$/,
  /^dist\/page\/assets\/.+\.css$/,
  /^node_modules\/@napi-rs\/keyring\/index\.js$/,
]

export interface PackedFile {
  /** Inside the archive, with forward slashes and no leading one. */
  path: string
  /** Whether it lies beside the archive instead of in it, as a native binary must. */
  unpacked: boolean
}

/**
 * Says what is wrong with a package's content, a sentence each.
 * @param platform the target's process.platform
 * @param arch the target's process.arch
 */
export function complaintsAbout(files: PackedFile[], platform: string, arch: string): string[] {
  const paths = files.map((file) => file.path)
  const binaries = files.filter((file) => file.path.endsWith('.node'))
  const fits = ({ path }: PackedFile) => keyringOf[platform]?.exec(path.split('/')[2] ?? '')?.[1] === arch
  return [
    ...paths
      .filter((path) => !allowed.some((pattern) => pattern.test(path)))
      .map((path) => `${path} has no place in it`),
    ...required
      .filter((pattern) => !paths.some((path) => pattern.test(path)))
      .map((pattern) => `${pattern.source} is missing`),
    ...(binaries.some(fits)
      ? []
      : [`the keyring's binary for ${platform} ${arch} is missing (install it on that system)`]),
    ...binaries.filter((file) => !fits(file)).map(({ path }) => `${path} is for another system`),
    ...binaries.filter((file) => !file.unpacked).map(({ path }) => `${path} cannot be loaded from inside the archive`),
  ]
}

/** Every file of an archive, including those beside it. */
export function listPacked(archive: string): PackedFile[] {
  const files: PackedFile[] = []
  const walk = (entries: Record<string, unknown>, folder: string) => {
    for (const [name, entry] of Object.entries(entries)) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (isFolder(entry)) walk(entry.files, path)
      else files.push({ path, unpacked: isUnpacked(entry) })
    }
  }
  const { header } = getRawHeader(archive)
  if (isFolder(header)) walk(header.files, '')
  return files
}

const isFolder = (entry: unknown): entry is { files: Record<string, unknown> } =>
  typeof entry === 'object' && entry !== null && 'files' in entry

const isUnpacked = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'unpacked' in entry && entry.unpacked === true
