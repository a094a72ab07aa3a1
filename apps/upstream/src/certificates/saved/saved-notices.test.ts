import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createJobs } from '#platform/jobs/jobs.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { createLocalBus } from '#platform/push/push-bus.ts'
import { createSiteRepository } from '#platform/settings/site-repository.ts'
import { getTestCode, makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { createSavedMails } from './saved-mails.ts'
import { createSavedNotices } from './saved-notices.ts'

const makeNo = (serial: number) => makeCertificateNo('20261103', serial)

describeDatabases('a change of a saved certificate', (make) => {
  let upstream: TestUpstream
  let clock = Date.parse('2026-11-20T02:00:00Z')
  let serial = 0
  let holder: Member
  let mails: Mail[] = []
  let failing = false
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none', now: () => clock, jobTickMs: HOUR_MS })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    serial += 1
    mails = []
    failing = false
    clock += MINUTE_MS
    holder = await join(upstream, `keeper${serial}`)
    await importRows(upstream, [makeCertificateRow(serial), makeCertificateRow(serial + 500)], () => clock)
    await saveCertificate(holder)
  })

  const saveCertificate = (who: Member) =>
    who.ask('POST /v1/certificate/saved', { certificateNo: makeNo(serial), checkCode: getTestCode(serial) })
  const change = (changes: Record<string, unknown>) =>
    importRows(upstream, [makeCertificateRow(serial, changes)], () => clock)
  /** Another instance on the same database. */
  const createInstance = () =>
    createJobs({
      db: upstream.db,
      now: () => clock,
      onError: () => {},
      handlers: {
        savedCertificateNotice: createSavedNotices({
          db: upstream.db,
          bus: createLocalBus(upstream.db),
          now: () => clock,
        }),
        savedCertificateMail: createSavedMails({
          db: upstream.db,
          siteUrl: 'https://gem.example',
          site: createSiteRepository({ db: upstream.db }),
          mailer: {
            async send(mail) {
              if (failing) throw new Error('offline')
              mails.push(mail)
            },
          },
        }),
      },
    })
  const readNotices = async (who: Member): Promise<string[]> => {
    const { data } = await who.ask('GET /v1/im/getNewSystemNotice')
    expect(data).toBeDefined()
    const rows = await upstream.db.selectFrom('notices').select('content').where('user_id', '=', who.id).execute()
    return rows.map(({ content }) => content ?? '')
  }

  it('reaches a member once by notice and mail, despite repetitions', async () => {
    await change({ color: '天蓝色' })
    await Promise.all([createInstance().runDue(), createInstance().runDue()])
    await createInstance().runDue()
    expect(await readNotices(holder)).toEqual([
      `您收存的证书 ${makeNo(serial)} 已更正，现为第 2 版。<a href="/user?tab=certificates">我的证书</a>`,
    ])
    expect(mails).toEqual([
      expect.objectContaining({ subject: `证书 ${makeNo(serial)} 已更正`, to: expect.stringContaining('@') }),
    ])
    expect(mails[0]?.text).toContain('https://gem.example/user?tab=certificates')
  })

  it('names the new number of a reissue, and the end of the shares in a withdrawal', async () => {
    await change({ state: 'reissued', newerNo: makeNo(serial + 500), changedOn: '2026-11-20' })
    await createInstance().runDue()
    expect((await readNotices(holder))[0]).toContain(`新证书编号 ${makeNo(serial + 500)}`)
    serial += 500
    await saveCertificate(holder)
    await change({ state: 'withdrawn', reason: '登记有误', changedOn: '2026-11-20' })
    await createInstance().runDue()
    expect((await readNotices(holder)).at(-1)).toBeDefined()
    expect(
      (await readNotices(holder)).filter((text) => text.includes('已撤销，请勿再作为依据；它的分享已结束')),
    ).toHaveLength(1)
    serial -= 500
  })

  it('reaches no member who saved the new version, and is mailed only to members who want mails', async () => {
    const quiet = await join(upstream, `quiet${serial}`)
    await saveCertificate(quiet)
    await quiet.ask('PUT /v1/certificate/saved', { isMailed: false })
    await change({ color: '天蓝色' })
    const late = await join(upstream, `late${serial}`)
    await saveCertificate(late)
    await createInstance().runDue()
    expect(await readNotices(quiet)).toHaveLength(1)
    expect(await readNotices(late)).toEqual([])
    expect(mails).toHaveLength(1)
    expect((await quiet.ask('GET /v1/certificate/saved')).extra.isMailed).toBe(false)
  })

  it('is mailed again after a failure', async () => {
    await change({ color: '天蓝色' })
    failing = true
    await createInstance().runDue()
    failing = false
    await createInstance().runDue()
    expect(mails).toEqual([])
    clock += MINUTE_MS
    await createInstance().runDue()
    expect(mails).toHaveLength(1)
    expect(await readNotices(holder)).toHaveLength(1)
  })

  it('reaches many members in pieces, with one row written by the change', async () => {
    const { db } = upstream
    const people = Array.from({ length: 120 }, (_, nth) => ({
      id: `crowd${serial}-${nth}`,
      nickname: `crowd${nth}`,
      avatar: '',
      role: 'user' as const,
      status: 1,
      created_at: 0,
      account_name: `crowd${nth}@example.test`,
    }))
    await db.insertInto('users').values(people).execute()
    const row = { certificate_no: makeNo(serial), version: 1, state: 'valid' as const, saved_at: 0 }
    await db
      .insertInto('saved_certificates')
      .values(people.map(({ id }) => ({ ...row, user_id: id })))
      .execute()
    await change({ color: '天蓝色' })
    const outbox = db.selectFrom('certificate_notices').selectAll().where('certificate_no', '=', makeNo(serial))
    expect(await outbox.execute()).toEqual([expect.objectContaining({ kind: 'correction', version: 2 })])
    await Promise.all([createInstance().runDue(), createInstance().runDue()])
    const told = await db
      .selectFrom('notices')
      .select('user_id')
      .where('content', 'like', `%${makeNo(serial)}%`)
      .execute()
    expect(told).toHaveLength(121)
    expect(new Set(told.map(({ user_id }) => user_id)).size).toBe(121)
    expect(mails).toHaveLength(121)
  })
})
