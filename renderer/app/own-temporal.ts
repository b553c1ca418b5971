// Temporal in the page: the browser's own, else a polyfill that is loaded first. vite.config.ts puts this file in the
// place of the package, which would cost every start 20 kB where nobody needs it.
import type { Temporal as Polyfill } from 'temporal-polyfill'

// The polyfill is not awaited here: with an `await` at its top level the page would be built as fifty files.
export let Temporal = (globalThis as { Temporal?: unknown }).Temporal as typeof Polyfill

/** To be awaited before the first instant is read. */
export async function provideTemporal(): Promise<void> {
  if ((Temporal as unknown) === undefined) ({ Temporal } = await import('temporal-polyfill'))
}
