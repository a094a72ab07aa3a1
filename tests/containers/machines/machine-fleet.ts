import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { makeBucket } from '../../../apps/upstream/src/testing/stores.ts'
import { type Account, SITE_ORIGIN } from '../../chat/browser-login.ts'
import { readStoredMessages, type StoredMessage, signUpAll } from '../../chat/chat-world.ts'
import { type ComposeProject, createProject, findPublishedPort } from '../compose-project.ts'
import { root, run } from '../docker.ts'
import { TRUST_TESTS } from '../scale/scale-site.ts'
import { prepareTlsImages } from '../tls/images.ts'
import { type Relay, startRelay } from './relay.ts'
import { startWebhookSite } from './webhook-site.ts'

/** Machines from the beginning; one more is added later. */
const FIRST = 3
const NUMBERS = [1, 2, 3, 4] as const
/** Every network, so that the engine's forward and containers of other projects reach a port. */
const EVERYWHERE = '0.0.0.0'
const BUILD_MS = 400_000

/** An application machine: a Compose project with networks and volumes of its own. */
export interface Machine extends ComposeProject {
  /** Its folder, with its copy of `secrets`. */
  folder: string
  /** Wires of this machine alone. */
  valkey: Relay
  storage: Relay
  /** `docker kill` of all containers, as when the power fails. */
  kill(): Promise<void>
}

export type MachineFleet = Awaited<ReturnType<typeof createMachineFleet>>

/** Creates machines, the data services and a load balancer. Starts nothing yet but the receiver of webhooks. */
export async function createMachineFleet() {
  const folder = path.join(root, '.cache', `machines-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const { s3, drop: dropBucket } = await makeBucket()
  const [postgresPort, valkeyPort] = [await findPublishedPort(), await findPublishedPort()]
  const gateway = await readGateway()
  const webhooks = await startWebhookSite(folder)
  const made = path.join(folder, 'secrets')
  /** The copy that the first machine and the data machine share. */
  const secrets = path.join(folder, 'machine-1', 'secrets')
  const nextImage = `portal-machines-next:${process.pid}`
  mkdirSync(made)

  const data = await createProject({
    name: 'data',
    file: 'ops/machines/data.compose.yml',
    environment: {
      DATA_BIND: EVERYWHERE,
      POSTGRES_PORT: String(postgresPort),
      VALKEY_PORT: String(valkeyPort),
      SECRETS: secrets,
    },
  })
  const shared = {
    SITE_BIND: EVERYWHERE,
    PUBLIC_ORIGIN: SITE_ORIGIN,
    TRUST_PROXY: TRUST_TESTS,
    DEMO_CONTENT: 'on',
    DATA_HOST: gateway,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    ...webhooks.environment,
  }
  const machines: Machine[] = []
  for (const number of NUMBERS) machines.push(await createMachine(number))
  const { CADDY_IMAGE } = await prepareTlsImages()
  const balancer = await createProject({
    name: 'balancer',
    file: 'tests/containers/machines/balancer.compose.yml',
    environment: { CADDY_IMAGE, MACHINES: machines.map(({ port }) => `${gateway}:${port}`).join(' ') },
  })

  async function createMachine(number: number): Promise<Machine> {
    const valkey = await startRelay(valkeyPort)
    const storage = await startRelay(Number(new URL(s3.endpoint).port))
    const own = path.join(folder, `machine-${number}`)
    mkdirSync(own)
    const project = await createProject({
      name: `machine-${number}`,
      file: 'ops/machines/app.compose.yml',
      files: ['tests/containers/machines/internet.compose.yml'],
      environment: {
        ...shared,
        SECRETS: path.join(own, 'secrets'),
        S3_ENDPOINT: `http://${storage.host}:${storage.port}`,
      },
    })
    const kill = async () => {
      const ids = (await project.compose(['ps', '--quiet'])).trim().split('\n')
      await run('docker', ['kill', ...ids])
    }
    return { ...project, folder: own, valkey, storage, kill }
  }

  /** Makes the secrets by the guide's command, and gives each machine its copy with the addresses of its wires. */
  async function makeSecrets(): Promise<void> {
    await machines[0]?.compose(['run', '--rm', '--user', String(process.getuid?.()), 'secrets'], {
      environment: { SECRETS: made },
    })
    for (const file of ['database/url', 'upstream/database-url']) {
      replaceInFile(path.join(made, file), `${gateway}:5432`, `${gateway}:${postgresPort}`)
    }
    for (const { valkey, folder: machineFolder } of machines) {
      const own = path.join(machineFolder, 'secrets')
      cpSync(made, own, { recursive: true })
      replaceInFile(path.join(own, 'site/redis-url'), `${gateway}:6379`, `${valkey.host}:${valkey.port}`)
    }
  }

  const databaseUrl = () => {
    const password = readFileSync(path.join(secrets, 'database/password'), 'utf8')
    return `postgres://portal:${password}@127.0.0.1:${postgresPort}/portal`
  }

  return {
    machines: machines as readonly Machine[],
    data,
    /** Folder of keys and passwords of the data machine and of the first machine. */
    secrets,
    /** Address of the load balancer. */
    origin: balancer.origin,
    webhooks,
    databaseUrl,
    /** Starts the data services, three machines, and the load balancer. */
    async start(): Promise<void> {
      await makeSecrets()
      await data.up()
      await machines[0]?.compose(['run', '--rm', 'schema'])
      await Promise.all(machines.slice(0, FIRST).map((machine) => machine.up()))
      await balancer.up()
    },
    /** Destroys machines, data, bucket and keys, as if all were lost at once. */
    async destroy(): Promise<void> {
      await Promise.all([...machines, data].map((project) => project.remove()))
      await dropBucket()
      for (const machine of machines) {
        rmSync(machine.folder, { recursive: true })
        mkdirSync(machine.folder)
      }
    },
    /** Builds the image of another checkout. @returns its tag */
    async buildImage(checkout: string): Promise<string> {
      const project = await createProject({ name: 'next', checkout })
      await project.compose(['build'], { environment: { PORTAL_IMAGE: nextImage }, timeoutMs: BUILD_MS })
      return nextImage
    },
    /** Returns how many pages a machine has answered. Tests request them at the load balancer only. */
    async countPages(machine: Machine): Promise<number> {
      const log = await machine.compose(['logs', '--no-log-prefix', '--no-color', 'edge'])
      return log.split('\n').filter((line) => line.includes('"method":"GET","path":"/about","status":200')).length
    },
    /** Creates members who follow each other. */
    signUp: (names: readonly string[]): Promise<Account[]> => signUpAll(databaseUrl(), names),
    /** Returns all messages in upstream's order. */
    stored: (): Promise<StoredMessage[]> => readStoredMessages(databaseUrl()),
    async remove() {
      const projects = [balancer, ...machines, data]
      await Promise.allSettled(projects.map((project) => project.remove()))
      await Promise.allSettled([
        webhooks.close(),
        dropBucket(),
        ...machines.flatMap(({ valkey, storage }) => [valkey.close(), storage.close()]),
      ])
      await run('docker', ['image', 'rm', '--force', nextImage])
      // Files of containers may belong to root.
      const mount = ['--volume', `${folder}:/folder`, '--user', 'root', '--entrypoint', 'sh']
      await run('docker', ['run', '--rm', ...mount, inject('portalImage'), '-c', 'rm -r /folder/*'])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns the engine's address for containers, at which published ports answer. */
async function readGateway(): Promise<string> {
  const format = '{{(index .IPAM.Config 0).Gateway}}'
  return (await run('docker', ['network', 'inspect', 'bridge', '--format', format])).trim()
}

function replaceInFile(file: string, text: string, by: string): void {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new Error(`${file} does not contain ${text}`)
  rmSync(file)
  writeFileSync(file, before.replace(text, by), { mode: 0o444 })
}
