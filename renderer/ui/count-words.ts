// Counts in words.

export const grouped = (count: number) => count.toLocaleString('en-US')

/** "1 event", "312,440 events". */
export const eventsWords = (count: number) => (count === 1 ? '1 event' : `${grouped(count)} events`)
