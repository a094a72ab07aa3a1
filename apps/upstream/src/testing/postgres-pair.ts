import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type OwnPostgres, startPostgres } from './postgres-setup.ts'

/** A primary with a synchronous standby, behind one address. */
export interface PostgresPair {
  /** Superuser address, which stays the same. */
  url: string
  /** Ends the primary as a power cut does. */
  killPrimary(): void
  /** Promotes the standby, and gives it the address. */
  promoteStandby(): Promise<void>
  /** Runs a query at the standby, past the address. */
  askStandby(query: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

const DURABLE = ['synchronous_commit=on', 'wal_level=replica', 'hot_standby=on']

export async function startPostgresPair(): Promise<PostgresPair> {
  const primary = await startPostgres({ settings: [...DURABLE, 'synchronous_standby_names=*'] })
  if (!primary) throw new Error('there is no PostgreSQL to start')
  const standby = (await startPostgres({ settings: DURABLE, copyOf: primary })) as OwnPostgres
  const relay = await startRelay(primary.socket)
  const askStandby = (query: string) => ask(standby.url, query)
  while ((await ask(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 0) {
    await wait(50)
  }
  return {
    url: `postgres://portal@127.0.0.1:${relay.port}/postgres`,
    killPrimary() {
      relay.cut()
      primary.kill()
    },
    async promoteStandby() {
      await askStandby('select pg_promote()')
      relay.connectTo(standby.socket)
    },
    askStandby,
    async stop() {
      relay.close()
      await standby.stop()
      await primary.stop()
    },
  }
}

async function ask(url: string, query: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

/** Passes connections on to a socket file; while it is cut it resets them. */
async function startRelay(firstTarget: string) {
  let target: string | undefined = firstTarget
  const open = new Set<Socket>()
  const server = createServer((client) => {
    if (target === undefined) return void client.resetAndDestroy()
    const server = connect(target)
    open.add(client).add(server)
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    target = undefined
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    connectTo(next: string) {
      target = next
    },
    close() {
      cut()
      server.close()
    },
  }
}
