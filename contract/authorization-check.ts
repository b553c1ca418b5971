// Requests without the right token must be refused (docs/interface.md 5); how they are refused is a gap.
import { type Context, describeAnswer } from './context.ts'
import type { RuleId } from './report.ts'
import { pathOf } from './sample.ts'
import type { Answer } from './service-client.ts'

export async function checkAuthorization(context: Context): Promise<void> {
  const { report, sample } = context
  await refuses(context, 'token-missing', null, 'A missing token')
  await refuses(context, 'token-wrong', `Bearer ${sample.nonce}`, 'A wrong token')
  const [scheme] = await ask(context, `Basic ${btoa(`user:${sample.nonce}`)}`)
  if (scheme !== undefined) report.gap('5', 'Another scheme (Basic)', describeAnswer(scheme))
}

async function refuses(context: Context, rule: RuleId, header: string | null, question: string): Promise<void> {
  const answers = await ask(context, header)
  for (const { status } of answers) {
    context.report.expect(
      rule,
      status < 200 || status > 299,
      () => `a request without the right token is answered with ${status}`,
    )
  }
  const challenge = answers.some(({ headers }) => headers.has('www-authenticate'))
  const words = [...new Set(answers.map(describeAnswer))].join('; ')
  context.report.gap('5', question, `${words}, ${challenge ? 'with' : 'without'} WWW-Authenticate`)
}

async function ask({ client, searcher, sample }: Context, authorization: string | null): Promise<Answer[]> {
  const headers = { Authorization: authorization }
  const path = sample.events.map(({ eventId }) => pathOf(eventId)).find((path) => path !== null)
  return [
    await client.send({ path: path ?? `/v1/events/${sample.nonce}`, headers }),
    await searcher.raw('{"limit":1}', headers),
  ]
}
