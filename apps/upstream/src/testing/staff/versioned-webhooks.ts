import type { CallKey } from '@portal/contract/calls.ts'
import { addPartner } from '../webhook-partner.ts'
import type { Bureau } from './bureau.ts'
import type { VersionedThing } from './versioned-things.ts'

async function makeWebhookThing({ done, owner, upstream }: Bureau): Promise<VersionedThing> {
  const partner = await addPartner(upstream.db)
  const list = `/v1/manage/partners/${partner}/webhooks`
  const { number } = await done(owner, `POST ${list}`, { address: 'https://hooks.example/in' })
  const readVersion = async () => (await done(owner, `GET ${list}`)).endpoints[0].version
  return { path: `/v1/manage/webhooks/${number}`, version: readVersion }
}

/** Endpoints of partners that calls with a version change. */
export const VERSIONED_WEBHOOKS: Partial<Record<CallKey, (bureau: Bureau) => Promise<VersionedThing>>> = {
  'PUT /v1/manage/webhooks/{number}': async (bureau) => ({
    ...(await makeWebhookThing(bureau)),
    body: (nth) => ({ isOn: nth === 0 }),
  }),
  'POST /v1/manage/webhooks/{number}/secret': async (bureau) => {
    const thing = await makeWebhookThing(bureau)
    return { ...thing, path: `${thing.path}/secret` }
  },
}
