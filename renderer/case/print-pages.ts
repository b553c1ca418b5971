// Prints pages in place of the window: the same pages that a case has as a file.
import { PAGES_STYLE, pagesHtml } from '../../shared/case/case-html.ts'
import type { CasePages } from '../../shared/case/pages.ts'

/** Only the pages are on paper, and the window is as before once its dialog is closed. */
const ALONE =
  '@media print { body > :not(.printed) { display: none !important } html, body { height: auto; overflow: visible; background: #fff !important } } @media screen { .printed { display: none } }'

/** The lines of the pages' style that begin with `:root` or `body`: here they would be of the window. */
const OF_WHOLE_PAGE = /^(?::root|body) .*$/gm

/** Opens the browser's print dialog; until that closes, the document has the title of the pages. */
export function printPages(pages: CasePages): void {
  const style = new CSSStyleSheet()
  style.replaceSync(`${PAGES_STYLE.replace(OF_WHOLE_PAGE, '')}\n${PRINTED}\n${ALONE}`)
  const printed = document.createElement('div')
  printed.className = 'printed'
  printed.dataset.printed = ''
  printed.ariaHidden = 'true'
  const made = new DOMParser().parseFromString(pagesHtml(pages), 'text/html')
  printed.append(...made.body.childNodes)
  document.adoptedStyleSheets.push(style)
  document.body.append(printed)
  const { title } = document
  // The name that a PDF is proposed.
  document.title = pages.title
  const restore = () => {
    printed.remove()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style)
    document.title = title
  }
  addEventListener('afterprint', restore, { once: true })
  print()
}

/** The window may be dark; paper is not. */
const PRINTED =
  '.printed { color-scheme: light; background: #fff; color: #15181d; font-family: system-ui, sans-serif; line-height: 1.5 }'
