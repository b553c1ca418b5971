// Registers every API key that this run uses or is given, so that it is redacted in what is written down.
import type { Connections } from './connections.ts'

/** The same connections. @param note called with each key before anything is done with it */
export function notingTokens(connections: Connections, note: (token: string) => void): Connections {
  const noted = <R extends { ok: boolean; value?: { token: string } }>(access: R): R => {
    if (access.value !== undefined) note(access.value.token)
    return access
  }
  return {
    ...connections,
    access: async (id) => noted(await connections.access(id)),
    accessOfDraft: async (draft) => {
      if (draft.token !== undefined) note(draft.token.trim())
      return noted(await connections.accessOfDraft(draft))
    },
    save: (draft) => {
      if (draft.token !== undefined) note(draft.token.trim())
      return connections.save(draft)
    },
    replaceToken: (id, token) => {
      note(token.trim())
      return connections.replaceToken(id, token)
    },
    addForThisRun: (connection, token, why) => {
      if (token !== null) note(token)
      return connections.addForThisRun(connection, token, why)
    },
  }
}
