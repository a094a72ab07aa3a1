import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Check, type Finding, fault, ok, type Subject, warn } from '#finding.ts'

/** Checks that the site could listen, if it does not run. */
export const portsCheck: Check = {
  name: 'ports',
  async run({ config, site }: Subject) {
    // A running site uses the ports itself.
    if (site?.direct) return [ok(`the site answers at ${site.direct}`)]
    const { host, port, adminPort } = config
    const [own, admin] = await Promise.all([explainTaken(port, host), explainTaken(adminPort, '127.0.0.1')])
    const findings: Finding[] = []
    if (own)
      findings.push(fault(`PORT ${port} of ${host} ${own}`, 'End what listens there, or set PORT or HOST to another'))
    if (admin) {
      const remedy = 'Set ADMIN_PORT to another, or 0 for one that the system chooses'
      findings.push(warn(`ADMIN_PORT ${adminPort} ${admin}: this instance has no metrics`, remedy))
    }
    return findings.length > 0 ? findings : [ok(`PORT ${port} and ADMIN_PORT ${adminPort} are free`)]
  },
}

/** Returns the reason why nothing can listen there; `null` when it is free. */
async function explainTaken(port: number, host: string): Promise<string | null> {
  const server = createServer()
  try {
    const listening = once(server, 'listening')
    server.listen({ port, host, exclusive: true })
    await listening
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return 'is taken by something else'
    if (code === 'EACCES') return 'may not be opened by this user'
    return `cannot be opened (${code})`
  } finally {
    server.close()
  }
}
