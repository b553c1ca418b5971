// The allow list of files in the npm package, for the command and for test authors, as packed-files.ts has one for the
// app.

const allowed = [
  /^(?:package\.json|LICENSE|README\.md)$/,
  // npm always includes package.json's "main".
  /^dist\/(?:main|browser|browser-shell|service|service-worker|questions-worker|workbook-worker)\.js$/,
  /^dist\/eventscope\.js$/,
  /^dist\/(?:chunks|command)\/[\w.-]+\.js$/,
  /^dist\/(?:(?:page|command)\/)?licenses\.md$/,
  /^dist\/page\/index\.html$/,
  /^dist\/page\/assets\/[\w.-]+\.(?:js|css|woff2|svg)$/,
  /^dist\/kit\/[\w-]+(?:\.d\.ts|\.js)$/,
  /^dist\/kit\/names\.json$/,
  // What the README leads to, and what that leads to in turn.
  /^CONTRIBUTING\.md$/,
  /^docs\/(?:decisions\/)?[\w-]+\.md$/,
  /^docs\/screenshots\/(?:light|invoice|totals)\.png$/,
]

const required = [
  'package.json',
  'LICENSE',
  'dist/eventscope.js',
  'dist/command/export.js',
  'dist/command/check.js',
  'dist/command/verify-receipt.js',
  'dist/command/check-service.js',
  'dist/command/licenses.md',
  'dist/browser.js',
  'dist/browser-shell.js',
  'dist/service.js',
  'dist/service-worker.js',
  'dist/questions-worker.js',
  'dist/workbook-worker.js',
  'dist/licenses.md',
  'dist/page/index.html',
  'dist/page/licenses.md',
  'dist/kit/kit.js',
  'dist/kit/kit.d.ts',
  'dist/kit/fixtures.js',
  'dist/kit/fixtures.d.ts',
  'dist/kit/names.json',
  'docs/test-authors.md',
  'docs/service.md',
  'docs/interface.md',
]

/** Says what is wrong with a package's paths, a sentence each. */
export function complaintsAboutNpm(paths: readonly string[]): string[] {
  return [
    ...paths
      .filter((path) => !allowed.some((pattern) => pattern.test(path)))
      .map((path) => `${path} has no place in it`),
    ...required.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
  ]
}
