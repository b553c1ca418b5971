// The docs that come with the program, to be read in the window.

import { NativeSelect } from '@mantine/core'
import { createElement, type ReactNode, useLayoutEffect, useState } from 'react'
import common from '../../ui/common.module.css'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './help.module.css'

const TEXTS = import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default', eager: true })

/** What people who use the window read comes first. */
const FIRST = ['page', 'figures', 'check', 'invoice', 'comparison', 'export', 'case']

/** Names a file without its folder and ending. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')

/** The place of a doc in the list, by its name; those that are not in `FIRST` share the last one. */
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

// Markdown as the docs are written: headings, paragraphs, lists, tables, code and links, drawn as elements and never as
// HTML, so that nothing in it runs or is fetched. What is not known stands as it is written.

export type Block =
  | { is: 'heading'; level: number; text: string }
  | { is: 'paragraph'; text: string }
  | { is: 'list'; isOrdered: boolean; items: string[] }
  | { is: 'table'; heads: string[]; rows: string[][] }
  | { is: 'code'; text: string }

/** "## Totals": its signs, and its words. */
const HEADING = /^(#{1,6}) (.*)$/
/** "- words", "* words" or "3. words", however far it is indented: its number, and its words. */
const LIST_ITEM = /^\s*(?:[-*]|(\d+)\.) (.*)$/
/** The line between a table's heads and its rows: "| --- | :---: |". */
const BELOW_HEADS = /^\|[-:| ]+\|$/

/**
 * The blocks of a text, in its order. A list in a list is read as further items of the outer one. Work grows as the
 * text does.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const heading = HEADING.exec(line)
    const item = LIST_ITEM.exec(line)
    const last = blocks.at(-1)
    /** Whether no empty line ended the block before this line. */
    const isContinued = (lines[at - 1] ?? '').trim() !== ''
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1)
      const until = end === -1 ? lines.length : end
      blocks.push({ is: 'code', text: lines.slice(at + 1, until).join('\n') })
      at = until
    } else if (heading !== null) {
      blocks.push({ is: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    } else if (line.startsWith('|') && BELOW_HEADS.test(lines[at + 1] ?? '')) {
      const rows: string[][] = []
      const heads = cellsOf(line)
      for (at += 2; lines[at]?.startsWith('|'); at += 1) rows.push(cellsOf(lines[at] ?? ''))
      // The loop around this one goes on to the line behind the table.
      at -= 1
      blocks.push({ is: 'table', heads, rows })
    } else if (item !== null) {
      if (isContinued && last?.is === 'list') last.items.push(item[2] ?? '')
      else blocks.push({ is: 'list', isOrdered: item[1] !== undefined, items: [item[2] ?? ''] })
    } else if (line.trim() !== '') {
      if (isContinued && last?.is === 'paragraph') last.text += ` ${line.trim()}`
      else if (isContinued && last?.is === 'list') last.items.push(`${last.items.pop() ?? ''} ${line.trim()}`)
      else blocks.push({ is: 'paragraph', text: line.trim() })
    }
  }
  return blocks
}

/** The cells of "| a | b \| c |": "a" and "b | c". */
const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

interface MarkdownProps {
  text: string
  /** Handles a link to another doc, such as "docs/figures.md#exact"; null: it leads nowhere here, and is words. */
  onLink: (href: string) => (() => void) | null
}

export function Markdown({ text, onLink }: MarkdownProps) {
  return blocksOf(text).map((block, at) => <Drawn key={keyOf(block, at)} block={block} onLink={onLink} />)
}

const keyOf = ({ is }: Block, at: number) => `${at} ${is}`

function Drawn({ block, onLink }: { block: Block; onLink: MarkdownProps['onLink'] }) {
  switch (block.is) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h3' : 'h4'
      return (
        <Heading
          id={`help-${anchorOf(block.text)}`}
          className={`${common.title} ${styles.heading}`}
          data-level={block.level}
        >
          {inline(block.text, onLink)}
        </Heading>
      )
    }
    case 'paragraph':
      return <p>{inline(block.text, onLink)}</p>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre className={common.scroll} tabIndex={0}>
          {block.text}
        </pre>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={common.bullets}>
          {block.items.map((item) => (
            <li key={item}>{inline(item, onLink)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <div className={common.scroll} tabIndex={0}>
          <table className={styles.table}>
            <thead>{tableRow('th', block.heads, onLink)}</thead>
            {createElement('tbody', null, ...block.rows.map((row) => tableRow('td', row, onLink)))}
          </table>
        </div>
      )
  }
}

// Cells have no names to know them by, and never change places.
const tableRow = (cell: 'th' | 'td', texts: readonly string[], onLink: MarkdownProps['onLink']) =>
  createElement(
    'tr',
    null,
    ...texts.map((text) => createElement(cell, cell === 'th' ? { scope: 'col' } : null, ...inline(text, onLink))),
  )

/** Makes the anchor that GitHub makes of a heading. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** "`code`" in one or more backticks, "**bold**", "*emphasis*", or "[label](href)", which "!" makes a picture. */
const MARKED =
  /(`+)(?<code>.+?)\1|\*\*(?<bold>.+?)\*\*|\*(?<emphasis>[^*\s][^*]*)\*|!?\[(?<label>[^\]]*)\]\((?<href>[^)\s]*)\)/g

/** Code, bold, emphasis and links; a picture is its description. */
function inline(text: string, onLink: MarkdownProps['onLink']): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const found of text.matchAll(MARKED)) {
    const { code, bold, emphasis, label, href } = found.groups ?? {}
    parts.push(text.slice(from, found.index))
    from = found.index + found[0].length
    const key = found.index
    if (code !== undefined) parts.push(<code key={key}>{code}</code>)
    else if (bold !== undefined) parts.push(<b key={key}>{inline(bold, onLink)}</b>)
    else if (emphasis !== undefined) parts.push(<em key={key}>{emphasis}</em>)
    else {
      const press = onLink(href ?? '')
      parts.push(
        press === null ? (
          <span key={key}>{inline(label ?? '', onLink)}</span>
        ) : (
          <LinkButton key={key} tone="accent" onClick={press}>
            {inline(label ?? '', onLink)}
          </LinkButton>
        ),
      )
    }
  }
  parts.push(text.slice(from))
  return parts
}
