// What the page loads says what is in it: a script or style that another server, or a service worker of one, put in the
// place of ours is not run. No package does it for a page whose files are served below another path in every run.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LOADED = /^assets\/.+\.(?:js|css)$/

/**
 * Puts `integrity` on the scripts and styles of the built index.html, and those of all parts that are loaded later into
 * an import map before them. Its keys begin with `./assets/`, as all addresses of that file do. Browsers apply the map
 * to modules; for styles, what loads them looks into it.
 */
export function pageIntegrity(): Plugin {
  return {
    name: 'page-integrity',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        const changed = code.replace(APPENDED, `link.integrity = (${integrityOf})(link.href); ${APPENDED}`)
        if (changed === code) this.error('Vite loads styles in another way now: they would have no integrity.')
        return { code: changed, map: null }
      },
    },
    writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => LOADED.test(name))
      const integrity = Object.fromEntries(files.map((name) => [`./${name}`, digestOf(join(dir, name))]))
      const path = join(dir, 'index.html')
      const html = readFileSync(path, 'utf8').replaceAll(
        /(?:src|href)="(\.\/assets\/[^"]+)"/g,
        (attribute, address: string) =>
          integrity[address] === undefined ? attribute : `${attribute} integrity="${integrity[address]}"`,
      )
      const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`
      writeFileSync(path, html.replace('<script type="module"', `${map}\n    $&`))
    },
  }
}

/** Vite's own helper adds a style to the page by these words, before which its integrity is put. */
const APPENDED = 'document.head.appendChild(link)'

/** Runs in the page, as text. */
const integrityOf = `(href) => {
  const { integrity } = JSON.parse(document.querySelector('script[type=importmap]').text)
  return integrity[href.replace(new URL('.', document.baseURI).href, './')]
}`

const digestOf = (path: string) => `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`
