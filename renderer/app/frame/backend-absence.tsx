// Across the window: that Eventscope itself has stopped, so that nothing in it can become newer.
import { useBackendAbsence } from '../../ui/backend-presence.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'

export function BackendAbsence() {
  const failure = useBackendAbsence()
  return failure && <FailureNotice failure={failure} compact />
}
