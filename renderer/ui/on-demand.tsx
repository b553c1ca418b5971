// Parts that are not in sight at the start: their code is loaded when they are wanted first.
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

/**
 * A dialog that is loaded when it is opened first, and stays from then on, so that it closes as others do. It is there
 * closed before it opens: it has to see itself open to give the focus back where it was.
 */
export function dialogOnDemand<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  function Opening(props: P) {
    const [isThere, setThere] = useState(false)
    useEffect(() => setThere(true), [])
    return <Loaded {...props} opened={props.opened && isThere} />
  }
  return function OnDemand(props: P) {
    const [wanted, setWanted] = useState(props.opened)
    if (props.opened && !wanted) setWanted(true)
    return wanted ? (
      <Suspense fallback={null}>
        <Opening {...props} />
      </Suspense>
    ) : null
  }
}

/** A part of the page that is loaded when it is drawn first. `load` may be called before, so that nobody waits. */
export function partOnDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  return function OnDemand(props: P) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
