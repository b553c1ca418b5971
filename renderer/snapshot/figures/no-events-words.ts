/** In place of rows or figures of a snapshot. @param isNarrowed whether it has some, and conditions leave none of them */
export const noEventsWords = (isNarrowed: boolean) =>
  isNarrowed ? 'No events match these conditions.' : 'There are no events in this snapshot.'
