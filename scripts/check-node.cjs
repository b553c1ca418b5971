// Runs on any Node, before anything else: says in one line what is missing, instead of a syntax error.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Eventscope needs Node 24 or later to run (this is ${process.versions.node}). "npm ci" brings its own as the optional dependency "node"; run it again without --omit=optional, or install Node 24.`,
  )
  process.exit(1)
}
