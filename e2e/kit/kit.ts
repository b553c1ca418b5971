// What `eventscope/kit` is: the page object, and what starts an inspector and a service for it. Needs no Playwright to load.
export {
  type ExportedFile,
  type ExportedRows,
  type ExportFormat,
  type FilterInput,
  type GridState,
  Inspector,
  type PropertyFilterInput,
} from './inspector.ts'
export { type InspectorOptions, type RunningInspector, startInspector } from './start-inspector.ts'
export { type RunningService, startReferenceService } from './start-reference-service.ts'
