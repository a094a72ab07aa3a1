import type { AddressInfo } from 'node:net'
import { startAdminServer } from '@portal/bff/src/admin-server.ts'
import { makeSite, type TestSite } from '@portal/bff/src/testing/make-site.ts'
import type { FastifyInstance } from 'fastify'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { answerHealthily } from './healthy-upstream.ts'
import type { TlsCertificate } from './tls-certificate.ts'

/** A running site behind a proxy at its public origin. */
export interface Standing {
  site: TestSite
  admin: FastifyInstance | null
  proxy: FaultyProxy
  /** Environment of the site and of the doctor. */
  env: Record<string, string>
  stop(): Promise<void>
}

export async function startSite(env: Record<string, string> = {}, tls?: TlsCertificate): Promise<Standing> {
  const proxy = await startFaultyProxy(tls)
  const given = { PUBLIC_ORIGIN: proxy.origin, TRUST_PROXY: '1', ...env }
  const site = await makeSite({ env: given, now: Date.now })
  site.upstream.answer = answerHealthily
  proxy.target = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await startAdminServer(site.app, 0)
  const ports = { PORT: new URL(proxy.target).port, ADMIN_PORT: String(getPort(admin)) }
  return {
    site,
    admin,
    proxy,
    env: {
      ...given,
      ...ports,
      HOST: '127.0.0.1',
      UPSTREAM_URL: site.upstream.origin,
      DATA_DIR: site.dataDir,
      WEB_DIST: 'none',
    },
    async stop() {
      await proxy.stop()
      await admin?.close()
      await site.close()
    },
  }
}

function getPort(admin: FastifyInstance | null): number {
  return (admin?.server.address() as AddressInfo | undefined)?.port ?? 0
}
