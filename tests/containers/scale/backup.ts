import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { RECEIPT_KEYS_PATH } from '../../../packages/contract/src/certificates/certificate-receipt.ts'
import { type Account, type BrowserLogin, logIn } from '../../chat/browser-login.ts'
import { readDocumentedCommands } from '../documented-commands.ts'
import { upload } from '../machines/uploads.ts'
import type { ScaleSite } from './scale-site.ts'

const OPERATOR = ['node', 'apps/upstream/src/operator.ts']

/**
 * Makes a backup by the documented commands, destroys database, uploads and keys, restores them by the documented
 * commands, and compares. The servers start again with `trustProxy`.
 */
export async function backUpAndRestore(site: ScaleSite, writer: Account, reader: Account, trustProxy: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'scale-backup-'))
  const runInFolder = (script: string) => site.shell(script, { folder, environment: { TRUST_PROXY: trustProxy } })
  const once = (service: string, script: string) =>
    site.compose(['run', '--rm', '--no-deps', '--no-TTY', service, 'sh', '-euc', script])
  try {
    const [backUp = '', restore = ''] = readDocumentedCommands('docs/scale.md', '## Backup and restore')
    const [dump = ''] = backUp.split('\n')
    const login = await logIn(site.origin, writer)
    const { code, data: picture } = await upload(site.origin, login)
    expect(code).toBe(200)
    await post(site, login, reader, '备份之前')
    const before = await readPublicState(site, picture)
    await expectKeptByNginx(site, picture)
    expect(await site.exec('upstream-1', [...OPERATOR, 'backup', '/data/backups/printed'])).toContain(`\n  ${dump}\n`)
    await runInFolder(backUp)

    await post(site, login, reader, '备份之后')
    await site.compose(['stop', ...site.servers])
    await site.exec('postgres', ['dropdb', '-U', 'portal', '--maintenance-db=template1', '--force', 'portal'])
    await site.exec('postgres', ['createdb', '-U', 'portal', '--maintenance-db=template1', 'portal'])
    await once('upstream-1', 'rm -r /data/files /data/upstream.key /data/backups')
    await once('secrets', 'cd /secrets/site; rm receipt-key; cp session-key receipt-key')

    const [isolated, start] = splitBefore(restore, /up -d --wait$/m)
    await runInFolder(isolated)
    // The dump is made before a server adds anything.
    await runInFolder(`${dump.replace('--format=custom', '--format=plain').replace('portal.dump', 'restored.sql')}
      docker compose --profile scale exec -T postgres pg_restore --no-owner --file=- < portal.dump > saved.sql`)
    expect(readLines(path.join(folder, 'restored.sql'))).toEqual(readLines(path.join(folder, 'saved.sql')))
    await runInFolder(start)

    expect(await readPublicState(site, picture)).toEqual(before)
    const contents = (await site.stored()).map(({ content }) => content)
    expect(contents).toContain('备份之前')
    expect(contents).not.toContain('备份之后')
    // A login from before has ended; the password still works, as its digest is in the database.
    const answer = await fetch(`${site.origin}/v1/im/getRoomList`, { headers: login.headers })
    expect(await answer.json()).toMatchObject({ code: 401 })
    await logIn(site.origin, writer)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads what depends on uploads and keys: a picture, the published keys of receipts, digests of the key files. */
async function readPublicState(site: ScaleSite, picture: string) {
  // nginx keeps no answer to an address with a query.
  const answer = await fetch(`${site.origin}${picture}?stored`)
  return {
    picture: [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')],
    receiptKeys: await (await fetch(site.origin + RECEIPT_KEYS_PATH)).json(),
    upstreamKey: await site.exec('upstream-2', ['sha256sum', '/data/upstream.key']),
  }
}

/** The folder of kept pictures is a volume that nginx can write to. */
async function expectKeptByNginx(site: ScaleSite, picture: string) {
  await (await fetch(site.origin + picture)).arrayBuffer()
  await (await fetch(site.origin + picture)).arrayBuffer()
  // The site's own requests to upstream have no such word. Each nginx worker writes its own lines, so their order varies.
  const readKept = async () =>
    (await site.passed()).flatMap(({ path, cache }) => (path === picture && cache !== '' ? [cache] : [])).sort()
  await expect.poll(readKept, { timeout: 10_000 }).toEqual(['BYPASS', 'HIT', 'MISS'])
}

async function post(site: ScaleSite, { headers }: BrowserLogin, to: Account, content: string): Promise<void> {
  const answer = await fetch(`${site.origin}/v1/im/chat`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 1, toUserId: to.userId, content, type: 1 }),
  })
  expect(((await answer.json()) as { code: number }).code).toBe(200)
}

/** Returns the lines of an SQL dump except comments and the random key of each run. */
function readLines(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line && !/^(?:--|\\(?:un)?restrict )/.test(line)).sort()
}

/** Splits a script in two: up to the line that a pattern matches, and from there. */
function splitBefore(script: string, line: RegExp): [string, string] {
  const lines = script.split('\n')
  const at = lines.findIndex((one) => line.test(one))
  if (at < 0) throw new Error(`no line matches ${line}`)
  return [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')]
}
