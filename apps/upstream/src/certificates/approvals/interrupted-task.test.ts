import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#app.ts'
import { readConfig } from '#platform/config/config.ts'
import { type Db, openDatabase } from '#platform/db/open.ts'
import { digestWith, loadInstanceSecret } from '#platform/secrets/instance-secret.ts'
import { openInterrupted } from '#testing/interrupted-database.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'

const TASK = '/v1/manage/certificates/approvals'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-approvals-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes a database with two submitted certificates. */
async function prepareCertificates(file: string) {
  const upstream = await makeUpstream({ content: 'none', databaseUrl: `sqlite:${file}`, env: { DATA_DIR: folder } })
  const desk = createDeskPeople(upstream)
  const writer = await desk.person('周观澜', ['certify'])
  const signer = await desk.person('陈景行', ['approve'])
  const certificates: object[] = []
  for (const certificateNo of [await desk.submitted(writer), await desk.submitted(writer)])
    certificates.push({ certificateNo, ...(await desk.seen(signer, certificateNo)) })
  await upstream.close()
  return { certificates, token: signer.token }
}

/** Counts what the task says it has published, and what is published. */
async function readStored(db: Db) {
  const task = await db.selectFrom('certificate_approvals').selectAll().executeTakeFirst()
  const versions = await db.selectFrom('certificate_versions').select('version').execute()
  const changes = await db.selectFrom('pending_changes').select('version').execute()
  const audit = db.selectFrom('audit_log').select('id').where('action', '=', 'certificate.approve')
  const entries = await audit.where('outcome', '=', 'done').execute()
  return {
    position: task?.position ?? 0,
    published: task?.published ?? 0,
    versions: versions.length,
    approved: 2 - changes.length,
    audited: entries.length,
  }
}

const makeState = (count: number) => ({
  position: count,
  published: count,
  versions: count,
  approved: count,
  audited: count,
})

it('agrees with what is published, in the log too, if it is killed after any statement', async () => {
  const file = join(folder, 'portal.db')
  const { certificates, token } = await prepareCertificates(file)
  const interrupted = openInterrupted(file)
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, db: interrupted.db, digest: digestWith(loadInstanceSecret(folder)) })
  interrupted.startCopies()
  const headers = { authorization: token }
  const started = await app.inject({ method: 'POST', url: TASK, headers, payload: { certificates } })
  expect(started.json()).toMatchObject({ code: 200 })
  const isFinished = async () => {
    const tasks = interrupted.db.selectFrom('certificate_approvals').select('finished_at')
    return (await tasks.executeTakeFirst())?.finished_at !== null
  }
  await expect.poll(isFinished, { timeout: 10_000, interval: 200 }).toBe(true)
  await app.close()
  await interrupted.close()

  const seen = new Set<number>()
  for (const copy of [...interrupted.copies, file]) {
    const { db, close } = openDatabase(`sqlite:${copy}`)
    const stored = await readStored(db)
    expect(stored).toEqual(makeState(stored.position))
    expect(await findLogFaults(db)).toEqual([])
    await close()
    seen.add(stored.position)
  }
  expect([...seen]).toEqual([0, 1, 2])
})
