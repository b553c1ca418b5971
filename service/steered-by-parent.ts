// How a program that started the service asks it for what it was sent, and changes its events: over Node's own channel
// between a process and its parent, which nobody else can reach.
import { readEvent } from './event-record.ts'
import type { KeptRequest } from './kept-requests.ts'
import type { Service } from './server.ts'

/** What is asked; the texts of events are JSON. */
export type Order =
  | { id: number; ask: 'requests' }
  | { id: number; ask: 'add'; events: string[] }
  | { id: number; ask: 'amend'; event: string }
  | { id: number; ask: 'remove'; eventId: string }
  | { id: number; ask: 'advance'; milliseconds: number }

/** The answer to the order of the same id. */
export type Answer = { id: number; requests?: readonly KeptRequest[]; problem?: string }

/** @param advance moves the service's clock ahead, in milliseconds */
export function steeredByParent(service: Service, advance: (milliseconds: number) => void): void {
  // The channel is ours as long as the service runs, and no longer.
  process.on('message', async (order: Order) => process.send?.(await answer(order)))
  process.channel?.unref()

  async function answer(order: Order): Promise<Answer> {
    try {
      if (order.ask === 'requests') return { id: order.id, requests: service.requests() }
      await obey(order)
      return { id: order.id }
    } catch (error) {
      return { id: order.id, problem: error instanceof Error ? error.message : String(error) }
    }
  }

  async function obey(order: Exclude<Order, { ask: 'requests' }>): Promise<void> {
    switch (order.ask) {
      case 'add':
        await service.add(order.events.map(eventOf))
        break
      case 'amend':
        service.amend(eventOf(order.event))
        break
      case 'remove':
        service.remove(order.eventId)
        break
      case 'advance':
        if (!(order.milliseconds >= 0)) throw new Error('A clock moves ahead only, by milliseconds.')
        advance(order.milliseconds)
        break
      default:
        order satisfies never
    }
  }
}

function eventOf(text: string) {
  const reading = readEvent(text)
  if (!reading.ok) throw new Error(`This is not an event of the interface: ${reading.problem}.`)
  return reading.event
}
