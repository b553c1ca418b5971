// Preloaded by `npm run same` into every Node process and thread of both builds: one time of day, durations that are
// the sum of what was waited for on purpose, random values by seed, and the ports that the system would choose taken in
// their order, so that two runs show the same.
'use strict'
const crypto = require('node:crypto')
const { registerHooks, syncBuiltinESMExports } = require('node:module')
const net = require('node:net')
const { join } = require('node:path')
const timers = require('node:timers/promises')
const { pathToFileURL } = require('node:url')
const { isMainThread } = require('node:worker_threads')

const { SAME_NOW, SAME_SEED = '0', SAME_PORT } = process.env
const now = Number(SAME_NOW)

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [now] : given))
  }
  static now() {
    return now
  }
}

// No keychain of this machine.
registerHooks({
  resolve: (name, context, next) =>
    name === '@napi-rs/keyring'
      ? { url: pathToFileURL(join(__dirname, 'keyring.cjs')).href, format: 'commonjs', shortCircuit: true }
      : next(name, context),
})

// Logs have it; above those that a system gives, so that nothing is ever sent to another process by it.
Object.defineProperty(process, 'pid', { value: 5_000_000, enumerable: true })

let elapsed = 0
globalThis.performance.now = () => elapsed
const { setTimeout: wait } = timers
timers.setTimeout = async (ms, ...rest) => {
  const until = elapsed + (ms ?? 0)
  const value = await wait(ms, ...rest)
  elapsed = Math.max(elapsed, until)
  return value
}

// They tell how far something is, which depends on how fast the machine is.
const { setInterval: every } = globalThis
globalThis.setInterval = (_run, ms) => every(() => undefined, ms)

/** Each kind of value has a stream of its own: what is asked for meanwhile of another kind moves none. */
function stream(kind) {
  let asked = 0
  return (size) => {
    const bytes = Buffer.alloc(size)
    for (let from = 0, part = 0; from < size; from += 32, part++)
      crypto.createHash('sha256').update(`${SAME_SEED} ${kind} ${asked} ${part}`).digest().copy(bytes, from)
    asked++
    return bytes
  }
}

const ids = stream('id')
const fractions = stream('fraction')
const sized = new Map()
const bytesOf = (size) => {
  if (!sized.has(size)) sized.set(size, stream(size))
  return sized.get(size)(size)
}
const fill = (view) => {
  const target = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  target.set(bytesOf(target.length))
  return view
}
const uuid = () => {
  const bytes = ids(16)
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

Math.random = () => fractions(4).readUInt32LE() / 2 ** 32
crypto.randomUUID = uuid
crypto.randomBytes = (size, done) => {
  if (done === undefined) return bytesOf(size)
  process.nextTick(done, null, bytesOf(size))
}
crypto.randomFillSync = fill
crypto.randomInt = (from, to) => {
  const [low, high] = to === undefined || typeof to === 'function' ? [0, from] : [from, to]
  return low + (bytesOf(6).readUIntLE(0, 6) % (high - low))
}
crypto.webcrypto.getRandomValues = fill
globalThis.crypto.getRandomValues = fill
globalThis.crypto.randomUUID = uuid
syncBuiltinESMExports()

// Threads take theirs above those of the process.
let port = Number(SAME_PORT) + (isMainThread ? 1 : 5)
const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...given) {
  const [first] = given
  if (first === 0) given[0] = port++
  else if (typeof first === 'object' && first !== null && first.port === 0) given[0] = { ...first, port: port++ }
  return listen.apply(this, given)
}
