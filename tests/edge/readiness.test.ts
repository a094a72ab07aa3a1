import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './asking.ts'
import { type EdgeOfStub, hasNginx, startEdgeOfStub } from './stub-site.ts'

describe.skipIf(!hasNginx())('/readyz of nginx', () => {
  let edge: EdgeOfStub
  beforeAll(async () => {
    edge = await startEdgeOfStub()
    edge.answer = (_request, response) => void response.writeHead(200).end()
  })
  afterAll(() => edge.close())

  it('announces to upstream no body of a visitor, as it sends none', async () => {
    // Otherwise upstream would take the beginning of the next visitor's request for that body.
    expect(await ask(`${edge.url}/readyz`, { method: 'POST', body: 'of a visitor' })).toMatchObject({ status: 200 })
    const [toUpstream, toSite] = edge.asked
    expect(toUpstream).toMatchObject({ method: 'GET', url: '/readyz' })
    expect(toUpstream?.headers).not.toHaveProperty('content-length')
    expect(toUpstream?.headers).not.toHaveProperty('transfer-encoding')
    expect(toSite?.headers['content-length']).toBe('12')
  })
})
