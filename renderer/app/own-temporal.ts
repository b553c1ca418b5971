// Temporal in the page: the browser's own, else a polyfill that is loaded first. vite.config.ts puts this file in the
// place of the package, which would cost every start 20 kB where nobody needs it.
import type { Temporal as Polyfill } from 'temporal-polyfill'

// Not awaited here: the page's parts would fall into fifty files.
export let Temporal = (globalThis as { Temporal?: unknown }).Temporal as typeof Polyfill

/** To be awaited before the first instant is read. */
export async function provideTemporal(): Promise<void> {
  if ((Temporal as unknown) === undefined) ({ Temporal } = await import('temporal-polyfill'))
}
