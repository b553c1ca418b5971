// Where the package's built programs are, from the built kit and from its source.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @throws Error in a sentence where the package is not built */
export function programFile(name: string): string {
  for (const place of [`../${name}.js`, `../../dist/${name}.js`]) {
    const path = fileURLToPath(new URL(place, import.meta.url))
    if (existsSync(path)) return path
  }
  throw new Error(`Eventscope is not built here: ${name}.js is missing. Run "npm run build" in its folder.`)
}
