import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTlsSite, type TlsSite } from './tls/tls-site.ts'

describe.skipIf(!inject('portalImage'))('docker compose --profile scale-tls up', () => {
  let site: TlsSite

  beforeAll(async () => {
    site = await createTlsSite('scale-tls', 'scale-tls')
    await site.up()
  })
  afterAll(() => site?.remove())

  it('starts without demo content: it has no owner yet', async () => {
    const logs = await site.project.compose(['logs', '--no-log-prefix', 'upstream-1', 'upstream-2'])
    expect(logs).toContain('https://www.example.cn/manage/setup#code=')
  })

  it('serves several instances over TLS, and passes the address of the visitor on', async () => {
    await expect.poll(() => site.visitor.shakeHands().catch(String)).toMatchObject({ protocol: 'TLSv1.3', alpn: 'h2' })
    expect(await site.visitor.askHttp2('/')).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': 'max-age=31536000' },
    })
    const ask = `fetch('https://www.example.cn/v1/asked-by-a-visitor', { headers: { 'x-forwarded-for': '198.51.100.7' } })
      .then(() => console.log(Object.values(require('node:os').networkInterfaces()).flat().find((one) => !one.internal).address))`
    const address = (await site.project.exec('visitor-1', ['node', '-e', ask])).trim()
    await expect
      .poll(() => site.project.compose(['logs', '--no-log-prefix', 'site-1', 'site-2']))
      .toContain(`"path":"/v1/asked-by-a-visitor","address":"${address}"`)
  })
})
