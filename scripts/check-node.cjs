// Runs on any Node, before anything else: says in one line what is missing, instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 5)) {
  console.error(
    `Eventscope needs Node 24.5 or later to run (this is ${process.versions.node}). On Linux and on Windows with x64 "npm ci" brings its own; run it again without --omit=optional. Elsewhere install Node 24.`,
  )
  process.exit(1)
}
