import path from 'node:path'
import { inject } from 'vitest'
import { findFreePort } from '../../scripts/servers/free-port.ts'
import { root, run, tryRun } from './docker.ts'

/** Time limit of `docker compose up --wait` on a busy machine. ms. */
const UP_MS = 180_000

interface ProjectOptions {
  /** Name of the project; the prefix of all projects is added. */
  name: string
  /** Profile of docker-compose.yml; site and upstream by default. */
  profile?: string
  /** Variables of docker-compose.yml. */
  environment?: Record<string, string>
  /** Compose file, from the checkout's root. */
  file?: string
  /** Further Compose files, read after it. */
  files?: readonly string[]
  /** Folder of docker-compose.yml; the repository's root by default. */
  checkout?: string
}

interface RunOptions {
  /** Text for the standard input. */
  input?: string | Buffer
  /** Variables for this command, over those of the project. */
  environment?: Record<string, string>
  timeoutMs?: number
  /** Working folder; the repository's root by default. */
  folder?: string
}

export type ComposeProject = Awaited<ReturnType<typeof createProject>>

/**
 * Creates a separate Compose project, from docker-compose.yml and the image that was built for this run. Starts nothing
 * yet. The caller calls `remove` in the end, also after a failure.
 */
export async function createProject({
  name,
  profile,
  environment = {},
  file: firstFile = 'docker-compose.yml',
  files = [],
  checkout = root,
}: ProjectOptions) {
  const project = `portal-test-${name}-${process.pid}`
  const port = await findPublishedPort()
  const variables = {
    PORT: String(port),
    SITE_BIND: getBindAddress(),
    PORTAL_IMAGE: inject('portalImage'),
    ...environment,
  }
  // A file .env of the developer is not read.
  const global = ['compose', '--env-file', '/dev/null', '--project-name', project, '--progress', 'quiet']
  const composeFiles = [firstFile, ...files].map((file) => path.join(checkout, file))
  for (const file of composeFiles) global.push('--file', file)
  if (profile) global.push('--profile', profile)
  const options = ({ input, environment: more, timeoutMs, folder }: RunOptions = {}) => ({
    env: { ...variables, ...more },
    ...(input !== undefined && { input }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(folder !== undefined && { folder }),
  })

  /** Runs `docker compose ARGS` in this project. Returns its standard output. Throws when it fails. */
  const compose = (args: readonly string[], how?: RunOptions) => run('docker', [...global, ...args], options(how))

  return {
    /** Name of the Compose project, which its containers and volumes begin with. */
    project,
    /** Address of the site from this machine, at the published port of either profile. */
    origin: `http://127.0.0.1:${port}`,
    port,
    compose,
    /** Runs `compose` for a command that may fail. */
    tryCompose: (args: readonly string[], how?: RunOptions) => tryRun('docker', [...global, ...args], options(how)),
    /** Runs commands of a document unchanged: `docker compose` is this project. Stops at the first that fails. */
    shell(script: string, { environment: more, ...how }: RunOptions = {}) {
      const own = {
        COMPOSE_PROJECT_NAME: project,
        COMPOSE_FILE: composeFiles.join(':'),
        COMPOSE_ENV_FILES: '/dev/null',
        COMPOSE_PROGRESS: 'quiet',
      }
      return run('sh', ['-euc', script], options({ ...how, environment: { ...own, ...more } }))
    },
    /** Starts services, all of the profile by default, and waits until they are healthy. */
    up: (services: readonly string[] = [], how?: RunOptions) =>
      compose(['up', '--detach', '--no-build', '--wait', ...services], { timeoutMs: UP_MS, ...how }),
    /** Runs a command in a running service. Returns its standard output. */
    exec: (service: string, command: readonly string[], how?: RunOptions) =>
      compose(['exec', '--no-TTY', service, ...command], how),
    /** Returns the output of `docker inspect` for a service's container. */
    async inspect<T = Record<string, unknown>>(service: string): Promise<T> {
      const id = (await compose(['ps', '--all', '--quiet', service])).trim()
      const [found] = JSON.parse(await run('docker', ['inspect', id])) as [T]
      return found
    },
    /** Ends and removes containers, networks and volumes. */
    remove: () => compose(['down', '--volumes', '--remove-orphans', '--timeout', '2']),
  }
}

/**
 * Finds a free port that a container may publish, reachable at 127.0.0.1. An engine in its own network namespace needs
 * a forward from here: `DOCKER_FORWARD` is the command for it, which receives the port here and the port there.
 */
export async function findPublishedPort(): Promise<number> {
  const port = await findFreePort()
  const command = process.env.DOCKER_FORWARD
  if (command) await run('sh', ['-c', `${command} ${port} ${port}`])
  return port
}

/**
 * Address to publish ports on: loopback, or all addresses for a forward from outside the engine's namespace, which does
 * not reach loopback.
 */
function getBindAddress(): string {
  return process.env.DOCKER_FORWARD ? '0.0.0.0' : '127.0.0.1'
}
