// What `eventscope/kit` is: the page object, and what starts an inspector and a service for it. Needs no Playwright to
// load.
export type { GridState } from './events-window.ts'
export { Inspector } from './inspector.ts'
export type { ExportedFile, ExportedRows, ExportFormat, FilterInput, PropertyFilterInput } from './live-search.ts'
export { type InspectorOptions, type RunningInspector, startInspector } from './start-inspector.ts'
export {
  type RunningService,
  type ServiceEvent,
  type ServiceRequest,
  startReferenceService,
} from './start-reference-service.ts'
