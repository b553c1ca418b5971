// The docs that come with the program, to be read in the window.
import { NativeSelect } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import styles from './help.module.css'
import { anchorOf, Markdown } from './markdown.tsx'

const TEXTS = import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default', eager: true })

/** What people who use the window read comes first. */
const FIRST = ['page', 'figures', 'check', 'invoice', 'comparison', 'export', 'case']

/** Of a file, without its ending. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')

const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

const DOCS = Object.entries(TEXTS)
  .map(([path, text]) => ({ name: nameOf(path), text }))
  .sort((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1))

/** Its first heading. */
const titleOf = (text: string) => /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? ''

export function Docs() {
  const [at, setAt] = useState({ name: DOCS[0]?.name ?? '', anchor: '' })
  const text = DOCS.find(({ name }) => name === at.name)?.text ?? ''
  useLayoutEffect(() => {
    if (at.anchor !== '') document.getElementById(`help-${at.anchor}`)?.scrollIntoView()
  }, [at])
  function onLink(href: string) {
    const [path = '', anchor = ''] = href.split('#')
    const name = path === '' ? at.name : path.includes('/') ? null : nameOf(path)
    // A file of the project or a page of the web: neither is in the window.
    const isHere = name !== null && DOCS.some((doc) => doc.name === name)
    return isHere ? () => setAt({ name, anchor: anchorOf(anchor) }) : null
  }
  return (
    <>
      <NativeSelect
        aria-label="Doc"
        mb="md"
        value={at.name}
        data={DOCS.map(({ name, text }) => ({ value: name, label: titleOf(text) }))}
        onChange={({ currentTarget }) => setAt({ name: currentTarget.value, anchor: '' })}
      />
      <article className={styles.doc}>
        <Markdown key={at.name} text={text} onLink={onLink} />
      </article>
    </>
  )
}
