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

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-approving-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes a database with a correction to approve: it writes version, number, history, list, outbox and audit log. */
async function prepareCorrection(file: string) {
  const upstream = await makeUpstream({ content: 'none', databaseUrl: `sqlite:${file}`, env: { DATA_DIR: folder } })
  const desk = createDeskPeople(upstream)
  const writer = await desk.person('周观澜', ['certify'])
  const signer = await desk.person('陈景行', ['approve'])
  const certificateNo = await desk.published(writer, signer)
  await desk.corrected(writer, certificateNo)
  const seen = await desk.seen(signer, certificateNo)
  await upstream.close()
  return { certificateNo, seen, token: signer.token }
}

/** Reads state, version, texts, pending changes, approvals and entries of the audit log of a number. */
async function readStored(db: Db, certificateNo: string) {
  const entry = await db
    .selectFrom('certificates')
    .select(['state', 'version'])
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirstOrThrow()
  const readRows = async (table: 'certificate_versions' | 'pending_changes') =>
    (await db.selectFrom(table).select('version').where('certificate_no', '=', certificateNo).execute()).length
  const events = db.selectFrom('certificate_events').select('id').where('certificate_no', '=', certificateNo)
  const audit = db.selectFrom('audit_log').select('id').where('action', '=', 'certificate.approve')
  const approved = await events.where('step', '=', 'approve').execute()
  const doneEntries = await audit.where('target_id', '=', certificateNo).where('outcome', '=', 'done').execute()
  const listed = await db
    .selectFrom('certificate_desk')
    .select(['version', 'change_state'])
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirstOrThrow()
  return {
    ...entry,
    texts: await readRows('certificate_versions'),
    changes: await readRows('pending_changes'),
    approved: approved.length,
    audited: doneEntries.length,
    listed: listed.version,
    inList: listed.change_state,
  }
}

const BEFORE = {
  state: 'published',
  version: 1,
  texts: 1,
  changes: 1,
  approved: 1,
  audited: 1,
  listed: 2,
  inList: 'submitted',
}
const AFTER = { state: 'published', version: 2, texts: 2, changes: 0, approved: 2, audited: 2, listed: 2, inList: null }

it('leaves one version or the other, whole and in agreement with the log, if it is killed after any statement', async () => {
  const file = join(folder, 'portal.db')
  const { certificateNo, seen, token } = await prepareCorrection(file)
  const interrupted = openInterrupted(file)
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'silent' })
  const digest = digestWith(loadInstanceSecret(folder))
  const app = await buildApp({ config, db: interrupted.db, digest })
  interrupted.startCopies()
  const url = `/v1/manage/certificates/${certificateNo}/approve`
  const answer = await app.inject({ method: 'POST', url, headers: { authorization: token }, payload: seen })
  expect(answer.json()).toMatchObject({ code: 200 })
  await app.close()
  await interrupted.close()

  const versions: number[] = []
  for (const copy of [...interrupted.copies, file]) {
    const { db, close } = openDatabase(`sqlite:${copy}`)
    const stored = await readStored(db, certificateNo)
    expect([BEFORE, AFTER]).toContainEqual(stored)
    expect(await findLogFaults(db)).toEqual([])
    await close()
    versions.push(stored.version)
  }
  expect(versions.filter((version) => version === 1).length).toBeGreaterThanOrEqual(20)
  expect(versions.at(-1)).toBe(2)
})
