// Where a run of the browser shell is found: at an address whose earlier pages, caches and service workers are nobody's.

export interface RunAddress {
  /** What the launch links name, and the only one that is answered to. */
  host: string
  /** The IPv4 address to listen on. */
  address: string
}

/** As every program has it: what was served there before is unknown. */
export const COMMON_ADDRESS: RunAddress = { host: '127.0.0.1', address: '127.0.0.1' }

/**
 * An address of this machine that only chance has used before. Linux and Windows listen on all of 127.0.0.0/8; elsewhere it
 * is a name, which Chromium and Firefox take for this machine by themselves.
 * @param randomBytes as that of node:crypto
 */
export function freshAddress(platform: NodeJS.Platform, randomBytes: (size: number) => Uint8Array): RunAddress {
  if (platform !== 'linux' && platform !== 'win32') {
    const name = Buffer.from(randomBytes(16)).toString('hex')
    return { host: `${name}.localhost`, address: COMMON_ADDRESS.address }
  }
  for (;;) {
    const [second = 0, third = 0, last = 0] = randomBytes(3)
    // Resolvers and the machine's own name are in 127.0; networks and broadcasts end in 0 and 255.
    if (second === 0 || last === 0 || last === 255) continue
    const address = `127.${second}.${third}.${last}`
    return { host: address, address }
  }
}
