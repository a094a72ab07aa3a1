import type { TestProject } from 'vitest/node'
import { hasDocker, run } from './docker.ts'

/** Time limit for npm's downloads and the build on a busy machine. ms. */
const BUILD_MS = 600_000

declare module 'vitest' {
  interface ProvidedContext {
    /** Tag of the image that all container suites run; empty where there is no Docker. */
    portalImage: string
    /** Its label `revision`, which no other image has. */
    portalRevision: string
  }
}

/** Vitest global set-up of the container suites: builds the image once, by the real Dockerfile and Compose file. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasDocker()) {
    if (process.env.REQUIRE_DOCKER === '1') throw new Error('No Docker engine with Compose answers.')
    console.error('No Docker engine with Compose answers (DOCKER_HOST): the container suites are skipped.')
    project.provide('portalImage', '')
    project.provide('portalRevision', '')
    return
  }
  const image = `portal-test:${process.pid}`
  const revision = `test-${process.pid}-${Date.now()}`
  const startMs = performance.now()
  await run('docker', ['compose', '--env-file', '/dev/null', '--progress', 'plain', 'build'], {
    env: { PORTAL_IMAGE: image, PORTAL_REVISION: revision },
    timeoutMs: BUILD_MS,
  })
  console.error(`Image built in ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
  project.provide('portalImage', image)
  project.provide('portalRevision', revision)
  return async () => {
    await run('docker', ['image', 'rm', '--force', image])
  }
}
