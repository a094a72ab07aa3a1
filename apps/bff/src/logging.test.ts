import { expect, it } from 'vitest'
import { makeSite, REQUEST_ID } from '#testing/make-site.ts'
import { sendRaw } from '#testing/raw-socket.ts'

const HEAD = 'Host: site.test\r\nX-Forwarded-For: 203.0.113.7\r\nConnection: close\r\n\r\n'

it('logs an answer with the members of pino’s own lines', async () => {
  const site = await makeSite({ env: { LOG_LEVEL: 'debug', TRUST_PROXY: '1' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  site.app.log.info('by pino')
  await sendRaw(site.app, `GET /v1/nothing?token=secret HTTP/1.1\r\n${HEAD}`)
  await sendRaw(site.app, `GET /v1/"quoted"\\ HTTP/1.1\r\n${HEAD}`)
  await site.close()
  const lines = site.logs.map((line) => JSON.parse(line))
  const byPino = lines.find(({ msg }) => msg === 'by pino')
  const [answered, quoted] = lines.filter(({ msg }) => msg === 'answered')
  expect(Object.keys(answered)).toEqual([...Object.keys(byPino).slice(0, -1), 'reqId', 'req', 'status', 'ms', 'msg'])
  expect(answered).toMatchObject({ level: byPino.level, pid: byPino.pid, hostname: byPino.hostname, status: 404 })
  expect(answered.req).toEqual({ method: 'GET', path: '/v1/nothing', address: '203.0.113.7' })
  expect(answered.reqId).toMatch(REQUEST_ID)
  expect(answered.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(answered.ms).toBeGreaterThanOrEqual(0)
  expect(quoted.req.path).toContain('/v1/"quoted"\\')
})

it('logs no answers above the level `info`', async () => {
  const site = await makeSite({ env: { LOG_LEVEL: 'warn' } })
  await site.app.inject('/robots.txt')
  await site.close()
  expect(site.logs).toEqual([])
})
