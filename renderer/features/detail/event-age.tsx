// Where the event on screen came from, and how long ago; counts on by itself, because it would soon be untrue.
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import type { EventSource } from '../../session/detail-view.ts'
import { distanceInWords, momentInWords } from './instant-in-words.ts'

export function EventAge({ source, zone }: { source: EventSource; zone: string }) {
  const [, countOn] = useState(0)
  useInterval(() => countOn((count) => count + 1), 10_000, { autoInvoke: true })
  const { from, receivedAt } = source
  const age = distanceInWords(receivedAt, new Date().toISOString())
  return (
    <span title={`Received ${momentInWords(receivedAt, zone) ?? receivedAt}`} data-source={from}>
      from the {from}
      {age !== null && `, ${age}`}
    </span>
  )
}
