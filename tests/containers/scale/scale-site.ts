import { inject } from 'vitest'
import { type Account, SITE_ORIGIN } from '../../chat/browser-login.ts'
import { readStoredMessages, type StoredMessage, signUpAll } from '../../chat/chat-world.ts'
import { createProject, findPublishedPort } from '../compose-project.ts'
import { run } from '../docker.ts'

const SERVERS = ['site-1', 'site-2', 'upstream-1', 'upstream-2'] as const
type Server = (typeof SERVERS)[number]

/**
 * `TRUST_PROXY` for load from many visitors: nginx, and this machine, directly or through the engine's forward. Each
 * request may therefore name its own client address.
 */
export const TRUST_TESTS = '127.0.0.1,10.0.2.2,172.16.0.0/12,192.168.0.0/16'

interface ContainerState {
  Id: string
  State: { Pid: number; StartedAt: string; Health: { Status: string } }
}

/** A line of nginx's access log. */
interface Passed {
  path: string
  status: number
  /** Instances that received the request, separated by commas; by a colon where nginx restarted the search. */
  from: string
  /** Whether nginx had the answer: HIT, MISS, BYPASS …; empty where it keeps none. */
  cache: string
}

export type ScaleSite = Awaited<ReturnType<typeof createScaleSite>>

/** Creates the profile `scale` of a checkout as a separate project. Starts nothing yet. */
export async function createScaleSite(checkout: string) {
  const image = `portal-scale:${process.pid}`
  // Later builds move the tag, as on an operator's machine.
  await run('docker', ['tag', inject('portalImage'), image])
  const databasePort = await findPublishedPort()
  const project = await createProject({
    name: 'scale',
    profile: 'scale',
    environment: {
      PORTAL_IMAGE: image,
      PUBLIC_ORIGIN: SITE_ORIGIN,
      DATABASE_PORT: String(databasePort),
      DEMO_CONTENT: 'on',
    },
    files: ['tests/containers/scale/database.compose.yml'],
    checkout,
  })

  async function databaseUrl(): Promise<string> {
    const password = await project.exec('postgres', ['cat', '/run/secrets/database/password'])
    return `postgres://portal:${password}@127.0.0.1:${databasePort}/portal`
  }

  return {
    ...project,
    image,
    /** Tag for a build of another release. */
    nextImage: `${image}-next`,
    servers: SERVERS,
    /** Creates members who follow each other. */
    signUp: async (names: readonly string[]): Promise<Account[]> => signUpAll(await databaseUrl(), names),
    /** Returns all messages in upstream's order. */
    stored: async (): Promise<StoredMessage[]> => readStoredMessages(await databaseUrl()),
    /** Returns the requests that nginx has answered since its start. */
    async passed(): Promise<Passed[]> {
      const log = await project.compose(['logs', '--no-log-prefix', '--no-color', 'proxy'])
      return log.split('\n').flatMap((line) => (line.startsWith('{"time"') ? [JSON.parse(line) as Passed] : []))
    },
    /** `kill -9` of a service's first process, as when it crashes; `docker kill` would count as a stop by the operator. */
    async crash(service: Server): Promise<ContainerState> {
      const state = await project.inspect<ContainerState>(service)
      const kill = ['--entrypoint', 'sh', image, '-c', `kill -9 ${state.State.Pid}`]
      await run('docker', ['run', '--rm', '--pid', 'host', '--network', 'none', '--user', 'root', ...kill])
      return state
    },
    /** Runs `docker kill`: the services stay down until `start`. */
    async kill(services: readonly Server[]): Promise<void> {
      const found = await Promise.all(services.map((service) => project.inspect<ContainerState>(service)))
      await run('docker', ['kill', ...found.map(({ Id }) => Id)])
    },
    start: (services: readonly Server[]) => project.compose(['start', ...services]),
    async isHealthy(service: Server): Promise<boolean> {
      return (await project.inspect<ContainerState>(service)).State.Health.Status === 'healthy'
    },
    /** Whether a service runs healthily in another process than before. */
    async isBack(service: Server, before: ContainerState): Promise<boolean> {
      const { State } = await project.inspect<ContainerState>(service)
      return State.StartedAt !== before.State.StartedAt && State.Health.Status === 'healthy'
    },
    async remove() {
      await project.remove()
      await run('docker', ['image', 'rm', '--force', image, `${image}-next`])
    },
  }
}
