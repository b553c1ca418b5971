// Drafts that wait while another connection is open: typed, and not yet searched with.
import type { Filters } from '../../../shared/event/event.ts'
import type { Clock, Zones } from './date-text.ts'
import { type FiltersDraft, rezoneDraft } from './filters-draft.ts'

interface KeptDraft {
  draft: FiltersDraft
  /** The filters that were applied beside it. */
  applied: Filters
  zones: Zones
}

/** By the connection's id; as long as the page. */
export type KeptDrafts = Map<string, KeptDraft>

/** The draft that was kept, in the clock's zones, and the filters that were applied beside it; null where there is none. */
export function draftToResume(
  drafts: KeptDrafts,
  connectionId: string,
  clock: Clock,
): Pick<KeptDraft, 'draft' | 'applied'> | null {
  const kept = drafts.get(connectionId)
  if (kept === undefined) return null
  const { draft, applied, zones } = kept
  return { draft: rezoneDraft(draft, applied, { ...clock, ...zones }, clock).draft, applied }
}
