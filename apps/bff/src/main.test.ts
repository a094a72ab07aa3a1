import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { startStubUpstream } from '#testing/stub-upstream.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Starts the server of the site in its own process, with its log. */
async function startMain() {
  const upstream = await startStubUpstream()
  const folder = mkdtempSync(path.join(tmpdir(), 'bff-main-'))
  const env = { PORT: '0', HOST: '127.0.0.1', ADMIN_PORT: '0', DATA_DIR: folder, WEB_DIST: 'none' }
  const child = fork(path.join(import.meta.dirname, 'main.ts'), {
    env: { ...env, UPSTREAM_URL: upstream.origin, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  })
  ends.push(
    () => child.kill('SIGKILL'),
    () => upstream.stop(),
    () => rmSync(folder, { recursive: true, force: true }),
  )
  const log = child.stdout ? text(child.stdout) : Promise.resolve('')
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { child, address, log }
}

it('writes the log lines of all answers before it ends on SIGTERM', async () => {
  const { child, address, log } = await startMain()
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/robots.txt`)))
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const lines = (await log).trim().split('\n')
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(logged.map(({ reqId }) => reqId).toSorted()).toEqual(ids.toSorted())
})
