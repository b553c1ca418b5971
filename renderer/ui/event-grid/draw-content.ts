// Draws what is in a cell straight into the document: React's own bookkeeping for a page of cells takes longer than
// that (docs/decisions/rows.md). It is written as JSX all the same, and what did not change is left alone.
import { Fragment, isValidElement, type ReactNode } from 'react'

/** What an element holds: texts and elements, of which each has a node. */
type Drawn = readonly (string | DrawnElement)[]

interface DrawnElement {
  tag: string
  /** Elements of other keys are other nodes. */
  key: string | null
  attributes: Readonly<Record<string, unknown>>
  children: Drawn
}

const NOTHING: Drawn = []
const drawnIn = new WeakMap<Element, Drawn>()

/**
 * Makes `content` all that `cell` holds, where nothing else draws. Texts and elements only: its components have no hooks,
 * its elements no listeners.
 */
export function drawContent(cell: Element, content: ReactNode): void {
  const drawn = drawnOf(content)
  patchChildren(cell, drawnIn.get(cell) ?? NOTHING, drawn)
  drawnIn.set(cell, drawn)
}

function drawnOf(content: ReactNode): Drawn {
  if (content === null || content === undefined || typeof content === 'boolean') return NOTHING
  if (typeof content === 'string' || typeof content === 'number') return [String(content)]
  if (Array.isArray(content)) return content.flatMap(drawnOf)
  if (!isValidElement<{ children?: ReactNode }>(content)) throw new TypeError('Only texts and elements can be drawn.')
  const { type, key, props } = content
  if (type === Fragment) return drawnOf(props.children)
  if (typeof type === 'function') return drawnOf((type as (props: object) => ReactNode)(props))
  const { children, ...attributes } = props
  return [{ tag: String(type), key, attributes, children: drawnOf(children) }]
}

function patchChildren(parent: Element, before: Drawn, after: Drawn): void {
  if (before.length !== after.length) {
    parent.replaceChildren(...after.map(nodeOf))
    return
  }
  let node = parent.firstChild
  for (const [index, part] of after.entries()) {
    const next = node?.nextSibling ?? null
    const drawn = before[index]
    if (node !== null && drawn !== undefined) patch(node, drawn, part)
    node = next
  }
}

function patch(node: ChildNode, before: Drawn[number], after: Drawn[number]): void {
  if (before === after) return
  if (typeof before === 'string' || typeof after === 'string') {
    if (typeof before === typeof after) (node as Text).data = after as string
    else node.replaceWith(nodeOf(after))
  } else if (before.tag === after.tag && before.key === after.key) {
    patchAttributes(node as HTMLElement, before.attributes, after.attributes)
    patchChildren(node as HTMLElement, before.children, after.children)
  } else node.replaceWith(nodeOf(after))
}

function nodeOf(part: Drawn[number]): Node {
  if (typeof part === 'string') return document.createTextNode(part)
  const element = document.createElement(part.tag)
  patchAttributes(element, {}, part.attributes)
  for (const child of part.children) element.append(nodeOf(child))
  return element
}

function patchAttributes(element: HTMLElement, before: DrawnElement['attributes'], after: DrawnElement['attributes']) {
  for (const name in before) if (!(name in after)) setAttribute(element, name, null)
  for (const name in after) if (before[name] !== after[name]) setAttribute(element, name, after[name])
}

function setAttribute(element: HTMLElement, name: string, value: unknown): void {
  if (name === 'className') element.className = String(value ?? '')
  else if (name === 'style' && value) Object.assign(element.style, value)
  else if (value === undefined || value === null || value === false) element.removeAttribute(name)
  // HTML's own names are React's in lower case.
  else element.setAttribute(name.toLowerCase(), value === true ? '' : String(value))
}
