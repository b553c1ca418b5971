// Parts that are loaded when first needed. They do without React's Suspense, which may hold back a loaded part for up
// to 300 ms after another one has appeared.
import { type ComponentType, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

type OnDemand<P> = ComponentType<P> & {
  /** Loads it ahead of its first rendering, which is then immediate. */
  preload: () => Promise<ComponentType<P>>
}

/** A part of the page that is loaded when first rendered, and renders nothing until then. */
export function partOnDemand<P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> {
  const { usePart, preload } = loadedOnce(load)
  function Part(props: P) {
    const Loaded = usePart(true)
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Part, { preload })
}

/** A dialog that is loaded when it is opened first, and stays from then on, so that it closes as others do. */
export function dialogOnDemand<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const { usePart } = loadedOnce(load)
  return function Dialog(props: P) {
    const Loaded = usePart(props.opened)
    return Loaded && <Loaded {...props} />
  }
}

/**
 * Whether anything still serves the page. Where nothing does, a part that was still to come is no fault of the page:
 * that Eventscope has stopped is said over what is drawn, and the rows stay.
 */
const isServed = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD' }).then(
    () => true,
    () => false,
  )

function loadedOnce<P>(load: () => Promise<ComponentType<P>>) {
  let part: ComponentType<P> | null = null
  let loading: Promise<ComponentType<P>> | null = null
  function preload() {
    loading ??= load().then((loaded) => {
      part = loaded
      return loaded
    })
    return loading
  }
  /** Null until loaded; loading starts once it is `wanted`. */
  function usePart(wanted: boolean): ComponentType<P> | null {
    const [state, setState] = useState<{ part: ComponentType<P> | null; error?: unknown }>(() => ({ part }))
    const isMissing = wanted && state.part === null
    useEffect(() => {
      if (!isMissing) return
      let isGone = false
      preload().then(
        (loaded) => isGone || setState({ part: loaded }),
        async (error: unknown) => {
          if ((await isServed()) && !isGone) setState({ part: null, error })
        },
      )
      return () => {
        isGone = true
      }
    }, [isMissing])
    if (state.error !== undefined) throw state.error
    return state.part
  }
  return { usePart, preload }
}

let release = () => {}
const rowsAreThere = new Promise<void>((resolve) => {
  release = resolve
})

/** To be called once the first rows are painted, or there are none: the controls around them may load. */
export function releaseControls(): void {
  // The first callback runs before the frame with the rows is painted, the second one after it; the timer leaves that
  // second frame to the browser.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(release)))
}

/** Controls load after this long at the latest, whatever the service does. It is in milliseconds. */
const CONTROLS_AFTER_MS = 150

/** Rendered parts that are still loading. */
const awaited = new Set<object>()
let areControlsThere = false
const listeners = new Set<() => void>()

/** A part that is visible from the start, but loads after the first rows of the cache. */
export function partBehindRows<P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> {
  const { usePart, preload } = loadedOnce(async () => {
    setTimeout(release, CONTROLS_AFTER_MS)
    await rowsAreThere
    return load()
  })
  function Part(props: P) {
    const Loaded = usePart(true)
    const [self] = useState(() => ({}))
    useLayoutEffect(() => {
      if (Loaded === null) awaited.add(self)
      else noteDrawn(self)
      return () => noteDrawn(self)
    }, [Loaded, self])
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Part, { preload })
}

function noteDrawn(part: object): void {
  if (!awaited.delete(part) || awaited.size > 0) return
  areControlsThere = true
  for (const listener of listeners) listener()
}

/** Runs `run` once every part behind the rows is rendered, so that an early key press is not lost. */
export function onceControlsThere(run: () => void): void {
  if (areControlsThere) {
    run()
    return
  }
  const listener = () => {
    listeners.delete(listener)
    run()
  }
  listeners.add(listener)
}

/** Whether every part behind the rows is rendered: until then the page is busy, and some shortcuts do not work. */
export function useControlsThere(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => areControlsThere,
  )
}
