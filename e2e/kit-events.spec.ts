// What the kit's service tells and is told while a window is open on it.
import { expect, test } from './kit/fixtures.ts'

const event = (event_id: string, amount: string) =>
  `{"event_id":"${event_id}","customer_id":"cus_1","event_code":"api_calls","event_type":"debit","created_at":"2026-11-20T10:00:00Z","event_properties":{"amount":${amount}}}`

test.describe('without fetching ahead', () => {
  test.use({ serviceSwitches: ['--events', '60', '--fail', '500:#2'], fetchAhead: false })

  test('the second request is the second search, and what was sent is told', async ({ inspector, service }) => {
    // Longer than the second that the inspector waits before it would fetch ahead.
    await inspector.page.waitForTimeout(2_500)
    expect(await service.requests()).toHaveLength(1)
    await inspector.button('Next page', inspector.pages).click()
    await expect(inspector.alert).toContainText('The service failed (500)')
    expect(await service.requests()).toMatchObject([
      { number: 1, method: 'POST', path: '/v1/events/search', status: 200 },
      { number: 2, body: expect.stringContaining('"offset":50'), status: 500 },
    ])
  })
})

test.describe('events that move', () => {
  test.use({ serviceSwitches: ['--events', '0', '--grow', '1/s', '--now', '2026-11-20T12:00:00Z'] })

  test('are added, amended and removed by the test, and come by a clock that it moves', async ({
    inspector,
    service,
  }) => {
    const refresh = async () => {
      await inspector.button('Refresh', inspector.pages).click()
      await inspector.settled()
    }
    await service.add(event('evt_a', '0.10000000000000000001'), event('evt_b', '2'))
    await refresh()
    await inspector.findById('evt_a')
    await expect(inspector.property('amount')).toHaveAttribute('data-value', '0.10000000000000000001')
    await service.amend(event('evt_a', '3'))
    await service.remove('evt_b')
    await refresh()
    await expect(inspector.row('evt_b')).toHaveCount(0)
    await service.advance(60_000)
    await refresh()
    await expect.poll(async () => (await inspector.state()).total).toBeGreaterThan(60)
    await expect(service.remove('evt_b')).rejects.toThrow('There is no event with the event_id evt_b.')
  })
})
