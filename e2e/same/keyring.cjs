// The system's keychain for `npm run same`: a file in the subject's folder, so that what one build left another can
// open.
'use strict'
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const file = join(process.env.HOME ?? '', 'keyring.json')
const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** As of @napi-rs/keyring. */
exports.AsyncEntry = class AsyncEntry {
  constructor(service, account) {
    this.name = `${service} ${account}`
  }
  async getSecret() {
    const secret = read()[this.name]
    return secret === undefined ? null : Buffer.from(secret, 'base64')
  }
  async setSecret(secret) {
    writeFileSync(file, JSON.stringify({ ...read(), [this.name]: Buffer.from(secret).toString('base64') }))
  }
  async deleteCredential() {
    const { [this.name]: secret, ...others } = read()
    writeFileSync(file, JSON.stringify(others))
    return secret !== undefined
  }
}
